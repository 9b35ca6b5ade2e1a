package record

import (
	"net/http"
	"sync"
	"time"

	"agtui/stream"
	"agtui/stream/frame"
)

// How much a Memory keeps.
const (
	maxFrames = 10_000
	maxBytes  = 64 << 20
)

// Memory keeps the newest frames, 10,000 or 64 MiB of them, and the newest
// request; it implements stream.Tap. The zero value is ready.
type Memory struct {
	mu      sync.Mutex
	frames  []frame.Frame // a ring once it is full: oldest at first
	first   int
	bytes   int64
	request stream.Request
	status  int
	header  http.Header
}

// Request keeps what was sent.
func (m *Memory) Request(_ time.Time, r stream.Request) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.request, m.status, m.header = r, 0, nil
	return nil
}

// Response keeps the head of the answer, and where the request went.
func (m *Memory) Response(r *stream.Response) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.request, m.status, m.header = r.Request, r.Status, masked(r.Header)
	return nil
}

// Frame keeps a frame and lets the oldest go.
func (m *Memory) Frame(f *frame.Frame) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.frames = append(m.frames, *f)
	m.bytes += weight(f)
	for len(m.frames)-m.first > maxFrames || (m.bytes > maxBytes && len(m.frames)-m.first > 1) {
		m.bytes -= weight(&m.frames[m.first])
		m.frames[m.first] = frame.Frame{}
		m.first++
	}
	if m.first > maxFrames {
		m.frames = append([]frame.Frame(nil), m.frames[m.first:]...)
		m.first = 0
	}
	return nil
}

// weight is how many bytes a frame holds; Data mostly is a part of Raw.
func weight(f *frame.Frame) int64 { return int64(len(f.Raw) + len(f.Event)) }

// End keeps nothing.
func (m *Memory) End(time.Time, stream.Ending, error) error { return nil }

// Frames returns the frames that were kept, oldest first.
func (m *Memory) Frames() []frame.Frame {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]frame.Frame(nil), m.frames[m.first:]...)
}

// Last returns the newest request and the head of its answer; a status of 0
// says that none came.
func (m *Memory) Last() (r stream.Request, status int, h http.Header) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.request, m.status, m.header
}
