package demo

import (
	"fmt"
	"strings"
	"unicode"

	"agtui/stream/agui"
)

// chat answers a plain sentence.
func (c *call) chat() script {
	if m := c.last(); m.Role == agui.RoleTool {
		return c.toolAnswered(m)
	}
	said := c.said()
	remember := stateSnapshot(withMember(c.visits(), "lastWords", jsonString(clip(said))))
	switch kindOf(said) {
	case silenceKind:
		return run(remember, say("§text", "You sent an empty message, which is allowed. Write `help` to see what I can do."))
	case greeting:
		return run(remember, say("§text", page("hello.md")))
	case gratitude:
		return run(remember, say("§text", page("thanks.md")))
	case farewell:
		return run(remember, say("§text", page("bye.md")))
	case plea:
		return run(remember, say("§text", page("help.md")))
	case inquiry:
		return run(remember,
			think("§thought", "A question. I have no model and no search, so an honest answer is: I do not know. I can offer something else."),
			say("§text", fmt.Sprintf(page("question.md"), quoted(said))))
	default:
		return run(remember, say("§text", fmt.Sprintf(page("echo.md"), quoted(said))))
	}
}

// kind is what a sentence seems to be.
type kind uint8

const (
	statement kind = iota
	silenceKind
	greeting
	gratitude
	farewell
	plea
	inquiry
)

func kindOf(said string) kind {
	s := strings.ToLower(strings.TrimSpace(said))
	first, _, _ := strings.Cut(strings.TrimRightFunc(s, unicode.IsPunct), " ")
	first = strings.TrimRightFunc(first, unicode.IsPunct)
	is := func(list string) bool {
		return first != "" && strings.Contains(" "+list+" ", " "+first+" ")
	}
	switch {
	case s == "":
		return silenceKind
	case is("hello hi hey hallo hola bonjour moin servus greetings good 안녕 안녕하세요 こんにちは नमस्ते สวัสดี مرحبا שלום 你好 👋"):
		return greeting
	case is("thanks thank thx merci danke gracias 고마워 감사합니다 ありがとう"):
		return gratitude
	case is("bye goodbye ciao quit exit"):
		return farewell
	case is("help ? /help"), strings.Contains(s, "what can you do"), strings.Contains(s, "who are you"):
		return plea
	case strings.ContainsAny(s, "?？؟"), is("what why how who when where which can could is are do does"):
		return inquiry
	default:
		return statement
	}
}

// clip makes one short line of what somebody wrote, without what could steer a
// terminal.
func clip(s string) string {
	const most = 80
	clean := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if r == unicode.ReplacementChar || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	clean = strings.Join(strings.Fields(clean), " ")
	if runes := []rune(clean); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return clean
}

// quoted is clip as Markdown text in quotes, without markup of its own.
func quoted(s string) string { return "“" + escaped(clip(s)) + "”" }

// escaped takes the meaning from what could be Markdown.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]()<>#+!|~&@:.-", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
