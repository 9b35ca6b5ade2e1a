package agui

import "slices"

// Outgoing returns the messages as they go to an agent (PROTOCOL section 2):
// activities and messages of unknown roles stay behind, as does every member
// that the protocol does not have for the role. Encrypted values, metadata and
// owners go back as they came. Deprecated parts are upgraded, unknown ones
// left out. The messages given are not changed.
func Outgoing(messages []Message) []Message {
	out := make([]Message, 0, len(messages))
	for i := range messages {
		m := messages[i]
		if m.Role == RoleActivity || messageSchema(m.Role) == nil {
			continue
		}
		m.Extra, m.ActivityType = nil, Opt[string]{}
		if m.Role != RoleTool {
			m.ToolCallID, m.Error = Opt[string]{}, Opt[string]{}
		}
		if m.Role == RoleTool || m.Role == RoleReasoning {
			m.Name = Opt[string]{}
		}
		m.ToolCalls = outgoingCalls(&m)
		m.Content = outgoingContent(m.Role, m.Content)
		out = append(out, m)
	}
	return out
}

func outgoingCalls(m *Message) []ToolCall {
	if m.Role != RoleAssistant || m.ToolCalls == nil {
		return nil
	}
	calls := slices.Clone(m.ToolCalls)
	for i := range calls {
		calls[i].Extra = nil
	}
	return calls
}

// outgoingContent is parts only for the roles that may have them.
func outgoingContent(role string, c *Content) *Content {
	if c == nil {
		return missingContent(role)
	}
	switch c.Kind {
	case ContentOpaque:
		return Text(string(Compact(nil, c.Opaque)))
	case ContentParts:
		parts := outgoingParts(c.Parts)
		if role == RoleUser || role == RoleTool {
			return &Content{Kind: ContentParts, Parts: parts}
		}
		return Text(textOf(parts))
	default:
		return c
	}
}

func outgoingParts(parts []Part) []Part {
	out := make([]Part, 0, len(parts))
	for _, part := range upgradeParts(parts) {
		switch {
		case partSchema(part.Type) == nil:
			continue
		case part.Type != PartText:
			if part.Source == nil || sourceSchema(part.Source.Type) == nil {
				continue
			}
			source := *part.Source
			source.Extra = nil
			part.Source = &source
		}
		if string(part.Metadata) == "null" {
			part.Metadata = nil
		}
		part.Extra = nil
		out = append(out, part)
	}
	return out
}
