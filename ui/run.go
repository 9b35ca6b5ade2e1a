package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

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

// ErrSignal: a signal ended the program; the terminal was restored.
var ErrSignal = errors.New("ui: ended by a signal")

// framesPerSecond is how often the renderer may flush (RENDERING D7).
const framesPerSecond = 120

// Run shows the screen until the person quits, the context ends or a signal
// comes. On every way out but SIGKILL the terminal's modes are what they were.
func Run(ctx context.Context, o Options, t Terminal) error {
	opts := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(t.In), tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Env), tea.WithFPS(framesPerSecond),
	}
	if t.NoColor {
		opts = append(opts, tea.WithColorProfile(colorprofile.Ascii))
	}
	m := New(o)
	p := tea.NewProgram(m, opts...)
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	done := make(chan struct{})
	defer close(done)
	signalled := false
	go func() {
		select {
		case <-hup:
			signalled = true
			p.Quit()
		case <-done:
		}
	}()
	_, err := p.Run()
	if m.live != nil {
		m.live.Stop()
	}
	switch {
	case err == nil && signalled, errors.Is(err, tea.ErrInterrupted):
		return ErrSignal
	case errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil:
		return ErrSignal
	case err != nil:
		return fmt.Errorf("ui: the screen ended: %w", err)
	}
	return nil
}
