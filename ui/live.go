package ui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/stream/agui"
)

// How often a batch is applied and drawn, at most: 60 times a second, or 30
// where that takes long, so that keys have a turn, or more comes than anybody
// can read: the renderer compares every cell of the screen for each frame. What
// is typed is drawn at once all the same.
const (
	frameEvery = 16 * time.Millisecond
	frameLate  = 33 * time.Millisecond
	frameLong  = 12 * time.Millisecond
	frameRead  = 8   // items in frameEvery that somebody can read: a frame and its event are two
	frameMuch  = 400 // items of a flood
)

// setPace says how often batches are applied, by how long the last one took
// with its drawing, and how many items it had.
func (m *Model) setPace(took time.Duration, items int) {
	much := frameRead
	if m.pace == frameLate {
		much = 2*frameRead - 2 // it came in twice the time
	}
	m.flood = took > frameLong || items > frameMuch
	switch {
	case m.pace == 0: // no clock
	case m.flood, items > much:
		m.pace = frameLate
	default:
		m.pace = frameEvery
	}
}

// batchMsg carries what a run handed over since the last time.
type batchMsg struct {
	live  *stream.Live
	batch stream.Batch
	more  bool
}

// next waits for the next batch, not before the frame's time.
func next(live *stream.Live, wait time.Duration) tea.Cmd {
	return func() tea.Msg {
		if wait > 0 {
			time.Sleep(wait)
		}
		b, more := live.Next(context.Background())
		return batchMsg{live: live, batch: b, more: more}
	}
}

// decided carries out what turn decided.
func (m *Model) decided(d turn.Decision) tea.Cmd {
	switch {
	case d.Refused != "":
		m.say(d.Refused)
	case d.Queued:
		m.say(m.whyQueued())
	case d.Input != nil:
		return m.start(d.Input)
	}
	return nil
}

// whyQueued says what a text waits for.
func (m *Model) whyQueued() string {
	switch {
	case m.running():
		return "it waits until the run ends; /takeback brings it back"
	case m.panel != nil:
		return "what you wrote waits until the question is answered; /takeback brings it back"
	case m.conv.Current() != nil && m.conv.Current().Status == store.Cancelled:
		return "what you wrote waits: your next message takes it along, /takeback brings it back"
	default:
		return "what you wrote waits: /retry sends the failed request again, /takeback brings it back"
	}
}

// start sends a request. A run that is still read after its terminal event is
// let go first, so that recordings hold one exchange after the other.
func (m *Model) start(in *agui.RunAgentInput) tea.Cmd {
	m.message = ""
	m.response, m.heard = nil, m.now
	m.sync(m.conv.Begin(in, m.now))
	m.transcript.Bottom()
	m.stopping = false
	if m.live != nil {
		m.leaving, m.waiting = true, in
		m.live.Stop()
		return nil
	}
	return m.open(in)
}

func (m *Model) open(in *agui.RunAgentInput) tea.Cmd {
	m.leaving, m.waiting = false, nil
	m.live = stream.Start(context.Background(), m.o.Source, in, stream.Options{
		Strict: m.o.Strict, Timeout: m.o.Timeout, Taps: m.o.Taps, Now: m.o.Now,
	})
	if m.stopping {
		m.live.Stop()
	}
	return next(m.live, 0)
}

// batch applies what came and asks for more.
func (m *Model) batch(msg batchMsg) tea.Cmd {
	if msg.live != m.live {
		m.same = true
		return nil
	}
	over := msg.batch.End != nil || !msg.more
	if !m.leaving {
		m.apply(&msg.batch)
	}
	if !over {
		return next(m.live, m.pace)
	}
	m.live = nil
	switch {
	case m.quitting:
		return tea.Quit
	case m.waiting != nil:
		return m.open(m.waiting)
	}
	return m.afterRun()
}

// apply hands a batch to the conversation. What is costly to draw and only
// shows the last value is drawn once.
func (m *Model) apply(b *stream.Batch) {
	if b.Response != nil {
		m.response = b.Response
	}
	at := m.now
	var all store.Change
	note := func(ch store.Change) {
		m.transcript.Sync(m.conv, ch)
		all.State = all.State || ch.State
		all.Paths = append(all.Paths, ch.Paths...)
		all.Questions = all.Questions || ch.Questions
	}
	for i := range b.Items {
		it := &b.Items[i]
		switch {
		case it.Frame != nil:
			at, m.heard = it.Frame.At, m.now
		case it.Event != nil:
			note(m.conv.Apply(it.Event, at))
		case it.Finding != nil:
			note(m.conv.Note(*it.Finding))
		}
	}
	m.syncRest(all)
	if b.End != nil {
		m.ended(b.End)
	}
}

// ended tells the store how the body ended.
func (m *Model) ended(e *stream.End) {
	end := store.Ending{
		Broken:   e.How == stream.Broken,
		Stopped:  e.How == stream.Stopped || m.stopping,
		TimedOut: e.How == stream.TimedOut,
		Fatal:    e.How == stream.Fatal,
	}
	if e.Err != nil && !end.Stopped { // who stopped a run knows why it ended
		end.Err = e.Err.Error()
		m.say(end.Err + "; /retry sends it again")
	}
	m.sync(m.conv.End(end, m.now))
}

// afterRun sends what was typed meanwhile. It waits for the end of the body:
// some servers go on after RUN_FINISHED (PROTOCOL section 6, rule 2).
func (m *Model) afterRun() tea.Cmd {
	m.sent = nil
	d := m.o.Turn.Finished(m.conv, m.now)
	if d.Queued && m.message != "" {
		return nil // why the run failed matters more; the footer counts what waits
	}
	return m.decided(d)
}

type rememberedMsg struct{ err error }

func (m *Model) remember(text string) tea.Cmd {
	if m.o.Remember == nil {
		return nil
	}
	return func() tea.Msg {
		if err := m.o.Remember(text); err != nil {
			return rememberedMsg{err}
		}
		return nil
	}
}

// stop closes the connection; what came stays.
func (m *Model) stop() tea.Cmd {
	m.stopping = true
	if m.live != nil {
		m.live.Stop()
	}
	return nil
}

// stopOrQuit is ctrl+c.
func (m *Model) stopOrQuit() tea.Cmd {
	again := !m.quitAt.IsZero() && m.now.Sub(m.quitAt) < quitWithin
	m.quitAt = time.Time{}
	switch {
	case m.running() && !m.stopping:
		return m.stop()
	case m.overlay != nil:
		m.closeOverlay()
		return nil
	case again:
		return m.quit()
	}
	m.quitAt = m.now
	switch {
	case m.answering():
		m.composer.keep(m.panel.typed())
		m.panel.close()
		m.say("answer put aside; " + quitHint)
	case !m.composer.area.Empty():
		m.composer.putAside()
		m.composer.clear()
		m.say("draft cleared, up brings it back; " + quitHint)
	default:
		m.say(quitHint)
	}
	return nil
}

// quitHint ends a line that offers to quit.
const quitHint = "ctrl+c again quits"

// stay withdraws the offer to quit: what is typed after the first ctrl+c must
// not be lost by the next one.
func (m *Model) stay() {
	if m.quitAt.IsZero() {
		return
	}
	m.quitAt = time.Time{}
	m.message = strings.TrimSuffix(strings.TrimSuffix(m.message, quitHint), "; ")
}

// quitWithin is how soon the second ctrl+c must follow the first.
const quitWithin = 2 * time.Second

// closeMsg ends the program from outside.
type closeMsg struct{}

// quit ends the program, after the end of a run that is still read was
// recorded. That takes no time, since the connection is closed.
func (m *Model) quit() tea.Cmd {
	if m.live == nil || m.quitting {
		return tea.Quit
	}
	m.quitting = true
	m.stopping = m.stopping || m.running()
	m.live.Stop()
	return m.timer.after(patience, tea.QuitMsg{})
}

// patience is how long quitting waits for the end of a run.
const patience = time.Second

func (m *Model) retry() tea.Cmd { return m.decided(m.o.Turn.Retry(m.conv, m.now)) }

func (m *Model) notRunning() string {
	if m.live == nil && m.waiting == nil {
		return "nothing is running"
	}
	return ""
}

func (m *Model) cannotRetry() string {
	switch {
	case m.running():
		return "a run is going on"
	case len(m.conv.Runs()) == 0:
		return "nothing was sent yet"
	}
	return ""
}

func (m *Model) nothingQueued() string {
	if len(m.o.Turn.Queued()) == 0 {
		return "nothing waits"
	}
	return ""
}
