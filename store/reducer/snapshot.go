package reducer

import (
	"bytes"
	"slices"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// authorityKey is the member of a snapshot's metadata that says for which
// activities the snapshot speaks.
const authorityKey = "@ag-ui/client"

// messagesSnapshot merges a snapshot (PROTOCOL section 7.1): messages keep
// their local place and take the snapshot's content; what is not in it goes,
// but for reasoning and activities that only the client has; what is new comes
// last.
func (r *Reducer) messagesSnapshot(ev *agui.Event) {
	fresh := make([]*message, len(ev.Messages))
	byID := make(map[string]*message, len(ev.Messages))
	for i := range ev.Messages {
		fresh[i] = newMessage(&ev.Messages[i])
		byID[ev.Messages[i].ID] = fresh[i]
	}
	keeps := r.keeper(ev)
	merged := newList()
	held := make(map[string]bool, r.list.size)
	for n := r.list.head; n != nil; n = n.next {
		m := n.msg
		if replacement := byID[m.id]; replacement != nil {
			m = replacement
		} else if !keeps(m) {
			continue
		}
		m.shared = m.shared || held[m.id]
		held[m.id] = true
		merged.link(m)
	}
	for _, m := range fresh {
		if !held[m.id] {
			merged.link(m)
		}
	}
	merged.reindex()
	r.list = merged
}

// link appends a message without indexing it.
func (l *list) link(m *message) {
	n := &node{prev: l.tail, msg: m}
	if l.tail == nil {
		l.head = n
	} else {
		l.tail.next = n
	}
	l.tail = n
	l.size++
}

// keeper returns which messages stay that the snapshot lacks.
func (r *Reducer) keeper(ev *agui.Event) func(*message) bool {
	hasActivity, hasReasoning := false, false
	for i := range ev.Messages {
		hasActivity = hasActivity || ev.Messages[i].Role == agui.RoleActivity
		hasReasoning = hasReasoning || ev.Messages[i].Role == agui.RoleReasoning
	}
	speaks := authorityOf(ev.Metadata, hasActivity)
	return func(m *message) bool {
		switch m.role {
		case agui.RoleReasoning:
			return !hasReasoning
		case agui.RoleActivity:
			return !speaks(m.activityType().Value)
		default:
			return false
		}
	}
}

// authorityOf returns for which activity types a snapshot speaks: those that
// it declares (null declares all, what is malformed none), or without a
// declaration all if it has any activity.
func authorityOf(meta agui.Raw, hasActivity bool) func(activityType string) bool {
	all := func(string) bool { return true }
	none := func(string) bool { return false }
	inferred := none
	if hasActivity {
		inferred = all
	}
	declared := member(meta, authorityKey)
	if declared == nil {
		return inferred
	}
	if declared[0] != '{' {
		return none
	}
	list := member(declared, "authoritativeActivityTypes")
	switch {
	case list == nil:
		return inferred
	case bytes.Equal(list, []byte("null")):
		return all
	}
	types, ok := stringsOf(list)
	if !ok {
		return none
	}
	return func(t string) bool { return slices.Contains(types, t) }
}

// member returns the last member of an object with that name, or nil.
func member(object agui.Raw, name string) agui.Raw {
	var found agui.Raw
	eachMember(object, func(key string, value agui.Raw) {
		if key == name && len(value) > 0 {
			found = value
		}
	})
	return found
}

// stringsOf reads an array of strings.
func stringsOf(raw agui.Raw) ([]string, bool) {
	v, err := doc.Parse(raw)
	if err != nil || v.Kind() != doc.Array {
		return nil, false
	}
	out := make([]string, 0, v.Len())
	for i := range v.Len() {
		if v.At(i).Kind() != doc.String {
			return nil, false
		}
		out = append(out, v.At(i).Text())
	}
	return out, true
}
