package ui

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/stream/agui"
)

// frameEvery bounds how often a batch is applied and drawn.
const frameEvery = 16 * time.Millisecond

// batchMsg carries what a run handed over since the last time.
type batchMsg struct {
	gen   int
	batch stream.Batch
	more  bool
}

// next waits for the next batch, not before the frame's time.
func next(live *stream.Live, gen int, wait time.Duration) tea.Cmd {
	return func() tea.Msg {
		if wait > 0 {
			time.Sleep(wait)
		}
		b, more := live.Next(context.Background())
		return batchMsg{gen: gen, batch: b, more: more}
	}
}

// decided carries out what turn decided.
func (m *Model) decided(d turn.Decision) tea.Cmd {
	switch {
	case d.Refused != "":
		m.say(d.Refused)
	case d.Queued:
		m.say("waits until the run ends")
	case d.Input != nil:
		return m.start(d.Input)
	}
	return nil
}

// start sends a request. A run that is still being read after its terminal
// event is let go.
func (m *Model) start(in *agui.RunAgentInput) tea.Cmd {
	if m.live != nil {
		m.live.Stop()
	}
	m.gen++
	m.stopping = false
	m.response = nil
	m.message = ""
	m.sync(m.conv.Begin(in, m.now))
	m.transcript.Bottom()
	m.live = stream.Start(context.Background(), m.o.Source, in, stream.Options{
		Strict: m.o.Strict, Timeout: m.o.Timeout, Taps: m.o.Taps,
	})
	return next(m.live, m.gen, 0)
}

// batch applies what came and asks for more.
func (m *Model) batch(msg batchMsg) tea.Cmd {
	if msg.gen != m.gen || m.live == nil {
		return nil
	}
	if msg.batch.Response != nil {
		m.response = msg.batch.Response
	}
	at := m.now
	for i := range msg.batch.Items {
		it := &msg.batch.Items[i]
		switch {
		case it.Frame != nil:
			at = it.Frame.At
		case it.Event != nil:
			m.sync(m.conv.Apply(it.Event, at))
		case it.Finding != nil:
			m.sync(m.conv.Note(*it.Finding))
		}
	}
	if msg.batch.End != nil {
		m.ended(msg.batch.End)
	}
	if msg.batch.End != nil || !msg.more {
		m.live = nil
		return m.afterRun()
	}
	return next(m.live, m.gen, frameEvery)
}

// ended tells the store how the body ended.
func (m *Model) ended(e *stream.End) {
	end := store.Ending{
		Broken:   e.How == stream.Broken,
		Stopped:  e.How == stream.Stopped || m.stopping,
		TimedOut: e.How == stream.TimedOut,
		Fatal:    e.How == stream.Fatal,
	}
	if e.Err != nil {
		end.Err = e.Err.Error()
	}
	m.sync(m.conv.End(end, m.now))
	if e.Err != nil && !end.Stopped && !errors.Is(e.Err, context.Canceled) {
		m.say(e.Err.Error())
	}
}

// afterRun sends what was typed meanwhile. It waits for the end of the body:
// some servers go on after RUN_FINISHED (PROTOCOL section 6, rule 2).
func (m *Model) afterRun() tea.Cmd {
	return m.decided(m.o.Turn.Finished(m.conv, m.now))
}

// submit sends the draft, or runs it as a slash command.
func (m *Model) submit() tea.Cmd {
	text := m.composer.area.Value()
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if name, ok := slashName(text); ok {
		return m.slash(name)
	}
	if strings.HasPrefix(text, "//") {
		text = text[1:]
	}
	d := m.o.Turn.Say(m.conv, m.now, text)
	if d.Refused != "" {
		// The draft stays: nothing is lost.
		return m.decided(d)
	}
	m.composer.take()
	return tea.Batch(m.decided(d), m.remember(text))
}

func (m *Model) sendText(text string) tea.Cmd {
	return m.decided(m.o.Turn.Say(m.conv, m.now, text))
}

type rememberedMsg struct{ err error }

func (m *Model) remember(text string) tea.Cmd {
	if m.o.Remember == nil {
		return nil
	}
	return func() tea.Msg { return rememberedMsg{m.o.Remember(text)} }
}

// stop closes the connection; what came stays.
func (m *Model) stop() tea.Cmd {
	if m.live == nil {
		return nil
	}
	m.stopping = true
	m.live.Stop()
	return nil
}

// stopOrQuit is ctrl+c.
func (m *Model) stopOrQuit() tea.Cmd {
	switch {
	case m.running() && !m.stopping:
		return m.stop()
	case m.overlay != nil:
		m.overlay = nil
		return nil
	case !m.composer.empty() && m.focus == focusComposer:
		m.composer.clear()
		m.quitAt = m.now
		m.say("draft cleared (up brings back what was sent); ctrl+c again quits")
		return nil
	case !m.quitAt.IsZero() && m.now.Sub(m.quitAt) < quitWithin:
		return m.quit()
	}
	m.quitAt = m.now
	m.say("ctrl+c again quits")
	return nil
}

// quitWithin is how soon the second ctrl+c must follow the first.
const quitWithin = 2 * time.Second

func (m *Model) quit() tea.Cmd {
	if m.live != nil {
		m.live.Stop()
	}
	return tea.Quit
}

func (m *Model) retry() tea.Cmd { return m.decided(m.o.Turn.Retry(m.conv, m.now)) }

func (m *Model) notRunning() string {
	if m.live == nil {
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
