package transcript

import (
	"strings"

	"agtui/store"
	"agtui/stream/agui"
)

// Source returns what a block is made of, as received, for copying: never the
// lines that were drawn. It may hold control characters of the wire.
func Source(b *store.Block) string {
	if b == nil {
		return ""
	}
	switch b.Kind {
	case store.Message:
		if b.Content != nil && b.Content.Kind != agui.ContentText {
			return contentSource(b.Content)
		}
		return b.Text.String()
	case store.Reasoning:
		return b.Text.String()
	case store.ToolCall:
		return toolSource(b)
	case store.Activity:
		return string(opaque(b.Body()))
	case store.SubagentHead:
		return lines(b.Name, b.Title, b.Error, string(b.Value))
	case store.Step:
		return b.Name
	case store.Question:
		if b.Interrupt != nil {
			return string(agui.AppendInterrupt(nil, b.Interrupt))
		}
		return ""
	case store.RunEnd:
		return runSource(b.RunInfo)
	case store.Notice:
		return lines(b.Name, string(b.Value))
	default:
		return ""
	}
}

func toolSource(b *store.Block) string {
	parts := []string{b.Text.String()}
	if b.Result != nil {
		parts = append(parts, contentSource(b.Result))
	}
	return lines(append(parts, b.ResultFrom().Error)...)
}

func runSource(r *store.Run) string {
	if r == nil {
		return ""
	}
	if text := lines(withCode(r.Error, r.ErrorCode), string(r.Result)); text != "" {
		return text
	}
	return string(runJSON(r))
}

func contentSource(c *agui.Content) string {
	switch c.Kind {
	case agui.ContentParts:
		parts := make([]string, 0, len(c.Parts))
		for i := range c.Parts {
			parts = append(parts, partSource(&c.Parts[i]))
		}
		return lines(parts...)
	case agui.ContentOpaque:
		return string(c.Opaque)
	default:
		return c.Text
	}
}

func partSource(p *agui.Part) string {
	switch {
	case p.Type == "text":
		return p.Text
	case p.Source != nil && p.Source.Type != "data":
		return p.Source.Value
	case p.Source == nil && p.URL.Set:
		return p.URL.Value
	default:
		return chip(p)
	}
}

// lines joins what is not empty.
func lines(parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "\n")
}
