package transcript

import (
	"time"

	"agtui/store"
)

// An activity that is patched is laid out anew as a whole. One that is costly
// rests: it is not drawn again before four times its cost have passed, so that
// it never takes the loop for itself. The cost is worked out from its length,
// for the list knows no clock but the one that it is given. (Text that grows
// has its own budget, in ui/markdown.)
const (
	restFactor = 4
	restFrom   = 2 * time.Millisecond // cheaper layouts need no rest
)

// costOfValue is what reading and laying out a byte of JSON costs, about.
const costOfValue = 100 * time.Nanosecond

// budget decides until when a block rests that was just laid out.
func (l *List) budget(it *item, cost time.Duration) {
	it.until = time.Time{}
	if cost < restFrom || l.now.IsZero() {
		return
	}
	it.until = l.now.Add(restFactor * cost)
}

// rests tells that only the content of a block is newer than what is drawn,
// and that it is too early to draw it again.
func (l *List) rests(it *item, k key) bool {
	if it.until.IsZero() || !l.now.Before(it.until) || it.block.Kind != store.Activity {
		return false
	}
	k.version, k.start = it.key.version, it.key.start
	if k != it.key {
		return false
	}
	if n := it.laid.next; n.IsZero() || it.until.Before(n) {
		it.laid.next = it.until
	}
	return true
}
