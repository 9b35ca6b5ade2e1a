package ui_test

import (
	"testing"

	"pgregory.net/rapid"

	"agtui/ui"
)

func TestLayout_PartsCoverTheScreenAndNeverOverlap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(1, 260)).Draw(t, "width")
		h := rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(1, 90)).Draw(t, "height")
		question := rapid.IntRange(0, 40).Draw(t, "question")
		composer := rapid.IntRange(1, 12).Draw(t, "composer")
		footer := rapid.IntRange(1, 5).Draw(t, "footer")
		parts, border := ui.Arranged(w, h, question, composer, footer, rapid.Bool().Draw(t, "side"))

		cells := make([]string, w*h)
		for _, p := range parts {
			if p.W < 0 || p.H < 0 || p.X < 0 || p.Y < 0 {
				t.Fatalf("%+v is negative", p)
			}
			for y := p.Y; y < p.Y+p.H; y++ {
				for x := p.X; x < p.X+p.W; x++ {
					if x >= w || y >= h {
						t.Fatalf("%+v is off the screen of %dx%d", p, w, h)
					}
					if other := cells[y*w+x]; other != "" {
						t.Fatalf("%s lies over %s at %d,%d", p.Name, other, x, y)
					}
					cells[y*w+x] = p.Name
				}
			}
		}
		for i, c := range cells {
			if c == "" && i%w != border {
				t.Fatalf("nobody has the cell %d,%d of %dx%d: %+v", i%w, i/w, w, h, parts)
			}
		}
		by := map[string]ui.Rect{}
		for _, p := range parts {
			by[p.Name] = p
		}
		if by["composer"].H < 1 {
			t.Fatal("the composer has no row")
		}
		least := 3
		if question > 0 {
			least = 2 // what is asked comes first
		}
		if h > 12 && by["body"].H+by["side"].H < least {
			t.Fatalf("the conversation has %d rows of %d", by["body"].H, h)
		}
		if question > 0 && h >= 4 && by["question"].H < 1 {
			t.Fatal("the question is not seen")
		}
		if h > 12 && by["question"].H < min(question, 3) {
			t.Fatalf("the question has %d rows of %d", by["question"].H, question)
		}
	})
}

func TestLayout_OfNothingIsNothing(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{0, 0}, {0, 5}, {5, 0}, {-1, 3}} {
		parts, _ := ui.Arranged(size[0], size[1], 3, 1, 1, true)
		for _, p := range parts {
			if p.W > 0 && p.H > 0 {
				t.Errorf("%v: %+v", size, p)
			}
		}
	}
}
