package verify_test

import (
	"strings"
	"testing"

	"agtui/stream/agui"
	"agtui/stream/internal/streamgen"
	"agtui/stream/verify"
)

// A row is a stream; want is the rule that its last event breaks, "" for none.
// Every event before the last must be legal.
type row struct {
	stream string
	want   agui.RuleID
	words  []string // the finding's message names these
}

const started = "RUN_STARTED r1\n"

func checkRows(t *testing.T, rows map[string]row) {
	t.Helper()
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			v := verify.New()
			events := streamgen.Parse(r.stream)
			for i := range events {
				faults := v.Check(&events[i])
				if i < len(events)-1 {
					if len(faults) > 0 {
						t.Fatalf("event %d: %v", i+1, faults)
					}
					v.Advance(&events[i])
					continue
				}
				checkFaults(t, faults, r, events[i].Frame)
			}
		})
	}
}

func checkFaults(t *testing.T, faults []agui.Finding, r row, frame int) {
	t.Helper()
	if r.want == "" {
		if len(faults) > 0 {
			t.Fatalf("found %v, want nothing", faults)
		}
		return
	}
	if len(faults) == 0 || faults[0].Rule != r.want || faults[0].Frame != frame {
		t.Fatalf("found %v, want %s in frame %d", faults, r.want, frame)
	}
	rule, _ := agui.LookupRule(r.want)
	if faults[0].Fatal != rule.Fatal || faults[0].Severity != rule.Severity {
		t.Errorf("fatal %v, severity %s", faults[0].Fatal, faults[0].Severity)
	}
	for _, w := range r.words {
		if !strings.Contains(faults[0].Message, w) {
			t.Errorf("message %q does not name %s", faults[0].Message, w)
		}
	}
}

func TestVerifier_KnowsWhereARunBeginsAndEnds(t *testing.T) {
	ended := started + "RUN_FINISHED r1\n"
	failed := started + "RUN_ERROR message=no\n"
	checkRows(t, map[string]row{
		"1: a run start may come first":                   {started, "", nil},
		"1: an error may come first":                      {"RUN_ERROR", "", nil},
		"1: nothing else may come first":                  {"TOOL_CALL_RESULT x", "first-event", []string{"TOOL_CALL_RESULT"}},
		"1: not even the end of a run":                    {"RUN_FINISHED r1", "first-event", nil},
		"1: META may come first":                          {"META", "", nil},
		"2: a new run may follow a finished one":          {ended + "RUN_STARTED r2", "", nil},
		"2: the same run may follow a finished one":       {ended + "RUN_STARTED r1", "", nil},
		"2: a late error may follow a finished run":       {ended + "RUN_ERROR", "", nil},
		"2: nothing else may follow a finished run":       {ended + "CUSTOM x", "run-ended", []string{"CUSTOM", "RUN_FINISHED"}},
		"2: not even a second end":                        {ended + "RUN_FINISHED r1", "run-ended", nil},
		"3: a new run may follow a failed one":            {failed + "RUN_STARTED r2", "", nil},
		"3: nothing else may follow a failed run":         {failed + "STATE_SNAPSHOT", "run-ended", []string{"RUN_ERROR"}},
		"3: not even a second error":                      {failed + "RUN_ERROR", "run-ended", nil},
		"3: not even an end":                              {failed + "RUN_FINISHED r1", "run-ended", nil},
		"3: a late error ends it as any error":            {ended + "RUN_ERROR message=late\nRUN_ERROR", "run-ended", nil},
		"4: one run at a time":                            {started + "RUN_STARTED r2", "duplicate-run-started", []string{"r1", "r2"}},
		"4: even the same one":                            {started + "RUN_STARTED r1", "duplicate-run-started", nil},
		"a new run forgets what the failed one left open": {started + "TEXT_MESSAGE_START m\nRUN_ERROR\nRUN_STARTED r2\nRUN_FINISHED r2", "", nil},
		"a new run forgets owners":                        {started + "TEXT_MESSAGE_START m @a\nRUN_ERROR\nRUN_STARTED r2\nTEXT_MESSAGE_START m @b", "", nil},
		"draft: the end of another run is foretold":       {started + "RUN_FINISHED r2", "run-id-mismatch", []string{"r1", "r2"}},
		"draft: the end of another thread is foretold":    {started + "RUN_FINISHED r1 thread=u", "thread-id-mismatch", nil},
		"draft: a run on another thread is foretold":      {ended + "RUN_STARTED r2 thread=u", "thread-id-mismatch", nil},
		"draft: interrupts with one id are foretold":      {started + "RUN_FINISHED r1 ask=i ask=j ask=i", "duplicate-interrupt", []string{`"i"`}},
		"interrupts with different ids are fine":          {started + "RUN_FINISHED r1 ask=i ask=j", "", nil},
	})
}

func TestVerifier_KnowsWhatIsOpen(t *testing.T) {
	text := started + "TEXT_MESSAGE_START m\n"
	checkRows(t, map[string]row{
		"5: a text message starts once":                 {text + "TEXT_MESSAGE_START m", "duplicate-start", []string{"TEXT_MESSAGE_START", `"m"`}},
		"5: a tool call starts once":                    {started + "TOOL_CALL_START c name=f\nTOOL_CALL_START c name=f", "duplicate-start", []string{"TOOL_CALL_START", `"c"`}},
		"5: a reasoning message starts once":            {started + "REASONING_MESSAGE_START m\nREASONING_MESSAGE_START m", "duplicate-start", nil},
		"5: a span starts once":                         {started + "REASONING_START m\nREASONING_START m", "duplicate-start", []string{"span"}},
		"5: a closed message may start again":           {text + "TEXT_MESSAGE_END m\nTEXT_MESSAGE_START m", "", nil},
		"5: text and reasoning may share an id":         {text + "REASONING_MESSAGE_START m", "", nil},
		"5: a span and its message may share an id":     {started + "REASONING_START m\nREASONING_MESSAGE_START m", "", nil},
		"5: the empty id is an id":                      {started + "TEXT_MESSAGE_START role=user\nTEXT_MESSAGE_START", "duplicate-start", nil},
		"6: a step starts once":                         {started + "STEP_STARTED s\nSTEP_STARTED s", "duplicate-start", []string{`"s"`}},
		"6: steps of two owners do not meet":            {started + "STEP_STARTED s\nSTEP_STARTED s @a", "", nil},
		"6: steps may overlap":                          {started + "STEP_STARTED s\nSTEP_STARTED u\nSTEP_FINISHED s", "", nil},
		"7: a subagent starts once":                     {started + "SUBAGENT_STARTED a\nSUBAGENT_STARTED a", "duplicate-start", nil},
		"7: a subagent does not start again in a run":   {started + "SUBAGENT_STARTED a\nSUBAGENT_FINISHED a\nSUBAGENT_STARTED a", "duplicate-start", []string{"ended"}},
		"7: it may start again in the next run":         {started + "SUBAGENT_STARTED a\nSUBAGENT_FINISHED a\nRUN_FINISHED r1\nRUN_STARTED r2\nSUBAGENT_STARTED a", "", nil},
		"8: text needs a start":                         {started + "TEXT_MESSAGE_CONTENT m delta=x", "not-open", []string{"TEXT_MESSAGE_CONTENT", `"m"`}},
		"8: text needs a start after an end":            {text + "TEXT_MESSAGE_END m\nTEXT_MESSAGE_CONTENT m delta=x", "not-open", nil},
		"8: arguments need a start":                     {started + "TOOL_CALL_ARGS c delta=x", "not-open", []string{"TOOL_CALL_ARGS"}},
		"8: an end needs a start":                       {started + "TEXT_MESSAGE_END m", "not-open", nil},
		"8: a call ends once":                           {started + "TOOL_CALL_START c name=f\nTOOL_CALL_END c\nTOOL_CALL_END c", "not-open", []string{"TOOL_CALL_END", `"c"`}},
		"9: reasoning needs a start":                    {started + "REASONING_MESSAGE_CONTENT m delta=x", "not-open", nil},
		"9: the end of reasoning needs a start":         {started + "REASONING_MESSAGE_END m", "not-open", nil},
		"9: a span's end needs its start":               {started + "REASONING_MESSAGE_START m\nREASONING_END m", "not-open", []string{"span"}},
		"9: a span may end while its message is open":   {started + "REASONING_START m\nREASONING_MESSAGE_START m\nREASONING_END m", "", nil},
		"10: a step that never started does not finish": {started + "STEP_FINISHED s", "not-open", []string{`"s"`}},
		"11: a subagent that never started cannot end":  {started + "SUBAGENT_FINISHED a", "not-open", nil},
		"11: nor fail":                                  {started + "SUBAGENT_ERROR a", "not-open", nil},
		"11: nor end twice":                             {started + "SUBAGENT_STARTED a\nSUBAGENT_ERROR a\nSUBAGENT_FINISHED a", "not-open", nil},
		"12: the parent of a subagent must be known":    {started + "SUBAGENT_STARTED a parent=b", "unknown-id", []string{"parentSubagentRunId", `"b"`}},
		"12: a subagent is not its own parent":          {started + "SUBAGENT_STARTED a parent=a", "unknown-id", nil},
		"12: a finished parent will do":                 {started + "SUBAGENT_STARTED b\nSUBAGENT_FINISHED b\nSUBAGENT_STARTED a parent=b", "", nil},
	})
}

func TestVerifier_KnowsWhatIsOpenAtTheEnd(t *testing.T) {
	end := "\nRUN_FINISHED r1"
	checkRows(t, map[string]row{
		"13: a step":                 {started + "STEP_STARTED s @a" + end, "open-at-finish", []string{`"s"`, `"a"`}},
		"13: a text message":         {started + "TEXT_MESSAGE_START m" + end, "open-at-finish", []string{`"m"`}},
		"13: a reasoning message":    {started + "REASONING_MESSAGE_START m" + end, "open-at-finish", nil},
		"13: a span":                 {started + "REASONING_START m" + end, "open-at-finish", nil},
		"13: a tool call":            {started + "TOOL_CALL_START c name=f" + end, "open-at-finish", []string{`"c"`}},
		"13: a subagent":             {started + "SUBAGENT_STARTED a" + end, "open-at-finish", []string{`"a"`}},
		"13: the steps come first":   {started + "TEXT_MESSAGE_START m\nSTEP_STARTED s" + end, "open-at-finish", []string{"steps"}},
		"13: an error closes all":    {started + "TEXT_MESSAGE_START m\nRUN_ERROR", "", nil},
		"13: nothing open, all well": {started + "TEXT_MESSAGE_START m\nTEXT_MESSAGE_END m" + end, "", nil},
	})
}
