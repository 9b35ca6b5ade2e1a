package demo

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// A member of a JSON object: the key quoted, the value as it was written.
type member struct{ key, value string }

// members are those of an object in their order; nil for anything else. The
// shared state comes back with every request, and the agent keeps what it does
// not know.
func members(raw []byte) []member {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var all []member
	for dec.More() {
		key, err := dec.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || dec.Decode(&value) != nil {
			return nil
		}
		all = append(all, member{jsonString(name), string(value)})
	}
	return all
}

// withMember sets a member of an object, in its place or at the end. What is
// not an object becomes one.
func withMember(object, name, value string) string {
	key := jsonString(name)
	var b strings.Builder
	found := false
	for _, m := range members([]byte(object)) {
		if m.key == key {
			m.value, found = value, true
		}
		b.WriteString("," + m.key + ":" + m.value)
	}
	if !found {
		b.WriteString("," + key + ":" + value)
	}
	return "{" + b.String()[1:] + "}"
}

// memberOf is a member's value as JSON, or def.
func memberOf(object []byte, name, def string) string {
	for _, m := range members(object) {
		if m.key == jsonString(name) {
			return m.value
		}
	}
	return def
}

// visits is the state that came with the request, with one more visit.
func (c *call) visits() string {
	n, err := strconv.Atoi(memberOf(c.in.State, "visits", "0"))
	if err != nil {
		n = 0
	}
	return withMember(string(c.in.State), "visits", strconv.Itoa(n+1))
}

func stateSnapshot(state string) script {
	return raw(`{"type":"STATE_SNAPSHOT","snapshot":` + shield(state) + `}`)
}
