package stream

import (
	"context"
	"sync"
)

// How much may wait for Next.
const (
	mostItems = 4096
	mostBytes = 1 << 20
)

// handover is the bounded queue between the reader and whoever calls Next.
type handover struct {
	ready chan struct{} // something waits; closed at the end
	space chan struct{} // something was taken

	mu    sync.Mutex
	batch Batch
	bytes int
	over  bool // the batch with the end was put
}

func (h *handover) init() {
	h.ready = make(chan struct{}, 1)
	h.space = make(chan struct{}, 1)
}

// put adds *items, and the response if there is one, and leaves an empty slice
// for the next ones. It waits for space, unless halt is closed.
func (h *handover) put(items *[]Item, resp *Response, bytes int, halt <-chan struct{}) {
	h.mu.Lock()
	for h.full() {
		h.mu.Unlock()
		select {
		case <-h.space:
			h.mu.Lock()
		case <-halt:
			h.mu.Lock()
			h.add(items, resp, bytes)
			return
		}
	}
	h.add(items, resp, bytes)
}

// full tells whether the reader must wait. Called with the lock held.
func (h *handover) full() bool {
	return len(h.batch.Items) > 0 && (len(h.batch.Items) >= mostItems || h.bytes >= mostBytes)
}

// add appends, and gives the lock back.
func (h *handover) add(items *[]Item, resp *Response, bytes int) {
	h.batch.Items = append(h.batch.Items, *items...)
	if resp != nil {
		h.batch.Response = resp
	}
	h.bytes += bytes
	h.mu.Unlock()
	clear(*items)
	*items = (*items)[:0]
	select {
	case h.ready <- struct{}{}:
	default:
	}
}

// finish adds the last items and the end. Nothing may be put after that.
func (h *handover) finish(items []Item, end *End) {
	h.mu.Lock()
	h.batch.Items = append(h.batch.Items, items...)
	h.batch.End = end
	h.over = true
	h.mu.Unlock()
	close(h.ready)
}

// take waits for something and takes all of it.
func (h *handover) take(ctx context.Context) (Batch, bool) {
	for {
		h.mu.Lock()
		b, over := h.batch, h.over
		h.batch, h.bytes = Batch{}, 0
		h.mu.Unlock()
		if len(b.Items) > 0 || b.Response != nil || b.End != nil {
			select {
			case h.space <- struct{}{}:
			default:
			}
			return b, true
		}
		if over {
			return Batch{}, false
		}
		select {
		case <-h.ready:
		case <-ctx.Done():
			return Batch{}, false
		}
	}
}
