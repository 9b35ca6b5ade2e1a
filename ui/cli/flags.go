package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui"
	"agtui/ui/markdown"
)

// settings are the flags that several commands share, after environment and
// configuration file were merged in.
type settings struct {
	flags    *pflag.FlagSet    // where they are declared
	origins  map[string]string // of what was not given as a flag, by name or by entry
	headers  []string
	context  []string
	input    string
	state    string
	forward  string
	format   string
	prompt   string
	strict   bool
	timeout  span
	noRecord bool
	dataDir  string
	limit    size
	caCert   string
	insecure bool
	theme    string
	noColor  bool
	style    string
	links    string

	styles func(*theme.Theme) *markdown.Style // of style and links, once they were read
	link   ui.Links
	copies string // how the screen copies
	mouse  bool
}

// The formats of output.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatNDJSON = "ndjson"
)

// requestFlags are the flags of commands that send a request.
func (s *settings) requestFlags(f *pflag.FlagSet) {
	f.StringArrayVarP(&s.headers, "header", "H", nil, "request header `'Name: value'` (repeatable); ${env:X} and ${file:X} are filled in and masked")
	f.StringArrayVar(&s.context, "context", nil, "context for the agent, `'description=value'` (repeatable)")
	f.StringVar(&s.state, "state", "", "shared state to start with, `JSON` or @FILE")
	f.StringVar(&s.forward, "forward", "", "forwardedProps, `JSON` or @FILE")
	f.Var(&s.timeout, "timeout", "longest duration of a whole run, such as 90s or 5m (0: no limit)")
	f.BoolVar(&s.noRecord, "no-record", false, "keep no recording")
	f.StringVar(&s.dataDir, "data-dir", "", "`DIR` of recordings and history (default: agtui in the XDG data directory)")
	f.StringVar(&s.caCert, "cacert", "", "trust the certificates in `FILE` (PEM) too")
	f.BoolVar(&s.insecure, "insecure", false, "do not verify the server's certificate")
}

// streamFlags are the flags of commands that read a stream.
func (s *settings) streamFlags(f *pflag.FlagSet) {
	s.flags = f
	f.BoolVar(&s.strict, "strict", false, "stop at the first fault, as the reference client does")
	f.Var(&s.limit, "frame-limit", "largest frame, such as 10MiB or 512KiB")
}

// screenFlags are the flags of commands that open the screen.
func (s *settings) screenFlags(f *pflag.FlagSet) {
	f.StringVar(&s.theme, "theme", theme.Auto, "the colours, by `NAME`: "+strings.Join(theme.Names(), ", ")+" (auto follows the terminal)")
	f.StringVar(&s.copies, "clipboard", ui.ClipboardAuto, "`HOW` copies leave: auto, osc52 (always ask the terminal), file, off, or a command that reads them, such as wl-copy")
	f.BoolVar(&s.mouse, "mouse", true, "scroll and mark with the mouse; false leaves it to the terminal, which then selects text")
}

// clipboard says how the screen copies. What is copied is kept in a file as
// well, unless nothing is to be kept.
func (s *settings) clipboard() ui.Clipboard {
	c := ui.Clipboard{Mode: s.copies}
	if !s.noRecord || s.copies == ui.ClipboardFile {
		c.File = filepath.Join(s.dataDir, "copied.txt")
	}
	return c
}

// checkClipboard refuses what is neither a mode nor a command.
func (s *settings) checkClipboard() error {
	command := strings.Fields(s.copies)
	switch {
	case s.copies == "" || slices.Contains(ui.ClipboardModes(), s.copies):
		return nil
	case len(command) == 0:
		return usageError("reading %s: %q is none of %s, and no command",
			s.label("clipboard", ""), s.copies, strings.Join(ui.ClipboardModes(), ", "))
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return usageError("reading %s: %q is none of %s, and no program of this name is found",
			s.label("clipboard", ""), s.copies, strings.Join(ui.ClipboardModes(), ", "))
	}
	return nil
}

func (s *settings) inputFlag(f *pflag.FlagSet, what string) {
	f.StringVar(&s.input, "input", "", "a RunAgentInput in `FILE` (- is stdin): "+what)
}

func (s *settings) formatFlag(f *pflag.FlagSet) {
	f.StringVar(&s.format, "format", formatText, "output `FORMAT`: text, json (a report at the end) or ndjson (events, then the report)")
}

func colorFlag(f *pflag.FlagSet, to *bool) {
	f.BoolVar(to, "no-color", false, "use no colours (NO_COLOR does the same)")
}

// check refuses what no flag parser refuses.
func (s *settings) check() error {
	if s.theme != "" && !theme.Known(s.theme) {
		return usageError("reading %s: %q is none of %s", s.label("theme", ""), s.theme, strings.Join(theme.Names(), ", "))
	}
	switch s.format {
	case "", formatText, formatJSON, formatNDJSON:
		return s.checkClipboard()
	}
	return usageError("reading %s: %q is none of text, json, ndjson", s.label("format", ""), s.format)
}

// span is a duration as a flag: 90s, 5m, 0.
type span time.Duration

// String implements pflag.Value.
func (s *span) String() string {
	if *s == 0 {
		return "0"
	}
	return time.Duration(*s).String()
}

// Type implements pflag.Value.
func (*span) Type() string { return "DURATION" }

// Set implements pflag.Value.
func (s *span) Set(text string) error {
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no duration: write it like 90s or 5m", text)
	}
	*s = span(d)
	return nil
}

// size is a number of bytes as a flag: 1048576, 512KiB, 10MiB, 1GiB.
type size int64

// String implements pflag.Value.
func (s *size) String() string {
	if *s == 0 {
		return "10MiB"
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type implements pflag.Value.
func (*size) Type() string { return "SIZE" }

// Set implements pflag.Value.
func (s *size) Set(text string) error {
	units := []struct {
		suffix string
		factor int64
	}{{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}}
	number, factor := strings.ToUpper(strings.TrimSpace(text)), int64(1)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(number, u.suffix); ok {
			number, factor = strings.TrimSpace(rest), u.factor
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > (1<<62)/factor {
		return fmt.Errorf("%q is no size: write it like 10MiB or 512KiB", text)
	}
	*s = size(n * factor)
	return nil
}

// label names a setting in errors: as a flag, or by where else it was given. An
// entry is one of a list.
func (s *settings) label(name, entry string) string {
	origin, ok := s.origins[name+entry]
	if !ok {
		if name == "header" {
			return "the header -H"
		}
		return "--" + name
	}
	return name + " (from " + origin + ")"
}

// jsonValue reads a setting that is JSON or @FILE.
func (s *settings) jsonValue(name, text string, home func(string) string) (agui.Raw, error) {
	flag := s.label(name, "")
	if text == "" {
		return nil, nil
	}
	path, file := strings.CutPrefix(text, "@")
	if file {
		data, err := os.ReadFile(home(path))
		if err != nil {
			return nil, fileError("reading "+flag+" from", path, err)
		}
		text = strings.TrimPrefix(string(data), "\uFEFF")
	}
	switch {
	case agui.Valid([]byte(text)):
		return agui.Raw(strings.TrimSpace(text)), nil
	case file:
		return nil, usageError("reading %s from %s: the file is not valid JSON", flag, path)
	}
	return nil, usageError("reading %s: %.40q is not valid JSON: quote it for the shell, or use @FILE", flag, text)
}

// contexts reads --context.
func (s *settings) contexts() ([]agui.Context, error) {
	var out []agui.Context
	for _, c := range s.context {
		description, value, ok := strings.Cut(c, "=")
		if !ok || description == "" {
			return nil, usageError("reading %s %q: write it as 'description=value'", s.label("context", c), c)
		}
		out = append(out, agui.Context{Description: description, Value: value})
	}
	return out, nil
}
