package store

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"agtui/store/reducer"
	"agtui/stream/agui"
)

// showActivity updates the block of the activity that the event is for, after
// the reducer took it in.
func (c *Conversation) showActivity(ev *agui.Event, overwrote bool, p place) {
	a, ok := c.reducer.Activity(ev.MessageID.Value)
	if !ok {
		c.noteUnused(ev, "there is no such activity")
		return
	}
	if ev.Type == agui.ActivityDelta {
		c.patchActivity(ev, a, p)
		return
	}
	if b := c.find(Activity, ev.MessageID.Value); b != nil && !overwrote && !ev.Replace.Or(true) {
		c.keepActivity(b, ev, a, p)
		return
	}
	m, _ := c.reducer.Message(ev.MessageID.Value)
	if overwrote {
		c.replaced(ev.MessageID.Value, p)
	}
	c.placeActivity(&m, 0, p)
}

// keepActivity shows what a snapshot that must not replace did to an activity:
// only its metadata can be new. What the snapshot has is not used, unless it is
// what there is; that is not put together to find out.
func (c *Conversation) keepActivity(b *Block, ev *agui.Event, a reducer.Activity, p place) {
	c.tagActivity(b, ev, a, p)
	if b.late != nil || b.Content == nil || !bytes.Equal(b.Content.Opaque, ev.Value) {
		c.noteUnused(ev, "the activity exists and replace is false")
	}
}

// patchActivity shows what a delta made of an activity. Its content is put
// together when somebody looks at it: that costs as much as the whole.
func (c *Conversation) patchActivity(ev *agui.Event, a reducer.Activity, p place) {
	p.owner = a.Owner
	b := c.placed(Activity, ev.MessageID.Value, 0, p)
	if c.reducer.Failure() == nil && changes(ev.Patch) || b.Name != a.Type.Value {
		b.Name, b.late = a.Type.Value, a.Content
		c.touch(b, p.frame)
	}
	c.tagActivity(b, ev, a, p)
}

// tagActivity shows what the metadata of an event made of an activity's.
func (c *Conversation) tagActivity(b *Block, ev *agui.Event, a reducer.Activity, p place) {
	if len(ev.Metadata) == 0 {
		return
	}
	if m := a.Metadata(); !bytes.Equal(b.Metadata, m) {
		b.Metadata = m
		c.touch(b, p.frame)
	}
}

// changes tells whether a patch has an operation that can change something.
func changes(patch []agui.Operation) bool {
	return slices.ContainsFunc(patch, func(op agui.Operation) bool { return op.Op != agui.OpTest })
}

// Body returns the content of a message or an activity; it is Content, but for
// an activity that deltas changed since it was last asked for.
func (b *Block) Body() *agui.Content {
	if b.late != nil {
		b.Content, b.late = b.late(), nil
	}
	return b.Content
}

// replaced brings the blocks of an id in line with what is left after an
// activity took the place of a message, its calls included.
func (c *Conversation) replaced(id string, p place) {
	merged := c.reducer.Messages()
	n := takeCensus(merged)
	c.dropAbsent(&n, p)
	var left []agui.Message
	for i := range merged {
		if merged[i].ID == id {
			left = append(left, merged[i])
		}
	}
	c.placeMessages(left, p)
}

// noteUnused reports an event that the protocol ignores without a word.
func (c *Conversation) noteUnused(ev *agui.Event, why string) {
	if c.change.Findings {
		return
	}
	id := ev.MessageID.Value
	if ev.Encrypted != nil {
		id = ev.Encrypted.EntityID
	}
	c.note(agui.Finding{
		Rule: agui.RuleDroppedDelta, Severity: agui.Info, Frame: ev.At(),
		Message: fmt.Sprintf("%v for %q is not used: %s", ev.Type, id, why),
	})
}

// placeActivity shows an activity message.
func (c *Conversation) placeActivity(m *agui.Message, nth int, p place) {
	p.owner = m.Owner
	b := c.placed(Activity, m.ID, nth, p)
	if b.late != nil || b.Name != m.ActivityType.Value || !reflect.DeepEqual(b.Content, m.Content) {
		b.Name, b.Content, b.late = m.ActivityType.Value, m.Content, nil
		c.touch(b, p.frame)
	}
	c.setCommon(b, m, p)
}

// showState says what of the shared state an event changed.
func (c *Conversation) showState(ev *agui.Event) {
	c.change.State = true
	if ev.Type == agui.StateSnapshot {
		c.change.Paths = []string{""}
		return
	}
	for _, op := range ev.Patch {
		if op.Op == "test" {
			continue
		}
		c.change.Paths = append(c.change.Paths, op.Path)
		if op.Op == "move" && op.From.Set {
			c.change.Paths = append(c.change.Paths, op.From.Value)
		}
	}
	c.change.State = len(c.change.Paths) > 0
}

// patchFailed keeps what a patch could not do.
func (c *Conversation) patchFailed(frame int) {
	f := c.reducer.Failure()
	if f == nil {
		return
	}
	c.failed.add(FailedPatch{
		Target: f.Target, Op: f.Err.Op, Path: f.Err.Path, Reason: f.Err.Reason, Frame: frame,
	})
}

// notice shows an event that is only to be shown.
func (c *Conversation) notice(ev *agui.Event, p place) {
	b := c.add(Notice, ev.Type.String(), p)
	b.Event, b.Metadata, b.Value = ev.Type, ev.Metadata, ev.Value
	b.Phase, b.Closed = Done, p.at
	switch ev.Type {
	case agui.RawEvent:
		b.Name = ev.Source.Value
	case agui.Custom, agui.Meta:
		b.Name = ev.Name.Value
	default:
		b.Name = ev.TypeName
		b.Value = fields(ev.Extra)
	}
}

// fields returns the members as one object.
func fields(extra []agui.Field) agui.Raw {
	if len(extra) == 0 {
		return nil
	}
	raw := []byte{'{'}
	for i, f := range extra {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = agui.AppendString(raw, f.Name)
		raw = append(raw, ':')
		raw = append(raw, f.Value...)
	}
	return append(raw, '}')
}
