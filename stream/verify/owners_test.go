package verify_test

import (
	"runtime"
	"strconv"
	"testing"

	"agtui/stream/agui"
	"agtui/stream/verify"
)

func TestVerifier_KnowsOwners(t *testing.T) {
	text := started + "TEXT_MESSAGE_START m @a\n"
	bare := started + "TEXT_MESSAGE_START m\n"
	checkRows(t, map[string]row{
		"14: content of another owner":                       {text + "TEXT_MESSAGE_CONTENT m @b delta=x", "owner-mismatch", []string{`"m"`, `"a"`, `"b"`}},
		"14: content without a tag makes no claim":           {text + "TEXT_MESSAGE_CONTENT m delta=x", "", nil},
		"14: content of the same owner":                      {text + "TEXT_MESSAGE_CONTENT m @a delta=x", "", nil},
		"14: the parent agent is an owner too":               {bare + "TEXT_MESSAGE_CONTENT m @a delta=x", "owner-mismatch", []string{"parent agent"}},
		"14: an end of another owner":                        {text + "TEXT_MESSAGE_END m @b", "owner-mismatch", nil},
		"14: arguments of another owner":                     {started + "TOOL_CALL_START c @a name=f\nTOOL_CALL_ARGS c @b delta=x", "owner-mismatch", nil},
		"14: a second start of another owner":                {text + "TEXT_MESSAGE_END m\nTEXT_MESSAGE_START m @b", "owner-mismatch", nil},
		"14: a second start without a tag":                   {text + "TEXT_MESSAGE_END m\nTEXT_MESSAGE_START m", "", nil},
		"14: the first start's owner stays":                  {text + "TEXT_MESSAGE_END m\nTEXT_MESSAGE_START m\nTEXT_MESSAGE_CONTENT m @a delta=x", "", nil},
		"14: reasoning of another owner":                     {started + "REASONING_MESSAGE_START m @a\nREASONING_MESSAGE_CONTENT m @b delta=x", "owner-mismatch", nil},
		"14: a span and its message share their owner":       {started + "REASONING_START m @a\nREASONING_MESSAGE_START m @b", "owner-mismatch", nil},
		"15: a step finished by another owner":               {started + "STEP_STARTED s @a\nSTEP_FINISHED s @b", "owner-mismatch", []string{`"s"`, `"a"`, `"b"`}},
		"15: without a tag the parent is meant":              {started + "STEP_STARTED s @a\nSTEP_FINISHED s", "owner-mismatch", []string{"parent agent"}},
		"16: a call under a message of another owner":        {text + "TOOL_CALL_START c @b name=f parent=m", "owner-mismatch", []string{`"c"`, `"m"`}},
		"16: a call without a tag inherits":                  {text + "TOOL_CALL_START c name=f parent=m", "", nil},
		"16: and is its message's owner's from then on":      {text + "TOOL_CALL_START c name=f parent=m\nTOOL_CALL_ARGS c @b delta=x", "owner-mismatch", nil},
		"16: a call under an unknown message":                {started + "TOOL_CALL_START c @a name=f parent=x", "", nil},
		"16: a call started again under another's message":   {text + "TOOL_CALL_START c name=f\nTOOL_CALL_END c\nTOOL_CALL_START c name=f parent=m", "owner-mismatch", []string{`"c"`}},
		"17: an encrypted value for another's message":       {text + "REASONING_ENCRYPTED_VALUE m @b", "owner-mismatch", nil},
		"17: an encrypted value for a reasoning message":     {started + "REASONING_MESSAGE_START m @a\nREASONING_ENCRYPTED_VALUE m @b", "owner-mismatch", nil},
		"17: an encrypted value for another's call":          {started + "TOOL_CALL_START c @a name=f\nREASONING_ENCRYPTED_VALUE c @b subtype=tool-call", "owner-mismatch", nil},
		"17: an encrypted value without a tag":               {text + "REASONING_ENCRYPTED_VALUE m", "", nil},
		"17: an encrypted value for nothing known":           {started + "REASONING_ENCRYPTED_VALUE m @b", "", nil},
		"17: a delta for another's activity":                 {started + "ACTIVITY_SNAPSHOT v @a\nACTIVITY_DELTA v @b", "owner-mismatch", nil},
		"17: a replacing snapshot gives the activity away":   {started + "ACTIVITY_SNAPSHOT v @a\nACTIVITY_SNAPSHOT v @b\nACTIVITY_DELTA v @b", "", nil},
		"17: one that does not replace leaves it":            {started + "ACTIVITY_SNAPSHOT v @a\nACTIVITY_SNAPSHOT v @b replace=false\nACTIVITY_DELTA v @b", "owner-mismatch", nil},
		"a snapshot of messages decides":                     {text + "MESSAGES_SNAPSHOT has=m:assistant:b\nTEXT_MESSAGE_CONTENT m @b delta=x", "", nil},
		"a snapshot decides for calls too":                   {started + "MESSAGES_SNAPSHOT has=m:assistant:b:c\nTOOL_CALL_START c @a name=f", "owner-mismatch", nil},
		"a snapshot decides for activities and reasoning":    {started + "MESSAGES_SNAPSHOT has=v:activity:a has=w:reasoning:a\nACTIVITY_DELTA v @b", "owner-mismatch", nil},
		"a run's input tells owners":                         {"RUN_STARTED r1 has=m:assistant:b\nTEXT_MESSAGE_START m @a", "owner-mismatch", nil},
		"a run's input does not outweigh what came before":   {"RUN_STARTED r1 has=m:assistant:b has=m:assistant:a\nTEXT_MESSAGE_START m @b", "", nil},
		"a result takes its message's id for its owner":      {text + "TOOL_CALL_RESULT m @b call=c\nTEXT_MESSAGE_CONTENT m @b delta=x", "", nil},
		"a result of the parent's takes it for the parent's": {text + "TOOL_CALL_RESULT m call=c\nTEXT_MESSAGE_CONTENT m @a delta=x", "owner-mismatch", nil},
	})
}

func TestVerifier_AcceptsWhatTheReferenceAccepts(t *testing.T) {
	call := started + "TOOL_CALL_START c @a name=f\n"
	checkRows(t, map[string]row{
		"a result for an unknown call":             {started + "TOOL_CALL_RESULT x call=c", "", nil},
		"a result before the call's end":           {call + "TOOL_CALL_RESULT x call=c", "", nil},
		"a result twice":                           {call + "TOOL_CALL_RESULT x call=c\nTOOL_CALL_RESULT x call=c", "", nil},
		"a result with another tag":                {call + "TOOL_CALL_RESULT x @b call=c", "", nil},
		"free interleaving":                        {call + "TEXT_MESSAGE_START m\nREASONING_MESSAGE_START r\nTOOL_CALL_ARGS c delta=x", "", nil},
		"a reasoning message without a span":       {started + "REASONING_MESSAGE_START m", "", nil},
		"equal step names under two owners":        {started + "STEP_STARTED s @a\nSTEP_STARTED s @b\nSTEP_FINISHED s @b\nSTEP_FINISHED s @a", "", nil},
		"state anywhere inside a run":              {call + "STATE_SNAPSHOT\nSTATE_DELTA\nRAW\nCUSTOM x", "", nil},
		"tags that were never announced":           {started + "TEXT_MESSAGE_START m @nobody", "", nil},
		"tags of subagents that have ended":        {started + "SUBAGENT_STARTED a\nSUBAGENT_FINISHED a\nTEXT_MESSAGE_START m @a", "", nil},
		"children that outlive their parents":      {started + "SUBAGENT_STARTED a\nSUBAGENT_STARTED b parent=a\nSUBAGENT_FINISHED a\nSUBAGENT_FINISHED b", "", nil},
		"several runs in one body":                 {started + "RUN_FINISHED r1\nRUN_STARTED r2\nRUN_FINISHED r2\nRUN_STARTED r3", "", nil},
		"a suspended subagent without interrupt":   {started + "SUBAGENT_STARTED a\nSUBAGENT_FINISHED a\nRUN_FINISHED r1", "", nil},
		"an activity delta for nothing known":      {started + "ACTIVITY_DELTA v @a", "", nil},
		"an empty delta":                           {started + "TEXT_MESSAGE_START m\nTEXT_MESSAGE_CONTENT m delta=", "", nil},
		"an answer that is nothing but start, end": {started + "RUN_FINISHED r1", "", nil},
	})
}

// TestVerifier_HoldsLittleForAMessage: its id, that it has no owner, and the
// room that a map leaves.
func TestVerifier_HoldsLittleForAMessage(t *testing.T) {
	const messages, most = 50_000, 48
	ids := make([]agui.Opt[string], messages)
	for i := range ids {
		ids[i] = agui.Some("message-" + strconv.Itoa(i))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	v := verify.New()
	for _, id := range ids {
		v.Advance(&agui.Event{Type: agui.TextMessageStart, MessageID: id})
		v.Advance(&agui.Event{Type: agui.TextMessageEnd, MessageID: id})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	held := int(after.HeapAlloc-before.HeapAlloc) / messages
	t.Logf("%d bytes", held)
	if held > most {
		t.Errorf("a message takes %d bytes", held)
	}
	runtime.KeepAlive(v)
	runtime.KeepAlive(ids)
}
