package answer

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"agtui/stream/agui"
)

// The bounds of what is read of a schema from the wire.
const (
	maxDepth = 8   // of nesting
	maxNodes = 500 // in all, since references can multiply
)

// schema is the part of a JSON Schema that this package reads. A member that
// has another type than it should is as good as absent.
type schema struct {
	types      []string
	title      string
	properties []property // as they stand in the schema
	required   []string
	any        []*schema // the alternatives of oneOf and anyOf
	enum       []agui.Raw
	constant   agui.Raw
	given      agui.Raw // default
	minimum    agui.Raw
	closed     bool // additionalProperties is false
}

type property struct {
	name string
	of   *schema
}

// reader reads a schema within the bounds.
type reader struct {
	root   agui.Raw
	nodes  int
	inside map[string]bool // the references that are being followed
	found  map[string]agui.Raw
}

// read returns the schema, or nil where there is nothing to read.
func read(raw agui.Raw) *schema {
	r := &reader{root: raw, nodes: maxNodes, inside: map[string]bool{}, found: map[string]agui.Raw{}}
	s := r.schema(raw, 0)
	if s == nil || s.bare() {
		return nil
	}
	return s
}

// bare: it says nothing about the value.
func (s *schema) bare() bool {
	return len(s.types) == 0 && len(s.properties) == 0 && len(s.any) == 0 &&
		len(s.enum) == 0 && len(s.constant) == 0
}

func (r *reader) schema(raw agui.Raw, depth int) *schema {
	r.nodes--
	if depth > maxDepth || r.nodes < 0 {
		return nil
	}
	members, names := object(raw)
	if names == nil {
		return nil
	}
	if ref := text(members["$ref"]); ref != "" && !r.inside[ref] {
		if target := r.at(ref); target != nil {
			r.inside[ref] = true
			defer delete(r.inside, ref)
			return r.schema(target, depth+1)
		}
	}
	s := &schema{
		types:    oneOrMore(members["type"]),
		title:    text(members["title"]),
		required: texts(members["required"]),
		enum:     array(members["enum"]),
		constant: members["const"],
		given:    members["default"],
		minimum:  members["minimum"],
		closed:   string(members["additionalProperties"]) == "false",
	}
	props, order := object(members["properties"])
	for _, name := range order {
		p := r.schema(props[name], depth+1)
		if p == nil {
			p = &schema{}
		}
		s.properties = append(s.properties, property{name, p})
	}
	for _, alt := range slices.Concat(array(members["oneOf"]), array(members["anyOf"])) {
		if a := r.schema(alt, depth+1); a != nil {
			s.any = append(s.any, a)
		}
	}
	return s
}

// at is what a reference into the same document stands for; no other is
// followed.
func (r *reader) at(ref string) agui.Raw {
	if raw, ok := r.found[ref]; ok {
		return raw
	}
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok || strings.Count(path, "/") > maxDepth {
		return nil
	}
	raw := r.root
	for name := range strings.SplitSeq(path, "/") {
		members, _ := object(raw)
		raw = members[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
	}
	r.found[ref] = raw
	return raw
}

// property is what the schema or one of its alternatives says of a member.
func (s *schema) property(name string) *schema {
	if s == nil {
		return nil
	}
	for _, p := range s.properties {
		if p.name == name {
			return p.of
		}
	}
	for _, alt := range s.any {
		if p := alt.property(name); p != nil {
			return p
		}
	}
	return nil
}

// shut: no alternative takes members that it does not name.
func (s *schema) shut() bool {
	if s.closed {
		return true
	}
	for _, alt := range s.any {
		if !alt.shut() {
			return false
		}
	}
	return len(s.any) > 0
}

func (s *schema) is(kind string) bool { return slices.Contains(s.types, kind) }

// object returns the members of a JSON object and their names in order; nil
// names if it is none.
func object(raw agui.Raw) (members map[string]agui.Raw, names []string) {
	var all map[string]json.RawMessage
	if json.Unmarshal(raw, &all) != nil || all == nil {
		return nil, nil
	}
	members = make(map[string]agui.Raw, len(all))
	names = make([]string, 0, len(all))
	d := json.NewDecoder(bytes.NewReader(raw))
	_, _ = d.Token() // the brace: it was decoded before
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			break
		}
		if _, twice := members[name]; !twice {
			names = append(names, name)
		}
		members[name] = agui.Raw(value)
	}
	return members, names
}

func array(raw agui.Raw) []agui.Raw {
	var all []json.RawMessage
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	out := make([]agui.Raw, len(all))
	for i, v := range all {
		out[i] = agui.Raw(v)
	}
	return out
}

func text(raw agui.Raw) string {
	s, _ := agui.Unquote(raw)
	return s
}

func texts(raw agui.Raw) []string {
	var out []string
	for _, v := range array(raw) {
		if s, ok := agui.Unquote(v); ok {
			out = append(out, s)
		}
	}
	return out
}

func oneOrMore(raw agui.Raw) []string {
	if s, ok := agui.Unquote(raw); ok {
		return []string{s}
	}
	return texts(raw)
}
