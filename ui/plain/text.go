package plain

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/cell"
)

// Text prints a conversation as it goes: the parent agent's answer to one
// writer, everything about it to another. Messages that stream at the same
// time are printed one after the other, in the order in which they opened.
//
// The answer is collected and written before a note is, and by Flush and
// Close, so that on one terminal both stand in the order in which they came.
type Text struct {
	answer, notes io.Writer
	conv          *store.Conversation
	skip          func(*agui.Finding) bool
	queue         []*spoken           // open or not yet printed, in order
	known         map[int]*spoken     // by block; what was printed, or is the caller's own
	told          map[int]store.Phase // how far a block was noted
	seen          int                 // findings that were noted
	runs          int                 // runs whose end was noted or is the caller's to tell
	buf           []byte
	printed       bool // something was answered
	atLineStart   bool
	err           error
}

// spoken is a message on its way to the answer.
type spoken struct {
	block  *store.Block
	gen    int
	done   int // bytes that were printed
	queued bool
}

// NewText returns a Text that reads c. Blocks that are there already (the
// history) are not printed, nor are findings that skip says true of; nil skips
// none. How the last run ended is left to the caller.
func NewText(c *store.Conversation, answer, notes io.Writer, skip func(*agui.Finding) bool) *Text {
	t := &Text{
		answer: answer, notes: notes, conv: c, skip: skip, known: map[int]*spoken{},
		told: map[int]store.Phase{}, atLineStart: true, seen: len(c.Findings()), runs: len(c.Runs()),
	}
	for _, b := range c.Blocks() {
		t.own(b)
	}
	return t
}

// Own takes note of what the caller changed itself: it is not printed.
func (t *Text) Own(ch store.Change) {
	t.flush(true)
	t.ended()
	for _, id := range ch.Blocks {
		t.own(t.conv.Blocks()[id])
	}
	t.seen = len(t.conv.Findings())
}

func (t *Text) own(b *store.Block) {
	t.known[b.ID] = &spoken{block: b, gen: b.Text.Generation, done: len(b.Text.Bytes)}
	t.told[b.ID] = b.Phase
}

// Show takes in what a change brought. The first error of the answer's writer
// is returned, now and later.
func (t *Text) Show(ch store.Change) error {
	if ch.Run {
		t.ended()
	}
	for _, id := range ch.Blocks {
		b := t.conv.Blocks()[id]
		if b.Kind == store.Message && b.Role == agui.RoleAssistant && !b.Owner.Set {
			t.speak(b)
		} else {
			t.note(b)
		}
	}
	t.flush(false)
	if ch.Findings {
		t.findings()
	}
	if len(t.buf) >= full {
		return t.Flush()
	}
	return t.err
}

// full is how much of the answer is collected at most.
const full = 32 << 10

// Flush writes what was collected.
func (t *Text) Flush() error {
	if len(t.buf) > 0 && t.err == nil {
		if _, err := t.answer.Write(t.buf); err != nil {
			t.err = fmt.Errorf("plain: writing the answer: %w", err)
		}
	}
	t.buf = t.buf[:0]
	return t.err
}

// Close prints what was still held back and ends the last line.
func (t *Text) Close() error {
	t.flush(true)
	if !t.atLineStart {
		t.write("\n")
	}
	for _, f := range t.conv.Omitted() {
		t.say(FindingLine("", &f))
	}
	t.pending()
	return t.Flush()
}

// pending notes the calls that the last run left to the client.
func (t *Text) pending() {
	run := t.conv.Current()
	if run == nil || len(run.Pending) == 0 {
		return
	}
	open := map[string]bool{}
	for _, id := range run.Pending {
		open[id] = true
	}
	for _, b := range t.conv.Blocks() {
		if b.Kind == store.ToolCall && open[b.Key] && b.Result == nil {
			t.say("tool " + b.Name + " waits for a result from you: call " + b.Key)
		}
	}
}

// ended notes how runs ended that others came after: the last one's end is the
// caller's to tell, and that a run was interrupted shows in its question.
func (t *Text) ended() {
	list := t.conv.Runs()
	for ; t.runs < len(list)-1; t.runs++ {
		r := list[t.runs]
		switch r.Status {
		case store.Finished, store.Interrupted, store.Running, store.Refused:
		case store.Errored, store.FailedRun:
			t.say("run " + r.RunID + " " + string(r.Status) + ": " + r.Error)
		default:
			t.say("run " + r.RunID + " " + string(r.Status))
		}
	}
}

// speak puts a message into the queue: a new one, or one that goes on after it
// was over.
func (t *Text) speak(b *store.Block) {
	s := t.known[b.ID]
	if s == nil {
		s = &spoken{block: b, gen: b.Text.Generation}
		t.known[b.ID] = s
	} else if s.queued || b.Phase != store.Live {
		return
	}
	s.queued = true
	t.queue = append(t.queue, s)
}

// flush prints the first message as far as it is, and those behind it as soon
// as it has ended.
func (t *Text) flush(all bool) {
	for len(t.queue) > 0 {
		s := t.queue[0]
		over := all || s.block.Phase != store.Live
		t.advance(s, over)
		if !over {
			return
		}
		if s.done > 0 && !t.atLineStart {
			t.write("\n")
		}
		s.queued = false
		t.queue = t.queue[1:]
	}
}

// advance prints what came to a message since the last time; the end of it
// waits while what follows could change how it looks, unless it is over.
func (t *Text) advance(s *spoken, over bool) {
	text := s.block.Text
	if text.Generation != s.gen {
		// A snapshot replaced it: what is new is printed whole.
		if s.done > 0 && !t.atLineStart {
			t.write("\n")
		}
		s.gen, s.done = text.Generation, 0
	}
	if s.done >= len(text.Bytes) || s.block.Hidden {
		return
	}
	n := len(text.Bytes) - s.done
	if !over {
		n = cell.Settled(text.Bytes[s.done:])
	}
	if n == 0 {
		return
	}
	if s.done == 0 && t.printed {
		t.write("\n")
	}
	t.printed = true
	t.write(cleanPiece(text.Bytes, s.done, s.done+n))
	s.done += n
}

// context is how much of the text before a piece is looked at: a mark belongs
// to the letter before it.
const context = 64

// cleanPiece is the safe form of text[from:to], as it is behind what stands
// before. Tabs are four blanks wherever they stand, so that it does not depend
// on how the text was cut.
func cleanPiece(text []byte, from, to int) string {
	start := max(from-context, 0)
	for start < from && !utf8.RuneStart(text[start]) {
		start++
	}
	if i := bytes.LastIndexByte(text[start:from], '\n'); i >= 0 {
		start += i + 1
	}
	before, whole := clean(text[start:from]), clean(text[start:to])
	if rest, ok := strings.CutPrefix(whole, before); ok {
		return rest
	}
	return clean(text[from:to])
}

func clean(b []byte) string {
	return cell.Clean(strings.ReplaceAll(string(b), "\t", "    "))
}

func (t *Text) write(s string) {
	if t.err != nil || s == "" {
		return
	}
	t.atLineStart = strings.HasSuffix(s, "\n")
	t.buf = append(t.buf, s...)
}

// say prints one note.
func (t *Text) say(line string) {
	_ = t.Flush() // the answer's error is kept
	fmt.Fprintln(t.notes, strings.TrimRight(cell.Line(line), " "))
}
