package agui

// The plain decoders and the encoders. They enforce no schema: members and
// variants that the protocol does not know are kept in Extra and written
// again, as are nulls, so that what goes out is what came in. Only the order
// of an object's known members and white space between tokens may change.
// What a known field holds must be of its type, though, or it is an error.

// decode reads all of data.
func decode[T any](data []byte, what string, read func(*parser, *T) status) (T, error) {
	var v T
	p := parser{keep: true}
	st := p.run(data, func() status {
		v = *new(T)
		return read(&p, &v)
	})
	if st == bad {
		p.report(RuleBadField, "it is another type of value")
	}
	if err := p.malformed(what); err != nil {
		return *new(T), err
	}
	return v, nil
}

// DecodeEvent decodes one event without enforcement. A type that the protocol
// lacks is no error: it is UnknownType, with all its members in Extra.
func DecodeEvent(data []byte) (Event, error) {
	return decode(data, "event", func(p *parser, ev *Event) status {
		e := eventReader{ev: ev}
		st := e.read(p)
		if st == good && !e.typed {
			p.report(RuleMissingType, "it has no type")
		}
		return st
	})
}

// DecodeMessage decodes one message.
func DecodeMessage(data []byte) (Message, error) { return decode(data, "message", readMessage) }

// DecodeMessages decodes an array of messages.
func DecodeMessages(data []byte) ([]Message, error) {
	return decode(data, "messages", func(p *parser, at *[]Message) status {
		st, _ := list(p, at, "an object", readMessage)
		return st
	})
}

// DecodeInput decodes a run input.
func DecodeInput(data []byte) (RunAgentInput, error) { return decode(data, "run input", readInput) }

// DecodeInterrupt decodes one interrupt.
func DecodeInterrupt(data []byte) (Interrupt, error) { return decode(data, "interrupt", readInterrupt) }

// AppendEvent appends an event as JSON.
func AppendEvent(dst []byte, ev *Event) []byte {
	whole := *ev // the accessors may add the part of it that the type needs
	t := whole.Type
	if t >= numEventTypes {
		t = UnknownType
	}
	return appendObject(dst, eventSchemas[t], &whole, whole.Extra)
}

// AppendMessage appends a message as JSON.
func AppendMessage(dst []byte, m *Message) []byte { return appendMessage(dst, m) }

// AppendInterrupt appends an interrupt as JSON.
func AppendInterrupt(dst []byte, i *Interrupt) []byte { return appendInterrupt(dst, i) }

// AppendOutcome appends an outcome as JSON.
func AppendOutcome(dst []byte, o *Outcome) []byte { return appendOutcome(dst, o) }

// AppendUsage appends a token usage as JSON.
func AppendUsage(dst []byte, u *TokenUsage) []byte { return appendUsage(dst, u) }

// AppendInput appends a run input as JSON. The members messages, tools,
// context, forwardedProps and state are always there, because some servers
// refuse a request without them (PROTOCOL section 2).
func AppendInput(dst []byte, in *RunAgentInput) []byte {
	full := *in
	if full.State == nil {
		full.State = Raw("{}")
	}
	if full.ForwardedProps == nil || string(full.ForwardedProps) == "null" {
		full.ForwardedProps = Raw("{}")
	}
	if full.Messages == nil {
		full.Messages = []Message{}
	}
	if full.Tools == nil {
		full.Tools = []Tool{}
	}
	if full.Context == nil {
		full.Context = []Context{}
	}
	return appendObject(dst, inputSchema, &full, full.Extra)
}
