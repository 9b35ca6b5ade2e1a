//go:build !windows

package e2e_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"agtui/stream/demo"
)

// TestScripts runs the built program without a screen, as a script would.
//
//	agtui ARGS         must exit with 0; exits CODE ARGS with that code
//	json KEY=VALUE…    the JSON on stdout: a.b.0 is a path, a.len a length
//	lines FILE N       the file or stdout has N lines
//
// $AGENT is the demo agent without pauses.
func TestScripts(t *testing.T) {
	t.Parallel()
	s, err := demo.Listen("127.0.0.1:0", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "scripts"),
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("AGENT", s.URL())
			env.Setenv("PATH", filepath.Dir(binary)+string(filepath.ListSeparator)+env.Getenv("PATH"))
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"agtui": func(ts *testscript.TestScript, neg bool, args []string) { exits(ts, neg, 0, args) },
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				code, err := strconv.Atoi(args[0])
				ts.Check(err)
				exits(ts, neg, code, args[1:])
			},
			"json":  reports,
			"lines": counts,
		},
	})
}

// exits runs the program and compares its exit code.
func exits(ts *testscript.TestScript, neg bool, want int, args []string) {
	if neg {
		ts.Fatalf("name the exit code: exits CODE ARGS")
	}
	err := ts.Exec(binary, args...)
	code := 0
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		code = failed.ExitCode()
	case err != nil:
		ts.Fatalf("running agtui: %v", err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// reports compares values of the JSON on stdout; of several lines of JSON it
// is the last.
func reports(ts *testscript.TestScript, neg bool, args []string) {
	text := strings.TrimSpace(ts.ReadFile("stdout"))
	text = text[strings.LastIndexByte(text, '\n')+1:]
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	ts.Check(d.Decode(&v))
	for _, arg := range args {
		path, want, ok := strings.Cut(arg, "=")
		if !ok {
			ts.Fatalf("%s: write it as KEY=VALUE", arg)
		}
		if got := at(v, strings.Split(path, ".")); (got == want) == neg {
			ts.Fatalf("%s is %s", path, got)
		}
	}
}

// at is the value at a path as text; strings are bare, all else is JSON.
func at(v any, path []string) string {
	if len(path) > 0 {
		switch c := v.(type) {
		case map[string]any:
			return at(c[path[0]], path[1:])
		case []any:
			if path[0] == "len" {
				return strconv.Itoa(len(c))
			}
			if i, err := strconv.Atoi(path[0]); err == nil && i < len(c) {
				return at(c[i], path[1:])
			}
		}
		return "absent"
	}
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(b)
}

func counts(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[0]), "\n"); (got == want) == neg {
		ts.Fatalf("%s has %d lines", args[0], got)
	}
}
