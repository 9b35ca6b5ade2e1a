package answer

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"agtui/stream/agui"
)

// Check compares a payload with the response schema of an interrupt. A schema
// that is absent, cannot be compiled or costs too much accepts everything: the
// agent validates again.
func Check(in *agui.Interrupt, payload agui.Raw) error {
	if len(in.ResponseSchema) == 0 || len(in.ResponseSchema) > maxSize || deeper(in.ResponseSchema, maxNesting) {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotJSON, err)
	}
	if deeper(payload, maxNesting) {
		return nil
	}
	return validate(in.ResponseSchema, value)
}

// The bounds of what is checked. The library takes minutes for a schema of a
// thousand levels, and references can make any schema cost any time.
const (
	maxSize    = 256 << 10
	maxNesting = 64
	maxSteps   = 10_000 // schemas that are visited
)

// deeper tells whether JSON nests deeper than n.
func deeper(raw agui.Raw, n int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			if depth++; depth > n {
				return true
			}
		case c == '}', c == ']':
			depth--
		}
	}
	return false
}

// validate is the library with a bound on its work. It panics on numbers of
// huge exponents; then, as where it costs too much, nothing is checked.
func validate(schema agui.Raw, value any) (fault error) {
	defer func() {
		if recover() != nil {
			fault = nil
		}
	}()
	compiled := compile(schema)
	if compiled == nil {
		return nil
	}
	err := compiled.Validate(value)
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		return fmt.Errorf("%w: %s", ErrSchema, words(invalid))
	}
	return nil
}

// compile returns nil for a schema that is no schema. No other document is
// ever loaded.
func compile(raw agui.Raw) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	budget := steps(maxSteps)
	c.RegisterVocabulary(&jsonschema.Vocabulary{
		URL: "agtui:steps",
		Compile: func(*jsonschema.CompilerContext, map[string]any) (jsonschema.SchemaExt, error) {
			return &budget, nil
		},
	})
	c.AssertVocabs()
	if c.AddResource("mem:///response", doc) != nil {
		return nil
	}
	s, err := c.Compile("mem:///response")
	if err != nil {
		return nil
	}
	return s
}

// steps is how many more schemas may be visited. It stands in every schema,
// and panics when there are too many: the library can't be stopped otherwise.
type steps int

// Validate counts a visit.
func (s *steps) Validate(*jsonschema.ValidatorContext, any) {
	if *s--; *s < 0 {
		panic("answer: the schema costs too much")
	}
}

// words is the first leaf of a validation error: where, and what is wrong.
func words(e *jsonschema.ValidationError) string {
	for len(e.Causes) > 0 {
		e = e.Causes[0]
	}
	lines := strings.Split(e.Error(), "\n")
	what := strings.TrimPrefix(lines[len(lines)-1], "- ")
	return strings.TrimSpace(what)
}
