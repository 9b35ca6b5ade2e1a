package ui

import (
	"bytes"
	"io"
	"sync"
	"time"
)

const (
	// outputPatience is how long a frame waits for the terminal before it is
	// left to a goroutine of its own.
	outputPatience = 50 * time.Millisecond
	// mostPending is how much may wait for a terminal that takes nothing; what
	// is more waits with its writer. No frames are drawn meanwhile.
	mostPending = 1 << 20
	// screenErased is how the renderer begins a screen that it draws anew.
	screenErased = "\x1b[H\x1b[2J"
	// marginsReset gives the terminal its whole height to scroll in.
	marginsReset = "\x1b[r"
)

// output is the terminal as the renderer writes to it. The renderer holds its
// lock while it writes, so a terminal that takes nothing, over a slow line or
// after ctrl+s, would hold the loop too: here such a write returns, and the
// model draws no frame until the terminal has caught up.
//
// It also puts a reset of the scroll margins before a screen that is drawn
// anew. The renderer sets the margins to the size that it knows; a terminal
// that had grown by then would keep them, and scroll in them where the new
// screen only goes on to its next line.
type output struct {
	to       io.Writer
	patience time.Duration

	mu      sync.Mutex
	pending []byte
	writing bool
	idle    chan struct{} // closed when nothing is pending
	err     error
}

func newOutput(to io.Writer) *output {
	o := &output{to: to, patience: outputPatience, idle: make(chan struct{})}
	close(o.idle)
	return o
}

// Write hands p to the terminal, and returns when it has taken it or after a
// moment.
func (o *output) Write(p []byte) (int, error) {
	size := len(p)
	if bytes.Contains(p, []byte(screenErased)) { // most frames are copied once only
		p = bytes.ReplaceAll(p, []byte(screenErased), []byte(marginsReset+screenErased))
	}
	o.mu.Lock()
	for len(o.pending) > mostPending && o.err == nil {
		idle := o.idle
		o.mu.Unlock()
		<-idle
		o.mu.Lock()
	}
	if o.err != nil {
		defer o.mu.Unlock()
		return 0, o.err
	}
	o.pending = append(o.pending, p...)
	late := o.writing
	if !late {
		o.writing, o.idle = true, make(chan struct{})
		go o.drain()
	}
	o.mu.Unlock()
	if !late {
		o.wait(o.patience)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return size, o.err
}

// drain writes until nothing is pending.
func (o *output) drain() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.pending) > 0 && o.err == nil {
		p := o.pending
		o.pending = nil
		o.mu.Unlock()
		_, err := o.to.Write(p)
		o.mu.Lock()
		o.err = err
	}
	o.writing = false
	close(o.idle)
}

// busy tells whether the terminal has not taken what it got.
func (o *output) busy() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.writing
}

// wait waits until the terminal has taken everything, not longer than limit.
func (o *output) wait(limit time.Duration) {
	o.mu.Lock()
	idle := o.idle
	o.mu.Unlock()
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-idle:
	case <-t.C:
	}
}

// ttyFile is what the library needs to know a terminal.
type ttyFile interface {
	io.ReadWriteCloser
	Fd() uintptr
}

// ttyOutput is an output that is still known as a terminal.
type ttyOutput struct {
	ttyFile
	*output
}

// Write is that of the output.
func (t ttyOutput) Write(p []byte) (int, error) { return t.output.Write(p) }

// writer is the output as the library gets it.
func (o *output) writer() io.Writer {
	if f, ok := o.to.(ttyFile); ok {
		return ttyOutput{f, o}
	}
	return o
}

// direct is the terminal itself, for another program; what was written before
// comes first.
func direct(w io.Writer) io.Writer {
	var o *output
	switch w := w.(type) {
	case ttyOutput:
		o = w.output
	case *output:
		o = w
	default:
		return w
	}
	o.wait(patience)
	return o.to
}
