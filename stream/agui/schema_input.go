package agui

//nolint:gochecknoglobals // tables that nothing writes to
var (
	interruptSchema = newSchema(
		reqText("id", func(i *Interrupt) *string { return &i.ID }),
		reqText("reason", func(i *Interrupt) *string { return &i.Reason }).with(expected).without(required),
		optFree("message", func(i *Interrupt) *Opt[string] { return &i.Message }),
		optText("toolCallId", func(i *Interrupt) *Opt[string] { return &i.ToolCallID }),
		opaqueObject("responseSchema", func(i *Interrupt) *Raw { return &i.ResponseSchema }),
		optText("expiresAt", func(i *Interrupt) *Opt[string] { return &i.ExpiresAt }),
		opaqueObject("metadata", func(i *Interrupt) *Raw { return &i.Metadata }),
		optText("subagentRunId", func(i *Interrupt) *Opt[string] { return &i.Owner }),
	)

	outcomeType     = constant("type", func(o *Outcome) string { return o.Type })
	outcomePending  = textList("pendingToolCallIds", func(o *Outcome) *[]string { return &o.PendingToolCallIDs })
	outcomeAsked    = textList("interruptIds", func(o *Outcome) *[]string { return &o.InterruptIDs })
	outcomeQuestion = field[Outcome]{
		name: "interrupts", want: "an array of at least one interrupt", flags: required,
		read: readInterrupts,
		write: func(dst []byte, o *Outcome) ([]byte, bool) {
			return appendList(dst, o.Interrupts, appendInterrupt), o.Interrupts != nil
		},
	}
	successOutcome   = newSchema(outcomeType, outcomePending)
	interruptOutcome = newSchema(outcomeType, outcomeQuestion)
	suspendedOutcome = newSchema(outcomeType, outcomeAsked)
	otherOutcome     = newSchema(outcomeType)
	anyOutcome       = newSchema(outcomeType, outcomePending, outcomeQuestion, outcomeAsked)
	usageProvider    = optText("provider", func(u *TokenUsage) *Opt[string] { return &u.Provider })
	usageModel       = optText("model", func(u *TokenUsage) *Opt[string] { return &u.Model })
	tokenUsageSchema = newSchema(usageProvider, usageModel,
		optInt("inputTokens", 0, func(u *TokenUsage) *Opt[int64] { return &u.InputTokens }),
		optInt("outputTokens", 0, func(u *TokenUsage) *Opt[int64] { return &u.OutputTokens }),
		optInt("totalTokens", 0, func(u *TokenUsage) *Opt[int64] { return &u.TotalTokens }),
		optInt("reasoningTokens", 0, func(u *TokenUsage) *Opt[int64] { return &u.ReasoningTokens }),
		optInt("cachedInputTokens", 0, func(u *TokenUsage) *Opt[int64] { return &u.CachedInputTokens }),
		optInt("cacheWriteInputTokens", 0, func(u *TokenUsage) *Opt[int64] { return &u.CacheWriteInputTokens }),
	)

	toolSchema = newSchema(
		reqText("name", func(t *Tool) *string { return &t.Name }),
		reqText("description", func(t *Tool) *string { return &t.Description }).with(expected).without(required),
		opaque("parameters", func(t *Tool) *Raw { return &t.Parameters }).with(lateNull),
		opaqueObject("metadata", func(t *Tool) *Raw { return &t.Metadata }),
	)
	contextSchema = newSchema(
		reqText("description", func(c *Context) *string { return &c.Description }),
		reqText("value", func(c *Context) *string { return &c.Value }),
	)
	resumeSchema = newSchema(
		reqText("interruptId", func(r *ResumeEntry) *string { return &r.InterruptID }),
		resumeStatus,
		opaque("payload", func(r *ResumeEntry) *Raw { return &r.Payload }).with(lateNull),
		opaqueObject("metadata", func(r *ResumeEntry) *Raw { return &r.Metadata }),
	)
	resumeStatus = field[ResumeEntry]{
		name: "status", want: "resolved or cancelled", flags: required,
		read: func(p *parser, r *ResumeEntry) status {
			st := p.ident(&r.Status)
			if st == good && r.Status != StatusResolved && r.Status != StatusCancelled {
				return bad
			}
			return st
		},
		write: func(dst []byte, r *ResumeEntry) ([]byte, bool) { return AppendString(dst, r.Status), true },
	}

	inputMessages = listOf("messages", "an object", false,
		func(in *RunAgentInput) *[]Message { return &in.Messages }, readMessage, appendMessage)
	inputTools = listOf("tools", "an object", false,
		func(in *RunAgentInput) *[]Tool { return &in.Tools }, readTool, appendTool)
	inputContext = listOf("context", "an object", false,
		func(in *RunAgentInput) *[]Context { return &in.Context }, readContext, appendContext)
	inputResume = listOf("resume", "an object", false,
		func(in *RunAgentInput) *[]ResumeEntry { return &in.Resume }, readResume, appendResume)
	inputSchema = newSchema(
		reqText("threadId", func(in *RunAgentInput) *string { return &in.ThreadID }).with(expected).without(required),
		reqText("runId", func(in *RunAgentInput) *string { return &in.RunID }).with(expected).without(required),
		optText("protocolVersion", func(in *RunAgentInput) *Opt[string] { return &in.ProtocolVersion }),
		optText("parentRunId", func(in *RunAgentInput) *Opt[string] { return &in.ParentRunID }),
		opaque("state", func(in *RunAgentInput) *Raw { return &in.State }).with(quietNull),
		inputMessages.with(expected),
		inputTools,
		inputContext,
		opaque("forwardedProps", func(in *RunAgentInput) *Raw { return &in.ForwardedProps }).with(lateNull),
		inputResume,
	)
)

func readInterrupt(p *parser, i *Interrupt) status { return object(p, interruptSchema, i, &i.Extra) }

func readUsage(p *parser, u *TokenUsage) status   { return object(p, tokenUsageSchema, u, &u.Extra) }
func readTool(p *parser, t *Tool) status          { return object(p, toolSchema, t, &t.Extra) }
func readContext(p *parser, c *Context) status    { return object(p, contextSchema, c, &c.Extra) }
func readResume(p *parser, r *ResumeEntry) status { return object(p, resumeSchema, r, &r.Extra) }
func readInput(p *parser, in *RunAgentInput) status {
	return object(p, inputSchema, in, &in.Extra)
}

func appendInterrupt(dst []byte, i *Interrupt) []byte {
	return appendObject(dst, interruptSchema, i, i.Extra)
}

func appendUsage(dst []byte, u *TokenUsage) []byte {
	return appendObject(dst, tokenUsageSchema, u, u.Extra)
}

func appendTool(dst []byte, t *Tool) []byte { return appendObject(dst, toolSchema, t, t.Extra) }

func appendContext(dst []byte, c *Context) []byte {
	return appendObject(dst, contextSchema, c, c.Extra)
}

func appendResume(dst []byte, r *ResumeEntry) []byte {
	return appendObject(dst, resumeSchema, r, r.Extra)
}

func appendMessage(dst []byte, m *Message) []byte { return appendObject(dst, anyMessage, m, m.Extra) }

// readInterrupts wants at least one that can be answered: an interrupt outcome
// without a question cannot be told from a lost one.
func readInterrupts(p *parser, o *Outcome) status {
	st, _ := list(p, &o.Interrupts, "an object", readInterrupt)
	if st == good && len(o.Interrupts) == 0 {
		return bad
	}
	return st
}

// outcomeOf reads an outcome whose type is one of those that kinds knows.
func outcomeOf(p *parser, at **Outcome, kinds func(string) *schema[Outcome]) status {
	kind, ok, st := p.tag("type")
	if st != good {
		return st
	}
	s := kinds(kind)
	if s == nil {
		if !p.keep || !ok {
			return p.leave("type", kind, ok)
		}
		s = otherOutcome
	}
	o := &Outcome{Type: kind}
	if st = object(p, s, o, &o.Extra); st == good {
		*at = o
	}
	return st
}

func runOutcome(kind string) *schema[Outcome] {
	switch kind {
	case OutcomeSuccess:
		return successOutcome
	case OutcomeInterrupt:
		return interruptOutcome
	case OutcomeCancelled:
		return otherOutcome
	default:
		return nil
	}
}

func subagentOutcome(kind string) *schema[Outcome] {
	switch kind {
	case OutcomeSuccess:
		return otherOutcome
	case OutcomeSuspended:
		return suspendedOutcome
	default:
		return nil
	}
}

func appendOutcome(dst []byte, o *Outcome) []byte { return appendObject(dst, anyOutcome, o, o.Extra) }
