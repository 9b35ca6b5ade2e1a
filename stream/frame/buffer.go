package frame

import (
	"errors"
	"io"
	"time"
)

// ErrTooLong says that a reader gave up at a frame over its limit.
var ErrTooLong = errors.New("frame: over the size limit")

// DefaultLimit is the size of a frame over which it is not kept whole.
const DefaultLimit = 10 << 20

// Kept is how much of a frame over the limit is kept.
const Kept = 64 << 10

// The sizes of a Buffer: what is allocated at once, and the least room a read
// is given.
const (
	slab = 64 << 10
	room = 4 << 10
)

// Buffer holds what was read and not yet cut into frames. The bytes it hands
// out are never written again, so a frame can keep them without a copy: small
// frames share one slab of 64 KiB, a long one has its own. It belongs to one
// reader and one goroutine.
type Buffer struct {
	src    io.Reader
	now    func() time.Time
	buf    []byte // as long as its capacity; buf[start:end] is pending
	start  int
	end    int
	offset int64 // of buf[start] in the stream
	at     time.Time
	err    error
}

// NewBuffer returns an empty buffer before src. A nil now is time.Now.
func NewBuffer(src io.Reader, now func() time.Time) *Buffer {
	if now == nil {
		now = time.Now
	}
	return &Buffer{src: src, now: now}
}

// Pending returns the bytes that were read and not taken. They are valid until
// the next call of Fill, Take or Drop.
func (b *Buffer) Pending() []byte { return b.buf[b.start:b.end] }

// Offset is the place of the first pending byte in the stream.
func (b *Buffer) Offset() int64 { return b.offset }

// At is when the last byte was read.
func (b *Buffer) At() time.Time { return b.at }

// Err is how reading ended, nil as long as it did not.
func (b *Buffer) Err() error { return b.err }

// Take hands the first n pending bytes over for good.
func (b *Buffer) Take(n int) []byte {
	p := b.buf[b.start : b.start+n : b.start+n]
	b.start += n
	b.offset += int64(n)
	return p
}

// Drop forgets the first n pending bytes.
func (b *Buffer) Drop(n int) {
	b.offset += int64(n)
	if n == b.end-b.start {
		b.end = b.start // nobody has them: the room is free again
		return
	}
	b.start += n
}

// Fill reads once and reports whether there are more pending bytes now. If
// not, Err says why, and stays so.
func (b *Buffer) Fill() bool {
	const patience = 100
	for range patience {
		if b.err != nil {
			return false
		}
		b.grow()
		n, err := b.src.Read(b.buf[b.end:])
		if n > 0 {
			b.end += n
			b.at = b.now()
		}
		if err != nil {
			b.err = err
		}
		if n > 0 {
			return true
		}
	}
	b.err = io.ErrNoProgress
	return false
}

// grow makes room for a read. Taken bytes stay where they are; only the
// pending ones move to the new slab.
func (b *Buffer) grow() {
	pending := b.end - b.start
	oversized := len(b.buf) > slab && pending < slab/4
	if len(b.buf)-b.end >= room && !oversized {
		return
	}
	next := make([]byte, max(slab, 2*pending))
	copy(next, b.buf[b.start:b.end])
	b.buf, b.start, b.end = next, 0, pending
}
