package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
)

// asking is a list with an open question that expires, and a call it is about.
func asking(message, args string) *driver {
	d := newDriver(60, 10, cell.WcWidth)
	call := d.call("book", args, "")
	d.add(store.Block{
		Kind: store.Question, Phase: store.Waiting, ParentCall: call.Key,
		Interrupt: &agui.Interrupt{
			ID: "i", Reason: "why", Message: agui.Some(message), ToolCallID: agui.Some(call.Key),
			ExpiresAt: agui.Some(d.at.Add(time.Hour).Format(time.RFC3339)),
		},
	})
	d.view()
	return d
}

// TestQuestion_ASecondCostsItsHead counts what a second allocates: the same
// however long the question and its call are.
func TestQuestion_ASecondCostsItsHead(t *testing.T) {
	cost := func(n int) float64 {
		d := asking(strings.Repeat("word ", n), `{"a":"`+strings.Repeat("long ", n)+`"}`)
		return testing.AllocsPerRun(20, func() {
			d.now = d.now.Add(time.Second)
			d.view()
		})
	}
	if short, long := cost(2_000), cost(200_000); long > 2*short {
		t.Errorf("a second allocates %.0f times with a short question and %.0f times with a long one", short, long)
	}
}

func TestQuestion_KeepsItsWordsWhileTheTimeRuns(t *testing.T) {
	d := asking("one\ntwo\nthree\nfour", `{"a":"`+strings.Repeat("x", 300)+`"}`)
	d.list.SetSize(60, 40)
	for _, left := range []string{"59:59 left", "59:58 left", "59:57 left"} {
		d.now = d.now.Add(time.Second)
		if s := text(d.view()); !strings.Contains(s, left) || !strings.Contains(s, "four") || strings.Count(s, "three") != 1 || !strings.Contains(s, "xxxx") {
			t.Errorf("with %s it is\n%s", left, s)
		}
	}
	d.now = d.now.Add(time.Hour)
	if s := text(d.view()); !strings.Contains(s, "expired") || !strings.Contains(s, "four") {
		t.Errorf("later it is\n%s", s)
	}
}

func TestQuestion_OfAnyLengthIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	d := asking(b.String(), `{}`)
	d.list.Select(1)
	d.list.Top()
	d.view()
	d.list.ScrollBy(9_998)
	if s := text(d.view()); !strings.Contains(s, "line 9999") || !strings.Contains(s, "20000 more lines, ") || !strings.Contains(s, ", enter opens") {
		t.Errorf("behind its first lines it shows\n%s", s)
	}
}

// TestQuestion_HidesNoWord: what a program would overwrite on a line is shown,
// nothing is approved unseen.
func TestQuestion_HidesNoWord(t *testing.T) {
	d := asking("delete everything\rkeep everything\ntwo\nthree\nfour", `{}`)
	d.list.SetSize(60, 40)
	if s := text(d.view()); !strings.Contains(s, "delete everything") {
		t.Errorf("a word is hidden:\n%s", s)
	}
}

// TestQuestion_ReadsATimeAsThePanelDoes: one without a zone, or with a blank,
// ends in the list when it ends in the panel.
func TestQuestion_ReadsATimeAsThePanelDoes(t *testing.T) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00"} {
		d := newDriver(60, 10, cell.WcWidth)
		d.add(store.Block{Kind: store.Question, Phase: store.Waiting, Interrupt: &agui.Interrupt{
			ID: "i", Message: agui.Some("Now?"), ExpiresAt: agui.Some(d.now.UTC().Add(time.Minute).Format(layout)),
		}})
		if s := text(d.view()); !strings.Contains(s, "left") {
			t.Errorf("with %s it is\n%s", layout, s)
		}
		d.now = d.now.Add(time.Minute)
		if s := text(d.view()); !strings.Contains(s, "expired") {
			t.Errorf("with %s it is later\n%s", layout, s)
		}
	}
}
