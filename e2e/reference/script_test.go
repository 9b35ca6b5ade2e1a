package reference_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"testing"

	"agtui/stream/agui"
)

// A script is what happens on one thread: what the client holds at first, and
// the answers that its requests get.
type script struct {
	Messages  []json.RawMessage `json:"messages"`
	State     json.RawMessage   `json:"state"`
	Exchanges []exchange        `json:"exchanges"`
}

// An exchange is one request and the frames of its answer. Say is the message
// that the user adds before it.
type exchange struct {
	Say    json.RawMessage `json:"say,omitempty"`
	Frames []string        `json:"frames"`
}

// An answer is what a client holds after an exchange.
type answer struct {
	// Failed is the place of the frame at which the client gave up.
	Failed     *int              `json:"failed"`
	Request    *request          `json:"request"`
	Events     []json.RawMessage `json:"events"`
	Messages   []json.RawMessage `json:"messages"`
	State      json.RawMessage   `json:"state"`
	Interrupts []json.RawMessage `json:"interrupts"`
}

// request is what of a request must be equal.
type request struct {
	Messages []json.RawMessage `json:"messages"`
	State    json.RawMessage   `json:"state"`
}

func (s *script) line() []byte {
	b := append([]byte(nil), `{"messages":`...)
	b = appendRaws(b, s.Messages)
	b = append(append(b, `,"state":`...), s.State...)
	b = append(b, `,"exchanges":[`...)
	for i, e := range s.Exchanges {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		if e.Say != nil {
			b = append(append(append(b, `"say":`...), e.Say...), ',')
		}
		b = append(b, `"frames":[`...)
		for j, f := range e.Frames {
			if j > 0 {
				b = append(b, ',')
			}
			b = agui.AppendString(b, f)
		}
		b = append(b, "]}"...)
	}
	return append(b, "]}"...)
}

func appendRaws(b []byte, raws []json.RawMessage) []byte {
	b = append(b, '[')
	for i, r := range raws {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, r...)
	}
	return append(b, ']')
}

func (s *script) events() (n int) {
	for i := range s.Exchanges {
		n += len(s.Exchanges[i].Frames)
	}
	return n
}

// clone copies what shrinking changes.
func (s *script) clone() *script {
	c := &script{Messages: slices.Clone(s.Messages), State: s.State, Exchanges: slices.Clone(s.Exchanges)}
	for i := range c.Exchanges {
		c.Exchanges[i].Frames = slices.Clone(c.Exchanges[i].Frames)
	}
	return c
}

// object is a JSON object that is being made.
type object = map[string]any

// text is JSON as it is to be written.
type text string

// appendValue writes a made value. Keys are sorted: a seed gives one stream.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case text:
		return append(b, v...)
	case string:
		return agui.AppendString(b, v)
	case []any:
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, v[i])
		}
		return append(b, ']')
	case object:
		b = append(b, '{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(agui.AppendString(b, k), ':')
			b = appendValue(b, v[k])
		}
		return append(b, '}')
	default:
		panic("reference: no such value")
	}
}

// copyValue copies a made value, so that changing one leaves the other.
func copyValue(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copyValue(v[i])
		}
		return out
	case object:
		out := make(object, len(v))
		for k := range v {
			out[k] = copyValue(v[k])
		}
		return out
	default:
		return v
	}
}

func TestScript_IsJSON(t *testing.T) {
	t.Parallel()
	for n := range uint64(50) {
		var back script
		if err := json.Unmarshal(generate(1, n).line(), &back); err != nil {
			t.Fatal(err)
		}
		if len(back.Exchanges) == 0 {
			t.Errorf("stream %d has no exchange", n)
		}
	}
}
