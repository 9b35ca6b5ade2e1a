package demo

import "sync"

// turns remembers the newest turn of the threads that were seen last. It is
// only about ids: a client that sends a request again under a new run id gets
// new message ids, as a real agent would give, so its second answer does not
// run on from the first.
type turns struct {
	mu     sync.Mutex
	newest map[string]turnTaken // by thread
}

type turnTaken struct {
	run  string
	turn int
}

// Bounds of the memory: threads, and bytes of a thread's and a run's id.
const (
	maxThreads = 1000
	maxID      = 256
)

// take gives a run the turn that its messages ask for, or a later one if
// another run of the thread has it.
func (t *turns) take(thread, run string, turn int) int {
	if len(thread)+len(run) > maxID {
		return turn
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	last, known := t.newest[thread]
	if known && last.turn >= turn {
		turn = last.turn
		if last.run != run {
			turn++
		}
	}
	if t.newest == nil || len(t.newest) >= maxThreads && !known {
		t.newest = make(map[string]turnTaken)
	}
	t.newest[thread] = turnTaken{run: run, turn: turn}
	return turn
}
