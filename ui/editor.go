package ui

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// editedMsg brings back what the external editor wrote.
type editedMsg struct {
	text   string
	err    error
	answer bool // it was for the question panel
}

// openEditor gives the draft, or the answer that is being typed, to the
// person's own editor.
func (m *Model) openEditor() tea.Cmd {
	e := &editing{command: strings.Fields(m.o.Editor), text: m.composer.area.Text()}
	answer := m.answering()
	if answer {
		e.text, e.json = m.panel.area.Text(), !m.panel.current().shape.FreeText && m.panel.editFor != deny
	}
	return tea.Exec(e, func(err error) tea.Msg { return editedMsg{e.text, err, answer} })
}

func (m *Model) noEditor() string {
	if len(strings.Fields(m.o.Editor)) == 0 {
		return "neither VISUAL nor EDITOR is set: set one to the editor you like"
	}
	return ""
}

func (m *Model) edited(e editedMsg) tea.Cmd {
	switch {
	case e.err != nil:
		m.say(e.err.Error() + "; the text is as it was")
	case !e.answer:
		m.composer.area.Refill(e.text)
	case m.answering():
		m.panel.area.Refill(e.text)
	default:
		m.composer.keep(e.text)
		m.say("the question was gone; up brings back what you wrote")
	}
	return m.resumed()
}

// editing is a text in an external editor. All of it happens in Run, while the
// terminal is released.
type editing struct {
	command  []string
	text     string // before, and after Run
	json     bool
	in       io.Reader
	out, err io.Writer
}

// SetStdin, SetStdout and SetStderr tell where the terminal is.
func (e *editing) SetStdin(r io.Reader) { e.in = keyboard(r) }

// SetStdout is part of tea.ExecCommand.
func (e *editing) SetStdout(w io.Writer) { e.out = direct(w) }

// SetStderr is part of tea.ExecCommand.
func (e *editing) SetStderr(w io.Writer) { e.err = w }

// Run lets the person edit a file that has the text.
func (e *editing) Run() error {
	pattern := "agtui-*.md"
	if e.json {
		pattern = "agtui-*.json"
	}
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return fmt.Errorf("a file for the editor could not be made: %w", err)
	}
	name := f.Name()
	defer os.Remove(name) //nolint:errcheck // a leftover in the temporary directory harms nobody
	_, err = f.WriteString(e.text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("the text could not be written for the editor: %w", err)
	}
	args := append(append([]string(nil), e.command[1:]...), name)
	c := exec.Command(e.command[0], args...) //nolint:gosec,noctx // the person's own editor, for as long as they like
	c.Stdin, c.Stdout, c.Stderr = e.in, e.out, e.err
	if err := c.Run(); err != nil {
		return fmt.Errorf("the editor %q failed: %w", strings.Join(e.command, " "), err)
	}
	back, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("what the editor wrote could not be read: %w", err)
	}
	e.text = strings.TrimRight(string(back), "\r\n")
	return nil
}
