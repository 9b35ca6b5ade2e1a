package ui_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/creack/pty"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/ui"
)

// tty is a terminal that remembers what was written to it.
type tty struct {
	mu   sync.Mutex
	out  bytes.Buffer
	wait string
	seen chan struct{}
	end  chan struct{} // closed when the test's last words came through
}

// lastWords are written by the test when the program is over: what comes
// before them is all that it wrote.
const lastWords = "the program is over"

func (w *tty) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.out.Write(p)
	if w.wait != "" && strings.Contains(w.out.String(), w.wait) {
		w.wait = ""
		close(w.seen)
	}
	if strings.Contains(w.out.String(), lastWords) {
		close(w.end)
		return len(p), io.EOF
	}
	return len(p), nil
}

func (w *tty) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.String()
}

// restored fails when a mode was left on.
func (w *tty) restored(t *testing.T) {
	t.Helper()
	s := w.String()
	for on, off := range map[string]string{
		"\x1b[?1049h": "\x1b[?1049l", "\x1b[?2004h": "\x1b[?2004l", "\x1b[?1002h": "\x1b[?1002l", "\x1b[?25l": "\x1b[?25h",
	} {
		if strings.LastIndex(s, on) > strings.LastIndex(s, off) {
			t.Errorf("%q was left on", on)
		}
	}
	if !strings.Contains(s, "\x1b[?1049h") {
		t.Error("the screen was never shown")
	}
}

// screenOn runs the screen on a pseudo-terminal; keys are typed once the start
// screen is there.
func screenOn(ctx context.Context, t *testing.T, change func(*ui.Options), keys string) (*tty, error) {
	t.Helper()
	src := &script{now: time.Now, gate: make(chan struct{}), answers: [][]string{{started(), "hold"}}}
	o := ui.Options{
		Name: "test agent", Source: src, Turn: turn.New(turn.Config{}), Conversation: store.New(nil, nil),
	}
	change(&o)
	outer, inner := pseudoTerminal(t, 80, 24)
	defer outer.Close()
	w := &tty{wait: "Type", seen: make(chan struct{}), end: make(chan struct{})}
	go func() { _, _ = io.Copy(w, outer) }()
	go func() {
		select {
		case <-w.seen:
			_, _ = outer.WriteString(keys)
		case <-ctx.Done():
		}
	}()
	err := ui.Run(ctx, o, ui.Terminal{In: inner, Out: inner, Env: []string{"TERM=xterm-256color"}})
	// The program's side stays open: a reader of the library may still hold it.
	if _, err := inner.WriteString(lastWords); err != nil {
		t.Fatal(err)
	}
	<-w.end
	return w, err
}

// pseudoTerminal is a terminal of some size: the side of who looks at it, and
// the program's.
func pseudoTerminal(t *testing.T, w, h uint16) (outer, inner *os.File) {
	t.Helper()
	outer, inner, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	if err := pty.Setsize(inner, &pty.Winsize{Rows: h, Cols: w}); err != nil {
		t.Fatal(err)
	}
	return outer, inner
}

// soon ends a test that hangs.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestRun_LeavesTheTerminalAsItWas(t *testing.T) {
	t.Parallel()
	none := func(*ui.Options) {}
	t.Run("after quitting", func(t *testing.T) {
		t.Parallel()
		w, err := screenOn(soon(t), t, none, "/quit\r")
		if err != nil {
			t.Error(err)
		}
		w.restored(t)
	})
	t.Run("after quitting while a run goes on", func(t *testing.T) {
		t.Parallel()
		w, err := screenOn(soon(t), t, none, "hi\r/quit\r")
		if err != nil {
			t.Error(err)
		}
		w.restored(t)
	})
	t.Run("when the context ends", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(soon(t))
		w, err := screenOn(ctx, t, func(o *ui.Options) {
			o.Remember = func(string) error { cancel(); return nil }
		}, "hi\r")
		if !errors.Is(err, ui.ErrSignal) {
			t.Error(err)
		}
		w.restored(t)
	})
	t.Run("when a command panics", func(t *testing.T) {
		t.Parallel()
		w, err := screenOn(soon(t), t, func(o *ui.Options) {
			o.Remember = func(string) error { panic("no") }
		}, "hi\r")
		fellOver(t, err)
		w.restored(t)
	})
	t.Run("when the model panics", func(t *testing.T) {
		t.Parallel()
		var typed atomic.Bool
		w, err := screenOn(soon(t), t, func(o *ui.Options) {
			o.Remember = func(string) error { typed.Store(true); return nil }
			o.Now = func() time.Time {
				if typed.Load() {
					panic("no")
				}
				return time.Now()
			}
		}, "hi\r")
		fellOver(t, err)
		w.restored(t)
	})
}

// fellOver fails when the error is not that of a panic with "no".
func fellOver(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, stream.ErrPanic) || !strings.Contains(err.Error(), ": no\n") {
		t.Errorf("the error is %v", err)
	}
}

// fragile is a model that panics where it is told.
type fragile struct{ init, update, view, batch bool }

func (f fragile) fall(where bool) {
	if where {
		panic("no")
	}
}

func (f fragile) Init() tea.Cmd {
	return func() tea.Msg { f.fall(f.init); return nil }
}

func (f fragile) Update(tea.Msg) (tea.Model, tea.Cmd) {
	f.fall(f.update)
	one := func() tea.Msg { f.fall(f.batch); return nil }
	return f, tea.Batch(one, one)
}

func (f fragile) View() tea.View {
	f.fall(f.view)
	return tea.NewView("")
}

func TestGuard_CatchesEveryPanic(t *testing.T) {
	t.Parallel()
	for name, model := range map[string]fragile{
		"none":                     {},
		"in the first command":     {init: true},
		"in Update":                {update: true},
		"in View":                  {view: true},
		"in a command of a batch":  {batch: true},
		"in View after in Update":  {update: true, view: true},
		"in every place that is":   {true, true, true, true},
		"in Update and in a batch": {update: true, batch: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quit := make(chan struct{}, 1)
			m, failure := ui.Guarded(model, func() { quit <- struct{}{} })
			var run func(tea.Cmd)
			run = func(cmd tea.Cmd) {
				if cmd == nil {
					return
				}
				batch, _ := cmd().(tea.BatchMsg)
				for _, c := range batch {
					run(c)
				}
			}
			run(m.Init())
			_, cmd := m.Update(nil)
			run(cmd)
			m.View()
			if model.view {
				<-quit
			}
			if model == (fragile{}) {
				if err := failure(); err != nil {
					t.Error(err)
				}
				return
			}
			fellOver(t, failure())
			if _, cmd := m.Update(nil); cmd == nil || cmd() != tea.Quit() {
				t.Error("the program goes on")
			}
		})
	}
}
