package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// timed is a short run, a block every 1.5 s.
func timed() *scene {
	s := newScene()
	step := func() { s.at = s.at.Add(1500 * time.Millisecond) }
	s.user("hello")
	step()
	s.add(store.Block{Kind: store.Reasoning, Phase: store.Done, Closed: s.at.Add(2 * time.Second), Text: store.Text{Bytes: []byte(strings.Repeat("thought ", 300))}})
	step()
	s.call("fetch", `{"url":"คำ"}`, strings.Repeat("x y\n", 400))
	step()
	s.answer("**Done**, there are 3.").Closed = s.at.Add(time.Second)
	step()
	s.add(store.Block{Kind: store.Step, Name: "book", Phase: store.Cut})
	s.runs[0].Status, s.runs[0].Ended, s.runs[0].Error, s.runs[0].ErrorCode = store.Errored, s.at, "model overloaded", "529"
	s.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: s.runs[0]})
	return s
}

func TestTimes_StandBesideBlocks(t *testing.T) {
	for mode := range transcript.TimesGap + 1 {
		for _, w := range []int{40, 80, 200} {
			s := timed()
			l := transcript.New(transcript.Options{Width: w, Height: 26, Theme: theme.Plain()})
			l.Sync(s, s.taken())
			l.SetTimes(mode)
			golden(t, fmt.Sprintf("times-%d-%d", mode, w), screen(l, s.at))
		}
	}
}

func TestTimes_GapIsCountedFromWhatIsShown(t *testing.T) {
	s := timed()
	l := transcript.New(transcript.Options{Width: 80, Height: 26, Theme: theme.Plain()})
	l.Sync(s, s.taken())
	l.SetTimes(transcript.TimesGap)
	if got := text(l.View(s.at)); strings.Contains(got, "+3.0 s") {
		t.Errorf("at first:\n%s", got)
	}
	l.ShowKind(store.Reasoning, false)
	if got := text(l.View(s.at)); !strings.Contains(got, "+3.0 s") {
		t.Errorf("without reasoning:\n%s", got)
	}
}

func TestTimes_KeepThePlaceThatIsRead(t *testing.T) {
	d := numbered(60, 60, 9)
	d.list.ScrollBy(-40)
	d.view()
	before, _, _ := d.list.TopLine()
	for range 4 {
		d.list.SetTimes(d.list.Times().Next())
		d.view()
		if now, _, _ := d.list.TopLine(); now != before {
			t.Errorf("with times %v block %d is first, want %d", d.list.Times(), now, before)
		}
	}
}

func TestRunEnd_SaysWhatHelps(t *testing.T) {
	for status, want := range map[store.Status]string{
		store.Errored: "✗ errored · R tries again", store.FailedRun: "✗ failed · R tries again",
		store.Incomplete: "✗ ended early · R tries again", store.Refused: "! refused, nothing was sent · R tries again",
		store.Cancelled: "! cancelled · R sends it again", store.Finished: "✓ finished ──", store.Interrupted: "⏸ interrupted ──",
	} {
		d := newDriver(60, 6, cell.WcWidth)
		d.runs[0].Status, d.runs[0].Started = status, time.Time{}
		d.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: d.runs[0]})
		if s := text(d.view()); !strings.Contains(s, want) {
			t.Errorf("%q is not in\n%s", want, s)
		}
		d.runs = append(d.runs, &store.Run{Status: store.Running})
		if s := text(d.view()); strings.Contains(s, "again") {
			t.Errorf("%s: what is not the last is sent again:\n%s", status, s)
		}
	}
}

func TestErrors_AreSaidInFull(t *testing.T) {
	d := newDriver(50, 20, cell.WcWidth)
	why := strings.TrimSpace(strings.Repeat("the model is overloaded ", 6)) + " END"
	d.runs[0].Status, d.runs[0].Error, d.runs[0].ErrorCode = store.Errored, why, "E529"
	d.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: d.runs[0]})
	d.add(store.Block{Kind: store.Notice, Phase: store.Done, Event: agui.RunError, Name: "RUN_ERROR", Error: "once more", ErrorCode: "E2"})
	d.add(store.Block{Kind: store.Message, Phase: store.Failed, Role: agui.RoleTool, Error: "no such call", ParentCall: "c9"})
	s := text(d.view())
	for _, want := range []string{"END (E529)", "another error after the end", "once more (E2)", "tool result for c9", "✗ failed", "no such call"} {
		if !strings.Contains(s, want) {
			t.Errorf("%q is not in\n%s", want, s)
		}
	}
}

func TestDetails_ShowWhereABlockComesFrom(t *testing.T) {
	d := newDriver(100, 30, cell.WcWidth)
	b := d.call("fetch", `{}`, "ok")
	b.Owner, b.Frame, b.Last, b.EncryptedSize = owned("b"), 12, 48, 2048
	b.Sent, b.SentLast = agui.Some[int64](1772632920123), agui.Some[int64](7)
	b.ResultInfo.ID, b.ResultInfo.Metadata = "x1", agui.Raw(`{"cached":true}`)
	d.view()
	d.list.Select(b.ID)
	d.list.SetLevel(transcript.LevelFull)
	s := text(d.view())
	for _, want := range []string{
		"id fetch · owner worker 👩💻 (b) · result x1 · encrypted 2.0 kB · run r", "frames 12 to 48", "came 2026-03-04 14:02:00.000",
		"sent 1772632920123 (2026-03-04 14:02:00.123 UTC)", "last sent 7", "metadata of the result 15 B", "cached  true",
	} {
		if !strings.Contains(strings.ReplaceAll(s, "\n▌│ ║   ", " "), want) {
			t.Errorf("%q is not in\n%s", want, s)
		}
	}
}

func TestActivity_RestsWhenItIsCostly(t *testing.T) {
	d := newDriver(60, 20, cell.WcWidth)
	big := `{"n":%d,"rows":"` + strings.Repeat("x", 100_000) + `"}`
	b := d.add(store.Block{Kind: store.Activity, Phase: store.Done, Name: "WORK"})
	set := func(n int) {
		b.Content = &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(fmt.Sprintf(big, n))}
		d.touch(b)
	}
	set(1)
	d.view()
	set(2)
	if s := text(d.view()); !strings.Contains(s, "n  1") {
		t.Errorf("it was drawn again at once:\n%s", s)
	}
	wake := d.list.Wake(d.now)
	if wake <= 0 || wake > 200*time.Millisecond {
		t.Fatalf("wakes after %v", wake)
	}
	d.now = d.now.Add(wake)
	if s := text(d.view()); !strings.Contains(s, "n  2") {
		t.Errorf("it is never drawn again:\n%s", s)
	}
	if w := d.list.Wake(d.now); w != 0 {
		t.Errorf("still wakes after %v", w)
	}
}
