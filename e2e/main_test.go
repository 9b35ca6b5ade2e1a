//go:build !windows

package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agtui/e2e/term"
	"agtui/stream/demo"
)

var (
	update = flag.Bool("update", false, "write the golden screens anew")
	binary string
)

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "agtui-e2e-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := os.Chmod(dir, 0o755); err != nil { // another user runs it too
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binary = filepath.Join(dir, "agtui")
	out, err := exec.Command("go", "build", "-o", binary, "agtui").CombinedOutput()
	if err != nil {
		fmt.Fprintf(os.Stderr, "building agtui: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// agent serves the demo agent without its pauses.
func agent(t *testing.T) string {
	t.Helper()
	s, err := demo.Listen("127.0.0.1:0", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.URL()
}

// open starts the program on an endpoint, with its own data directory.
func open(t *testing.T, o term.Options, args ...string) *term.Terminal {
	t.Helper()
	home := t.TempDir()
	o.Env = append([]string{
		"XDG_DATA_HOME=" + home, "XDG_CONFIG_HOME=" + home, "NO_COLOR=", "LANG=C.UTF-8", "TZ=UTC",
	}, o.Env...)
	return term.Start(t, o, binary, args...)
}

// The parts of a screen that differ from run to run, and what stands for them.
var masks = []*regexp.Regexp{
	regexp.MustCompile(`127\.0\.0\.1:(\d+)`),
	regexp.MustCompile(`\b(\d\.\d) s\b`),
	regexp.MustCompile(`\S  (\d\d:\d\d)(?: |$)`),   // who and when
	regexp.MustCompile(`[|>] *(\d\d:\d\d)(?:⟧|<)`), // the same with its look
	regexp.MustCompile(`\b(\d:\d\d) left`),
	regexp.MustCompile(`thread ([0-9a-f]{1,8})`),
	regexp.MustCompile(`\b([0-9a-f]{4,12}(?:-[0-9a-f]{0,12})+)`), // a UUID, perhaps wrapped
}

// masked is a screen without what differs from run to run, of the same width:
// # stands for each character.
func masked(screen string) string {
	lines := strings.Split(screen, "\n")
	for i, line := range lines {
		for _, m := range masks {
			for _, at := range m.FindAllStringSubmatchIndex(line, -1) {
				line = line[:at[2]] + strings.Repeat("#", at[3]-at[2]) + line[at[3]:]
			}
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// golden compares a screen with the file of that name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	asKept(t, filepath.Join("testdata", "screens", name+".txt"), strings.TrimRight(got, "\n")+"\n")
}

// asKept compares a text with the file that keeps it; -update writes the file.
func asKept(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: make it with go test ./e2e -update", err)
	}
	if got != string(want) {
		t.Errorf("it differs from %s.\ngot:\n%s\nwant:\n%s", path, got, want)
	}
}
