package transcript_test

import (
	"fmt"
	"testing"
	"time"

	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func TestLook(t *testing.T) {
	for _, w := range []int{80, 40} {
		s := everything()
		l := transcript.New(transcript.Options{Width: w, Height: 90, Method: cell.Grapheme, Theme: theme.Plain()})
		l.Sync(s, s.taken())
		for _, ln := range l.View(s.at.Add(10 * time.Second)) {
			fmt.Printf("%s\n", ln)
		}
	}
}
