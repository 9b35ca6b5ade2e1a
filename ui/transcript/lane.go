package transcript

import (
	"agtui/store"
	"agtui/stream/agui"
)

// lane is what one owner said in one run, and the lanes of the subagents below
// it. It is opened by the head of the subagent, or by the first block of an
// owner that was never announced.
type lane struct {
	owner   agui.Opt[string]
	parent  *lane // nil for the parent agent's
	depth   int
	veiled  bool  // its owner is hidden
	opener  int   // the block that opened it, which stands in the parent
	members []int // what stands in it, openers of lanes below too, ascending
	busy    []int // of these, the calls and subagents that have not ended
	asked   []int // the open questions about it
	// The tokens that its blocks' metadata speaks of.
	used map[int]noted
	sum  spent
}

// lanes are all lanes of the list.
type lanes struct {
	root *lane
	all  []*lane
	of   map[laneKey]*lane // the one that goes on
	last map[string]*lane  // by owner
}

// names tells owners of the same name apart.
type names struct {
	count map[string]int // owners of a name
	nth   map[named]int  // which of them one is, from 1
}

type named struct{ id, name string }

// meet takes in that an owner has a name.
func (n *names) meet(id, name string) {
	if k := (named{id, name}); n.nth[k] == 0 {
		n.count[name]++
		n.nth[k] = n.count[name]
	}
}

// laneKey finds a lane. An owner that comes again in a later run gets a lane
// there.
type laneKey struct {
	owner string
	run   int
}

// deepest is how many lanes stand in each other; deeper ones stand beside.
const deepest = maxParents

func newLanes() lanes {
	return lanes{root: &lane{opener: -1}, of: map[laneKey]*lane{}, last: map[string]*lane{}}
}

// enlist gives an item its lane.
func (l *List) enlist(it *item) {
	b := it.block
	it.owner = speaker(b)
	switch {
	case !it.owner.Set:
		it.lane = l.lanes.root
	case b.Kind == store.SubagentHead:
		n := l.lanes.of[laneKey{b.Key, b.Run}]
		if n != nil && l.items[n.opener].block.Kind != store.SubagentHead {
			it.lane = n // announced after it began: its lane is there
			l.names.meet(b.Key, b.Name)
			break
		}
		it.lane = l.laneAbove(b.Parent, b.Run)
		l.open(it)
	default:
		it.lane = l.lanes.of[laneKey{it.owner.Value, b.Run}]
		if it.lane != nil {
			break
		}
		it.lane = l.lanes.root
		if before := l.lanes.last[it.owner.Value]; before != nil {
			it.lane = l.laneAbove(before.parent.owner, b.Run)
		}
		l.open(it)
	}
	it.lane.add(b.ID)
	said := l.said[it.owner]
	mark(&said, b.ID, true)
	l.said[it.owner] = said
}

// laneAbove is the lane that a lane of the run stands in.
func (l *List) laneAbove(owner agui.Opt[string], run int) *lane {
	n := l.lanes.of[laneKey{owner.Value, run}]
	if !owner.Set || n == nil {
		return l.lanes.root
	}
	if n.depth >= deepest {
		return n.parent
	}
	return n
}

// open opens a lane with the item.
func (l *List) open(it *item) {
	if b := it.block; b.Kind == store.SubagentHead && b.ParentCall != "" {
		l.spawned[b.ParentCall] = append(l.spawned[b.ParentCall], b.ID)
	}
	if it.block.Kind == store.SubagentHead {
		l.names.meet(it.block.Key, it.block.Name)
	}
	n := &lane{owner: it.owner, parent: it.lane, depth: it.lane.depth + 1, opener: it.block.ID}
	it.opens = n
	l.lanes.of[laneKey{it.owner.Value, it.block.Run}] = n
	l.lanes.last[it.owner.Value] = n
	l.lanes.all = append(l.lanes.all, n)
	l.veils(n)
}

// add makes a block a member.
func (n *lane) add(id int) { mark(&n.members, id, true) }

// remove takes a member out.
func (n *lane) remove(id int) {
	mark(&n.members, id, false)
	mark(&n.busy, id, false)
	mark(&n.asked, id, false)
}

// move takes in that a snapshot gave a block to another owner. One that opened
// a lane stays where it is.
func (l *List) move(it *item) {
	if speaker(it.block) == it.owner || it.opens != nil {
		return
	}
	shown := it.shown
	if shown {
		l.setShown(it, false)
	}
	it.lane.remove(it.block.ID)
	said := l.said[it.owner]
	mark(&said, it.block.ID, false)
	l.said[it.owner] = said
	l.enlist(it)
	l.choice++
	if shown {
		l.setShown(it, true)
	}
}
