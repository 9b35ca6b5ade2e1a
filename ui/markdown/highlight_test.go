package markdown_test

import (
	"testing"

	"github.com/alecthomas/chroma/v2"

	"agtui/ui/markdown"
)

// broken is a lexer that fails in some way.
type broken struct {
	chroma.Lexer

	tokens chroma.Iterator // nil: it fails at once
}

func (b broken) Tokenise(*chroma.TokeniseOptions, string) (chroma.Iterator, error) {
	if b.tokens == nil {
		panic("no tokens")
	}
	return b.tokens, nil
}

func TestHighlight_OfALexerThatFailsIsNone(t *testing.T) {
	t.Parallel()
	n := 0
	for name, lexer := range map[string]chroma.Lexer{
		"it panics":                    broken{},
		"it panics on a later token":   broken{tokens: func() chroma.Token { n++; return []chroma.Token{{Type: chroma.Text, Value: "x"}}[n-1] }},
		"it gives back another text":   broken{tokens: chroma.Literator(chroma.Token{Type: chroma.Text, Value: "y"})},
		"it gives back less than that": broken{tokens: chroma.Literator(chroma.Token{Type: chroma.Text, Value: "x"})},
	} {
		if got := markdown.HighlightWith(lexer, "xx"); got != nil {
			t.Errorf("%s: it has %d spans", name, len(got))
		}
	}
	whole := broken{tokens: chroma.Literator(chroma.Token{Type: chroma.Keyword, Value: "x"}, chroma.Token{Type: chroma.Text, Value: "x"})}
	if got := markdown.HighlightWith(whole, "xx"); len(got) != 2 {
		t.Errorf("a lexer that works gives %d spans", len(got))
	}
}
