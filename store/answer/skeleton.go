package answer

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"agtui/stream/agui"
)

// skeleton writes a value that has the schema's shape, indented by indent:
// defaults and first choices where there are some, else empty values.
func (s *schema) skeleton(indent string, depth int) string {
	if s == nil || depth > maxDepth {
		return "null"
	}
	if v := s.named(); len(v) > 0 {
		var out bytes.Buffer
		if json.Indent(&out, v, indent, "  ") == nil {
			return out.String()
		}
	}
	if len(s.any) > 0 && len(s.properties) == 0 {
		return s.any[0].skeleton(indent, depth+1)
	}
	switch {
	case len(s.properties) > 0 || s.is("object"):
		return s.object(indent, depth)
	case s.is("array"):
		return "[]"
	case s.is("string"):
		return `""`
	case s.is("boolean"):
		return "false"
	case s.is("integer"), s.is("number"):
		if len(s.minimum) > 0 {
			return string(s.minimum)
		}
		return "0"
	default:
		return "null"
	}
}

// named is the value that the schema itself names.
func (s *schema) named() agui.Raw {
	switch {
	case len(s.constant) > 0:
		return s.constant
	case len(s.given) > 0:
		return s.given
	case len(s.enum) > 0:
		return s.enum[0]
	}
	return nil
}

// object writes the members in the order of the schema. Optional editedArgs
// stay out: leaving them is no edit.
func (s *schema) object(indent string, depth int) string {
	var members []string
	for _, p := range s.properties {
		if p.name == "editedArgs" && !slices.Contains(s.required, p.name) {
			continue
		}
		key := agui.AppendString(nil, p.name)
		members = append(members, indent+"  "+string(key)+": "+p.of.skeleton(indent+"  ", depth+1))
	}
	if len(members) == 0 {
		return "{}"
	}
	return "{\n" + strings.Join(members, ",\n") + "\n" + indent + "}"
}
