package transcript

import (
	"slices"

	"agtui/store"
	"agtui/stream/agui"
)

// veil says whose blocks are shown: everybody's, one owner's, or all but some.
type veil struct {
	only    bool
	one     agui.Opt[string]
	without map[agui.Opt[string]]bool
	hidden  map[agui.Opt[string]]bool // the owners that this hides, of those that are known
}

func newVeil() veil {
	return veil{without: map[agui.Opt[string]]bool{}, hidden: map[agui.Opt[string]]bool{}}
}

// covers tells whether a lane is hidden. What is done to a subagent is done to
// those below it; all are below the parent agent, which stands for itself.
func (v *veil) covers(n *lane) bool {
	switch {
	case v.only && !v.one.Set:
		return n.parent != nil || v.without[n.owner]
	case n.parent == nil:
		return v.only || v.without[n.owner]
	}
	for ; n.parent != nil; n = n.parent {
		switch {
		case v.without[n.owner]:
			return true
		case v.only && n.owner == v.one:
			return false
		}
	}
	return v.only
}

// veils works out whether a lane is hidden, and counts its owner.
func (l *List) veils(n *lane) {
	n.veiled = l.veil.covers(n)
	if n.veiled {
		l.veil.hidden[n.owner] = true
	}
}

// reveil works it out for all lanes, after a switch.
func (l *List) reveil() {
	l.choice++
	clear(l.veil.hidden)
	l.veils(l.lanes.root)
	for _, n := range l.lanes.all {
		l.veils(n)
	}
	l.reshow()
}

// OnlyOwner shows nothing but the blocks of the selected block's owner and of
// the subagents below it.
func (l *List) OnlyOwner() { l.OnlyOwnerOf(l.cursor) }

// OnlyOwnerOf is OnlyOwner for any block.
func (l *List) OnlyOwnerOf(id int) {
	if id >= 0 && id < len(l.items) {
		l.veil.only, l.veil.one = true, l.items[id].owner
		clear(l.veil.without)
		l.reveil()
	}
}

// HideOwner hides the blocks of the selected block's owner and of the subagents
// below it.
func (l *List) HideOwner() { l.HideOwnerOf(l.cursor) }

// HideOwnerOf is HideOwner for any block.
func (l *List) HideOwnerOf(id int) {
	if id >= 0 && id < len(l.items) {
		l.veil.without[l.items[id].owner] = true
		l.reveil()
	}
}

// AllOwners shows the blocks of all owners again.
func (l *List) AllOwners() {
	l.veil = newVeil()
	l.reveil()
}

// HiddenOwners is how many owners are hidden.
func (l *List) HiddenOwners() int { return len(l.veil.hidden) }

// Empty tells that no block is shown.
func (l *List) Empty() bool { return len(l.vis) == 0 }

// Subagents is how many owners other than the parent agent there are.
func (l *List) Subagents() int { return len(l.lanes.last) }

// OwnerName is what the owner of a block is called on screen, "" for the parent
// agent.
func (l *List) OwnerName(b *store.Block) string {
	who := speaker(b)
	if !who.Set {
		return ""
	}
	name, _ := l.owner(who.Value)
	return name
}

// Parent returns the block that the selected one belongs to: the head of its
// lane; for a head the call that spawned it, else the head above. It is -1 for
// what the parent agent said. Blocks that are not shown are passed over.
func (l *List) Parent() int {
	b := l.Selected()
	if b == nil {
		return -1
	}
	it := l.items[b.ID]
	for range 2 * deepest { // calls and heads may name each other
		id := it.lane.opener
		if call, ok := l.calls[it.block.ParentCall]; ok && it.block.Kind == store.SubagentHead {
			id = call
		}
		if id < 0 || id == it.block.ID {
			break
		}
		if it = l.items[id]; it.shown {
			return id
		}
	}
	return -1
}

// FirstChild returns the first block of the lane that the selected one heads,
// or the head of the first subagent that a call spawned; -1 for none.
func (l *List) FirstChild() int {
	b := l.Selected()
	if b == nil {
		return -1
	}
	var ids []int
	if n := l.items[b.ID].opens; n != nil {
		ids = n.members
	} else if b.Kind == store.ToolCall {
		ids = l.spawned[b.Key]
	}
	for _, id := range ids {
		if l.items[id].shown {
			return id
		}
	}
	return -1
}

// Sibling returns the next block of the selected one's owner, or the one before
// for a negative by; -1 for none.
func (l *List) Sibling(by int) int {
	b := l.Selected()
	if b == nil {
		return -1
	}
	it := l.items[b.ID]
	said := l.said[it.owner]
	i, _ := slices.BinarySearch(said, b.ID)
	step := 1
	if by < 0 {
		step = -1
	}
	for i += step; i >= 0 && i < len(said); i += step {
		if l.items[said[i]].shown {
			return said[i]
		}
	}
	return -1
}
