package ui

import (
	"fmt"
	"runtime/debug"
	"sync"

	tea "charm.land/bubbletea/v2"

	"agtui/stream"
)

// guard turns a panic of the model or of a command into the end of the
// program: the library recovers too, but then it closes the terminal's reader
// under the goroutine that reads.
type guard struct {
	model tea.Model
	quit  func()

	mu  sync.Mutex
	err error
}

// failedMsg says that a command panicked; the guard has the error.
type failedMsg struct{}

// failure is the error of the first panic.
func (g *guard) failure() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// caught keeps the first panic; it is to be deferred with what recover gave.
func (g *guard) caught(p any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = fmt.Errorf("ui: the screen failed: %w: %v\n%s", stream.ErrPanic, p, debug.Stack())
	}
}

// Init is part of tea.Model.
func (g *guard) Init() tea.Cmd { return g.safe(g.model.Init()) }

// Update is part of tea.Model.
func (g *guard) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	if _, ok := msg.(failedMsg); ok || g.failure() != nil {
		return g, tea.Quit
	}
	defer func() {
		if p := recover(); p != nil {
			g.caught(p)
			model, cmd = g, tea.Quit
		}
	}()
	_, cmd = g.model.Update(msg)
	return g, g.safe(cmd)
}

// View is part of tea.Model.
func (g *guard) View() (v tea.View) {
	defer func() {
		if p := recover(); p != nil {
			g.caught(p)
			v = tea.View{}
			go g.quit()
		}
	}()
	return g.model.View()
}

// safe is the command, and the ones of a batch that it gives, without panics.
// What is in a sequence is hidden from us: the library recovers for it.
func (g *guard) safe(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if p := recover(); p != nil {
				g.caught(p)
				msg = failedMsg{}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			safe := make(tea.BatchMsg, len(batch))
			for i, c := range batch {
				safe[i] = g.safe(c)
			}
			return safe
		}
		return msg
	}
}
