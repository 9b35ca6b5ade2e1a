package answer

import (
	"encoding/json"
	"sort"
	"strings"
)

// skeleton writes a value that has the schema's shape, indented by indent:
// defaults and first choices where there are some, else empty values.
func (s *schema) skeleton(indent string, depth int) string {
	if s == nil || depth > maxDepth {
		return "null"
	}
	if v := s.given(); v != "" {
		return v
	}
	if alts := append(s.OneOf, s.AnyOf...); len(alts) > 0 && len(s.Properties) == 0 {
		return alts[0].skeleton(indent, depth+1)
	}
	switch {
	case len(s.Properties) > 0 || s.is("object"):
		return s.object(indent, depth)
	case s.is("array"):
		return "[]"
	case s.is("string"):
		return `""`
	case s.is("boolean"):
		return "false"
	case s.is("integer"), s.is("number"):
		if len(s.Minimum) > 0 {
			return string(s.Minimum)
		}
		return "0"
	default:
		return "null"
	}
}

// given is the value that the schema itself names.
func (s *schema) given() string {
	for _, v := range []json.RawMessage{s.Const, s.Default} {
		if len(v) > 0 {
			return string(v)
		}
	}
	if len(s.Enum) > 0 {
		return string(s.Enum[0])
	}
	return ""
}

func (s *schema) object(indent string, depth int) string {
	names := s.names()
	if len(names) == 0 {
		return "{}"
	}
	var b strings.Builder
	b.WriteString("{\n")
	for i, name := range names {
		key, err := json.Marshal(name)
		if err != nil {
			continue
		}
		b.WriteString(indent + "  " + string(key) + ": ")
		b.WriteString(s.Properties[name].skeleton(indent+"  ", depth+1))
		if i < len(names)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString(indent + "}")
	return b.String()
}

// names are the properties, required ones first and in their order, then the
// others by name. Optional editedArgs stay out: leaving them is no edit.
func (s *schema) names() []string {
	seen := map[string]bool{}
	var names []string
	for _, name := range s.Required {
		if s.Properties[name] != nil && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	var rest []string
	for name, p := range s.Properties {
		if !seen[name] && p != nil && name != "editedArgs" {
			rest = append(rest, name)
		}
	}
	sort.Strings(rest)
	return append(names, rest...)
}
