package store

import (
	"math"
	"sort"
	"time"
	"unicode/utf8"

	"agtui/stream/agui"
)

// Delta is a piece of text as it came: of a message, of reasoning, or of the
// arguments of a call.
type Delta struct {
	Block *Block
	// Text is WTF-8. It is the piece as it was sent, half a surrogate pair at
	// its ends too, and also where a snapshot replaced the text since.
	Text []byte
	At   time.Time // when it came, to the microsecond
}

// piece is a delta as it is kept: 16 bytes. Its text is not copied; it is a
// part of its block's.
type piece struct {
	block uint32
	start uint32 // in all texts that the block had, one behind the other
	size  uint32
	at    uint32 // microseconds since the base of its time
}

// pieces are the last deltas in arrival order, in pages that never move. A page
// whose pieces are all gone is filled again.
type pieces struct {
	off   bool // none are kept
	most  bound
	pages [][]piece
	count int // how many came
	gone  int // how many of them are not kept any more, the oldest ones
	freed int // how many pages were before the first one
	times []timeBase
	past  []pastUse // the texts that snapshots replaced, in that order
	bytes int       // how many bytes they have
}

// What is kept for the fragments is bounded: half a million pieces are 8 MB,
// and an hour and a half of an agent that sends a hundred a second. The oldest
// ones go first.
const (
	pageSize = 4096
	// MostDeltas is how many pieces of text are kept.
	MostDeltas = 128 * pageSize
	// MostPastText is how many bytes are kept of texts that snapshots replaced
	// after they had come in pieces.
	MostPastText = 16 << 20
)

// bound is how much is kept.
type bound struct{ pages, bytes int }

// pastUse is a text that a snapshot replaced, and up to which piece it is
// needed.
type pastUse struct {
	block *Block
	until int // the first piece that is no part of it, nor of one before it
}

// timeBase is what the times of pieces count from, from a piece on.
type timeBase struct {
	first int
	at    time.Time
}

// cutText is what a block keeps about the pieces that its text came in.
type cutText struct {
	first int // its first piece
	base  int // where its text begins among all texts that it had
	fresh bool
	last  int // its last piece
	past  []pastText
}

// pastText is a text that a snapshot replaced.
type pastText struct {
	base int
	text []byte
}

// Deltas returns how many pieces of text came.
func (c *Conversation) Deltas() int { return c.pieces.count }

// DeltasGone returns how many of them are not kept any more, the oldest ones.
func (c *Conversation) DeltasGone() int { return c.pieces.gone }

// ForgetDeltas keeps no pieces from now on: who never shows them need not hold
// 16 bytes for each, and the texts that snapshots replaced.
func (c *Conversation) ForgetDeltas() { c.pieces.off = true }

// Delta returns one of them, counted from 0 in arrival order. It must be one
// that is kept: i is at least DeltasGone, and less than Deltas.
func (c *Conversation) Delta(i int) Delta {
	p := c.pieces.at(i)
	b := c.blocks[p.block]
	return Delta{Block: b, Text: b.pieceText(int(p.start), int(p.size)), At: c.pieces.timeOf(i, p.at)}
}

// FirstDelta returns the number of the first piece of the block's text that is
// kept, -1 if there is none: it came in one go, or not at all, or too long ago.
func (c *Conversation) FirstDelta(b *Block) int {
	if b.cut == nil {
		return -1
	}
	// What is gone stays gone: the search goes on where the last one ended.
	for b.cut.first = max(b.cut.first, c.pieces.gone); b.cut.first <= b.cut.last; b.cut.first++ {
		if int(c.pieces.at(b.cut.first).block) == b.ID {
			return b.cut.first
		}
	}
	return -1
}

// grow appends a delta to the block's text, and keeps where it was cut.
func (c *Conversation) grow(b *Block, delta string, at time.Time) {
	start := len(b.Text.Bytes)
	b.Text.Bytes = agui.AppendText(b.Text.Bytes, delta)
	if c.pieces.off {
		return
	}
	if b.cut == nil {
		b.cut = &cutText{first: c.pieces.count}
	}
	start += b.cut.base
	size := len(b.Text.Bytes) + b.cut.base - start
	if start+size > math.MaxUint32 || b.ID > math.MaxUint32 {
		return // 4 GiB of one text
	}
	b.cut.fresh, b.cut.last = true, c.pieces.count
	c.pieces.add(piece{block: uint32(b.ID), start: uint32(start), size: uint32(size)}, at)
}

// replaceText gives the block another text, and keeps the old one if there are
// pieces of it.
func (c *Conversation) replaceText(b *Block, s string) {
	if b.cut != nil && b.cut.fresh {
		c.pieces.keepPast(b)
		b.cut.base += len(b.Text.Bytes)
		b.cut.fresh = false
	}
	b.Text.Bytes = []byte(s)
	b.Text.Generation++
}

func (t *pieces) at(i int) *piece { return &t.pages[i/pageSize-t.freed][i%pageSize] }

func (t *pieces) add(p piece, at time.Time) {
	p.at = t.clock(at)
	if t.count%pageSize == 0 {
		t.turnPage()
	}
	last := len(t.pages) - 1
	t.pages[last] = append(t.pages[last], p)
	t.count++
}

// turnPage begins a page: a new one, or the oldest one again.
func (t *pieces) turnPage() {
	if len(t.pages) == t.most.pages {
		t.forget((t.freed + 1) * pageSize)
	}
	if t.freed*pageSize+pageSize > t.gone || len(t.pages) == 0 {
		t.pages = append(t.pages, make([]piece, 0, pageSize))
		return
	}
	page := t.pages[0][:0]
	t.freed++
	copy(t.pages, t.pages[1:])
	t.pages[len(t.pages)-1] = page
}

// keepPast keeps the text of the block, which is about to be replaced, as long
// as there are pieces of it.
func (t *pieces) keepPast(b *Block) {
	until := b.cut.last + 1
	if until <= t.gone {
		return
	}
	if n := len(t.past); n > 0 {
		until = max(until, t.past[n-1].until)
	}
	t.past = append(t.past, pastUse{b, until})
	b.cut.past = append(b.cut.past, pastText{b.cut.base, b.Text.Bytes})
	t.bytes += len(b.Text.Bytes)
	for t.bytes > t.most.bytes {
		t.forget(t.past[0].until)
	}
}

// forget lets all pieces before one go, and what only they need. What is left
// of a list is not moved: append does so once in a while.
func (t *pieces) forget(before int) {
	t.gone = max(t.gone, before)
	for len(t.past) > 0 && t.past[0].until <= t.gone {
		cut := t.past[0].block.cut
		t.bytes -= len(cut.past[0].text)
		cut.past[0], t.past[0] = pastText{}, pastUse{}
		cut.past, t.past = cut.past[1:], t.past[1:]
	}
	for len(t.times) > 1 && t.times[1].first <= t.gone {
		t.times = t.times[1:]
	}
}

// clock returns the time of the next piece, from the base that holds for it.
func (t *pieces) clock(at time.Time) uint32 {
	if n := len(t.times); n > 0 {
		if d := at.Sub(t.times[n-1].at).Microseconds(); d >= 0 && d <= math.MaxUint32 {
			return uint32(d)
		}
	}
	t.times = append(t.times, timeBase{t.count, at})
	return 0
}

func (t *pieces) timeOf(i int, at uint32) time.Time {
	n := sort.Search(len(t.times), func(k int) bool { return t.times[k].first > i })
	return t.times[n-1].at.Add(time.Duration(at) * time.Microsecond)
}

// pieceText returns a piece of the texts that the block had. A code point that
// came in two halves is cut in halves again.
func (b *Block) pieceText(start, size int) []byte {
	text, base := b.Text.Bytes, b.cut.base
	for i := len(b.cut.past) - 1; i >= 0 && start < base; i-- {
		text, base = b.cut.past[i].text, b.cut.past[i].base
	}
	start -= base
	end := min(start+size, len(text))
	start = min(start, end)
	low := start < end && !utf8.RuneStart(text[start])
	high := end > start && end < len(text) && !utf8.RuneStart(text[end])
	if !low && !high {
		return text[start:end:end]
	}
	var out []byte
	if low {
		out = appendHalf(out, text, start-3, lowHalf)
		start++
	}
	if !high {
		return append(out, text[start:end]...)
	}
	out = append(out, text[start:max(end-3, start)]...)
	return appendHalf(out, text, end-3, 0)
}

const (
	lowHalf = 1
	astral  = 0x10000
)

// appendHalf appends a half of the surrogate pair that stands for the code
// point at i, as WTF-8.
func appendHalf(out, text []byte, i, which int) []byte {
	r, n := utf8.DecodeRune(text[max(i, 0):])
	if n < utf8.UTFMax {
		return append(out, "\uFFFD"...)
	}
	u := 0xD800 + (r-astral)>>10
	if which == lowHalf {
		u = 0xDC00 + (r-astral)&0x3FF
	}
	return append(out, 0xE0|byte(u>>12), 0x80|byte(u>>6)&0x3F, 0x80|byte(u)&0x3F)
}
