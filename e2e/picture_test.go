//go:build !windows

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agtui/e2e/term"
)

// scene is a picture of a real screen.
type scene struct {
	file, theme   string
	width, height int
	say           []string
	do            func(tm *term.Terminal)
}

func scenes() []scene {
	return []scene{
		{"screen.svg", "dark", 124, 36, []string{"demo tour", "demo approve"}, func(tm *term.Terminal) {
			tm.See("Approve this call?")
			tm.Type(term.Tab)
			tm.See("enter choose")
		}},
		{"markdown.svg", "dark", 90, 40, []string{"demo markdown"}, nil},
		{"tools.svg", "dark", 90, 30, []string{"demo tool"}, nil},
		{"subagents.svg", "dark", 90, 36, []string{"demo subagents"}, nil},
		{"findings.svg", "dark", 124, 30, []string{"demo illegal not-open"}, func(tm *term.Terminal) {
			tm.Type("/findings" + term.Enter)
			tm.See("error not-open")
		}},
		{"light.svg", "light", 124, 36, []string{"demo state"}, nil},
		{"narrow.svg", "dark", 40, 28, []string{"demo approve"}, nil},
		{"paste.svg", "contrast", 90, 24, []string{"demo activities"}, func(tm *term.Terminal) {
			tm.Type("What do these say? \x1b[200~" + strings.Repeat("a line of a log\n", 40) + "\x1b[201~")
			tm.See("[pasted 40 lines")
		}},
	}
}

// TestPicture_OfRealScreens draws the pictures of the documentation from the
// running program: with -update they are written, without they are compared
// but for what differs from run to run.
func TestPicture_OfRealScreens(t *testing.T) {
	t.Parallel()
	url := agent(t)
	for _, s := range scenes() {
		t.Run(s.file, func(t *testing.T) {
			t.Parallel()
			tm := open(t, term.Options{Width: s.width, Height: s.height, Env: []string{"AGTUI_THEME=" + s.theme}}, url)
			tm.See("Try one of these")
			for _, say := range s.say {
				tm.Type(say)
				tm.See("› " + say)
				tm.Type(term.Enter)
				settled(tm)
			}
			if s.do != nil {
				s.do(tm)
			}
			tm.Quiet(quiet)
			ground := term.Dark()
			if s.theme == "light" {
				ground = term.Light()
			}
			picture(t, filepath.Join("..", "docs", s.file), tm.SVG(ground))
		})
	}
}

func picture(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: make it with go test ./e2e -run TestPicture -update", err)
	}
	if masked(got) != masked(string(want)) {
		t.Errorf("the screen differs from %s: look at it, and renew it with go test ./e2e -run TestPicture -update", path)
	}
}
