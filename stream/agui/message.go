package agui

// The roles of a message.
const (
	RoleDeveloper = "developer"
	RoleSystem    = "system"
	RoleAssistant = "assistant"
	RoleUser      = "user"
	RoleTool      = "tool"
	RoleActivity  = "activity"
	RoleReasoning = "reasoning"
)

// Message is a message of any role (PROTOCOL section 4).
type Message struct {
	ID   string
	Role string
	// Content is nil where the key is absent (an assistant message made by a
	// tool call).
	Content        *Content
	Name           Opt[string]
	ToolCalls      []ToolCall  // assistant; nil when the key is absent
	ToolCallID     Opt[string] // tool
	Error          Opt[string] // tool
	ActivityType   Opt[string] // activity
	EncryptedValue Opt[string]
	EncryptedType  Opt[string] // encryptedValueType, 1.1
	Owner          Opt[string] // subagentRunId
	Metadata       Raw         // an object, or nil
	Extra          []Field
}

// Content is a message's content: exactly one of text, parts, or (activities)
// an opaque value.
type Content struct {
	Kind   ContentKind
	Text   string // ContentText
	Parts  []Part // ContentParts
	Opaque Raw    // ContentOpaque
}

// ContentKind tells which member of a Content is in use.
type ContentKind uint8

// The kinds of content.
const (
	ContentText ContentKind = iota
	ContentParts
	ContentOpaque
)

// Text returns content that is a plain string.
func Text(s string) *Content { return &Content{Kind: ContentText, Text: s} }

// Part is one part of a multimodal content: text, image, audio, video or
// document; or the deprecated binary, which Legacy upgrades.
type Part struct {
	Type     string
	Text     string // text
	ID       Opt[string]
	Source   *Source // media
	Metadata Raw     // any JSON on media parts
	// The deprecated binary part's fields.
	MimeType, Data, URL, Filename Opt[string]
	Extra                         []Field
}

// Source says where a media part's bytes are: "data" (base64 in Value), "url"
// or "file" (an opaque handle that must not be fetched).
type Source struct {
	Type     string
	Value    string
	MimeType Opt[string]
	Provider Opt[string]
	Extra    []Field
}

// ToolCall is a call of an assistant message. Arguments is JSON text, whole
// only after TOOL_CALL_END.
type ToolCall struct {
	ID             string
	Name           string
	Arguments      string
	EncryptedValue Opt[string]
	EncryptedType  Opt[string]
	Metadata       Raw
	Extra          []Field
}
