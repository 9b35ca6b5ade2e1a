package transcript_test

import (
	"strings"
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

// driver plays a stream on a list: each operation is a number and a text.
type driver struct {
	*scene
	list *transcript.List
	now  time.Time
	live []*store.Block
}

func newDriver(w, h int, m cell.Method) *driver {
	d := &driver{scene: newScene(), now: start()}
	d.list = transcript.New(transcript.Options{Width: w, Height: h, Method: m, Theme: theme.Plain()})
	d.agent("a", "worker a", "")
	d.agent("b", "worker 👩🏽‍💻", "a")
	return d
}

func (d *driver) view() []string {
	d.list.Sync(d.scene, d.taken())
	return d.list.View(d.now)
}

func (d *driver) owner(n int) agui.Opt[string] {
	return []agui.Opt[string]{{}, {}, agui.Some("a"), agui.Some("b"), agui.Some("nobody")}[n%5]
}

// open starts a block that lives on.
func (d *driver) open(n int, text string) *store.Block {
	kinds := []store.Kind{store.Message, store.Reasoning, store.ToolCall, store.Activity, store.SubagentHead, store.Step, store.Question}
	b := store.Block{Kind: kinds[n%len(kinds)], Name: text, Owner: d.owner(n / 7), Key: text}
	switch b.Kind {
	case store.Message:
		b.Name, b.Role = "", []string{agui.RoleAssistant, agui.RoleUser, "system"}[n/3%3]
	case store.Reasoning:
		b.Name = ""
	case store.Activity:
		b.Name = []string{"PLAN", "SEARCH", text}[n/2%3]
		b.Content = &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(`{"steps":["` + strings.Map(quotable, text) + `",{"text":1}],"results":[1,{"title":"t","url":"u"}]}`)}
	case store.Question:
		b.Phase, b.ParentCall = store.Waiting, "done"
		d.call("done", `{"text":"`+strings.Map(quotable, text)+`"}`, "r") // one that waits says so in its head
		b.Interrupt = &agui.Interrupt{ID: text, Reason: "why", Message: agui.Some(text)}
	case store.SubagentHead:
		b.Key = []string{"a", "b", text}[n/2%3]
	default:
	}
	p := d.add(b)
	d.live = append(d.live, p)
	return p
}

func quotable(r rune) rune {
	if r < ' ' || r == '"' || r == '\\' {
		return '.'
	}
	return r
}

// finish ends a live block in some way.
func (d *driver) finish(n int, text string) {
	if len(d.live) == 0 {
		return
	}
	i := n % len(d.live)
	d.finishBlock(d.live[i], n, text)
	d.live = append(d.live[:i], d.live[i+1:]...)
}

func (d *driver) finishBlock(b *store.Block, n int, text string) {
	phases := []store.Phase{store.Done, store.Waiting, store.Failed, store.Cut}
	p := phases[n%4]
	if b.Kind == store.ToolCall && p != store.Waiting {
		b.ResultInfo, b.Result = &store.ResultInfo{At: d.now}, agui.Text(text)
	}
	if b.Kind == store.Question && p != store.Waiting {
		b.Answer = &agui.ResumeEntry{Status: agui.StatusResolved, Payload: agui.AppendString(nil, text)}
	}
	d.at = d.now
	d.end(b, p)
}

// stream is one thing that the agent does.
func (d *driver) stream(n int, text string) {
	n = max(n, -n)
	switch n % 8 {
	case 0:
		d.open(n/8, text)
	case 1:
		d.finish(n/8, text)
	case 2:
		d.user(text)
	case 3:
		d.add(store.Block{Kind: store.Notice, Phase: store.Done, Event: agui.Meta, Name: text, Value: agui.Raw(text)})
	case 4:
		d.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: &store.Run{Status: store.Errored, Error: text}})
	default:
		if len(d.live) > 0 {
			d.write(d.live[n/8%len(d.live)], text)
		}
	}
}

// touch is one thing that the user does.
func (d *driver) touchList(n int) {
	l := d.list
	n = max(n, -n)
	k := n / 16
	switch n % 16 {
	case 0:
		l.ScrollBy(k%40 - 20)
	case 1:
		l.PageUp()
	case 2:
		l.PageDown()
	case 3:
		l.Top()
	case 4:
		l.Bottom()
	case 5:
		l.CursorDown()
	case 6:
		l.CursorUp()
	case 7:
		l.FoldToggle()
	case 8:
		l.FoldAll(store.Kind(k % 9))
	case 9:
		l.ShowKind(store.Kind(k%9), k%2 == 0)
	case 10:
		l.SelectAt(k % 50)
	case 11:
		l.SetMethod(cell.Method(k % 2))
	case 12:
		l.SetTheme([]*theme.Theme{theme.Dark(), theme.Plain(), theme.Light().ASCII()}[k%3], nil)
	case 13:
		l.ShowEvent(agui.Meta, k%2 == 0)
	case 14:
		d.touchOwners(k)
	default:
		d.now = d.now.Add(time.Duration(k%5000) * time.Millisecond)
	}
}
