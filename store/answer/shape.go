package answer

import (
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
	// given, "" where the schema leaves no room for one.
	Reason string
	// Options are all the answers there are, where the schema names them.
	Options []Option
	// FreeText: any text will do, since nothing else is wanted.
	FreeText bool
	// Skeleton is a payload to start editing from.
	Skeleton string
}

// Option is an answer that the schema names.
type Option struct {
	Label   string // for people; from the wire
	Payload agui.Raw
}

// maxOptions is how many named answers are offered one by one; of more, one is
// typed.
const maxOptions = 12

// Of reads the shape of an interrupt. It never fails: what it cannot read is
// answered as JSON or text.
func Of(in *agui.Interrupt) Shape {
	s := read(in.ResponseSchema)
	if s == nil {
		return bare(in)
	}
	if s.property("approved") != nil {
		return Shape{
			Approval: true,
			CanEdit:  s.property("editedArgs") != nil,
			Reason:   s.reason(),
			Skeleton: s.skeleton("", 0),
		}
	}
	sh := Shape{Options: s.options(), Skeleton: s.skeleton("", 0)}
	if len(sh.Options) == 0 && s.is("string") {
		sh.FreeText, sh.Skeleton = true, ""
		if v, ok := agui.Unquote(s.given); ok {
			sh.Skeleton = v
		}
	}
	return sh
}

// reason is the property of an approval that takes a denial's reason.
func (s *schema) reason() string {
	for _, name := range []string{"reason", "message", "feedback", "comment"} {
		if p := s.property(name); p != nil && (p.is("string") || len(p.types) == 0) {
			return name
		}
	}
	if s.shut() {
		return ""
	}
	return "reason"
}

// options are the values of an enumeration, of a list of constants, of a
// boolean, or of an object that has one such member and no other.
func (s *schema) options() []Option {
	if len(s.properties) == 1 && len(s.any) == 0 {
		p := s.properties[0]
		list := p.of.values()
		for i := range list {
			body := agui.AppendString([]byte{'{'}, p.name)
			list[i].Payload = append(append(append(body, ':'), list[i].Payload...), '}')
		}
		return list
	}
	if len(s.properties) > 0 {
		return nil
	}
	return s.values()
}

func (s *schema) values() []Option {
	var list []Option
	for _, alt := range s.any {
		if len(alt.constant) == 0 {
			return nil
		}
		list = append(list, option(alt.title, alt.constant))
	}
	for _, v := range s.enum {
		list = append(list, option("", v))
	}
	if len(list) == 0 && slices.Equal(s.types, []string{"boolean"}) {
		list = []Option{option("Yes", agui.Raw("true")), option("No", agui.Raw("false"))}
	}
	if len(list) > maxOptions {
		return nil
	}
	return list
}

func option(label string, v agui.Raw) Option {
	if label == "" {
		label = string(v)
		if s, ok := agui.Unquote(v); ok {
			label = s
		}
	}
	return Option{Label: label, Payload: slices.Clone(v)}
}

// bare is the shape of an interrupt without a usable schema: its reason
// decides (PROTOCOL section 8.1).
func bare(in *agui.Interrupt) Shape {
	switch in.Reason {
	case "tool_call", "confirmation":
		return Shape{Approval: true, Reason: "reason", Skeleton: `{"approved": true}`}
	default:
		return Shape{FreeText: true}
	}
}
