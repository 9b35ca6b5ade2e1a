package agui

// The accessors make the part of the event that a type needs.

func (ev *Event) run() *Run {
	if ev.Run == nil {
		ev.Run = &Run{}
	}
	return ev.Run
}

func (ev *Event) subagent() *Subagent {
	if ev.Subagent == nil {
		ev.Subagent = &Subagent{}
	}
	return ev.Subagent
}

func (ev *Event) encrypted() *Encrypted {
	if ev.Encrypted == nil {
		ev.Encrypted = &Encrypted{}
	}
	return ev.Encrypted
}

func messageIDOf(ev *Event) *Opt[string] { return &ev.MessageID }
func nameOf(ev *Event) *Opt[string]      { return &ev.Name }
func roleOf(ev *Event) *Opt[string]      { return &ev.Role }
func valueOf(ev *Event) *Raw             { return &ev.Value }
func subagentID(ev *Event) *string       { return &ev.subagent().ID }
func runUsage(ev *Event) *[]TokenUsage   { return &ev.run().Usage }

//nolint:gochecknoglobals // tables that nothing writes to
var (
	eventType = field[Event]{
		name: "type", want: "a string", flags: anyValue,
		read:  func(p *parser, _ *Event) status { return p.skipped() },
		write: writeType,
	}
	eventTime  = optInt("timestamp", -maxSafe, func(ev *Event) *Opt[int64] { return &ev.Timestamp })
	eventMeta  = opaqueObject("metadata", func(ev *Event) *Raw { return &ev.Metadata })
	eventRaw   = opaque("rawEvent", func(ev *Event) *Raw { return &ev.RawEvent }).with(lateNull)
	eventOwner = optText("subagentRunId", func(ev *Event) *Opt[string] { return &ev.Owner })

	eventMessage  = optText("messageId", messageIDOf)
	eventCall     = optText("toolCallId", func(ev *Event) *Opt[string] { return &ev.ToolCallID })
	eventCallName = optText("toolCallName", nameOf)
	eventParent   = optText("parentMessageId", func(ev *Event) *Opt[string] { return &ev.ParentID }).with(lateNull)
	eventDelta    = optFree("delta", func(ev *Event) *Opt[string] { return &ev.Delta })
	eventName     = optText("name", nameOf)
	eventStep     = optText("stepName", nameOf)
	textRole      = oneOf(optText("role", roleOf), roleOf,
		RoleDeveloper, RoleSystem, RoleAssistant, RoleUser)
	toolRole      = oneOf(optText("role", roleOf), roleOf, RoleTool)
	reasoningRole = oneOf(optText("role", roleOf), roleOf, RoleReasoning)
	eventKind     = reqText("activityType", func(ev *Event) *string { return &ev.ActivityType }).
			with(expected).without(required)
	resultContent = young(contentField("a string or an array of parts", true, func(ev *Event) **Content { return &ev.Content }))
	eventSubagent = reqText("subagentRunId", subagentID)
	eventUsage    = listOf("usage", "an object", false, runUsage, readUsage, appendUsage)
	eventOutcome  = func(kinds func(string) *schema[Outcome], at func(*Event) **Outcome) field[Event] {
		return field[Event]{
			name: "outcome", want: "an object",
			read: func(p *parser, ev *Event) status { return outcomeOf(p, at(ev), kinds) },
			write: func(dst []byte, ev *Event) ([]byte, bool) {
				if o := *at(ev); o != nil {
					return appendOutcome(dst, o), true
				}
				return dst, false
			},
		}
	}
)

func runThread(ev *Event) *string { return &ev.run().ThreadID }
func runID(ev *Event) *string     { return &ev.run().RunID }

func patchField(name string) field[Event] {
	return listOf(name, "an object", true,
		func(ev *Event) *[]Operation { return &ev.Patch }, readOperation, appendOperation).with(required)
}

// event and tagged build the schema of an event type: its own fields, then
// those of all events; tagged ones may name a subagent as their owner.
func event(fields ...field[Event]) *schema[Event] {
	all := append([]field[Event]{eventType}, fields...)
	return newSchema(append(all, eventTime, eventMeta, eventRaw)...)
}

func tagged(fields ...field[Event]) *schema[Event] { return event(append(fields, eventOwner)...) }

// soft makes a required field one that the event can do without.
func soft(f field[Event]) field[Event] { return f.with(expected).without(required) }

//nolint:gochecknoglobals // a table that nothing writes to
var eventSchemas = [numEventTypes]*schema[Event]{
	// An unknown type has no fields of its own; it is kept for round trips.
	UnknownType: newSchema(field[Event]{
		name: "type", flags: anyValue, read: eventType.read, write: writeType,
	}),
	RunStarted:  runStarted(),
	RunFinished: runFinished(),
	RunError: event(reqText("message", func(ev *Event) *string { return &ev.run().Message }),
		optText("code", func(ev *Event) *Opt[string] { return &ev.run().Code }), eventUsage),
	StepStarted:             tagged(eventStep.with(required)),
	StepFinished:            tagged(eventStep.with(required)),
	TextMessageStart:        tagged(eventMessage.with(required), textRole, eventName),
	TextMessageContent:      tagged(eventMessage.with(required), eventDelta.with(required)),
	TextMessageEnd:          tagged(eventMessage.with(required)),
	TextMessageChunk:        tagged(eventMessage, textRole, eventDelta, eventName),
	ToolCallStart:           tagged(eventCall.with(required), eventCallName.with(expected), eventParent),
	ToolCallArgs:            tagged(eventCall.with(required), eventDelta.with(required)),
	ToolCallEnd:             tagged(eventCall.with(required)),
	ToolCallChunk:           tagged(eventCall, eventCallName, eventParent, eventDelta),
	ToolCallResult:          tagged(eventMessage.with(required), eventCall.with(required), resultContent.with(expected), toolRole),
	StateSnapshot:           tagged(opaque("snapshot", valueOf).with(required | anyValue)),
	StateDelta:              tagged(patchField("delta")),
	MessagesSnapshot:        messagesSnapshot(),
	ActivitySnapshot:        activitySnapshot(),
	ActivityDelta:           tagged(eventMessage.with(required), eventKind, patchField("patch")),
	RawEvent:                rawEvent(),
	Custom:                  tagged(eventName.with(expected), opaque("value", valueOf).with(expected|anyValue)),
	ReasoningStart:          tagged(eventMessage.with(required)),
	ReasoningEnd:            tagged(eventMessage.with(required)),
	ReasoningMessageStart:   tagged(eventMessage.with(required), reasoningRole.with(expected)),
	ReasoningMessageContent: tagged(eventMessage.with(required), eventDelta.with(required)),
	ReasoningMessageEnd:     tagged(eventMessage.with(required)),
	ReasoningMessageChunk:   tagged(eventMessage, eventDelta),
	ReasoningEncryptedValue: encryptedValue(),
	SubagentStarted:         subagentStarted(),
	SubagentFinished:        subagentFinished(),
	SubagentError: event(eventSubagent,
		soft(reqText("message", func(ev *Event) *string { return &ev.subagent().Message })),
		optText("code", func(ev *Event) *Opt[string] { return &ev.subagent().Code })),
	Meta: event(optText("metaType", nameOf), opaque("payload", valueOf).with(anyValue),
		ignored[Event]("id").with(moot), ignored[Event]("ts").with(moot)),

	ThinkingStart:              thinking(thinkingTitle()),
	ThinkingEnd:                thinking(),
	ThinkingTextMessageStart:   thinking(),
	ThinkingTextMessageContent: thinking(eventDelta.with(required)),
	ThinkingTextMessageEnd:     thinking(),
}

func writeType(dst []byte, ev *Event) ([]byte, bool) {
	if ev.Type == UnknownType {
		return AppendString(dst, ev.TypeName), true
	}
	return AppendString(dst, ev.Type.String()), true
}

func runStarted() *schema[Event] {
	return event(soft(reqText("threadId", runThread)), soft(reqText("runId", runID)),
		optText("protocolVersion", func(ev *Event) *Opt[string] { return &ev.run().ProtocolVersion }),
		optText("parentRunId", func(ev *Event) *Opt[string] { return &ev.run().ParentRunID }),
		field[Event]{
			name: "input", want: "an object",
			read: func(p *parser, ev *Event) status {
				in := &RunAgentInput{}
				st := readInput(p, in)
				if st == good {
					ev.run().Input = in
				}
				return st
			},
			write: func(dst []byte, ev *Event) ([]byte, bool) {
				in := ev.run().Input
				if in == nil {
					return dst, false
				}
				return appendObject(dst, inputSchema, in, in.Extra), true
			},
		})
}

// runFinished: an outcome that cannot be read makes the event malformed, for
// without it the event would say that the run was a success.
func runFinished() *schema[Event] {
	return event(reqText("threadId", runThread), reqText("runId", runID),
		opaque("result", func(ev *Event) *Raw { return &ev.run().Result }).with(lateNull),
		eventOutcome(runOutcome, func(ev *Event) **Outcome { return &ev.run().Outcome }).with(vital|lateNull),
		eventUsage)
}

func messagesSnapshot() *schema[Event] {
	return event(listOf("messages", "an object", false,
		func(ev *Event) *[]Message { return &ev.Messages }, readMessage, appendMessage).with(required))
}

func activitySnapshot() *schema[Event] {
	content := opaqueObject("content", valueOf)
	content.read = func(p *parser, ev *Event) status { return p.anyObject(&ev.Value) }
	return tagged(eventMessage.with(required), eventKind, content.with(required),
		optBool("replace", func(ev *Event) *Opt[bool] { return &ev.Replace }))
}

func rawEvent() *schema[Event] {
	return tagged(opaque("event", valueOf).with(required|anyValue),
		optText("source", func(ev *Event) *Opt[string] { return &ev.Source }))
}

func encryptedValue() *schema[Event] {
	subtype := reqText("subtype", func(ev *Event) *string { return &ev.encrypted().Subtype })
	subtype.want = "tool-call or message"
	read := subtype.read
	subtype.read = func(p *parser, ev *Event) status {
		st := read(p, ev)
		if kind := ev.encrypted().Subtype; st == good && kind != "tool-call" && kind != "message" {
			return bad
		}
		return st
	}
	return tagged(subtype,
		reqText("entityId", func(ev *Event) *string { return &ev.encrypted().EntityID }),
		reqText("encryptedValue", func(ev *Event) *string { return &ev.encrypted().Value }),
		optText("encryptedValueType", func(ev *Event) *Opt[string] { return &ev.encrypted().Type }))
}

func subagentStarted() *schema[Event] {
	return event(eventSubagent,
		soft(reqText("name", func(ev *Event) *string { return &ev.subagent().Name })),
		optText("description", func(ev *Event) *Opt[string] { return &ev.subagent().Description }),
		optText("parentSubagentRunId", func(ev *Event) *Opt[string] { return &ev.subagent().ParentID }),
		optText("parentToolCallId", func(ev *Event) *Opt[string] { return &ev.subagent().ParentToolCall }),
		optText("parentMessageId", func(ev *Event) *Opt[string] { return &ev.subagent().ParentMessageID }))
}

func subagentFinished() *schema[Event] {
	return event(eventSubagent,
		opaque("result", func(ev *Event) *Raw { return &ev.subagent().Result }).with(lateNull),
		eventOutcome(subagentOutcome, func(ev *Event) **Outcome { return &ev.subagent().Outcome }))
}

// thinking is the schema of a deprecated event. Ids and roles on it are
// overwritten by the translation, so whatever they are does not matter.
func thinking(fields ...field[Event]) *schema[Event] {
	return tagged(append(fields, ignored[Event]("messageId").with(moot), ignored[Event]("role").with(moot))...)
}

// thinkingTitle is read if it is text; the reference drops it whatever it is.
func thinkingTitle() field[Event] {
	f := optText("title", func(ev *Event) *Opt[string] { return &ev.Title })
	read := f.read
	f.flags = anyValue
	f.read = func(p *parser, ev *Event) status {
		if p.peek() != '"' && !p.keep {
			return p.skipped()
		}
		return read(p, ev)
	}
	return f
}
