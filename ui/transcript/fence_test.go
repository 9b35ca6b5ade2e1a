package transcript_test

import (
	"strings"
	"testing"

	"agtui/store"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

const recipe = "Do this:\n\n```sh\necho \"a    b\"\n```\n\nand\n\n- then\n  ```go\n  func f() {\n  \treturn\n  }\n  ```\n\n> ```\n> quoted\x1b[31m\n> ```\n"

func TestCode_StepsThroughTheBlocksOfAMessage(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 30, cell.WcWidth)
	d.answer("before")
	b := d.answer(recipe)
	d.answer("after")
	d.view()
	if n, of := d.list.CodeStep(1); n != 0 || of != 0 {
		t.Errorf("with nothing selected: %d of %d", n, of)
	}
	d.list.Select(b.ID)
	for _, tt := range []struct {
		by, nth int
		source  string
	}{
		{1, 1, `echo "a    b"`},
		{1, 2, "func f() {\n\treturn\n}"},
		{1, 3, "quoted\x1b[31m"},
		{1, 3, "quoted\x1b[31m"},
		{-1, 2, "func f() {\n\treturn\n}"},
		{-1, 1, `echo "a    b"`},
	} {
		n, of := d.list.CodeStep(tt.by)
		c, ok := d.list.Code()
		if n != tt.nth || of != 3 || !ok || c.Source != tt.source {
			t.Errorf("%d of %d: %q, want %d: %q", n, of, c.Source, tt.nth, tt.source)
		}
		var marked []string
		for _, ln := range d.view() {
			if rest, ok := strings.CutPrefix(unstyled(ln), "▌"); ok {
				marked = append(marked, strings.TrimSpace(rest))
			}
		}
		first, _, _ := strings.Cut(tt.source, "\n")
		first, _, _ = strings.Cut(first, "\x1b")
		if !strings.Contains(strings.Join(marked, "\n"), first) || len(marked) > 5 {
			t.Errorf("marked is %q", marked)
		}
	}
	if n, of := d.list.CodeStep(-1); n != 0 || of != 3 {
		t.Errorf("before the first: %d of %d", n, of)
	}
	if _, ok := d.list.Code(); ok {
		t.Error("before the first a block is marked")
	}
	d.list.CodeStep(-1)
	d.list.CursorUp()
	d.view()
	if _, ok := d.list.Code(); ok {
		t.Error("another block still has the mark")
	}
	d.list.CursorDown()
	if _, ok := d.list.Code(); ok {
		t.Error("the mark is still there when one comes back")
	}
	d.list.Select(b.ID + 1)
	if n, of := d.list.CodeStep(-1); n != 0 || of != 0 {
		t.Errorf("without code: %d of %d", n, of)
	}
}

func TestCode_KeepsItsMarkWhileTheMessageGrowsAndFolds(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 12, cell.WcWidth)
	d.list.SetTheme(theme.Dark(), nil)
	b := d.open(0, "x")
	d.write(b, recipe)
	d.view()
	d.list.Select(b.ID)
	d.list.CodeStep(1)
	for range 20 {
		d.write(b, "more and more words\n\n```\nx\n```\n\n")
		check(t, d.view(), 60, 12, cell.WcWidth)
		if c, ok := d.list.Code(); !ok || c.Lang != "sh" || c.Source != `echo "a    b"` {
			t.Fatalf("%v %q", ok, c.Source)
		}
	}
	d.list.SetSize(20, 12)
	check(t, d.view(), 20, 12, cell.WcWidth)
	if c, ok := d.list.Code(); !ok || c.Lang != "sh" {
		t.Errorf("after another width: %v %+v", ok, c)
	}
	d.end(b, store.Done)
	d.list.SetLevel(transcript.LevelLine)
	d.view()
	if n, of := d.list.CodeStep(1); n != 2 || of != 23 || d.list.LevelOf(b.ID) != transcript.LevelPreview {
		t.Errorf("folded: %d of %d", n, of)
	}
}
