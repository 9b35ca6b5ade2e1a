package agui

//nolint:gochecknoglobals // tables that nothing writes to
var (
	messageRole     = constant("role", func(m *Message) string { return m.Role })
	messageID       = reqText("id", func(m *Message) *string { return &m.ID })
	messageName     = optText("name", func(m *Message) *Opt[string] { return &m.Name })
	messageOwner    = optText("subagentRunId", func(m *Message) *Opt[string] { return &m.Owner })
	messageMetadata = opaqueObject("metadata", func(m *Message) *Raw { return &m.Metadata })
	messageSecret   = optFree("encryptedValue", func(m *Message) *Opt[string] { return &m.EncryptedValue })
	messageKind     = optText("encryptedValueType", func(m *Message) *Opt[string] { return &m.EncryptedType })
	messageText     = contentField("a string", false, messageContent)
	messageParts    = contentField("a string or an array of parts", true, messageContent)
	messageCallID   = optText("toolCallId", func(m *Message) *Opt[string] { return &m.ToolCallID })
	messageError    = optText("error", func(m *Message) *Opt[string] { return &m.Error })
	messageActivity = optText("activityType", func(m *Message) *Opt[string] { return &m.ActivityType })
	messageCalls    = listOf("toolCalls", "an object", false,
		func(m *Message) *[]ToolCall { return &m.ToolCalls }, readToolCall, appendToolCall)
	activityContent = opaqueContent("content", messageContent)

	plainMessage = newSchema(messageID, messageRole, messageText.with(expected), messageName,
		messageSecret, messageKind, messageOwner, messageMetadata)
	assistantMessage = newSchema(messageID, messageRole, messageText, messageCalls, messageName,
		messageSecret, messageKind, messageOwner, messageMetadata)
	userMessage = newSchema(messageID, messageRole, messageParts.with(expected), messageName,
		messageSecret, messageKind, messageOwner, messageMetadata)
	toolMessage = newSchema(messageID, messageRole, messageCallID.with(required), messageParts.with(expected),
		messageError, messageSecret, messageKind, messageOwner, messageMetadata)
	activityMessage = newSchema(messageID, messageRole, messageActivity.with(expected),
		activityContent.with(expected), messageOwner, messageMetadata)
	reasoningMessage = newSchema(messageID, messageRole, messageText.with(expected),
		messageSecret, messageKind, messageOwner, messageMetadata)
	// anyMessage writes messages of every role, and keeps those of unknown
	// roles for a round trip.
	anyMessage = newSchema(messageID, messageRole, messageParts, messageName, messageCalls, messageCallID,
		messageError, messageActivity, messageSecret, messageKind, messageOwner, messageMetadata)

	// toolCallSchema's function member is an object of its own; unknown members
	// of it are kept as a member named function of the call's Extra.
	toolCallSchema = newSchema(
		reqText("id", func(c *ToolCall) *string { return &c.ID }),
		field[ToolCall]{
			name: "type", want: `"function"`, flags: expected,
			read:  readCallType,
			write: func(dst []byte, _ *ToolCall) ([]byte, bool) { return append(dst, `"function"`...), true },
		},
		field[ToolCall]{
			name: "function", want: "an object", flags: required,
			read: readFunction, write: writeFunction,
		},
		optFree("encryptedValue", func(c *ToolCall) *Opt[string] { return &c.EncryptedValue }),
		optText("encryptedValueType", func(c *ToolCall) *Opt[string] { return &c.EncryptedType }),
		opaqueObject("metadata", func(c *ToolCall) *Raw { return &c.Metadata }),
	)
	functionSchema = newSchema(
		reqText("name", func(f *function) *string { return &f.name }),
		field[function]{
			name: "arguments", want: "a string", flags: expected,
			read:  readArguments,
			write: func(dst []byte, f *function) ([]byte, bool) { return AppendString(dst, f.arguments), true },
		},
	)
)

// function is the inner object of a tool call.
type function struct {
	name, arguments string
	extra           []Field
}

func messageContent(m *Message) **Content { return &m.Content }

func messageSchema(role string) *schema[Message] {
	switch role {
	case RoleDeveloper, RoleSystem:
		return plainMessage
	case RoleAssistant:
		return assistantMessage
	case RoleUser:
		return userMessage
	case RoleTool:
		return toolMessage
	case RoleActivity:
		return activityMessage
	case RoleReasoning:
		return reasoningMessage
	default:
		return nil
	}
}

func readMessage(p *parser, m *Message) status {
	role, ok, st := p.tag("role")
	if st != good {
		return st
	}
	s := messageSchema(role)
	if s == nil {
		if !p.keep || !ok {
			return p.leave("role", role, ok)
		}
		s = anyMessage
	}
	m.Role = role
	st = object(p, s, m, &m.Extra)
	if st == good && m.Content == nil && !p.keep {
		m.Content = missingContent(role)
	}
	return st
}

// missingContent stands in where a role needs content and there was none.
func missingContent(role string) *Content {
	switch role {
	case RoleAssistant:
		return nil
	case RoleActivity:
		return &Content{Kind: ContentOpaque, Opaque: Raw("{}")}
	default:
		return Text("")
	}
}

// contentField is a content that is text or, if it may be, parts.
func contentField[T any](want string, parts bool, at func(*T) **Content) field[T] {
	return field[T]{
		name: "content", want: want,
		read: func(p *parser, o *T) status { return readContent(p, at(o), want, parts) },
		write: func(dst []byte, o *T) ([]byte, bool) {
			if c := *at(o); c != nil {
				return AppendContent(dst, c), true
			}
			return dst, false
		},
	}
}

// young is a field in which no late null is forgiven.
func young[T any](f field[T]) field[T] {
	read := f.read
	f.read = func(p *parser, o *T) status {
		p.young = true
		st := read(p, o)
		p.young = false
		return st
	}
	return f
}

// opaqueContent is the content of an activity: an object. Another value is
// reported and kept, for it can be shown.
func opaqueContent[T any](name string, at func(*T) **Content) field[T] {
	return field[T]{
		name: name, want: "an object",
		read: func(p *parser, o *T) status {
			c := &Content{Kind: ContentOpaque}
			st := p.anyObject(&c.Opaque)
			*at(o) = c
			return st
		},
		write: func(dst []byte, o *T) ([]byte, bool) {
			if c := *at(o); c != nil {
				return AppendContent(dst, c), true
			}
			return dst, false
		},
	}
}

// anyObject reads an object, or reports another value and reads it all the
// same.
func (p *parser) anyObject(at *Raw) status {
	start := p.pos
	if p.peek() != '{' {
		if p.mismatch(start, "an object") == broken {
			return broken
		}
		*at = Raw(p.data[start:p.pos:p.pos])
		return good
	}
	return p.raw(at)
}

func readContent(p *parser, at **Content, want string, parts bool) status {
	c := &Content{}
	*at = c
	start, mark := p.pos, p.mark()
	switch {
	case p.peek() == '"':
		return p.text(&c.Text)
	case p.peek() != '[':
		return p.salvage(c, start, want)
	}
	c.Kind = ContentParts
	if st := readParts(p, &c.Parts); st != good || parts {
		return st
	}
	p.undo(mark)
	text := textOf(c.Parts)
	st := p.mismatch(start, want)
	*c = Content{Kind: ContentText, Text: text}
	return st
}

// salvage reports a content that is neither text nor parts, and keeps what it
// says: as it is for a round trip, else as JSON text.
func (p *parser) salvage(c *Content, start int, want string) status {
	if p.mismatch(start, want) == broken {
		return broken
	}
	value := Raw(p.data[start:p.pos:p.pos])
	*c = Content{Kind: ContentText, Text: string(Compact(nil, value))}
	return good
}

// textOf joins the text of parts, as one reads them.
func textOf(parts []Part) string {
	var text []byte
	for i := range parts {
		text = AppendText(text, parts[i].Text)
	}
	return string(text)
}

func readToolCall(p *parser, c *ToolCall) status { return object(p, toolCallSchema, c, &c.Extra) }

func appendToolCall(dst []byte, c *ToolCall) []byte {
	extra := make([]Field, 0, len(c.Extra))
	for _, f := range c.Extra {
		if f.Name != "function" {
			extra = append(extra, f)
		}
	}
	return appendObject(dst, toolCallSchema, c, extra)
}

func readCallType(p *parser, _ *ToolCall) status {
	kind := ""
	if st := p.ident(&kind); st != good {
		return st
	}
	if kind != "function" {
		return bad
	}
	return good
}

func readFunction(p *parser, c *ToolCall) status {
	var f function
	st := object(p, functionSchema, &f, &f.extra)
	c.Name, c.Arguments = f.name, f.arguments
	if len(f.extra) > 0 {
		c.Extra = append(c.Extra, Field{Name: "function", Value: appendFields(nil, f.extra)})
	}
	return st
}

func writeFunction(dst []byte, c *ToolCall) ([]byte, bool) {
	f := function{name: c.Name, arguments: c.Arguments}
	for _, e := range c.Extra {
		if e.Name == "function" {
			f.extra = append(f.extra, fieldsOf(e.Value)...)
		}
	}
	return appendObject(dst, functionSchema, &f, f.extra), true
}

// appendFields writes members as an object, and fieldsOf reads them back.
func appendFields(dst []byte, fields []Field) []byte {
	return appendObject(dst, &schema[struct{}]{}, &struct{}{}, fields)
}

func fieldsOf(raw Raw) []Field {
	p := parser{keep: true}
	var fields []Field
	p.run(raw, func() status {
		fields = nil
		return object(&p, &schema[struct{}]{}, &struct{}{}, &fields)
	})
	return fields
}

// readArguments takes the arguments as text. Servers that send the parsed
// value mean its text.
func readArguments(p *parser, f *function) status {
	if p.peek() == '"' {
		return p.text(&f.arguments)
	}
	start := p.pos
	if p.mismatch(start, "a string") == broken {
		return broken
	}
	f.arguments = string(Compact(nil, Raw(p.data[start:p.pos])))
	return good
}
