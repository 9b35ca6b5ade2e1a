package agui

// errorText returns what an object in place of an event says about an error:
// its member "error" as text, or that object's message and code.
func errorText(data []byte) (text string, code Opt[string]) {
	p := parser{keep: true}
	top := errorObject{}
	if p.run(data, func() status { top = errorObject{}; return object(&p, errorSchema, &top, &top.extra) }) != good {
		return "", Opt[string]{}
	}
	switch string(top.failure) {
	case "", "null", "false":
		return "", Opt[string]{}
	}
	if s, ok := Unquote(top.failure); ok {
		return orElse(s, "the server reports an error"), codeOf(top.code)
	}
	inner := errorObject{}
	if p.run([]byte(top.failure), func() status { inner = errorObject{}; return object(&p, errorSchema, &inner, &inner.extra) }) == good {
		if s, ok := Unquote(inner.message); ok && s != "" {
			return s, codeOf(inner.code)
		}
	}
	return decodeBytes(Compact(nil, top.failure)), codeOf(inner.code)
}

// errorObject is what error objects have in common, whatever the server.
type errorObject struct {
	failure, message, code Raw
	extra                  []Field
}

//nolint:gochecknoglobals // a table that nothing writes to
var errorSchema = newSchema(
	opaque("error", func(e *errorObject) *Raw { return &e.failure }).with(anyValue),
	opaque("message", func(e *errorObject) *Raw { return &e.message }).with(anyValue),
	opaque("code", func(e *errorObject) *Raw { return &e.code }).with(anyValue),
)

// codeOf returns a code that is text or a number.
func codeOf(raw Raw) Opt[string] {
	if s, ok := Unquote(raw); ok {
		return Some(s)
	}
	if len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		return Some(string(raw))
	}
	return Opt[string]{}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
