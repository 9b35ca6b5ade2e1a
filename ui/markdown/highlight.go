package markdown

import (
	"charm.land/glamour/v2/ansi"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

// Span is a run of code of one kind, made by Highlight. The spans of a fence
// follow one another from its start and do not depend on the style.
type Span struct {
	Len  int // bytes
	kind chroma.TokenType
}

// Job is a code fence that wants highlighting. It may go to another goroutine.
type Job struct {
	ID         int
	Lang, Code string
}

// Highlight splits code into spans, with chroma. It is slow (about 0.5 MB/s)
// and safe on any goroutine. Unknown languages, code that the lexer does not
// give back as it was, and code on which it fails have no spans.
func Highlight(lang, code string) []Span {
	return highlight(lexers.Get, lang, code)
}

// highlight splits code with one of the lexers. What one of these many does on
// the code of a stranger must not end the program.
func highlight(get func(lang string) chroma.Lexer, lang, code string) (spans []Span) {
	defer func() {
		if recover() != nil {
			spans = nil
		}
	}()
	lexer := get(lang)
	if lexer == nil {
		return nil
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return nil
	}
	at := 0
	for t := tokens(); t != chroma.EOF; t = tokens() {
		if at+len(t.Value) > len(code) || code[at:at+len(t.Value)] != t.Value {
			return nil
		}
		at += len(t.Value)
		if n := len(spans); n > 0 && spans[n-1].kind == t.Type {
			spans[n-1].Len += len(t.Value)
			continue
		}
		spans = append(spans, Span{len(t.Value), t.Type})
	}
	if at != len(code) {
		return nil
	}
	return spans
}

// tokenLooks maps the kinds of tokens to looks: a style's own table, or a
// chroma theme by name.
func (o StyleOptions) tokenLooks(block ansi.StyleCodeBlock) map[chroma.TokenType]look {
	if o.Plain {
		return nil
	}
	if block.Chroma != nil {
		return o.chromaTable(block.Chroma)
	}
	if block.Theme == "" {
		return nil
	}
	theme := styles.Get(block.Theme)
	looks := map[chroma.TokenType]look{}
	for _, t := range theme.Types() {
		e := theme.Get(t)
		var l look
		if e.Colour.IsSet() && !o.NoColor {
			c := e.Colour.String()
			l.fg = colour(&c, '3')
		}
		for f, on := range map[flags]bool{bold: e.Bold == chroma.Yes, italic: e.Italic == chroma.Yes, underline: e.Underline == chroma.Yes} {
			if on {
				l.flags |= f
			}
		}
		looks[t] = l
	}
	return looks
}

func (o StyleOptions) chromaTable(c *ansi.Chroma) map[chroma.TokenType]look {
	looks := map[chroma.TokenType]look{}
	for t, p := range map[chroma.TokenType]ansi.StylePrimitive{
		chroma.Text: c.Text, chroma.Error: c.Error, chroma.Comment: c.Comment, chroma.CommentPreproc: c.CommentPreproc,
		chroma.Keyword: c.Keyword, chroma.KeywordReserved: c.KeywordReserved,
		chroma.KeywordNamespace: c.KeywordNamespace, chroma.KeywordType: c.KeywordType,
		chroma.Operator: c.Operator, chroma.Punctuation: c.Punctuation,
		chroma.Name: c.Name, chroma.NameBuiltin: c.NameBuiltin, chroma.NameTag: c.NameTag,
		chroma.NameAttribute: c.NameAttribute, chroma.NameClass: c.NameClass, chroma.NameConstant: c.NameConstant,
		chroma.NameDecorator: c.NameDecorator, chroma.NameException: c.NameException,
		chroma.NameFunction: c.NameFunction, chroma.NameOther: c.NameOther,
		chroma.Literal: c.Literal, chroma.LiteralNumber: c.LiteralNumber, chroma.LiteralDate: c.LiteralDate,
		chroma.LiteralString: c.LiteralString, chroma.LiteralStringEscape: c.LiteralStringEscape,
		chroma.GenericDeleted: c.GenericDeleted, chroma.GenericEmph: c.GenericEmph,
		chroma.GenericInserted: c.GenericInserted, chroma.GenericStrong: c.GenericStrong,
		chroma.GenericSubheading: c.GenericSubheading,
	} {
		cp := o.compile(p)
		cp.bg = "" // a background would end where the text ends
		if l := cp.on(look{}); l != (look{}) {
			looks[t] = l
		}
	}
	return looks
}

// token is the look of a kind of token, or of its parents.
func (s *Style) token(t chroma.TokenType, base look) look {
	for _, k := range [...]chroma.TokenType{t, t.SubCategory(), t.Category(), chroma.Text} {
		if l, ok := s.tokens[k]; ok {
			return l
		}
	}
	return base
}
