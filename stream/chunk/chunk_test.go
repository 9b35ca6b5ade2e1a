package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/stream/agui"
	"agtui/stream/chunk"
	"agtui/stream/internal/streamgen"
)

func ExampleExpander() {
	x := chunk.New(false)
	stream := []agui.Event{
		{Type: agui.TextMessageChunk, Frame: 1, MessageID: agui.Some("m"), Delta: agui.Some("hel")},
		{Type: agui.TextMessageChunk, Frame: 2, Delta: agui.Some("lo")},
		{Type: agui.RunFinished, Frame: 3},
	}
	var events []agui.Event
	for i := range stream {
		events, _ = x.Expand(&stream[i], events)
	}
	for i := range events {
		fmt.Printf("%d %s %q\n", events[i].Frame, events[i].Type, events[i].Delta.Value)
	}
	// Output:
	// 1 TEXT_MESSAGE_START ""
	// 1 TEXT_MESSAGE_CONTENT "hel"
	// 2 TEXT_MESSAGE_CONTENT "lo"
	// 0 TEXT_MESSAGE_END ""
	// 3 RUN_FINISHED ""
}

// A row is a stream, what it expands to, and the rules it breaks.
type row struct {
	stream, want, rules string
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

func expand(lenient bool, events []agui.Event) ([]agui.Event, []agui.Finding) {
	x := chunk.New(lenient)
	var out []agui.Event
	var found, faults []agui.Finding
	for i := range events {
		out, faults = x.Expand(&events[i], out)
		found = append(found, faults...)
		if !lenient && len(faults) > 0 {
			break
		}
	}
	return out, found
}

func checkRows(t *testing.T, lenient bool, rows map[string]row) {
	t.Helper()
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			out, found := expand(lenient, streamgen.Parse(r.stream))
			if got, want := streamgen.Format(out), clean(r.want); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			var rules []string
			for _, f := range found {
				rules = append(rules, string(f.Rule))
				if !f.Fatal || f.Frame == 0 {
					t.Errorf("%+v: want it fatal and with its frame", f)
				}
			}
			if got := strings.Join(rules, ", "); got != r.rules {
				t.Errorf("findings %s, want %s", got, r.rules)
			}
		})
	}
}

func TestExpand_PicksTheLane(t *testing.T) {
	two := "TEXT_MESSAGE_CHUNK m1 @a delta=1\nTEXT_MESSAGE_CHUNK m2 @b delta=2\n"
	opened := "TEXT_MESSAGE_START m1 @a role=assistant\nTEXT_MESSAGE_CONTENT m1 @a delta=1\nTEXT_MESSAGE_START m2 @b role=assistant\nTEXT_MESSAGE_CONTENT m2 @b delta=2\n"
	checkRows(t, false, map[string]row{
		"an id that is open picks its lane":          {two + "TEXT_MESSAGE_CHUNK m1 delta=3", opened + "TEXT_MESSAGE_CONTENT m1 @a delta=3", ""},
		"a tag that differs from its lane":           {two + "TEXT_MESSAGE_CHUNK m1 @b delta=3", opened, "chunk-tag"},
		"an id that is not open picks the tag's":     {two + "TEXT_MESSAGE_CHUNK m3 @b delta=3", opened + "~TEXT_MESSAGE_END m2 @b\nTEXT_MESSAGE_START m3 @b role=assistant\nTEXT_MESSAGE_CONTENT m3 @b delta=3", ""},
		"a tag picks its lane":                       {two + "TEXT_MESSAGE_CHUNK @a delta=3", opened + "TEXT_MESSAGE_CONTENT m1 @a delta=3", ""},
		"nothing named, two open":                    {two + "TEXT_MESSAGE_CHUNK delta=3", opened, "chunk-ambiguous"},
		"nothing named, two open, one the parent's":  {"TEXT_MESSAGE_CHUNK m0 delta=0\n" + two + "TEXT_MESSAGE_CHUNK delta=3", "TEXT_MESSAGE_START m0 role=assistant\nTEXT_MESSAGE_CONTENT m0 delta=0\n" + opened + "TEXT_MESSAGE_CONTENT m0 delta=3", ""},
		"nothing named, one open":                    {"TEXT_MESSAGE_CHUNK m1 @a\nTEXT_MESSAGE_CHUNK delta=3", "TEXT_MESSAGE_START m1 @a role=assistant\nTEXT_MESSAGE_CONTENT m1 @a delta=3", ""},
		"nothing named, one open of another kind":    {"REASONING_MESSAGE_CHUNK r @a\nTEXT_MESSAGE_CHUNK delta=3", "REASONING_MESSAGE_START r @a role=reasoning", "chunk-no-id"},
		"nothing named, nothing open":                {"TEXT_MESSAGE_CHUNK delta=3", "", "chunk-no-id"},
		"a tag without anything open":                {"TOOL_CALL_CHUNK @a delta=3", "", "chunk-no-id"},
		"text and reasoning of one id do not meet":   {"TEXT_MESSAGE_CHUNK m @a\nREASONING_MESSAGE_CHUNK m", "TEXT_MESSAGE_START m @a role=assistant\nREASONING_MESSAGE_START m role=reasoning", ""},
		"the empty id is an id":                      {"TEXT_MESSAGE_CHUNK messageless delta=1\nTEXT_MESSAGE_CHUNK delta=2", "TEXT_MESSAGE_START messageless role=assistant\nTEXT_MESSAGE_CONTENT messageless delta=1\nTEXT_MESSAGE_CONTENT messageless delta=2", ""},
		"another kind in the lane ends what is open": {"TEXT_MESSAGE_CHUNK m\nTOOL_CALL_CHUNK c name=f delta=x", "TEXT_MESSAGE_START m role=assistant\n~TEXT_MESSAGE_END m\nTOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x", ""},
	})
}

func TestExpand_OpensAndContinues(t *testing.T) {
	tool := "TOOL_CALL_CHUNK c name=f parent=m\n"
	called := "TOOL_CALL_START c name=f parent=m\n"
	checkRows(t, false, map[string]row{
		"a first chunk without delta is a start only":      {"TEXT_MESSAGE_CHUNK m role=user name=n", "TEXT_MESSAGE_START m name=n role=user", ""},
		"metadata stands on the start and on its content":  {"TEXT_MESSAGE_CHUNK m delta=x meta={}", "TEXT_MESSAGE_START m role=assistant meta={}\nTEXT_MESSAGE_CONTENT m delta=x meta={}", ""},
		"the raw event stands on the content only":         {"TEXT_MESSAGE_CHUNK m raw=1", "TEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta= raw=1", ""},
		"an empty delta is content":                        {"TEXT_MESSAGE_CHUNK m\nTEXT_MESSAGE_CHUNK m delta=", "TEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta=", ""},
		"a continuation without anything is nothing":       {"TEXT_MESSAGE_CHUNK m\nTEXT_MESSAGE_CHUNK m", "TEXT_MESSAGE_START m role=assistant", ""},
		"a continuation with metadata is content":          {"TEXT_MESSAGE_CHUNK m\nTEXT_MESSAGE_CHUNK meta={}", "TEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta= meta={}", ""},
		"an end keeps the tag and nothing else":            {"TEXT_MESSAGE_CHUNK m @a meta={} raw=1\nTEXT_MESSAGE_CHUNK n @a", "TEXT_MESSAGE_START m @a role=assistant meta={}\nTEXT_MESSAGE_CONTENT m @a delta= meta={} raw=1\n~TEXT_MESSAGE_END m @a\nTEXT_MESSAGE_START n @a role=assistant", ""},
		"fields may be repeated":                           {tool + tool, called, ""},
		"a role may be repeated though it was the default": {"TEXT_MESSAGE_CHUNK m\nTEXT_MESSAGE_CHUNK m role=assistant", "TEXT_MESSAGE_START m role=assistant", ""},
		"a role that differs":                              {"TEXT_MESSAGE_CHUNK m\nTEXT_MESSAGE_CHUNK m role=user delta=x", "TEXT_MESSAGE_START m role=assistant", "chunk-mismatch"},
		"a name that differs":                              {tool + "TOOL_CALL_CHUNK c name=g", called, "chunk-mismatch"},
		"a name that comes late":                           {"TEXT_MESSAGE_CHUNK m\nTEXT_MESSAGE_CHUNK m name=n", "TEXT_MESSAGE_START m role=assistant", "chunk-mismatch"},
		"a parent that comes late":                         {"TOOL_CALL_CHUNK c name=f\n" + tool, "TOOL_CALL_START c name=f", "chunk-mismatch"},
		"a call without a name":                            {"TOOL_CALL_CHUNK c delta=x", "", "chunk-incomplete"},
		"a call without an id":                             {"TOOL_CALL_CHUNK name=f delta=x", "", "chunk-no-id"},
		"reasoning has its role":                           {"REASONING_MESSAGE_CHUNK r delta=x", "REASONING_MESSAGE_START r role=reasoning\nREASONING_MESSAGE_CONTENT r delta=x", ""},
		"an empty reasoning delta closes nothing":          {"REASONING_MESSAGE_CHUNK r delta=x\nREASONING_MESSAGE_CHUNK r delta=\nREASONING_MESSAGE_CHUNK delta=y", "REASONING_MESSAGE_START r role=reasoning\nREASONING_MESSAGE_CONTENT r delta=x\nREASONING_MESSAGE_CONTENT r delta=\nREASONING_MESSAGE_CONTENT r delta=y", ""},
		"a repeated id opens a closed stream again":        {"TEXT_MESSAGE_CHUNK m\nCUSTOM x\nTEXT_MESSAGE_CHUNK m delta=x", "TEXT_MESSAGE_START m role=assistant\n~TEXT_MESSAGE_END m\nCUSTOM x\nTEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta=x", ""},
		"an id-less chunk does not":                        {"TEXT_MESSAGE_CHUNK m\nCUSTOM x\nTEXT_MESSAGE_CHUNK delta=x", "TEXT_MESSAGE_START m role=assistant\n~TEXT_MESSAGE_END m\nCUSTOM x", "chunk-no-id"},
		"nothing is made up at the end":                    {"TEXT_MESSAGE_CHUNK m delta=x", "TEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta=x", ""},
	})
}

func TestExpand_KnowsWhatEndsAStream(t *testing.T) {
	open := func(owner string) string { return "TEXT_MESSAGE_CHUNK m" + owner + "\n" }
	start := func(owner string) string { return "TEXT_MESSAGE_START m" + owner + " role=assistant\n" }
	end := func(owner string) string { return "~TEXT_MESSAGE_END m" + owner + "\n" }
	closing := []string{
		"TEXT_MESSAGE_START x", "TEXT_MESSAGE_CONTENT x delta=1", "TEXT_MESSAGE_END x",
		"TOOL_CALL_START x name=f", "TOOL_CALL_ARGS x delta=1", "TOOL_CALL_END x", "TOOL_CALL_RESULT x",
		"REASONING_START x", "REASONING_END x", "REASONING_MESSAGE_START x",
		"REASONING_MESSAGE_CONTENT x delta=1", "REASONING_MESSAGE_END x",
		"STATE_SNAPSHOT", "STATE_DELTA", "STEP_STARTED x", "STEP_FINISHED x", "CUSTOM x",
	}
	rows := map[string]row{}
	for _, ev := range closing {
		name, rest, _ := strings.Cut(ev, " ")
		id, fields, more := strings.Cut(rest, " ")
		if more {
			fields = " " + fields
		}
		if id != "" {
			id = " " + id
		}
		tagged := name + id + " @a" + fields
		rows[name+" ends the parent's"] = row{open("") + ev, start("") + end("") + ev, ""}
		rows[name+" leaves a subagent's"] = row{open(" @a") + ev, start(" @a") + ev, ""}
		rows["tagged "+name+" ends its subagent's"] = row{open(" @a") + tagged, start(" @a") + end(" @a") + tagged, ""}
		rows["tagged "+name+" leaves the parent's"] = row{open("") + tagged, start("") + tagged, ""}
	}
	both := open("") + "TOOL_CALL_CHUNK c @a name=f\n"
	opened := start("") + "TOOL_CALL_START c @a name=f\n"
	for _, ev := range []string{"RUN_STARTED r", "RUN_FINISHED r", "RUN_ERROR", "MESSAGES_SNAPSHOT"} {
		rows[ev+" ends all, the oldest first"] = row{both + ev, opened + end("") + "~TOOL_CALL_END c @a\n" + ev, ""}
	}
	for _, ev := range []string{"SUBAGENT_FINISHED a", "SUBAGENT_ERROR a"} {
		rows[ev+" ends that subagent's"] = row{both + ev, opened + "~TOOL_CALL_END c @a\n" + ev, ""}
	}
	for _, ev := range []string{"RAW", "ACTIVITY_SNAPSHOT v", "ACTIVITY_DELTA v", "REASONING_ENCRYPTED_VALUE m", "SUBAGENT_STARTED a", "META"} {
		rows[ev+" ends nothing"] = row{both + ev, opened + ev, ""}
	}
	checkRows(t, false, rows)
}

func TestExpand_GoesOnWhenLenient(t *testing.T) {
	two := "TEXT_MESSAGE_CHUNK m1 @a\nTEXT_MESSAGE_CHUNK m2 @b\n"
	opened := "TEXT_MESSAGE_START m1 @a role=assistant\nTEXT_MESSAGE_START m2 @b role=assistant\n"
	checkRows(t, true, map[string]row{
		"an id-less chunk continues the last stream of its lane": {"TEXT_MESSAGE_CHUNK m role=user name=n\nCUSTOM x\nTEXT_MESSAGE_CHUNK delta=x", "TEXT_MESSAGE_START m name=n role=user\n~TEXT_MESSAGE_END m\nCUSTOM x\nTEXT_MESSAGE_START m name=n role=user\nTEXT_MESSAGE_CONTENT m delta=x", "chunk-no-id"},
		"of its lane, not of another":                            {two + "CUSTOM x @a\nTEXT_MESSAGE_CHUNK @a delta=x", opened + "~TEXT_MESSAGE_END m1 @a\nCUSTOM x @a\nTEXT_MESSAGE_START m1 @a role=assistant\nTEXT_MESSAGE_CONTENT m1 @a delta=x", "chunk-no-id"},
		"of its kind, not of another":                            {"TOOL_CALL_CHUNK c name=f\nTEXT_MESSAGE_CHUNK m\nTOOL_CALL_CHUNK delta=x", "TOOL_CALL_START c name=f\n~TOOL_CALL_END c\nTEXT_MESSAGE_START m role=assistant\n~TEXT_MESSAGE_END m\nTOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x", "chunk-no-id"},
		"without a lane it is the last of any":                   {"TEXT_MESSAGE_CHUNK m @a\nSUBAGENT_FINISHED a\nTEXT_MESSAGE_CHUNK delta=x", "TEXT_MESSAGE_START m @a role=assistant\n~TEXT_MESSAGE_END m @a\nSUBAGENT_FINISHED a\nTEXT_MESSAGE_START m @a role=assistant\nTEXT_MESSAGE_CONTENT m @a delta=x", "chunk-no-id"},
		"a chunk that continues nothing gets an id":              {"RUN_STARTED r\nTEXT_MESSAGE_CHUNK delta=x\nTOOL_CALL_CHUNK delta=y", "RUN_STARTED r\nTEXT_MESSAGE_START chunk:r:1 role=assistant\nTEXT_MESSAGE_CONTENT chunk:r:1 delta=x\n~TEXT_MESSAGE_END chunk:r:1\nTOOL_CALL_START chunk:r:2 name=\nTOOL_CALL_ARGS chunk:r:2 delta=y", "chunk-no-id, chunk-no-id"},
		"a tag that differs is ignored":                          {two + "TEXT_MESSAGE_CHUNK m1 @b delta=x", opened + "TEXT_MESSAGE_CONTENT m1 @a delta=x", "chunk-tag"},
		"an ambiguous chunk goes to the stream opened last":      {two + "TEXT_MESSAGE_CHUNK delta=x", opened + "TEXT_MESSAGE_CONTENT m2 @b delta=x", "chunk-ambiguous"},
		"the name of a call that has none is taken": {
			"TOOL_CALL_CHUNK c delta=x\nTOOL_CALL_CHUNK c name=f delta=y\nTOOL_CALL_CHUNK c name=g delta=z",
			"TOOL_CALL_START c\nTOOL_CALL_ARGS c delta=x\n~TOOL_CALL_END c\nTOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=y\nTOOL_CALL_ARGS c delta=z",
			"chunk-incomplete, chunk-mismatch, chunk-mismatch",
		},
		"one in a chunk without an id is taken too": {
			"TOOL_CALL_CHUNK c\nTOOL_CALL_CHUNK name=f\nCUSTOM x\nTOOL_CALL_CHUNK c delta=y",
			"TOOL_CALL_START c\n~TOOL_CALL_END c\nTOOL_CALL_START c name=f\n~TOOL_CALL_END c\nCUSTOM x\nTOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=y",
			"chunk-incomplete, chunk-mismatch, chunk-incomplete",
		},
		"a name that was ignored is not the call's": {
			"TOOL_CALL_CHUNK c name=f\nTOOL_CALL_CHUNK c name=g\nCUSTOM x\nTOOL_CALL_CHUNK c delta=x",
			"TOOL_CALL_START c name=f\n~TOOL_CALL_END c\nCUSTOM x\nTOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x",
			"chunk-mismatch, chunk-incomplete",
		},
		"fields that differ are ignored":            {"TEXT_MESSAGE_CHUNK m\nTEXT_MESSAGE_CHUNK m role=user name=n delta=x", "TEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta=x", "chunk-mismatch, chunk-mismatch"},
		"a call without a name keeps its arguments": {"TOOL_CALL_CHUNK c delta=x", "TOOL_CALL_START c\nTOOL_CALL_ARGS c delta=x", "chunk-incomplete"},
		"a call that was named before has its name": {"TOOL_CALL_CHUNK c name=f\nCUSTOM x\nTOOL_CALL_CHUNK c delta=x", "TOOL_CALL_START c name=f\n~TOOL_CALL_END c\nCUSTOM x\nTOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x", "chunk-incomplete"},
		"so has one between whose chunks others come": {
			"TOOL_CALL_CHUNK a name=f\nTOOL_CALL_CHUNK b name=g\nTOOL_CALL_CHUNK a delta=x\nTOOL_CALL_CHUNK b delta=y",
			"TOOL_CALL_START a name=f\n~TOOL_CALL_END a\nTOOL_CALL_START b name=g\n~TOOL_CALL_END b\nTOOL_CALL_START a name=f\nTOOL_CALL_ARGS a delta=x\n~TOOL_CALL_END a\nTOOL_CALL_START b name=g\nTOOL_CALL_ARGS b delta=y",
			"chunk-incomplete, chunk-incomplete",
		},
		"and one that was started and ended": {
			"TOOL_CALL_START a name=f\nTOOL_CALL_END a\nTOOL_CALL_START b name=g\nTOOL_CALL_END b\nTOOL_CALL_CHUNK a delta=x",
			"TOOL_CALL_START a name=f\nTOOL_CALL_END a\nTOOL_CALL_START b name=g\nTOOL_CALL_END b\nTOOL_CALL_START a name=f\nTOOL_CALL_ARGS a delta=x",
			"chunk-incomplete",
		},
		"chunks of a call that is open explicitly are content": {"TOOL_CALL_START c name=f\nTOOL_CALL_CHUNK c delta=x\nTOOL_CALL_END c", "TOOL_CALL_START c name=f\nTOOL_CALL_ARGS c delta=x\nTOOL_CALL_END c", "chunk-incomplete"},
		"id-less chunks too":                     {"TEXT_MESSAGE_START m\nTEXT_MESSAGE_CHUNK delta=x\nTEXT_MESSAGE_END m", "TEXT_MESSAGE_START m\nTEXT_MESSAGE_CONTENT m delta=x\nTEXT_MESSAGE_END m", "chunk-no-id"},
		"an explicit stream gets no end of ours": {"TEXT_MESSAGE_START m\nTEXT_MESSAGE_CHUNK m delta=x\nRUN_FINISHED r", "TEXT_MESSAGE_START m\nTEXT_MESSAGE_START m role=assistant\nTEXT_MESSAGE_CONTENT m delta=x\nRUN_FINISHED r", ""},
		"a new run remembers nothing":            {"RUN_STARTED r\nTEXT_MESSAGE_CHUNK m\nRUN_FINISHED r\nRUN_STARTED s\nTEXT_MESSAGE_CHUNK delta=x", "RUN_STARTED r\nTEXT_MESSAGE_START m role=assistant\n~TEXT_MESSAGE_END m\nRUN_FINISHED r\nRUN_STARTED s\nTEXT_MESSAGE_START chunk:s:1 role=assistant\nTEXT_MESSAGE_CONTENT chunk:s:1 delta=x", "chunk-no-id"},
	})
}
