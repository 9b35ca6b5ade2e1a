package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agtui/stream/agui"
)

// preset is what every request of a sitting carries.
type preset struct {
	context []agui.Context
	state   agui.Raw
	forward agui.Raw
}

func (i *preset) read(s *settings, home func(string) string) error {
	var err error
	if i.state, err = s.jsonValue("state", s.state, home); err != nil {
		return err
	}
	if i.forward, err = s.jsonValue("forward", s.forward, home); err != nil {
		return err
	}
	i.context, err = s.contexts()
	return err
}

// The files beside the recordings, and how many lines they keep.
const (
	maxRecent  = 20
	maxHistory = 1000
)

func (s *settings) recentFile() string  { return filepath.Join(s.dataDir, "endpoints") }
func (s *settings) historyFile() string { return filepath.Join(s.dataDir, "history") }

// readLines reads a file of lines, the oldest first; none is fine.
func readLines(path string) []string {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var out []string
	for l := range strings.SplitSeq(string(data), "\n") {
		if l != "" {
			out = append(out, l)
		}
	}
	return out
}

// addLine puts a line at the end of a file of lines, once, and drops the
// oldest over the limit. The file is replaced as a whole.
func addLine(path, text string, limit int) error {
	lines := readLines(path)
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == text })
	lines = append(lines, text)
	lines = lines[max(len(lines)-limit, 0):]
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keeping %s: %w", path, err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".lines-*")
	if err != nil {
		return fmt.Errorf("keeping %s: %w", path, err)
	}
	defer os.Remove(tmp.Name()) //nolint:errcheck // it is gone when all went well
	_, err = tmp.WriteString(strings.Join(lines, "\n") + "\n")
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("keeping %s: %w", path, err)
	}
	return nil
}

// readHistory reads the prompts: one JSON string a line.
func readHistory(s *settings) []string {
	if s.noRecord {
		return nil
	}
	var out []string
	for _, l := range readLines(s.historyFile()) {
		var text string
		if json.Unmarshal([]byte(l), &text) == nil {
			out = append(out, text)
		}
	}
	return out
}

// rememberer keeps a prompt; nil with --no-record.
func rememberer(s *settings) func(string) error {
	if s.noRecord {
		return nil
	}
	return func(prompt string) error {
		b, err := json.Marshal(prompt)
		if err != nil {
			return fmt.Errorf("keeping the prompt: %w", err)
		}
		return addLine(s.historyFile(), string(b), maxHistory)
	}
}
