package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// golden compares a screen with testdata/name; UPDATE_GOLDEN=1 writes it.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	got := strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "\x1b", "␛")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}

func screen(l *transcript.List, now time.Time) []string {
	l.View(now)
	return l.View(now.Add(time.Second))
}

func TestView_DrawsEachKindOfBlock(t *testing.T) {
	looks := map[string]*theme.Theme{"plain": theme.Plain(), "dark": theme.Dark(), "ascii": theme.Plain().ASCII()}
	for name, th := range looks {
		for _, w := range []int{40, 80, 120} {
			s := everything()
			l := transcript.New(transcript.Options{Width: w, Height: 74, Theme: th})
			l.Sync(s, s.taken())
			golden(t, fmt.Sprintf("everything-%s-%d", name, w), screen(l, s.at.Add(9*time.Second)))
		}
	}
}

func TestView_OpensBlocksFully(t *testing.T) {
	s := everything()
	for _, b := range s.blocks {
		b.Metadata = []byte(`{"trace":"4bf9","finish_reason":"stop"}`)
	}
	l := transcript.New(transcript.Options{Width: 80, Height: 200, Method: cell.Grapheme, Theme: theme.Plain()})
	l.Sync(s, s.taken())
	for _, b := range s.blocks {
		l.Select(b.ID)
		l.SetLevel(transcript.LevelFull)
	}
	l.Select(-1)
	golden(t, "full-80", screen(l, s.at.Add(9*time.Second)))
	for _, b := range s.blocks {
		l.Select(b.ID)
		l.SetLevel(transcript.LevelLine)
	}
	golden(t, "line-80", screen(l, s.at.Add(9*time.Second)))
}
