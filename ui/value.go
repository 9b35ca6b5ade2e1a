package ui

import (
	tea "charm.land/bubbletea/v2"

	"agtui/store"
	"agtui/store/doc"
	"agtui/ui/transcript"
)

// noValue says why there is no value of the state to do something with.
func (m *Model) noValue() string {
	if m.tree.Rows() == 0 || m.tree.Value() == nil {
		return "there is no value"
	}
	return ""
}

// enterState opens what holds values, and shows another value on its own: a
// row of the tree has no room for a long text.
func (m *Model) enterState() tea.Cmd {
	if v := m.tree.Value(); m.noValue() == "" && v.Kind() != doc.Object && v.Kind() != doc.Array {
		return m.viewState()
	}
	m.tree.Toggle()
	return nil
}

// viewState shows the marked value on its own, as it is now.
func (m *Model) viewState() tea.Cmd {
	v := m.tree.Value()
	part := transcript.Part{Name: "value"}
	switch v.Kind() {
	case doc.Object, doc.Array:
		part.Text, part.JSON = v.Append(nil), true
	case doc.String:
		part.Text = []byte(v.Text())
	default:
		part.Text = v.Append(nil)
	}
	path := m.tree.Path()
	if path == "" {
		path = "/"
	}
	m.show(&viewer{block: &store.Block{Name: path}, parts: []transcript.Part{part}})
	return nil
}
