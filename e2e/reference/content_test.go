package reference_test

import (
	"math/rand/v2"
	"strconv"
)

// dice draws what a stream is made of.
type dice struct{ *rand.Rand }

// newDice returns the dice of stream n of a seed.
func newDice(seed, n uint64) dice {
	return dice{rand.New(rand.NewPCG(seed, n))}
}

// chance says yes so many times in a hundred.
func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d dice, from ...T) T { return from[d.IntN(len(from))] }

// High and low are the halves of 😀, each alone.
const (
	high = "\xED\xA0\xBD"
	low  = "\xED\xB8\x80"
)

// word draws a piece of text; halves of a pair may come alone.
func (d dice) word() string {
	return pick(d, "", "a", "bc ", "한글", "😀", `{"x":`, `1}`, "\n", "\"\\/", "\x00\x1b[31m", "e\u0301", "\u2028",
		"lorem ipsum ", "<b>&", high, low, "toString", "\u202e")
}

// odd draws a name that programs stumble over.
func (d dice) odd() string {
	return pick(d, "", "constructor", "toString", "hasOwnProperty", "é한😀", "a/b~c", " ", "0", "__proto__", "prototype", "length")
}

// name draws one of a few names with a prefix, sometimes an odd one.
func (d dice) name(prefix string) string {
	if d.chance(6) {
		return d.odd()
	}
	return prefix + strconv.Itoa(d.IntN(3)+1)
}

// key draws a key of an opaque object.
func (d dice) key() string {
	if d.chance(15) {
		return pick(d, "", "a/b", "~", "~1", "constructor", "toString", "한", "0", "length", "prototype", "__proto__", "ag-ui")
	}
	return pick(d, "a", "b", "list", "n")
}

// value draws opaque JSON.
func (d dice) value(depth int) any {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch d.IntN(kinds) {
	case 0:
		return pick[any](d, nil, true, false)
	case 1:
		return pick[any](d, 0, 1, -7, 1<<53-1, text("1.5"), text("1e3"), text("-0.25"), text("1.0"), text("2E-2"))
	case 2, 3:
		return d.word()
	case 4:
		return pick[any](d, object{}, []any{})
	case 5:
		return d.list(func() any { return d.value(depth - 1) })
	default:
		return d.object(depth - 1)
	}
}

func (d dice) object(depth int) object {
	o := object{}
	for range d.IntN(4) {
		o[d.key()] = d.value(depth)
	}
	return o
}

func (d dice) list(element func() any) []any {
	out := []any{}
	for range d.IntN(4) {
		out = append(out, element())
	}
	return out
}

// maybe sets a field so many times in a hundred.
func (d dice) maybe(percent int, o object, key string, value func() any) {
	if d.chance(percent) {
		o[key] = value()
	}
}

func (d dice) anyWord() any     { return d.word() }
func (d dice) anyValue() any    { return d.value(2) }
func (d dice) anyMetadata() any { return d.object(1) }

// message draws a message of a role.
func (d dice) message(id, role string) object {
	m := object{"id": id, "role": role}
	d.maybe(20, m, "metadata", d.anyMetadata)
	if role != "activity" {
		d.maybe(10, m, "encryptedValue", d.anyWord)
	}
	if role != "activity" && role != "tool" {
		d.maybe(15, m, "name", d.anyWord)
	}
	switch role {
	case "user":
		m["content"] = d.content()
	case "tool":
		m["content"], m["toolCallId"] = d.content(), d.name("c")
		d.maybe(15, m, "error", d.anyWord)
	case "assistant":
		d.maybe(70, m, "content", d.anyWord)
		d.maybe(40, m, "toolCalls", func() any { return d.list(func() any { return d.call() }) })
	case "activity":
		m["activityType"], m["content"] = d.kind(), d.object(1)
	default:
		m["content"] = d.word()
	}
	return m
}

func (d dice) call() object {
	c := object{"id": d.name("c"), "type": "function", "function": object{"name": d.word(), "arguments": d.word()}}
	d.maybe(10, c, "encryptedValue", d.anyWord)
	d.maybe(10, c, "metadata", d.anyMetadata)
	return c
}

func (d dice) kind() string { return pick(d, "PLAN", "SEARCH", "") }

func (d dice) role() string {
	return pick(d, "developer", "system", "user", "assistant", "assistant", "tool", "activity", "reasoning")
}

// content draws text or parts.
func (d dice) content() any {
	if d.chance(70) {
		return d.word()
	}
	return d.list(func() any { return d.part() })
}

func (d dice) part() object {
	p := object{"type": pick(d, "text", "image", "audio", "video", "document")}
	d.maybe(20, p, "id", d.anyWord)
	d.maybe(20, p, "metadata", d.anyMetadata)
	if p["type"] == "text" {
		p["text"] = d.word()
		return p
	}
	p["source"] = pick(d,
		object{"type": "data", "value": "AA==", "mimeType": "image/png"},
		object{"type": "url", "value": "https://a.example/x"},
		object{"type": "url", "value": "", "mimeType": "x/y"},
		object{"type": "file", "value": "handle", "provider": "p"})
	return p
}

// oldPart draws a part as it was before 1.0.
func (d dice) oldPart() object {
	p := object{"type": "binary", "mimeType": pick(d, "image/png", "audio/wav", "video/mp4", "text/plain", "")}
	d.maybe(50, p, "data", func() any { return "AA==" })
	d.maybe(40, p, "url", func() any { return "https://a.example/x" })
	d.maybe(30, p, "id", d.anyWord)
	d.maybe(30, p, "filename", d.anyWord)
	return p
}

func (d dice) interrupt(by tag) object {
	i := object{"id": d.name("i"), "reason": pick(d, "tool_call", "input_required", "confirmation", "x:y", "")}
	d.maybe(40, i, "message", d.anyWord)
	d.maybe(30, i, "toolCallId", func() any { return d.name("c") })
	d.maybe(30, i, "responseSchema", d.anyMetadata)
	d.maybe(20, i, "expiresAt", func() any { return pick(d, "2020-01-01T00:00:00Z", "later", "2999-01-01T00:00:00Z") })
	d.maybe(20, i, "metadata", d.anyMetadata)
	by.put(i)
	return i
}

func (d dice) usage() any {
	return d.list(func() any {
		u := object{}
		for _, k := range []string{"inputTokens", "outputTokens", "totalTokens", "reasoningTokens", "cachedInputTokens", "cacheWriteInputTokens"} {
			d.maybe(30, u, k, func() any { return pick(d, 0, 7, 1<<53-1) })
		}
		d.maybe(30, u, "provider", d.anyWord)
		d.maybe(30, u, "model", d.anyWord)
		return u
	})
}

// input draws a RunAgentInput.
func (d dice) input(messages []any) object {
	in := object{"threadId": d.name("t"), "runId": d.name("r"), "messages": messages}
	d.maybe(50, in, "state", d.anyValue)
	d.maybe(20, in, "parentRunId", d.anyWord)
	d.maybe(30, in, "protocolVersion", func() any { return "1.0" })
	d.maybe(40, in, "forwardedProps", func() any { return pick[any](d, 1, object{}, "x", nil) })
	d.maybe(40, in, "context", func() any {
		return d.list(func() any { return object{"description": d.word(), "value": d.word()} })
	})
	d.maybe(40, in, "tools", func() any {
		return d.list(func() any {
			t := object{"name": d.word(), "description": d.word()}
			d.maybe(50, t, "parameters", d.anyValue)
			d.maybe(20, t, "metadata", d.anyMetadata)
			return t
		})
	})
	d.maybe(30, in, "resume", func() any {
		return d.list(func() any {
			e := object{"interruptId": d.name("i"), "status": pick(d, "resolved", "cancelled")}
			d.maybe(50, e, "payload", d.anyValue)
			d.maybe(20, e, "metadata", d.anyMetadata)
			return e
		})
	})
	return in
}
