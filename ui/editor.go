package ui

import (
	"fmt"
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

// openEditor gives the draft, or the answer that is being typed, to $VISUAL or
// $EDITOR.
func (m *Model) openEditor() tea.Cmd {
	text, forAnswer := m.composer.area.Value(), false
	if m.focus == focusQuestion && m.panel != nil && m.panel.editing() {
		text, forAnswer = m.panel.area.Value(), true
	}
	editor := os.Getenv("VISUAL")
	if editor == "" {
		editor = os.Getenv("EDITOR")
	}
	if editor == "" {
		m.say("neither VISUAL nor EDITOR is set: set one to the editor you like")
		return nil
	}
	f, err := os.CreateTemp("", "agtui-*.md")
	if err != nil {
		m.say("a file for the editor could not be made: " + err.Error())
		return nil
	}
	name := f.Name()
	_, err = f.WriteString(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		m.say("the draft could not be written for the editor: " + err.Error())
		return nil
	}
	words := strings.Fields(editor)
	cmd := exec.Command(words[0], append(words[1:], name)...) //nolint:gosec,noctx // the person's own editor, for as long as they like
	return tea.ExecProcess(cmd, func(err error) tea.Msg {
		defer os.Remove(name) //nolint:errcheck // a leftover in the temporary directory harms nobody
		if err != nil {
			return editedMsg{err: fmt.Errorf("the editor %q failed: %w", editor, err), answer: forAnswer}
		}
		back, err := os.ReadFile(name)
		return editedMsg{text: strings.TrimRight(string(back), "\n"), err: err, answer: forAnswer}
	})
}

func (m *Model) edited(e editedMsg) tea.Cmd {
	resume := m.resumed()
	switch {
	case e.err != nil:
		m.say(e.err.Error() + "; the draft is as it was")
	case e.answer:
		if m.panel != nil && m.panel.editing() {
			m.panel.area.SetValue(e.text)
		}
	default:
		m.composer.set(e.text)
	}
	return resume
}
