package ui_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"agtui/stream/agui"
	"agtui/ui"
)

// hostile are texts that an agent or a clipboard could hold.
var hostile = []string{
	"plain words", "한글 문장", "👩🏽‍💻👨‍👩‍👧‍👦", "🇰🇷🇩🇪🇫", "\x1b[31mred\x1b]0;title\x07", "\u009b2J", "\x1bP1;2q\x1b\\",
	"a\tb\rc\x00\x08", "\u202eevil\u2066", "e\u0301\u0301\u0301", "नमस्ते ไทย ำ", "\xff\xfe\xed\xa0\xbd", "```go\nfunc f() {}\n```",
	"| a | b |\n|---|---|\n| 1 | 2 |", "# head\n\n- one\n  - two\n", strings.Repeat("long", 90),
	"see https://a.example/path?q=1 or [the site](https://b.example/ü)", "<https://" + strings.Repeat("long.", 40) + "example>", "[a](https://b.example/\x1b]52;c;x\x07) | `https://c.example`",
	"\u200b\ufeff\u00ad", "ᄒ", "\U000E0001",
}

// sane fails when a screen is not exactly h lines of at most w cells, or has
// anything but text and our own styles.
func sane(t tester, v tea.View, w, h int, grapheme bool) {
	t.Helper()
	lines := strings.Split(v.Content, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines on a screen of %d:\n%q", len(lines), h, v.Content)
	}
	for _, l := range lines {
		width := ansi.StringWidthWc(l)
		if grapheme {
			width = ansi.StringWidth(l)
		}
		if width > w {
			t.Fatalf("a line of %d cells on a screen of %d: %q", width, w, l)
		}
		if bad := raw(l); bad != "" {
			t.Fatalf("%s in %q", bad, l)
		}
	}
	if raw(v.WindowTitle) != "" {
		t.Fatalf("the title is %q", v.WindowTitle)
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= w || c.Y >= h) {
		t.Fatalf("the cursor is at %d,%d on a screen of %dx%d", c.X, c.Y, w, h)
	}
}

// raw names what must not be in a drawn line.
func raw(l string) string {
	if !utf8.ValidString(l) {
		return "bad UTF-8"
	}
	if bad := leaks(l); bad != "" {
		return bad
	}
	l = withoutLinks(l)
	for i, r := range l {
		switch {
		case r == '\x1b':
			end := strings.IndexByte(l[i:], 'm')
			if end < 0 || strings.Trim(l[i+1:i+end], "[0123456789;:") != "" {
				return "a sequence that is no style"
			}
		case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x2028:
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

// wild draws a script of events with hostile texts.
func wild(t *rapid.T) []string {
	text := rapid.SampledFrom(hostile)
	quoted := func() string { return string(agui.AppendString(nil, text.Draw(t, "text"))) }
	out := []string{started()}
	var subs []string // that were started
	earlier := func(i int) string { return fmt.Sprintf(`"x%d"`, rapid.IntRange(0, i).Draw(t, "earlier")) }
	for i := range rapid.IntRange(0, 12).Draw(t, "events") {
		id := fmt.Sprintf(`"x%d"`, i)
		owner := ""
		if rapid.Bool().Draw(t, "owned") {
			owner = `,"subagentRunId":` + quoted()
		}
		switch rapid.IntRange(0, 12).Draw(t, "kind") {
		case 0:
			out = append(out, `{"type":"TEXT_MESSAGE_CHUNK","messageId":`+id+`,"role":"assistant","delta":`+quoted()+owner+`}`)
		case 1:
			out = append(out, `{"type":"TOOL_CALL_CHUNK","toolCallId":`+id+`,"toolCallName":`+quoted()+`,"delta":`+quoted()+owner+`}`)
		case 2:
			out = append(out, `{"type":"STATE_SNAPSHOT","snapshot":{`+quoted()+`:[1,`+quoted()+`,{"a":null}]}}`)
		case 3:
			out = append(out, `{"type":"STATE_DELTA","delta":[{"op":"add","path":`+quoted()+`,"value":`+quoted()+`}]}`)
		case 4:
			out = append(out, `{"type":"STEP_STARTED","stepName":`+quoted()+owner+`}`)
		case 5:
			out = append(out, `{"type":"REASONING_MESSAGE_CHUNK","messageId":`+id+`,"delta":`+quoted()+owner+`}`)
		case 6:
			out = append(out, `{"type":"ACTIVITY_SNAPSHOT","messageId":`+id+`,"activityType":`+quoted()+`,"content":{"x":`+quoted()+`}}`)
		case 7:
			out = append(out, `{"type":"TOOL_CALL_RESULT","messageId":`+id+`,"toolCallId":`+earlier(i)+`,"content":`+quoted()+owner+`}`)
		case 8:
			out = append(out, wildSnapshot(t, i, quoted))
		case 9:
			sub := quoted()
			out = append(out, `{"type":"SUBAGENT_STARTED","subagentRunId":`+sub+`,"name":`+quoted()+`,"parentToolCallId":`+earlier(i)+owner+`}`)
			subs = append(subs, sub)
		case 10:
			sub := quoted()
			if len(subs) > 0 {
				sub = rapid.SampledFrom(subs).Draw(t, "subagent")
			}
			out = append(out, rapid.SampledFrom([]string{
				`{"type":"SUBAGENT_FINISHED","subagentRunId":` + sub + `}`,
				`{"type":"SUBAGENT_ERROR","subagentRunId":` + sub + `,"message":` + quoted() + `}`,
			}).Draw(t, "subagent's end"))
		case 11:
			out = append(out, `{"type":`+quoted()+`,"x":`+quoted()+`}`)
		default:
			out = append(out, text.Draw(t, "garbage"))
		}
	}
	switch rapid.IntRange(0, 3).Draw(t, "end") {
	case 0:
		out = append(out, finished())
	case 1:
		out = append(out, `{"type":"RUN_ERROR","message":`+quoted()+`}`)
	case 2:
		out = append(out, asks(
			`{"id":"i1","reason":`+quoted()+`,"message":`+quoted()+`,"toolCallId":"x0","expiresAt":"2026-05-06T12:01:00Z",`+approval+`}`,
			`{"id":"i2","reason":`+quoted()+`,"subagentRunId":`+quoted()+`,"responseSchema":{"enum":[`+quoted()+`,`+quoted()+`]}}`,
		))
	}
	return out
}

// wildSnapshot draws a list of messages that keeps some of those before event i.
func wildSnapshot(t *rapid.T, i int, quoted func() string) string {
	var list []string
	for k := range i {
		id := fmt.Sprintf(`"x%d"`, k)
		switch rapid.IntRange(0, 4).Draw(t, "message") {
		case 0:
			list = append(list, `{"id":`+id+`,"role":"assistant","content":`+quoted()+`}`)
		case 1:
			list = append(list, `{"id":"m`+id[1:]+`,"role":"assistant","toolCalls":[{"id":`+id+`,"type":"function","function":{"name":`+quoted()+`,"arguments":`+quoted()+`}}]}`)
		case 2:
			list = append(list, `{"id":"r`+id[1:]+`,"role":"tool","toolCallId":`+id+`,"content":`+quoted()+`}`)
		}
	}
	return `{"type":"MESSAGES_SNAPSHOT","messages":[` + strings.Join(list, ",") + `]}`
}

var someKeys = []string{
	"enter", "tab", "shift+tab", "esc", "up", "down", "left", "right", "home", "end", "pgup", "pgdown", "backspace", "delete",
	"f1", "f2", "f4", "space", "ctrl+c", "ctrl+p", "ctrl+r", "ctrl+j", "ctrl+w", "ctrl+u", "ctrl+k", "ctrl+y", "ctrl+l",
	"ctrl+z", "alt+b", "alt+f", "i", "j", "k", "g", "G", "y", "Y", "R", "h", "l", "E", "?", "/", "n", "N", "w", "W", "{", "}", "q",
	"v", "f", "O", "H", "A", "t", "z", "p", "c", "[", "]", "ㅓ", "한", "🎉",
}

func modelHolds(t *rapid.T) {
	answers := [][]string{wild(t), wild(t), wild(t)}
	d := driveWith(t, func(o *ui.Options) {
		o.Look = rapid.SampledFrom([]string{"", "auto", "contrast"}).Draw(t, "look")
		if rapid.Bool().Draw(t, "links") {
			o.Links = ui.LinksOn
		}
		o.Name = rapid.SampledFrom(hostile).Draw(t, "name")
		o.Examples = []string{rapid.SampledFrom(hostile).Draw(t, "example")}
	}, answers...)
	w, h, grapheme := 80, 24, false
	sane(t, d.m.View(), w, h, grapheme)
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		switch rapid.IntRange(0, 11).Draw(t, "what") {
		case 0:
			w = rapid.OneOf(rapid.IntRange(1, 5), rapid.SampledFrom([]int{20, 40, 80, 120, 200})).Draw(t, "width")
			h = rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(10, 60)).Draw(t, "height")
			d.size(w, h)
		case 1:
			d.send(tea.PasteMsg{Content: rapid.SampledFrom(hostile).Draw(t, "paste")})
		case 2:
			d.pass(time.Duration(rapid.IntRange(0, 90_000).Draw(t, "ms")) * time.Millisecond)
		case 3:
			d.idle()
		case 4:
			grapheme = true
			d.send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
		case 5:
			d.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: rapid.IntRange(0, 200).Draw(t, "x"), Y: rapid.IntRange(0, 60).Draw(t, "y")})
		case 6:
			d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp, X: rapid.IntRange(0, 200).Draw(t, "x"), Y: 5})
		case 7:
			d.say(rapid.SampledFrom([]string{"hi", "/stop", "/retry", "/answer", "/fold", "/openstate", "/events", "/copyjson"}).Draw(t, "say"))
		case 8:
			d.send(tea.BackgroundColorMsg{Color: rapid.SampledFrom([]color.Color{color.White, color.Black}).Draw(t, "background")})
		default:
			d.keys(rapid.SampledFrom(someKeys).Draw(t, "key"))
		}
		sane(t, d.m.View(), w, h, grapheme)
	}
	d.idle()
	sane(t, d.m.View(), w, h, grapheme)
}

func TestModel_HoldsUnderAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, modelHolds)
}

func FuzzModel(f *testing.F) { f.Fuzz(rapid.MakeFuzz(modelHolds)) }
