package store_test

import (
	"testing"

	"agtui/stream/agui"
)

// TestConversation_Blocks plays events into a new conversation.
func TestConversation_Blocks(t *testing.T) {
	t.Parallel()
	for _, tc := range append(textCases(), callCases()...) {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newPlayer(t).apply(runStart("r1")).apply(tc.events...)
			wantLines(t, p.c, tc.want...)
		})
	}
}

type blockCase struct {
	name   string
	events []agui.Event
	want   []string
}

func textCases() []blockCase {
	return []blockCase{
		{
			"text grows until its end",
			[]agui.Event{textStart("m"), textMore("m", "Hel"), textMore("m", "lo"), textEnd("m")},
			[]string{`assistant m done "Hello"`},
		},
		{
			"an empty assistant message is hidden until it has text",
			[]agui.Event{textStart("m"), textEnd("m"), textStart("n"), textMore("n", "x")},
			[]string{`assistant n live "x"`},
		},
		{
			"a message that is opened again is continued where it stands",
			[]agui.Event{
				textStart("m"), textMore("m", "a"), textEnd("m"), textStart("n"), textMore("n", "x"), textEnd("n"),
				textStart("m"), textMore("m", "b"), textEnd("m"),
			},
			[]string{`assistant m done "ab"`, `assistant n done "x"`},
		},
		{
			"text and reasoning of one id are two blocks",
			[]agui.Event{
				thinkStart("m"), thinkMore("m", "hm"), textStart("m"), textMore("m", "yes"),
				thinkMore("m", "!"), textEnd("m"), thinkEnd("m"),
			},
			[]string{`reasoning m done "hm!"`, `assistant m done "yes"`},
		},
		{
			"the first reasoning message takes over the block of its span",
			[]agui.Event{
				spanStart("s"), thinkStart("a"), thinkMore("a", "1"), thinkEnd("a"),
				thinkStart("b"), thinkMore("b", "2"), thinkEnd("b"), spanEnd("s"),
			},
			[]string{`reasoning a done "1"`, `reasoning b done "2"`},
		},
		{
			"a span without messages shows that the agent thought",
			[]agui.Event{spanStart("s"), spanEnd("s"), encrypted("message", "s", "abcd")},
			[]string{`reasoning s done encrypted 4`},
		},
		{
			"a span shows its title",
			[]agui.Event{{Type: agui.ReasoningStart, MessageID: agui.Some("s"), Title: agui.Some("Planning")}, spanEnd("s")},
			[]string{`reasoning s done titled Planning`},
		},
		{
			"a span around a message that is continued leaves no block behind",
			[]agui.Event{
				thinkStart("a"), thinkMore("a", "1"), thinkEnd("a"),
				spanStart("s"), thinkStart("a"), thinkMore("a", "2"), thinkEnd("a"), spanEnd("s"),
			},
			[]string{`reasoning a done "12"`},
		},
		{
			"half a surrogate pair at the end is shown as U+FFFD until the rest is there",
			[]agui.Event{textStart("m"), textMore("m", "a\xED\xA0\xBD")},
			[]string{`assistant m live "a` + "\uFFFD" + `"`},
		},
		{
			"halves of a surrogate pair are joined",
			[]agui.Event{textStart("m"), textMore("m", "\xED\xA0\xBD"), textMore("m", "\xED\xB8\x80")},
			[]string{`assistant m live "😀"`},
		},
		{
			"content for a message that nobody opened is a finding, no block",
			[]agui.Event{textMore("m", "x")},
			nil,
		},
		{
			"encrypted values are shown as their size",
			[]agui.Event{thinkStart("m"), thinkEnd("m"), encrypted("message", "m", "secret")},
			[]string{`reasoning m done encrypted 6`},
		},
	}
}

func callCases() []blockCase {
	withParent := callStart("c", "f")
	withParent.ParentID = agui.Some("m")
	return []blockCase{
		{
			"a call waits after its arguments and is done with its result",
			[]agui.Event{
				callStart("c", "f"), callMore("c", `{"a":`), callMore("c", `1}`), callEnd("c"),
				callStart("d", "g"), callEnd("d"), result("x", "c", "ok"),
			},
			[]string{`call c done f "{\"a\":1}" -> "ok"`, `call d waiting g`},
		},
		{
			"a result that comes before the end of the arguments is kept",
			[]agui.Event{callStart("c", "f"), result("x", "c", "ok"), callMore("c", "{}"), callEnd("c")},
			[]string{`call c done f "{}" -> "ok"`},
		},
		{
			"a result for an unknown call has a block of its own",
			[]agui.Event{result("x", "nope", "ok")},
			[]string{`tool x done "ok"`},
		},
		{
			"a result that came before its call moves to it",
			[]agui.Event{result("x", "c", "ok"), callStart("c", "f"), callEnd("c")},
			[]string{`call c done f -> "ok"`},
		},
		{
			"a result that is repeated has one card",
			[]agui.Event{callStart("c", "f"), callEnd("c"), result("x", "c", "ok"), result("x", "c", "ok")},
			[]string{`call c done f -> "ok"`},
		},
		{
			"another result of the same call has its own card",
			[]agui.Event{
				callStart("c", "f"), callEnd("c"), result("x", "c", "one"), result("y", "c", "two"),
				result("y", "c", "three"), result("z", "c", "one"),
			},
			[]string{`call c done f -> "one"`, `tool y done f "three"`},
		},
		{
			"a call inherits the owner of its message and shows its encrypted size",
			[]agui.Event{by("s", textStart("m")), textMore("m", "x"), withParent, encrypted("tool-call", "c", "12345")},
			[]string{`assistant of s, m live "x"`, `call of s, c live f encrypted 5`},
		},
		{
			"text for a message that a call made stands where it opened",
			[]agui.Event{withParent, callEnd("c"), textStart("m"), textMore("m", "so"), textEnd("m")},
			[]string{`call c waiting f`, `assistant m done "so"`},
		},
		{
			"activities change in place",
			[]agui.Event{
				activity("a", "PLAN", `{"n":1}`), textStart("m"), textMore("m", "x"),
				activityPatch("a", "PLAN", set("/n", "2")), activityPatch("a", "PLAN", set("/nope", "2")),
			},
			[]string{`activity a done PLAN {"n":2}`, `assistant m live "x"`},
		},
		{
			"an activity takes the place of a message with its id",
			[]agui.Event{textStart("a"), textMore("a", "x"), textEnd("a"), activity("a", "PLAN", `{}`)},
			[]string{`activity a done PLAN {}`},
		},
		{
			"events that are only shown are notices",
			[]agui.Event{
				custom("hello", `{"a":1}`),
				{Type: agui.RawEvent, Source: agui.Some("src"), Value: agui.Raw("1")},
				{Type: agui.Meta, Name: agui.Some("thumbs_up"), Value: agui.Raw("{}")},
				{Type: agui.UnknownType, TypeName: "NEW", Extra: []agui.Field{{Name: "k", Value: agui.Raw("true")}}},
			},
			[]string{
				`notice CUSTOM done hello {"a":1}`, `notice RAW done src 1`,
				`notice META done thumbs_up {}`, `notice UNKNOWN done NEW {"k":true}`,
			},
		},
	}
}
