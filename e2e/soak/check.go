//go:build linux

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"agtui/stream/frame"
	"agtui/stream/record"
)

// check reads the recordings: every frame that went over the wire is there.
func (r *result) check(ctx context.Context, o options, dir string) error {
	for _, c := range r.clients {
		if strings.HasPrefix(c.name, "server") || c.name == "open" {
			continue
		}
		file, err := recordingIn(filepath.Join(dir, c.name))
		if err != nil {
			return err
		}
		frames, err := r.whole(ctx, c, file)
		if err != nil {
			r.faults = append(r.faults, fmt.Sprintf("%s: %v", c.name, err))
			continue
		}
		same, err := sameText(ctx, o.bin, c, file)
		if err != nil {
			return err
		}
		if !same {
			r.faults = append(r.faults, c.name+": agtui reduce of the recording gives another text")
			continue
		}
		r.checks = append(r.checks, fmt.Sprintf("%s: %d runs, %d frames, the bytes of the wire, no gap; agtui reduce gives the same text",
			c.name, len(r.witness.of(c.name)), frames))
	}
	return nil
}

var errRecording = errors.New("the recording is not whole")

func recordingIn(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "threads", "*", "*.jsonl"))
	if err != nil || len(files) != 1 {
		return "", fmt.Errorf("%w: %d recordings in %s, want 1", errRecording, len(files), dir)
	}
	return files[0], nil
}

// whole compares a recording with what the witness saw.
func (r *result) whole(ctx context.Context, c *client, file string) (frames int, err error) {
	rec, err := record.ReadFile(file, nil, 0)
	if err != nil {
		return 0, fmt.Errorf("reading %s: %w", file, err)
	}
	defer rec.Close() //nolint:errcheck // it was only read
	runs := r.witness.of(c.name)
	if len(rec.Damage()) > 0 || len(rec.Exchanges()) != len(runs) {
		return 0, fmt.Errorf("%w: %d damaged lines, %d runs of %d", errRecording, len(rec.Damage()), len(rec.Exchanges()), len(runs))
	}
	for i, x := range rec.Exchanges() {
		resp, err := x.Run(ctx, nil)
		if err != nil {
			return 0, fmt.Errorf("run %d: %w", i+1, err)
		}
		n, sum := 0, sha256.New()
		for f, err := range resp.Frames {
			if err != nil {
				return 0, fmt.Errorf("run %d after frame %d: %w", i+1, n, err)
			}
			if n++; f.N != n || f.Kind != frame.Event {
				return 0, fmt.Errorf("%w: run %d has frame %d where %d is due", errRecording, i+1, f.N, n)
			}
			fmt.Fprintf(sum, "data: %s\n\n", f.Data)
		}
		_ = resp.Close()
		if got := hex.EncodeToString(sum.Sum(nil)); got != runs[i].String() {
			return 0, fmt.Errorf("%w: run %d has other bytes than the wire", errRecording, i+1)
		}
		frames += n
	}
	return frames, nil
}

// sameText compares what `agtui reduce` makes of a recording with what the
// client printed, or shows.
func sameText(ctx context.Context, bin string, c *client, file string) (bool, error) {
	if c.tty == nil {
		again := newClient(ctx, "reduce", bin, "reduce", file)
		if err := again.headless(); err != nil {
			return false, err
		}
		if err := again.wait(); err != nil {
			return false, err
		}
		return again.text == c.text, nil
	}
	out, err := exec.CommandContext(ctx, bin, "reduce", "--format", "json", file).Output() //nolint:gosec // our own program
	if err != nil {
		return false, fmt.Errorf("agtui reduce %s: %w", file, err)
	}
	var report struct {
		Messages []struct {
			Role    string
			Content any // of an activity an object
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return false, fmt.Errorf("the report of %s: %w", file, err)
	}
	want := ""
	for _, m := range report.Messages {
		if text, ok := m.Content.(string); ok && m.Role == "assistant" {
			want = text
		}
	}
	if want == "" {
		return false, nil
	}
	return c.shows(want)
}
