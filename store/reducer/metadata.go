package reducer

import (
	"bytes"
	"maps"
	"slices"

	"agtui/stream/agui"
)

// metadata is an object that is merged key by key, the last write winning,
// without going deeper. Values and the order of keys stay as they were.
type metadata struct {
	raw   agui.Raw // the whole; nil when it must be put together from parts
	parts *members // nil until the first merge
}

// members are the members of an object, and their places.
type members struct {
	fields []agui.Field
	at     map[string]int
}

func metadataOf(raw agui.Raw) metadata { return metadata{raw: raw} }

// merge folds in the metadata of an event, if it has any.
func (m *metadata) merge(raw agui.Raw) {
	if raw == nil {
		return
	}
	raw = bytes.Clone(raw) // its frame may be far larger
	if m.raw == nil && m.parts == nil {
		m.raw = raw
		return
	}
	if m.parts == nil {
		m.parts = &members{at: map[string]int{}}
		eachMember(m.raw, m.parts.set)
	}
	m.raw = nil
	eachMember(raw, m.parts.set)
}

func (m *members) set(key string, value agui.Raw) {
	if i, ok := m.at[key]; ok {
		m.fields[i].Value = value
		return
	}
	m.at[key] = len(m.fields)
	m.fields = append(m.fields, agui.Field{Name: key, Value: value})
}

// freeze returns the object, or nil where there is none.
func (m *metadata) freeze() agui.Raw {
	if m.raw != nil || m.parts == nil {
		return m.raw
	}
	out := append([]byte(nil), '{')
	for i, f := range m.parts.fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = agui.AppendString(out, f.Name)
		out = append(out, ':')
		out = append(out, f.Value...)
	}
	out = append(out, '}')
	m.raw = out
	return m.raw
}

func (m *metadata) clone() metadata {
	if m.parts == nil {
		return *m
	}
	return metadata{raw: m.raw, parts: &members{slices.Clone(m.parts.fields), maps.Clone(m.parts.at)}}
}

// eachMember calls yield with the members of an object, the values as they are
// written. It trusts that raw is JSON; what is not an object has no members.
func eachMember(raw agui.Raw, yield func(key string, value agui.Raw)) {
	i := skipSpace(raw, 0)
	if i >= len(raw) || raw[i] != '{' {
		return
	}
	for i++; ; i++ {
		i = skipSpace(raw, i)
		if i >= len(raw) || raw[i] != '"' {
			return
		}
		end := skipString(raw, i)
		key, ok := agui.Unquote(raw[i:end])
		i = skipSpace(raw, end)
		if !ok || i >= len(raw) || raw[i] != ':' {
			return
		}
		start := skipSpace(raw, i+1)
		end = skipValue(raw, start)
		yield(key, raw[start:end:end])
		i = skipSpace(raw, end)
		if i >= len(raw) || raw[i] != ',' {
			return
		}
	}
}

func skipSpace(raw agui.Raw, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\t' || raw[i] == '\n' || raw[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the place behind the string that starts at i.
func skipString(raw agui.Raw, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

// skipValue returns the place behind the value that starts at i.
func skipValue(raw agui.Raw, i int) int {
	for depth := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i = skipString(raw, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}
