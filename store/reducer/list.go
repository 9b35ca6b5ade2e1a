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
	// twins: some call id occurs twice, so that forgetting the first call must
	// look for the next.
	twins bool
}

// node is a place in the list. Two places can hold one message: a snapshot
// puts the same in every place of its id, as the reference does.
type node struct {
	prev, next *node
	msg        *message
}

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
	if first := l.byID[m.base.ID]; first == nil || n.before(first) {
		l.byID[m.base.ID] = n
	}
	l.indexCalls(n)
	return n
}

// before reports whether n stands before other, which must be another node.
func (n *node) before(other *node) bool {
	for at := n.next; at != nil; at = at.next {
		if at == other {
			return true
		}
	}
	return false
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
	for n.next != nil && n.next.msg.base.Role == agui.RoleTool {
		n = n.next
	}
	l.insert(n, m)
}

// indexCalls notes the calls of a message that is now in the list.
func (l *list) indexCalls(n *node) {
	for _, c := range n.msg.calls {
		if _, ok := l.calls[c.base.ID]; ok {
			l.twins = true
			continue
		}
		l.calls[c.base.ID] = callAt{node: n, call: c}
	}
}

// put replaces the message of a place by another with the same id.
func (l *list) put(n *node, m *message) {
	old := n.msg
	n.msg = m
	if len(old.calls) == 0 {
		return
	}
	if l.twins {
		l.reindex()
		return
	}
	for _, c := range old.calls {
		delete(l.calls, c.base.ID)
	}
	l.indexCalls(n)
}

// reindex finds the first messages and calls of all ids anew.
func (l *list) reindex() {
	clear(l.byID)
	clear(l.calls)
	l.twins = false
	for n := l.head; n != nil; n = n.next {
		if l.byID[n.msg.base.ID] == nil {
			l.byID[n.msg.base.ID] = n
		}
		l.indexCalls(n)
	}
}
