//go:build !windows

package e2e_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCaptures_AReplayIsWhatTheRunWas serves each stream of a real server again:
// what was recorded of the run gives the report and the exit code that it gave,
// leniently and strictly.
func TestCaptures_AReplayIsWhatTheRunWas(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(captures, "*", "*.expect.json"))
	if err != nil || len(files) < 180 {
		t.Fatalf("there are only %d captures in %s: %v", len(files), captures, err)
	}
	for _, f := range files {
		base := strings.TrimSuffix(f, ".expect.json")
		t.Run(strings.TrimPrefix(filepath.ToSlash(base), captures+"/"), func(t *testing.T) {
			t.Parallel()
			for _, mode := range []string{"--strict=false", "--strict"} {
				replays(t, base, sending(read(t, base+".sse"), "text/event-stream", false), mode)
			}
		})
	}
}

// TestCaptures_AReplayOfADamagedStreamIsWhatTheRunWas does the same with streams
// that were spoiled, cut, or sent under another name.
func TestCaptures_AReplayOfADamagedStreamIsWhatTheRunWas(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(captures, "*", "*.expect.json"))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(100) {
		d := rand.New(rand.NewPCG(1, seed))
		base := strings.TrimSuffix(files[d.IntN(len(files))], ".expect.json")
		body := read(t, base+".sse")
		body = body[:min(len(body), 20_000)]
		for range 1 + d.IntN(3) {
			body = damaged(d, body)
		}
		kind := []string{"text/event-stream", "application/json", "text/plain", ""}[d.IntN(4)]
		mode := []string{"--strict=false", "--strict"}[d.IntN(2)]
		cut := d.IntN(4) == 0
		limit := []string{"--frame-limit=1KiB", "--frame-limit=10MiB"}[d.IntN(2)]
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			replays(t, base, sending(body, kind, cut), mode, limit)
		})
	}
}

// damaged spoils a body in one place or all over.
func damaged(d *rand.Rand, body []byte) []byte {
	if len(body) == 0 {
		return body
	}
	i := d.IntN(len(body))
	j := min(len(body), i+d.IntN(300))
	switch d.IntN(7) {
	case 0:
		return slices.Delete(slices.Clone(body), i, j)
	case 1:
		body = slices.Clone(body)
		body[i] = byte(d.IntN(256))
		return body
	case 2:
		return body[:i]
	case 3:
		return append(slices.Clone(body), body[i:j]...)
	case 4:
		return bytes.ReplaceAll(body, []byte("data: "), nil)
	case 5:
		return bytes.ReplaceAll(body, []byte("\n\n"), []byte("\r\n\r\n"))
	default:
		odd := []string{"\n\n", ": ping\n\n", "\xFF", "data: {}\n\n", "data: [DONE]\n\n", "{\n", `"`, "data: " + strings.Repeat("y", 3000) + "\n\n"}
		return slices.Insert(slices.Clone(body), i, []byte(odd[d.IntN(len(odd))])...)
	}
}

// sending is a server that sends a body, and may cut the connection then.
func sending(body []byte, kind string, cut bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body)
		if cut {
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
	}
}

// replays takes a run, and compares it with what was recorded of it.
func replays(t *testing.T, base string, answer http.HandlerFunc, flags ...string) {
	t.Helper()
	srv := httptest.NewServer(answer)
	defer srv.Close()
	home := t.TempDir()
	flags = append(flags, "--format", "json")
	live := inHome(home, nil, append([]string{"run", srv.URL, "--input", base + ".request.json"}, flags...)...)
	kept, err := filepath.Glob(filepath.Join(home, "agtui", "threads", "*", "*.jsonl"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("recordings: %v, %v: %s", kept, err, live.stderr)
	}
	if again := inHome(home, nil, append([]string{"reduce", kept[0]}, flags...)...); again != live {
		t.Errorf("%v: live\n%+v\nagain\n%+v", flags, live, again)
	}
}
