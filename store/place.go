package store

import (
	"math"
	"time"

	"agtui/stream/agui"
)

// noRun is the Run of blocks that were there before the first run.
const noRun = -1

// place says where, when and by whom something happens.
type place struct {
	run   int
	frame int
	at    time.Time
	owner agui.Opt[string]
}

// blockKey finds a block. Text and reasoning of one id are two blocks, though
// the reducer has one message. n counts the messages that a snapshot has under
// one id, which are all kept; spanN is a reasoning span.
type blockKey struct {
	id   string
	kind Kind
	n    int32
}

const spanN = -1

func keyOf(kind Kind, id string, nth int) blockKey {
	return blockKey{id, kind, int32(min(nth, math.MaxInt32))}
}

// resultKey finds the block that shows a result: one card for an id.
type resultKey struct{ message, call string }

// find returns the block with the key, unless a snapshot took it away.
func (c *Conversation) find(kind Kind, id string) *Block {
	if b := c.index[blockKey{id, kind, 0}]; b != nil && !b.gone {
		return b
	}
	return nil
}

// add opens a block at the end of the transcript.
func (c *Conversation) add(kind Kind, key string, p place) *Block {
	b := &Block{
		ID: len(c.blocks), Kind: kind, Key: key, Run: p.run,
		Frame: p.frame, Last: p.frame, Opened: p.at, Sent: c.sent,
	}
	c.blocks = append(c.blocks, b)
	c.open.add(b)
	if p.owner.Set {
		c.agent(p.owner.Value, p.at)
	}
	c.own(b, p.owner)
	c.touch(b, p.frame)
	return b
}

// own makes the block that of a subagent, or of none.
func (c *Conversation) own(b *Block, owner agui.Opt[string]) {
	if b.Owner == owner {
		return
	}
	b.Owner = owner
	if owner.Set {
		c.tagged[owner.Value] = append(c.tagged[owner.Value], b.ID)
	}
}

// addIndexed opens a block that is found again by its key.
func (c *Conversation) addIndexed(kind Kind, id string, p place) *Block {
	b := c.add(kind, id, p)
	c.index[blockKey{id, kind, 0}] = b
	return b
}

// touch marks the block as changed by the call at hand.
func (c *Conversation) touch(b *Block, frame int) {
	if frame > 0 {
		b.Last = frame
	}
	if c.sent.Set {
		b.SentLast = c.sent
	}
	if b.Version == c.call {
		return
	}
	b.Version = c.call
	c.change.Blocks = append(c.change.Blocks, b.ID)
}

// settle ends the block in the phase.
func (c *Conversation) settle(b *Block, phase Phase, p place) {
	if b.Phase == phase && !b.Closed.IsZero() {
		return
	}
	c.enterPhase(b, phase)
	if b.Closed.IsZero() {
		b.Closed = p.at
	}
	c.touch(b, p.frame)
}

// enterPhase sets the phase of a block, and notes a call that waits.
func (c *Conversation) enterPhase(b *Block, phase Phase) {
	if phase == Waiting && b.Kind == ToolCall && b.Phase != Waiting {
		c.await.add(b)
	}
	b.Phase = phase
}

// reopen makes the block live again.
func (c *Conversation) reopen(b *Block, p place) {
	if b.Phase == Live && b.Closed.IsZero() {
		return
	}
	if b.Phase != Live {
		c.open.add(b)
	}
	b.Phase, b.Closed = Live, time.Time{}
	c.touch(b, p.frame)
}

// ownerOf returns the owner of a message or call: its opener's.
func (c *Conversation) ownerOf(id string, tag agui.Opt[string]) agui.Opt[string] {
	if owner, ok := c.openers[id]; ok {
		return owner.tag()
	}
	c.openers[id] = openerOf(tag)
	return tag
}

// opener is a subagent, nil for the parent agent: nearly all are, and there is
// one for each message and call.
type opener struct{ id string }

func openerOf(tag agui.Opt[string]) *opener {
	if !tag.Set {
		return nil
	}
	return &opener{tag.Value}
}

func (o *opener) tag() agui.Opt[string] {
	if o == nil {
		return agui.Opt[string]{}
	}
	return agui.Some(o.id)
}

// veil hides a message that has nothing to show, and shows it once it has.
func (b *Block) veil() {
	b.Hidden = b.gone || b.Kind == Message && b.Role == agui.RoleAssistant &&
		len(b.Text.Bytes) == 0 && b.Content == nil && b.EncryptedSize == 0
}
