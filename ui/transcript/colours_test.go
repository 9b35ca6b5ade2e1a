package transcript_test

import (
	"strings"
	"testing"

	"agtui/store"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/markdown"
	"agtui/ui/transcript"
)

// paint does the highlighting that the list wants.
func (d *driver) paint() int {
	jobs := d.list.Jobs()
	for _, j := range jobs {
		d.list.Highlighted(j, markdown.Highlight(j.Lang, j.Code))
	}
	return len(jobs)
}

// keyword tells whether the word func is drawn apart from what follows it.
func (d *driver) keyword() bool { return strings.Contains(strings.Join(d.view(), "\n"), "func\x1b[") }

func TestJobs_CodeAtTheEndOfAMessageIsColoured(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"short":       "```go\nfunc f() {}\n```",
		"with text":   "Do this:\n\n```go\nfunc f() {}\n```\n",
		"in an item":  "1. Do this:\n   ```go\n   func f() {}\n   ```",
		"not closed":  "```go\nfunc f() {}",
		"and no more": "```go\nfunc f() {}\n```\n\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(60, 20, cell.WcWidth)
			d.list.SetTheme(theme.Dark(), nil)
			d.answer(src)
			d.view()
			if n := d.paint(); n != 1 || !d.keyword() {
				t.Errorf("in one piece: %d jobs, %q", n, d.view())
			}
			if n := d.paint(); n != 0 {
				t.Errorf("%d jobs more", n)
			}
			b := d.open(0, "x")
			jobs := 0
			for _, r := range src {
				d.write(b, string(r))
				d.view()
				jobs += d.paint()
			}
			d.end(b, store.Done)
			d.view()
			if jobs += d.paint(); jobs != 1 || strings.Count(strings.Join(d.view(), "\n"), "func\x1b[") != 2 {
				t.Errorf("in pieces: %d jobs, %q", jobs, d.view())
			}
			d.list.SetTheme(theme.Light(), nil)
			if !d.keyword() || len(d.list.Jobs()) > 0 {
				t.Errorf("in another theme: %q", d.view())
			}
		})
	}
}

func TestJobs_OutliveAChangeOfTheme(t *testing.T) {
	t.Parallel()
	d := newDriver(60, 20, cell.WcWidth)
	d.list.SetTheme(theme.Dark(), nil)
	d.answer("```go\nfunc f() {}\n```")
	d.view()
	jobs := d.list.Jobs()
	d.list.SetTheme(theme.Light(), nil)
	d.view()
	if len(jobs) != 1 || !d.list.Highlighted(jobs[0], markdown.Highlight(jobs[0].Lang, jobs[0].Code)) || !d.keyword() {
		t.Errorf("the code has no colours after a change of theme: %d jobs, %q", len(jobs), d.view())
	}
	if d.list.Highlighted(transcript.Job{}, nil) {
		t.Error("a job of nobody was taken")
	}
}
