package agui

// typeNames has the wire name of every event type.
//
//nolint:gochecknoglobals // a table that nothing writes to
var typeNames = [numEventTypes]string{
	RunStarted:                 "RUN_STARTED",
	RunFinished:                "RUN_FINISHED",
	RunError:                   "RUN_ERROR",
	StepStarted:                "STEP_STARTED",
	StepFinished:               "STEP_FINISHED",
	TextMessageStart:           "TEXT_MESSAGE_START",
	TextMessageContent:         "TEXT_MESSAGE_CONTENT",
	TextMessageEnd:             "TEXT_MESSAGE_END",
	TextMessageChunk:           "TEXT_MESSAGE_CHUNK",
	ToolCallStart:              "TOOL_CALL_START",
	ToolCallArgs:               "TOOL_CALL_ARGS",
	ToolCallEnd:                "TOOL_CALL_END",
	ToolCallChunk:              "TOOL_CALL_CHUNK",
	ToolCallResult:             "TOOL_CALL_RESULT",
	StateSnapshot:              "STATE_SNAPSHOT",
	StateDelta:                 "STATE_DELTA",
	MessagesSnapshot:           "MESSAGES_SNAPSHOT",
	ActivitySnapshot:           "ACTIVITY_SNAPSHOT",
	ActivityDelta:              "ACTIVITY_DELTA",
	RawEvent:                   "RAW",
	Custom:                     "CUSTOM",
	ReasoningStart:             "REASONING_START",
	ReasoningEnd:               "REASONING_END",
	ReasoningMessageStart:      "REASONING_MESSAGE_START",
	ReasoningMessageContent:    "REASONING_MESSAGE_CONTENT",
	ReasoningMessageEnd:        "REASONING_MESSAGE_END",
	ReasoningMessageChunk:      "REASONING_MESSAGE_CHUNK",
	ReasoningEncryptedValue:    "REASONING_ENCRYPTED_VALUE",
	SubagentStarted:            "SUBAGENT_STARTED",
	SubagentFinished:           "SUBAGENT_FINISHED",
	SubagentError:              "SUBAGENT_ERROR",
	Meta:                       "META",
	ThinkingStart:              "THINKING_START",
	ThinkingEnd:                "THINKING_END",
	ThinkingTextMessageStart:   "THINKING_TEXT_MESSAGE_START",
	ThinkingTextMessageContent: "THINKING_TEXT_MESSAGE_CONTENT",
	ThinkingTextMessageEnd:     "THINKING_TEXT_MESSAGE_END",
}

// String returns the wire name. UnknownType has none: the name as it was
// written is in Event.TypeName.
func (t EventType) String() string {
	if t == UnknownType || t >= numEventTypes {
		return "UNKNOWN"
	}
	return typeNames[t]
}

// TypeOf returns the event type with that wire name. Names are
// case-sensitive, as they are for the reference.
func TypeOf(name string) (EventType, bool) {
	t := typeOf([]byte(name))
	return t, t != UnknownType
}

func typeOf(name []byte) EventType {
	for t := RunStarted; t < numEventTypes; t++ {
		if typeNames[t] == string(name) {
			return t
		}
	}
	return UnknownType
}

// Terminal reports whether the type ends a run.
func (t EventType) Terminal() bool { return t == RunFinished || t == RunError }
