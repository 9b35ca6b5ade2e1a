package reducer

import (
	"bytes"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// activitySnapshot makes an activity, or replaces one. A snapshot that may
// replace also overwrites a message of another kind, as the reference does.
func (r *Reducer) activitySnapshot(ev *agui.Event) {
	n := r.list.byID[ev.MessageID.Value]
	replace := ev.Replace.Or(true)
	if n == nil {
		n = r.list.push(r.newActivity(ev))
		n.msg.meta.merge(ev.Metadata)
		return
	}
	if n.msg.role != agui.RoleActivity {
		what := "ignored"
		if replace {
			what = "the activity takes its place"
		}
		r.warn(agui.RuleSnapshotTypeClash, "%v: message %q is %s message; %s",
			ev.Type, ev.MessageID.Value, article(n.msg.role), what)
		if replace {
			r.list.put(n, r.newActivity(ev))
			n.msg.meta.merge(ev.Metadata)
		}
		return
	}
	if replace {
		m := r.own(n)
		m.more().activityType = agui.Some(ev.ActivityType)
		m.content = activityContent(ev)
		m.owner = ev.Owner
		m.patched, m.stale = nil, false
	}
	n.msg.meta.merge(ev.Metadata)
}

func (r *Reducer) newActivity(ev *agui.Event) *message {
	return newMessage(&agui.Message{
		ID:           ev.MessageID.Value,
		Role:         agui.RoleActivity,
		ActivityType: agui.Some(ev.ActivityType),
		Content:      activityContent(ev),
		Owner:        ev.Owner,
	})
}

// activityContent copies the content out of the event's frame, which may be
// far larger.
func activityContent(ev *agui.Event) *agui.Content {
	return &agui.Content{Kind: agui.ContentOpaque, Opaque: bytes.Clone(ev.Value)}
}

// article is a role with its article.
func article(role string) string {
	if role == agui.RoleAssistant || role == agui.RoleActivity {
		return "an " + role
	}
	return "a " + role
}

// own returns the message of a place after making sure that no other place
// holds it.
func (r *Reducer) own(n *node) *message {
	if n.msg.shared {
		r.list.put(n, n.msg.fork())
	}
	return n.msg
}

// activityDelta patches an activity. Metadata is merged even if that fails.
func (r *Reducer) activityDelta(ev *agui.Event) {
	id := ev.MessageID.Value
	n := r.list.byID[id]
	if n == nil {
		r.warn(agui.RuleDroppedDelta, "%v: there is no activity %q; ignored", ev.Type, id)
		return
	}
	if n.msg.role != agui.RoleActivity {
		r.warn(agui.RuleSnapshotTypeClash, "%v: message %q is %s message; ignored", ev.Type, id, article(n.msg.role))
		return
	}
	n.msg.meta.merge(ev.Metadata)
	content, err := n.msg.document(r.pool)
	if err == nil {
		err = content.Apply(ev.Patch)
	}
	if err != nil {
		r.failed(ev, ev.MessageID, err)
		return
	}
	m := r.own(n)
	m.patched, m.stale = content, true
	m.more().activityType = agui.Some(ev.ActivityType)
}

// document returns the content of an activity as a document to patch, which
// nothing else holds.
func (m *message) document(pool *doc.Pool) (*doc.Doc, error) {
	if m.patched != nil && !m.shared {
		return m.patched, nil
	}
	frozen := m.freeze()
	if frozen.Content == nil {
		return pool.In(emptyObject()), nil
	}
	root, err := doc.Parse(frozen.Content.Opaque)
	if err != nil {
		return nil, &doc.PatchError{Reason: err.Error()}
	}
	return pool.In(root), nil
}

// Activity is an activity message whose content was not put together yet.
type Activity struct {
	Type    agui.Opt[string]
	Owner   agui.Opt[string]
	message *message
}

// Activity returns the first message with the id, if it is an activity. Unlike
// Message it costs the same however large its content is.
func (r *Reducer) Activity(id string) (a Activity, ok bool) {
	n := r.list.byID[id]
	if n == nil || n.msg.role != agui.RoleActivity {
		return Activity{}, false
	}
	return Activity{Type: n.msg.activityType(), Owner: n.msg.owner, message: n.msg}, true
}

// Content returns the content as it is when it is asked for, and keeps it until
// a delta changes it.
func (a Activity) Content() *agui.Content { return a.message.written() }

// Metadata returns the metadata of the activity.
func (a Activity) Metadata() agui.Raw { return a.message.meta.freeze() }
