package transcript

import (
	"slices"

	"agtui/store"
	"agtui/stream/agui"
)

// shows tells whether a block has a place in the list.
func (l *List) shows(b *store.Block) bool {
	if b.Hidden || !l.wants(b) {
		return false
	}
	if b.Kind != store.Notice {
		return true
	}
	on, set := l.events[b.Event]
	return on || !set
}

func (l *List) setShown(it *item, on bool) {
	i, found := l.position(it.block.ID)
	l.shifted(it.block.ID)
	switch {
	case on && !found:
		l.vis = slices.Insert(l.vis, i, it.block.ID)
	case !on && found:
		l.vis = slices.Delete(l.vis, i, i+1)
		l.sawItem(it)
	}
	it.shown = on
}

// review decides anew what is shown, after a switch.
func (l *List) review() {
	for _, it := range l.items {
		it.shown = l.shows(it.block)
		if !it.shown {
			l.sawItem(it)
		}
	}
	l.arrange()
	if l.cursor >= 0 && !l.items[l.cursor].shown {
		l.cursor = -1
	}
}

// parked is where one was before blocks were hidden: until one goes somewhere
// else, showing them again goes back there.
type parked struct {
	is      bool
	at      place
	row     int
	cursor  int
	follows bool
}

// moved takes in that the person went somewhere.
func (l *List) moved() { l.parked = parked{} }

// reshow lists what is shown after a switch. What is looked at stays where it
// is; if it is hidden, what stands in its place does.
func (l *List) reshow() {
	was := l.parked
	if !was.is {
		was.at, was.row = l.holdFast()
		was.cursor, was.follows = l.cursor, l.follow
		was.is = was.row >= 0
	}
	l.cursor = was.cursor
	l.review()
	if p, found := l.position(was.cursor); was.cursor >= 0 && !found && len(l.vis) > 0 {
		l.cursor = l.vis[min(p, len(l.vis)-1)]
	}
	l.stand(was.at, was.row)
	l.follow = l.follow && (was.follows || !was.is) // what follows may change its shape
	if top, more := l.endSpot(); was.is && !more {
		l.at, l.follow = top, was.follows
	}
	l.FillUp()
	l.resort()
	l.parked = was
}

// ShowKind shows or hides all blocks of a kind.
func (l *List) ShowKind(k store.Kind, on bool) {
	if l.hidden[k] == on {
		l.hidden[k] = !on
		l.choice++
		l.reshow()
	}
}

// Shown tells whether the blocks of a kind are shown.
func (l *List) Shown(k store.Kind) bool { return !l.hidden[k] }

// ShowEvent shows or hides the notices of an event type: RawEvent and Custom
// are off at first, all others on.
func (l *List) ShowEvent(t agui.EventType, on bool) {
	if l.ShownEvent(t) != on {
		l.events[t] = on
		l.reshow()
	}
}

// ShownEvent tells whether notices of an event type are shown.
func (l *List) ShownEvent(t agui.EventType) bool {
	on, set := l.events[t]
	return on || !set
}

// lead is what sets a block apart from the one above it.
type lead uint8

const (
	leadNone  lead = iota
	leadBlank      // an empty line
	leadBars       // the same inside a subagent's lane
	leadName       // the short name of an owner that takes the word again
)

// lines is how many lines the lead takes.
func (d lead) lines() int {
	if d == leadNone {
		return 0
	}
	return 1
}

// leadOf returns the lead of the block at position p of the shown ones.
func (l *List) leadOf(p int) lead {
	it := l.items[l.vis[p]]
	b := it.block
	owned := b.Owner.Set && b.Kind != store.SubagentHead
	if p == 0 {
		if owned {
			return leadName
		}
		return leadNone
	}
	before := l.items[l.vis[p-1]]
	above, other := before.block, before.ownLane() != it.ownLane()
	switch {
	case owned && other:
		return leadName
	case b.Kind == store.RunEnd:
		return leadNone
	case above.Kind == store.RunEnd, other:
		return leadBlank
	case above.Kind == store.SubagentHead:
		return leadNone
	case dense(above.Kind) && dense(b.Kind):
		return leadNone
	case owned:
		return leadBars
	default:
		return leadBlank
	}
}

// speaker is the owner of a block as the gutter shows it; a subagent's head
// is a part of the subagent.
func speaker(b *store.Block) agui.Opt[string] {
	if b.Kind == store.SubagentHead {
		return agui.Some(b.Key)
	}
	return b.Owner
}

// dense kinds follow each other without an empty line.
func dense(k store.Kind) bool {
	return k == store.ToolCall || k == store.Step || k == store.Notice
}
