package stream

import "time"

// silence waits until a body that should be over has brought nothing for some
// time. Keep-alives are nothing, and the time that taking in a frame needs does
// not count.
type silence struct {
	quiet time.Duration
	hush  func()
	timer *time.Timer   // nil: nobody listens
	since time.Time     // when listening began
	left  time.Duration // of the silence, then
}

// listen goes on listening, after news for the whole time.
func (s *silence) listen(news bool) {
	if news {
		s.left = s.quiet
	}
	s.since = time.Now()
	s.timer = time.AfterFunc(s.left, s.hush)
}

// stop stops listening while a frame is taken in.
func (s *silence) stop() {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
		s.left -= time.Since(s.since)
	}
}
