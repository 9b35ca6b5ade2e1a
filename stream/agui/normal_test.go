package agui_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"agtui/stream/agui"
)

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// normal writes JSON text with the members of objects sorted and strings
// escaped in one way, but numbers as they are: what a round trip must keep.
func normal(t failer, in string) string {
	t.Helper()
	if !agui.Valid([]byte(in)) {
		t.Fatalf("not JSON: %s", in)
	}
	return normalValue(t, agui.Raw(in))
}

func normalValue(t failer, raw agui.Raw) string {
	t.Helper()
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '"':
		s, _ := agui.Unquote(raw)
		return string(agui.AppendString(nil, s))
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		out := make([]string, 0, len(items))
		for _, item := range items {
			out = append(out, normalValue(t, agui.Raw(item)))
		}
		return "[" + strings.Join(out, ",") + "]"
	case '{':
		var members map[string]json.RawMessage
		if err := json.Unmarshal(raw, &members); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		out := make([]string, 0, len(members))
		for name, value := range members {
			out = append(out, name+":"+normalValue(t, agui.Raw(value)))
		}
		slices.Sort(out)
		return "{" + strings.Join(out, ",") + "}"
	default:
		return string(raw)
	}
}
