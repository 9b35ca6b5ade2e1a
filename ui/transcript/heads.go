package transcript

import (
	"slices"
	"strconv"
	"time"

	"agtui/store"
)

// standing is how a lane stands: what a head says of it and what may change
// without the head's block.
type standing struct {
	why  waitFor
	what string // the tool, the question, the subagent
	more int    // how many others it waits for
	used spent
}

// waitFor says what a subagent waits for.
type waitFor uint8

const (
	forNothing waitFor = iota
	forAnswer          // an open question
	forRun             // that was answered: the run that goes on with it
	forTool            // a tool call that runs
	forHelper          // a subagent below it
	forHelp            // the same, suspended
)

// follows keeps the lanes up to date about a block that changed.
func (l *List) follows(it *item) {
	b := it.block
	switch b.Kind {
	case store.ToolCall:
		mark(&it.lane.busy, b.ID, unended(b))
	case store.SubagentHead:
		if it.owner != it.lane.owner {
			mark(&it.lane.busy, b.ID, unended(b))
		}
	case store.Question:
		n := it.lane
		if id, ok := l.calls[b.ParentCall]; ok && !b.Owner.Set {
			n = l.items[id].lane
		}
		mark(&n.asked, b.ID, openQuestion(b))
	default:
	}
	if n := it.ownLane(); n.parent != nil {
		n.spend(b)
	}
}

// ownLane is the lane of what an item says: for a head the one that it opened.
func (it *item) ownLane() *lane {
	if it.opens != nil {
		return it.opens
	}
	return it.lane
}

func unended(b *store.Block) bool { return b.Phase == store.Live || b.Phase == store.Waiting }

// mark puts an ID into a sorted list, or takes it out.
func mark(list *[]int, id int, on bool) {
	if n := len(*list); on && (n == 0 || (*list)[n-1] < id) {
		*list = append(*list, id)
		return
	}
	i, found := slices.BinarySearch(*list, id)
	switch {
	case on && !found:
		*list = slices.Insert(*list, i, id)
	case !on && found:
		*list = slices.Delete(*list, i, i+1)
	}
}

// standing returns how the lane of a subagent's head stands.
func (l *List) standing(b *store.Block) standing {
	if b.Kind != store.SubagentHead {
		return standing{}
	}
	n := l.items[b.ID].ownLane()
	s := standing{used: n.sum}
	if !unended(b) {
		return s
	}
	switch {
	case len(n.asked) > 0:
		q := l.items[n.asked[0]].block
		s.why, s.what, s.more = forAnswer, q.Title, len(n.asked)-1
		if s.what == "" {
			s.what = q.Name
		}
	case b.Phase == store.Waiting:
		if runs := l.conv.Runs(); len(runs) > 0 && runs[len(runs)-1].Status == store.Running && b.Run < len(runs)-1 {
			s.why = forRun
		}
	case len(n.busy) > 0:
		s.busy(l, n.busy)
	}
	return s
}

// busy picks what to name of what runs in a lane: the first tool call, else the
// first subagent.
func (s *standing) busy(l *List, ids []int) {
	first := l.items[ids[0]].block
	for _, id := range ids[:min(len(ids), 64)] {
		if b := l.items[id].block; b.Kind == store.ToolCall {
			first = b
			break
		}
	}
	s.more = len(ids) - 1
	switch {
	case first.Kind == store.ToolCall:
		s.why, s.what = forTool, first.Name
	case first.Phase == store.Waiting:
		s.why = forHelp
		s.what, _ = l.owner(first.Key)
	default:
		s.why = forHelper
		s.what, _ = l.owner(first.Key)
	}
}

// subagent draws the head of a subagent's lane: who it is, what it waits for,
// what it used, and how it stands.
func (d *drawing) subagent() {
	b := d.block
	name, st := d.list.owner(b.Key)
	st.Bold = true
	text := append([]span{{st, d.clean(name)}}, d.waiting()...)
	if u := d.standing.used; u != (spent{}) {
		text = append(text, span{d.th.Dim, "  " + amount(u.in) + "/" + amount(u.out) + " tok"})
	}
	if b.Title != "" {
		text = append(text, span{d.th.Dim, "  " + d.clean(b.Title)})
	}
	ln, _ := d.headLine(span{}, text, d.subagentState())
	d.addHead(ln)
	if b.Error != "" {
		d.addBody(d.failure(withCode(b.Error, b.ErrorCode), 0)...)
	}
	if d.level != LevelFull {
		return
	}
	if a := d.list.agent(b.Key); a != nil && a.Description != "" && a.Description != b.Title {
		d.addBody(d.closed(d.words(a.Description, mostLines, 0, d.th.Dim))...)
	}
	if b.Parent.Set {
		by, _ := d.list.owner(b.Parent.Value)
		d.addBody(d.say(d.th.Dim, "works for "+by, d.w))
	}
	if len(b.Value) > 0 {
		d.addFoot(d.say(d.th.Dim, "result "+size(len(b.Value)), d.w))
		d.addFoot(d.jsonTree(b.Value, indented, mostLines)...)
	}
	d.details()
}

// waiting says what the subagent waits for.
func (d *drawing) waiting() []span {
	s := &d.standing
	what := d.clean(s.what)
	if s.more > 0 {
		what += " +" + strconv.Itoa(s.more)
	}
	switch s.why {
	case forAnswer:
		return []span{{d.th.Warn, "  asks: " + what}}
	case forRun:
		return []span{{d.th.Dim, "  answered, goes on"}}
	case forTool:
		return []span{{d.th.Dim, "  " + d.sym().Tool + " " + what}}
	case forHelper:
		return []span{{d.th.Dim, "  waits for " + what}}
	case forHelp:
		return []span{{d.th.Dim, "  waits for " + what + ", suspended"}}
	case forNothing:
	}
	return nil
}

// roomy is the width from which a head has room for more than it must say.
const roomy = 48

func (d *drawing) subagentState() span {
	b := d.block
	took := short(d.list.items[b.ID].since(d.list), b.Closed)
	spaced, after := "", ""
	if took != "" {
		spaced = " " + took
		if d.w >= roomy {
			after = " after " + took
		}
	}
	switch b.Phase {
	case store.Done:
		return span{d.th.OK, d.sym().OK + spaced}
	case store.Failed:
		return span{d.th.Bad, d.sym().Bad + " failed" + spaced}
	case store.Waiting:
		return span{d.th.Warn, d.sym().Pause + " suspended" + after}
	case store.Cut:
		return span{d.th.Warn, d.sym().Bad + " cut off" + after}
	case store.Live:
	}
	return span{d.th.Accent, "running " + d.running(b.Opened)}
}

// since is when the work of a subagent began: one that was announced late began
// with its lane.
func (it *item) since(l *List) time.Time {
	if it.opens == nil && it.lane.opener >= 0 {
		return l.items[it.lane.opener].block.Opened
	}
	return it.block.Opened
}
