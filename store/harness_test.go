package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

var epoch = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// tb is what tests and properties have in common.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
}

// player drives a conversation and checks after every call that the change
// names exactly the blocks whose version grew.
type player struct {
	t     tb
	c     *store.Conversation
	frame int
	at    time.Time
	light bool // do not look at every block before and after: the stream is long
}

func newPlayer(t tb, messages ...agui.Message) *player {
	return &player{t: t, c: store.New(messages, nil), at: epoch}
}

func (p *player) apply(events ...agui.Event) *player {
	p.t.Helper()
	for i := range events {
		p.frame++
		p.at = p.at.Add(time.Second)
		ev := events[i]
		if ev.Frame == 0 {
			ev.Frame = p.frame
		}
		ev.Frame = max(ev.Frame, 0)
		p.check(func() store.Change { return p.c.Apply(&ev, p.at) })
	}
	return p
}

func (p *player) begin(in agui.RunAgentInput) *player {
	p.t.Helper()
	p.at = p.at.Add(time.Second)
	p.check(func() store.Change { return p.c.Begin(&in, p.at) })
	return p
}

func (p *player) end(e store.Ending) *player {
	p.t.Helper()
	p.at = p.at.Add(time.Second)
	p.check(func() store.Change { return p.c.End(e, p.at) })
	return p
}

func (p *player) check(call func() store.Change) store.Change {
	p.t.Helper()
	before := make([]uint64, len(p.c.Blocks()))
	looks := make([]string, len(before))
	for i, b := range p.c.Blocks() {
		before[i] = b.Version
		if !p.light {
			looks[i] = look(b)
		}
	}
	findings := len(p.c.Findings())
	open := fmt.Sprint(questionIDs(p.c))
	change := call()
	var grew []int
	for i, b := range p.c.Blocks() {
		if b.ID != i {
			p.t.Errorf("block %d has the id %d", i, b.ID)
		}
		if i >= len(before) || b.Version > before[i] {
			grew = append(grew, i)
		} else if b.Version < before[i] || !p.light && look(b) != looks[i] {
			p.t.Errorf("block %d changed unseen:\n%s\n%s", i, looks[i], look(b))
		}
	}
	named := slices.Clone(change.Blocks)
	slices.Sort(named)
	if !slices.Equal(named, grew) {
		p.t.Errorf("the change names the blocks %v, but %v changed", named, grew)
	}
	if grew := len(p.c.Findings()) > findings; grew != change.Findings {
		p.t.Errorf("Findings is %v, but findings were added: %v", change.Findings, grew)
	}
	if fmt.Sprint(questionIDs(p.c)) != open && !change.Questions {
		p.t.Errorf("the open questions changed unseen")
	}
	return change
}

func questionIDs(c *store.Conversation) []string {
	var ids []string
	for _, q := range c.Questions() {
		ids = append(ids, q.Interrupt.ID)
	}
	return ids
}

// look is all that a view may draw of a block.
func look(b *store.Block) string {
	run := ""
	if b.RunInfo != nil {
		run = fmt.Sprintf("%p", b.RunInfo)
	}
	return fmt.Sprint(b.Kind, b.Phase, b.Hidden, b.Owner, b.Key, b.Role, b.Name, b.Title,
		b.Text, content(b.Body()), content(b.Result), b.ResultFrom().Error, b.ResultFrom().At, b.ResultFrom().Owner, string(b.ResultFrom().Metadata),
		string(b.Value), b.Error, b.ErrorCode, string(b.Metadata), b.EncryptedSize, b.ParentCall, run,
		b.Closed, b.Opened, b.Answer != nil)
}

func content(c *agui.Content) string {
	switch {
	case c == nil:
		return ""
	case c.Kind == agui.ContentText:
		return fmt.Sprintf("%q", c.Text)
	case c.Kind == agui.ContentOpaque:
		return string(c.Opaque)
	default:
		return fmt.Sprintf("%d parts", len(c.Parts))
	}
}

// transcript says what is visible, one line for a block.
func transcript(c *store.Conversation) []string {
	var lines []string
	for _, b := range c.Blocks() {
		if !b.Hidden {
			lines = append(lines, sentence(b))
		}
	}
	return lines
}

func sentence(b *store.Block) string {
	phase := [...]string{"live", "done", "waiting", "failed", "cut"}[b.Phase]
	words := []string{kinds()[b.Kind]}
	if b.Kind == store.Message {
		words = []string{b.Role}
	}
	if b.Owner.Set {
		words = append(words, "of "+b.Owner.Value+",")
	}
	words = append(words, b.Key, phase)
	if b.Name != "" && b.Name != b.Key {
		words = append(words, b.Name)
	}
	if b.Title != "" {
		words = append(words, "titled "+b.Title)
	}
	if len(b.Text.Bytes) > 0 {
		words = append(words, fmt.Sprintf("%q", b.Text.String()))
	}
	if b.Body() != nil {
		words = append(words, content(b.Body()))
	}
	if b.Result != nil {
		words = append(words, "-> "+content(b.Result))
	}
	if len(b.Value) > 0 {
		words = append(words, string(b.Value))
	}
	if failure := b.Error + b.ResultFrom().Error; failure != "" {
		words = append(words, "error "+failure)
	}
	if b.EncryptedSize > 0 {
		words = append(words, fmt.Sprintf("encrypted %d", b.EncryptedSize))
	}
	if b.RunInfo != nil {
		words = append(words, string(b.RunInfo.Status))
	}
	return strings.Join(words, " ")
}

func kinds() []string {
	return []string{
		"message", "reasoning", "call", "activity", "subagent", "step", "question", "rule", "notice",
	}
}

func wantLines(t *testing.T, c *store.Conversation, want ...string) {
	t.Helper()
	got := transcript(c)
	if !slices.Equal(got, want) {
		t.Errorf("transcript:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func rules(c *store.Conversation) []string {
	ids := []string{}
	for _, f := range c.Findings() {
		ids = append(ids, fmt.Sprintf("%v %s", f.Severity, f.Rule))
	}
	return ids
}
