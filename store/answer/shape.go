package answer

import (
	"encoding/json"
	"slices"

	"agtui/stream/agui"
)

// Shape says which answers an interrupt can be given.
type Shape struct {
	// Approval: yes or no, with {"approved": …}.
	Approval bool
	// CanEdit: an approval may carry editedArgs, the full replacement of the
	// call's arguments.
	CanEdit bool
	// Reason is the name of the property in which a denial's reason may be
	// given, "" when there is none.
	Reason string
	// FreeText: any text will do, since nothing says what is wanted.
	FreeText bool
	// Skeleton is a payload to start editing from.
	Skeleton string
}

// schema is the part of a JSON Schema that this package reads.
type schema struct {
	Type        any                `json:"type"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Properties  map[string]*schema `json:"properties"`
	Order       []string           `json:"-"`
	Required    []string           `json:"required"`
	OneOf       []*schema          `json:"oneOf"`
	AnyOf       []*schema          `json:"anyOf"`
	Items       *schema            `json:"items"`
	Enum        []json.RawMessage  `json:"enum"`
	Const       json.RawMessage    `json:"const"`
	Default     json.RawMessage    `json:"default"`
	Minimum     json.RawMessage    `json:"minimum"`
}

// maxDepth bounds how deep a skeleton goes into a schema from the wire.
const maxDepth = 8

// Of reads the shape of an interrupt. It never fails: what it cannot read is
// answered as JSON or text.
func Of(in *agui.Interrupt) Shape {
	s := parse(in.ResponseSchema)
	if s == nil {
		return bare(in)
	}
	props := map[string]*schema{}
	s.collect(props, 0)
	_, approved := props["approved"]
	if !approved {
		if s.is("string") {
			return Shape{FreeText: true, Skeleton: ""}
		}
		return Shape{Skeleton: s.skeleton("", 0)}
	}
	_, edits := props["editedArgs"]
	sh := Shape{Approval: true, CanEdit: edits, Skeleton: s.skeleton("", 0)}
	for _, name := range []string{"reason", "message", "feedback", "comment"} {
		if p, ok := props[name]; ok && p.is("string") {
			sh.Reason = name
			break
		}
	}
	return sh
}

// bare is the shape of an interrupt without a usable schema: its reason
// decides (PROTOCOL section 8.1).
func bare(in *agui.Interrupt) Shape {
	switch in.Reason {
	case "tool_call", "confirmation":
		return Shape{Approval: true, Skeleton: `{"approved": true}`}
	default:
		return Shape{FreeText: true}
	}
}

func parse(raw agui.Raw) *schema {
	if len(raw) == 0 {
		return nil
	}
	var s schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil
	}
	if s.Type == nil && s.Properties == nil && s.OneOf == nil && s.AnyOf == nil &&
		s.Enum == nil && s.Const == nil {
		return nil
	}
	return &s
}

// collect gathers the properties of a schema and of its alternatives.
func (s *schema) collect(into map[string]*schema, depth int) {
	if s == nil || depth > maxDepth {
		return
	}
	for name, p := range s.Properties {
		if p != nil && into[name] == nil {
			into[name] = p
		}
	}
	for _, alt := range slices.Concat(s.OneOf, s.AnyOf) {
		alt.collect(into, depth+1)
	}
}

func (s *schema) is(kind string) bool {
	switch t := s.Type.(type) {
	case string:
		return t == kind
	case []any:
		return slices.Contains(t, any(kind))
	}
	return false
}
