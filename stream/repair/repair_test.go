package repair_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/internal/streamgen"
	"agtui/stream/repair"
	"agtui/stream/verify"
)

func ExampleRepairer() {
	v := verify.New()
	r := repair.New(v, chunk.NewCalls())
	ev := agui.Event{Type: agui.TextMessageContent, Frame: 1, MessageID: agui.Some("m"), Delta: agui.Some("hello")}
	events, findings := r.Repair(&ev, v.Check(&ev), nil)
	for i := range events {
		v.Advance(&events[i])
		fmt.Println(events[i].Frame, events[i].Type)
	}
	fmt.Println(findings[0].Message)
	// Output:
	// 0 RUN_STARTED
	// 0 TEXT_MESSAGE_START
	// 1 TEXT_MESSAGE_CONTENT
	// TEXT_MESSAGE_CONTENT m: the first event must be RUN_STARTED or RUN_ERROR; started a run, opened
}

// A row is a stream and what becomes of the events after its last "--"; rules
// lists the findings of the whole.
type row struct {
	stream, want string
	rules        string
}

func checkRows(t *testing.T, rows map[string]row) {
	t.Helper()
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			before, _, found := strings.Cut(r.stream, "--\n")
			stream := strings.Replace(r.stream, "--\n", "", 1)
			skip := 0
			if found {
				first, _ := repairAll(streamgen.Parse(before))
				skip = len(first)
			}
			out, faults := repairAll(streamgen.Parse(stream))
			mustBeLegal(t, out)
			if got, want := streamgen.Format(out[skip:]), clean(r.want); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			var rules []string
			for _, f := range faults {
				rules = append(rules, string(f.Rule))
				if f.Fatal && !strings.Contains(f.Message, ";") {
					t.Errorf("%q does not say what was done", f.Message)
				}
			}
			if got := strings.Join(rules, ", "); got != r.rules {
				t.Errorf("findings %s, want %s", got, r.rules)
			}
		})
	}
}

// clean takes the indentation out of a script.
func clean(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

const started = "RUN_STARTED r1\n"

func TestRepair_KeepsRunsApart(t *testing.T) {
	ended := started + "RUN_FINISHED r1\n--\n"
	failed := started + "RUN_ERROR message=no\n--\n"
	checkRows(t, map[string]row{
		"1: a run start is made up": {
			"CUSTOM x", "~RUN_STARTED\nCUSTOM x", "first-event",
		},
		"1: the start that follows names the run": {
			"TOOL_CALL_RESULT x call=c\nRUN_STARTED r1\nRUN_FINISHED r1",
			"~RUN_STARTED\nTOOL_CALL_RESULT x\nRUN_STARTED r1\nRUN_FINISHED r1", "first-event",
		},
		"1: an end that comes first has a run too": {
			"RUN_FINISHED r1", "~RUN_STARTED\nRUN_FINISHED r1", "first-event",
		},
		"2: what comes after the end continues the run": {
			ended + "TOOL_CALL_RESULT x call=c\nTEXT_MESSAGE_CONTENT m delta=x\nRUN_FINISHED r2",
			"TOOL_CALL_RESULT x\n~TEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta=x\n~TEXT_MESSAGE_END m\nRUN_FINISHED r2",
			"run-ended, not-open, open-at-finish, run-id-mismatch",
		},
		"2: a second end replaces the outcome": {ended + "RUN_FINISHED r1 ask=i", "RUN_FINISHED r1", "run-ended"},
		"2: a late error stands":               {ended + "RUN_ERROR message=late", "RUN_ERROR", ""},
		"3: content after an error is applied": {failed + "TEXT_MESSAGE_START m\nTEXT_MESSAGE_CONTENT m delta=x", "TEXT_MESSAGE_START m\nTEXT_MESSAGE_CONTENT m delta=x", "run-ended"},
		"3: an end after an error is ignored":  {failed + "CUSTOM x\nRUN_FINISHED r1", "CUSTOM x", "run-ended, run-ended"},
		"3: the first error text stands":       {failed + "RUN_ERROR message=other", "", "run-ended"},
		"4: the same run does not start twice": {started + "--\nRUN_STARTED r1\nCUSTOM x", "CUSTOM x", "duplicate-run-started"},
		"4: another run ends the first": {
			started + "TEXT_MESSAGE_START m\n--\nRUN_STARTED r2\nRUN_FINISHED r2",
			"~RUN_ERROR code=truncated\nRUN_STARTED r2\nRUN_FINISHED r2", "duplicate-run-started",
		},
	})
}

func TestRepair_OpensAndCloses(t *testing.T) {
	checkRows(t, map[string]row{
		"5: a second start is ignored": {
			started + "TEXT_MESSAGE_START m\n--\nTEXT_MESSAGE_START m role=user", "", "duplicate-start",
		},
		"5: the metadata of a second start is used": {
			started + "TEXT_MESSAGE_START m\n--\nTEXT_MESSAGE_START m @a meta={}",
			"TEXT_MESSAGE_CONTENT m delta= meta={}", "duplicate-start, owner-mismatch",
		},
		"5: so is that of a call": {
			started + "TOOL_CALL_START c name=f\n--\nTOOL_CALL_START c name=f meta={}",
			"TOOL_CALL_ARGS c delta= meta={}", "duplicate-start",
		},
		"5: a call without a name takes the one that its start brings": {
			started + "TOOL_CALL_ARGS c delta=x\n--\nTOOL_CALL_START c name=f parent=m\nTOOL_CALL_START c name=g",
			"~TOOL_CALL_END c\nTOOL_CALL_START c name=f parent=m", "not-open, duplicate-start, duplicate-start",
		},
		"5: a span has no place for metadata": {
			started + "REASONING_START m\n--\nREASONING_START m meta={}", "", "duplicate-start",
		},
		"6: a step that starts twice ends with its second end": {
			started + "STEP_STARTED s\n--\nSTEP_STARTED s\nSTEP_FINISHED s\nSTEP_FINISHED s", "STEP_FINISHED s", "duplicate-start",
		},
		"7: a second start of a subagent is ignored": {
			started + "SUBAGENT_STARTED a\nSUBAGENT_FINISHED a\n--\nSUBAGENT_STARTED a", "", "duplicate-start",
		},
		"8: text opens its message": {
			started + "--\nTEXT_MESSAGE_CONTENT m @a delta=x", "~TEXT_MESSAGE_START m @a role=assistant\nTEXT_MESSAGE_CONTENT m @a delta=x", "not-open",
		},
		"8: text after the end opens the message again": {
			started + "TEXT_MESSAGE_START m @a\nTEXT_MESSAGE_END m\n--\nTEXT_MESSAGE_CONTENT m delta=x\nTEXT_MESSAGE_END m",
			"~TEXT_MESSAGE_START m @a role=assistant\nTEXT_MESSAGE_CONTENT m delta=x\nTEXT_MESSAGE_END m", "not-open",
		},
		"8: arguments open their call under its name and message": {
			started + "TOOL_CALL_START c name=f parent=m\nTOOL_CALL_END c\n--\nTOOL_CALL_ARGS c delta=x",
			"~TOOL_CALL_START c name=f parent=m\nTOOL_CALL_ARGS c delta=x", "not-open",
		},
		"8: arguments of a call from a snapshot": {
			started + "MESSAGES_SNAPSHOT has=m:assistant::c\n--\nTOOL_CALL_ARGS c delta=x",
			"~TOOL_CALL_START c name=known parent=m\nTOOL_CALL_ARGS c delta=x", "not-open",
		},
		"8: text for an activity":             {started + "ACTIVITY_SNAPSHOT v\n--\nTEXT_MESSAGE_CONTENT v delta=x\nTEXT_MESSAGE_END v", "", "not-open, not-open"},
		"8: text for what may be an activity": {started + "ACTIVITY_SNAPSHOT v\nMESSAGES_SNAPSHOT\n--\nTEXT_MESSAGE_CONTENT v delta=x", "~TEXT_MESSAGE_START v role=assistant\nTEXT_MESSAGE_CONTENT v delta=x", "not-open"},
		"8: an end of nothing is ignored":     {started + "--\nTOOL_CALL_END c", "", "not-open"},
		"9: reasoning opens its message":      {started + "--\nREASONING_MESSAGE_CONTENT m delta=x", "~REASONING_MESSAGE_START m role=reasoning\nREASONING_MESSAGE_CONTENT m delta=x", "not-open"},
		"9: the end of no span is ignored":    {started + "--\nREASONING_END m", "", "not-open"},
		"10: the end of no step is ignored":   {started + "--\nSTEP_FINISHED s", "", "not-open"},
		"11: the end of no subagent is ignored": {
			started + "--\nSUBAGENT_ERROR a\nSUBAGENT_FINISHED a", "", "not-open, not-open",
		},
		"12: an orphan is attached to the root": {started + "--\nSUBAGENT_STARTED a parent=b", "SUBAGENT_STARTED a", "unknown-id"},
		"13: the end closes what is open, innermost first": {
			started + "SUBAGENT_STARTED a\nSTEP_STARTED s @a\nREASONING_START p\nREASONING_MESSAGE_START r\nTEXT_MESSAGE_START m @a\nTOOL_CALL_START c name=f\nSUBAGENT_STARTED b parent=a\n--\nRUN_FINISHED r1 ask=i:b",
			"~TEXT_MESSAGE_END m @a\n~REASONING_MESSAGE_END r\n~REASONING_END p\n~TOOL_CALL_END c\n~STEP_FINISHED s @a\n~SUBAGENT_FINISHED b suspended=[i]\n~SUBAGENT_FINISHED a\nRUN_FINISHED r1",
			strings.Repeat("open-at-finish, ", 5) + "open-at-finish",
		},
	})
}

func TestRepair_KeepsOwners(t *testing.T) {
	text := started + "TEXT_MESSAGE_START m @a\n"
	checkRows(t, map[string]row{
		"14: content keeps the opener's owner": {text + "--\nTEXT_MESSAGE_CONTENT m @b delta=x", "TEXT_MESSAGE_CONTENT m @a delta=x", "owner-mismatch"},
		"14: a parent's message stays the parent's": {
			started + "TEXT_MESSAGE_START m\n--\nTEXT_MESSAGE_CONTENT m @b delta=x\nTEXT_MESSAGE_END m @b",
			"TEXT_MESSAGE_CONTENT m delta=x\nTEXT_MESSAGE_END m", "owner-mismatch, owner-mismatch",
		},
		"14: a message that starts again keeps its owner": {
			text + "TEXT_MESSAGE_END m\n--\nTEXT_MESSAGE_START m @b", "TEXT_MESSAGE_START m @a", "owner-mismatch",
		},
		"15: a step is matched by name":           {started + "STEP_STARTED s @a\n--\nSTEP_FINISHED s", "STEP_FINISHED s @a", "owner-mismatch"},
		"16: a call has its message's owner":      {text + "--\nTOOL_CALL_START c @b name=f parent=m", "TOOL_CALL_START c @a name=f parent=m", "owner-mismatch"},
		"16: a call stays under its own message":  {text + "TOOL_CALL_START c name=f\nTOOL_CALL_END c\n--\nTOOL_CALL_START c name=f parent=m", "TOOL_CALL_START c name=f", "owner-mismatch"},
		"17: the tag of an encrypted value":       {text + "--\nREASONING_ENCRYPTED_VALUE m @b", "REASONING_ENCRYPTED_VALUE m", "owner-mismatch"},
		"17: the tag of an activity's delta":      {started + "ACTIVITY_SNAPSHOT v @a\n--\nACTIVITY_DELTA v @b", "ACTIVITY_DELTA v", "owner-mismatch"},
		"several faults of one event at one time": {"STEP_FINISHED s @a", "~RUN_STARTED", "first-event, not-open"},
	})
}

func TestRepairer_LearnsNamesFromEarlierMessages(t *testing.T) {
	v := verify.New()
	calls := chunk.NewCalls()
	r := repair.New(v, calls)
	calls.Learn([]agui.Message{{ID: "m", Role: agui.RoleAssistant, ToolCalls: []agui.ToolCall{{ID: "c", Name: "f"}}}})
	events := streamgen.Parse("RUN_STARTED r1\nTOOL_CALL_ARGS c delta=x")
	v.Advance(&events[0])
	out, _ := r.Repair(&events[1], v.Check(&events[1]), nil)
	want := clean("~TOOL_CALL_START c name=f parent=m\nTOOL_CALL_ARGS c delta=x")
	if got := streamgen.Format(out); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestRepair_KeepsTheNamesOfCalls(t *testing.T) {
	named := started + "TOOL_CALL_START c name=f\nTOOL_CALL_END c\n--\n"
	checkRows(t, map[string]row{
		"a start without a name has the one that is known": {named + "TOOL_CALL_START c", "TOOL_CALL_START c name=f", ""},
		"a start under the empty name has that":            {named + "TOOL_CALL_START c name=", "TOOL_CALL_START c name=", ""},
		"the empty name is not learned": {
			named + "TOOL_CALL_START c name=\nTOOL_CALL_END c\nTOOL_CALL_ARGS c delta=x",
			"TOOL_CALL_START c name=\nTOOL_CALL_END c\n~TOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x", "not-open",
		},
		"a name that was ignored is not the call's": {
			named + "TOOL_CALL_START c\nTOOL_CALL_START c name=g parent=m\nTOOL_CALL_END c\nTOOL_CALL_ARGS c delta=x",
			"TOOL_CALL_START c name=f\nTOOL_CALL_END c\n~TOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x", "duplicate-start, not-open",
		},
		"nor is one in a chunk": {
			started + "TOOL_CALL_START c name=f\n--\nTOOL_CALL_CHUNK c name=g\nTOOL_CALL_END c\nTOOL_CALL_ARGS c delta=x",
			"TOOL_CALL_END c\n~TOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x", "duplicate-start, not-open",
		},
		"the first name that comes late stays": {
			started + "TOOL_CALL_START c\n--\nTOOL_CALL_START c name=f\nTOOL_CALL_START c name=g\nTOOL_CALL_END c\nTOOL_CALL_ARGS c delta=x",
			"~TOOL_CALL_END c\nTOOL_CALL_START c name=f\nTOOL_CALL_END c\n~TOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x",
			"duplicate-start, duplicate-start, not-open", //nolint:dupword // one for each start
		},
		"where none is known it is empty": {started + "--\nTOOL_CALL_START c", "TOOL_CALL_START c name=", ""},
		"also where another fault is repaired": {
			started + "TEXT_MESSAGE_START m @a\nTOOL_CALL_START c name=f parent=m\nTOOL_CALL_END c\n--\nTOOL_CALL_START c @b",
			"TOOL_CALL_START c @a name=f", "owner-mismatch",
		},
		"chunks of calls that take turns keep theirs": {
			started + "TOOL_CALL_CHUNK a name=f\nTOOL_CALL_CHUNK b name=g\n--\nTOOL_CALL_CHUNK a\nTOOL_CALL_CHUNK b",
			"~TOOL_CALL_END b\nTOOL_CALL_START a name=f\n~TOOL_CALL_END a\nTOOL_CALL_START b name=g", "chunk-incomplete, chunk-incomplete",
		},
	})
}
