package ui_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/ui"
)

// endless is an agent that speaks as fast as it is listened to.
type endless struct {
	spoken atomic.Int64  // frames that were taken from it
	hushed chan struct{} // closed when the connection was
}

func newEndless() *endless { return &endless{hushed: make(chan struct{})} }

func (e *endless) Run(ctx context.Context, in *agui.RunAgentInput) (*stream.Response, error) {
	now := time.Now()
	opening := []string{
		fmt.Sprintf(`{"type":"RUN_STARTED","threadId":%q,"runId":%q}`, in.ThreadID, in.RunID),
		`{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}`,
	}
	return &stream.Response{
		Status: 200, Started: now, Headed: now, Close: func() error { return nil },
		Frames: func(yield func(frame.Frame, error) bool) {
			defer close(e.hushed)
			for n := 1; ; n++ {
				data := `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"word\n\n"}`
				if n <= len(opening) {
					data = opening[n-1]
				}
				if ctx.Err() != nil {
					yield(frame.Frame{}, ctx.Err())
					return
				}
				if !yield(frame.Frame{N: n, At: now, Raw: []byte(data), Data: []byte(data)}, nil) {
					return
				}
				e.spoken.Add(1)
			}
		},
	}, nil
}

// counted is a model whose messages and views are counted.
type counted struct {
	*ui.Model
	all, batches, keys, ticks, views, items atomic.Int64
	hold                                    chan struct{} // an Update waits for it, where it is not nil
	held                                    chan struct{}
}

func (c *counted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	c.all.Add(1)
	if n := ui.BatchItems(msg); n >= 0 {
		c.batches.Add(1)
		c.items.Add(int64(n))
		if c.hold != nil && c.batches.Load() == 3 {
			close(c.held)
			<-c.hold
		}
	}
	switch {
	case ui.IsTick(msg):
		c.ticks.Add(1)
	case isKey(msg):
		c.keys.Add(1)
	}
	_, cmd := c.Model.Update(msg)
	return c, cmd
}

func (c *counted) View() tea.View {
	c.views.Add(1)
	return c.Model.View()
}

func isKey(msg tea.Msg) bool {
	_, ok := msg.(tea.KeyPressMsg)
	return ok
}

// pumped runs a model on an endless agent, in a program of the library's whose
// output goes nowhere, until enough says so.
func pumped(t *testing.T, c *counted, e *endless, work func(p *tea.Program)) {
	t.Helper()
	c.Model = ui.New(ui.Options{
		Name: "endless", Source: e, Turn: turn.New(turn.Config{ThreadID: "t", NewID: func() string { return "id" }}),
		Conversation: store.New(nil, nil),
	})
	in, typing := io.Pipe()
	defer typing.Close()
	p := tea.NewProgram(c, tea.WithInput(in), tea.WithOutput(io.Discard), tea.WithFPS(120),
		tea.WithoutSignalHandler(), tea.WithEnvironment([]string{"TERM=xterm-256color"}))
	done := make(chan error, 1)
	go func() {
		_, err := p.Run()
		done <- err
	}()
	p.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	for _, r := range "go" {
		p.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	p.Send(press("enter"))
	work(p)
	p.Kill()
	<-done
}

// longest is how long a test waits for what comes at once on a machine that has
// nothing else to do.
const longest = 2 * time.Minute

// eventually waits until ok.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(longest); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s never came", what)
		}
	}
}

func TestPump_SendsAtMost63MessagesASecondAtAnyRate(t *testing.T) {
	t.Parallel()
	for name, cover := range map[string]string{"the answer is seen": "", "help lies over it": "f1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, c := newEndless(), &counted{}
			began := time.Now()
			var took time.Duration
			pumped(t, c, e, func(p *tea.Program) {
				for i := range 20 {
					eventually(t, "a batch", func() bool { return c.batches.Load() > int64(2*i) })
					if i == 1 && cover != "" {
						p.Send(press(cover))
					}
					p.Send(tea.KeyPressMsg{Code: 'x', Text: "x"})
				}
				took = time.Since(began)
			})
			batches, ticks, keys := c.batches.Load(), c.ticks.Load(), c.keys.Load()
			// Every message comes after a wait of 16 ms, but for the first ones.
			if most := int64(took/(16*time.Millisecond)) + 3; batches > most {
				t.Errorf("%d batches in %s, want at most %d", batches, took, most)
			}
			// What moves by itself moves every tenth of a second; more often only
			// text that was held back.
			if most := int64(took/(40*time.Millisecond)) + 5; ticks > most {
				t.Errorf("%d ticks in %s, want at most %d", ticks, took, most)
			}
			if e.spoken.Load() < 10*batches {
				t.Errorf("%d frames in %d batches: the agent was too slow for a test", e.spoken.Load(), batches)
			}
			// The library asks for a view after every message, and for a few of its own.
			const others = 12
			if all := c.all.Load(); all > batches+ticks+keys+others {
				t.Errorf("%d messages: %d batches, %d keys, %d ticks and more than %d others", all, batches, keys, ticks, others)
			}
			if views := c.views.Load(); views > batches+ticks+keys+others {
				t.Errorf("%d views for %d batches, %d keys and %d ticks", views, batches, keys, ticks)
			}
		})
	}
}

func TestPump_HoldsABoundedNumberOfFramesForALoopThatIsSlow(t *testing.T) {
	t.Parallel()
	e, c := newEndless(), &counted{hold: make(chan struct{}), held: make(chan struct{})}
	pumped(t, c, e, func(*tea.Program) {
		<-c.held // the loop stands still
		var spoken int64
		eventually(t, "the agent's pause", func() bool {
			before := spoken
			time.Sleep(100 * time.Millisecond)
			spoken = e.spoken.Load()
			return spoken == before
		})
		// A frame and its event are two items; what was handed over is counted.
		if waiting := 2*spoken - c.items.Load(); waiting > 4096+16 {
			t.Errorf("%d items wait for a loop that takes none", waiting)
		}
		close(c.hold)
		eventually(t, "more", func() bool { return e.spoken.Load() > spoken })
	})
}

// stuck is a terminal that takes nothing once it was shut.
type stuck struct {
	*os.File
	shut  atomic.Bool
	holds chan struct{} // closed when a write waits
	once  sync.Once
	free  chan struct{} // closed when it takes everything again
}

func (s *stuck) Write(p []byte) (int, error) {
	if s.shut.Load() {
		s.once.Do(func() { close(s.holds) })
		<-s.free
	}
	return s.File.Write(p)
}

func TestRun_ATerminalThatTakesNothingHoldsBackNeitherKeysNorMemory(t *testing.T) {
	t.Parallel()
	outer, inner := pseudoTerminal(t, 200, 50)
	defer outer.Close()
	e, tty := newEndless(), &stuck{File: inner, holds: make(chan struct{}), free: make(chan struct{})}
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		done <- ui.Run(ctx, ui.Options{
			Name: "endless", Source: e, Turn: turn.New(turn.Config{ThreadID: "t"}), Conversation: store.New(nil, nil),
		}, ui.Terminal{In: inner, Out: tty, Env: []string{"TERM=xterm-256color"}})
	}()
	typed := make(chan struct{})
	go func() { // reads until the end, so that only the terminal is stuck
		var out bytes.Buffer
		buf := make([]byte, 4096)
		for seen := false; ; {
			n, err := outer.Read(buf)
			if err != nil {
				return
			}
			if out.Write(buf[:n]); !seen && strings.Contains(out.String(), "Type") {
				seen = true
				close(typed)
			}
		}
	}()
	wait := func(what string, c <-chan struct{}) {
		t.Helper()
		select {
		case <-c:
		case <-ctx.Done():
			t.Fatalf("%s never came", what)
		}
	}
	wait("the first screen", typed)
	// From here on nothing that is drawn is taken. The run goes on, and a key
	// that stops it does.
	tty.shut.Store(true)
	if _, err := outer.WriteString("go\r"); err != nil {
		t.Fatal(err)
	}
	wait("a write that waits", tty.holds)
	before := e.spoken.Load()
	// More than what is held for a loop that stands still.
	eventually(t, "more of the run", func() bool { return e.spoken.Load() > before+3*4096 })
	if _, err := outer.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	wait("the end of the run after ctrl+c", e.hushed)
	if _, err := outer.WriteString("\x03\x03\x03"); err != nil {
		t.Fatal(err)
	}
	close(tty.free)
	if err := <-done; err != nil {
		t.Errorf("the screen ended with %v", err)
	}
}

func TestPump_SlowsDownWhereABatchTakesLong(t *testing.T) {
	t.Parallel()
	now, took := noon, time.Duration(0)
	m := ui.New(ui.Options{
		Name: "slow", Turn: turn.New(turn.Config{ThreadID: "t"}), Conversation: store.New(nil, nil),
		Now: func() time.Time {
			now = now.Add(took) // each look at the clock is so much later
			return now
		},
	})
	for _, row := range []struct {
		took, pace time.Duration
		msg        tea.Msg
	}{
		{time.Millisecond, 16 * time.Millisecond, ui.Batched(nil)},
		{13 * time.Millisecond, 33 * time.Millisecond, ui.Batched(nil)},
		{time.Millisecond, 33 * time.Millisecond, press("x")}, // a key says nothing of batches
		{time.Millisecond, 16 * time.Millisecond, ui.Batched(nil)},
		{time.Millisecond, 33 * time.Millisecond, ui.Batched(make([]stream.Item, 1000))}, // more than can be read
		{time.Millisecond, 33 * time.Millisecond, ui.Batched(make([]stream.Item, 15))},   // in twice the time
		{time.Millisecond, 16 * time.Millisecond, ui.Batched(make([]stream.Item, 14))},
		{time.Millisecond, 16 * time.Millisecond, ui.Batched(make([]stream.Item, 8))},
		{time.Millisecond, 33 * time.Millisecond, ui.Batched(make([]stream.Item, 9))},
	} {
		took = row.took
		m.Update(row.msg)
		if got := ui.Pace(m); got != row.pace {
			t.Errorf("after %T that took %s the pump waits %s, want %s", row.msg, row.took, got, row.pace)
		}
	}
}
