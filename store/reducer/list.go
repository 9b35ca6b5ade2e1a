package reducer

import "agtui/stream/agui"

// list is the messages in order, with the first message and the first call of
// each id at hand. Ids need not be unique: tool results and snapshots repeat
// them.
type list struct {
	head, tail *node
	size       int
	byID       map[string]*node
	calls      map[string]callAt
	epoch      int // grows when the place of a tool message is taken by another
	// twins: some call id occurs twice, so that forgetting the first call must
	// look for the next.
	twins bool
}

// node is a place in the list. Two places can hold one message: a snapshot
// puts the same in every place of its id, as the reference does.
type node struct {
	prev, next *node
	msg        *message
	pos        uint64 // grows along the list
	// last is the last of the tool messages directly behind, as far as it was
	// walked to in the epoch.
	last  *node
	epoch int
}

// The distances of positions: between neighbours at the end, and between those
// that are inserted one behind the other.
const (
	wide   = 1 << 40
	narrow = 1 << 8
)

// callAt is where a call is.
type callAt struct {
	node *node
	call *call
}

func newList() list {
	return list{byID: map[string]*node{}, calls: map[string]callAt{}}
}

// push appends a message.
func (l *list) push(m *message) *node { return l.insert(l.tail, m) }

// insert puts a message behind a place; nil is before the first.
func (l *list) insert(after *node, m *message) *node {
	n := &node{prev: after, msg: m}
	if after == nil {
		n.next, l.head = l.head, n
	} else {
		n.next, after.next = after.next, n
	}
	if n.next == nil {
		l.tail = n
	} else {
		n.next.prev = n
	}
	l.size++
	l.position(n)
	if first := l.byID[m.id]; first == nil || n.pos < first.pos {
		l.byID[m.id] = n
	}
	l.indexCalls(n)
	return n
}

// position gives a place that was just inserted its number. When there is no
// room between its neighbours all places are numbered anew, which is rare.
func (l *list) position(n *node) {
	var before uint64
	if n.prev != nil {
		before = n.prev.pos
	}
	switch {
	case n.next == nil:
		n.pos = before + wide
	case n.next.pos-before > 2*narrow:
		n.pos = before + narrow
	case n.next.pos-before > 1:
		n.pos = before + (n.next.pos-before)/2
	default:
		l.number()
	}
}

// number numbers all places.
func (l *list) number() {
	var pos uint64
	for n := l.head; n != nil; n = n.next {
		pos += wide
		n.pos = pos
	}
}

// answer inserts a tool message behind the message of its call and the tool
// messages that follow that, or at the end if there is no such call.
func (l *list) answer(callID string, m *message) {
	at, ok := l.calls[callID]
	if !ok {
		l.push(m)
		return
	}
	n := at.node
	if n.last != nil && n.epoch == l.epoch {
		n = n.last
	}
	for n.next != nil && n.next.msg.role == agui.RoleTool {
		n = n.next
	}
	at.node.last, at.node.epoch = l.insert(n, m), l.epoch
}

// indexCalls notes the calls of a message that is now in the list.
func (l *list) indexCalls(n *node) {
	for _, c := range n.msg.calls {
		if _, ok := l.calls[c.id]; ok {
			l.twins = true
			continue
		}
		l.calls[c.id] = callAt{node: n, call: c}
	}
}

// put replaces the message of a place by another with the same id.
func (l *list) put(n *node, m *message) {
	old := n.msg
	n.msg = m
	if old.role == agui.RoleTool && m.role != agui.RoleTool {
		l.epoch++
	}
	if len(old.calls) == 0 {
		return
	}
	if l.twins {
		l.reindex()
		return
	}
	for _, c := range old.calls {
		delete(l.calls, c.id)
	}
	l.indexCalls(n)
}

// reindex finds the first messages and calls of all ids anew.
func (l *list) reindex() {
	clear(l.byID)
	clear(l.calls)
	l.twins = false
	l.number()
	for n := l.head; n != nil; n = n.next {
		if l.byID[n.msg.id] == nil {
			l.byID[n.msg.id] = n
		}
		l.indexCalls(n)
	}
}
