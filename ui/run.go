package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Terminal is where the screen is drawn and keys come from.
type Terminal struct {
	In  io.Reader
	Out io.Writer
	Env []string
	// NoColor draws without colours (NO_COLOR, --no-color).
	NoColor bool
}

// ErrSignal says that the context ended, as it does on a signal; the terminal
// was restored.
var ErrSignal = errors.New("ui: ended by a signal")

// framesPerSecond is how often the renderer may flush (RENDERING D7).
const framesPerSecond = 120

// Run shows the screen until the person quits or the context ends. The caller
// ends the context on signals. On every way out but SIGKILL the terminal's
// modes are what they were, after a panic of the model or of a command too.
func Run(ctx context.Context, o Options, t Terminal) error {
	if o.Editor == "" {
		o.Editor = editorOf(t.Env)
	}
	if o.Clipboard.Env == nil {
		o.Clipboard.Env = t.Env
	}
	out := newOutput(t.Out)
	o.Links = o.Links.in(t.Env)
	opts := []tea.ProgramOption{
		tea.WithInput(newInput(t.In)), tea.WithOutput(out.writer()), tea.WithEnvironment(t.Env),
		tea.WithFPS(framesPerSecond), tea.WithoutSignalHandler(),
	}
	if t.NoColor {
		opts = append(opts, tea.WithColorProfile(colorprofile.Ascii))
	}
	m := New(o)
	m.busy = out.busy
	g := &guard{model: m}
	p := tea.NewProgram(g, opts...)
	g.quit = p.Quit
	done := make(chan struct{})
	var ended atomic.Bool
	go func() {
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		ended.Store(true)
		// A loop that is stuck, or in an editor, takes no message: it must
		// not keep the program alive.
		go p.Send(closeMsg{})
		select {
		case <-done:
		case <-time.After(2 * patience):
			p.Kill()
		}
	}()
	_, err := p.Run()
	close(done)
	out.wait(patience)
	switch {
	case g.failure() != nil:
		return g.failure()
	case ended.Load():
		return ErrSignal
	case err != nil:
		return fmt.Errorf("ui: the screen ended: %w", err)
	}
	return nil
}

// editorOf is the editor that the environment names.
func editorOf(env []string) string {
	return cmp.Or(variable(env, "VISUAL"), variable(env, "EDITOR"))
}
