package demo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agtui/stream/agui"
)

// A round of `demo flood … steady`: what it brings, the next one takes back.
const (
	roundTexts   = 240
	roundArgs    = 80
	roundDeltas  = 120
	roundChanges = 48
)

// steady is one round of events with every kind of content in it. It begins
// with snapshots that take back what the round before brought, and the runs
// before, so a client holds the same at the end of each, however long the flood
// is.
func (c *call) steady(size int) script {
	var kept []byte
	for i := range c.in.Messages {
		if c.in.Messages[i].Role != agui.RoleUser {
			continue
		}
		kept = append(agui.AppendMessage(kept, &c.in.Messages[i]), ',')
	}
	text := quote(floodText(size))
	return slices.Concat(
		raw(`{"type":"MESSAGES_SNAPSHOT","messages":[`+shield(string(kept))+
			`{"id":"§calls","role":"assistant","toolCalls":[{"id":"§call","type":"function","function":{"name":"gauge","arguments":""}}]},`+
			`{"id":"§text","role":"assistant","content":""}]}`),
		stateSnapshot(`{"lake":{"level":0,"boats":[]}}`),
		raw(`{"type":"ACTIVITY_SNAPSHOT","messageId":"§activity","activityType":"PLAN","content":{"done":0}}`),
		raw(`{"type":"TOOL_CALL_START","toolCallId":"§call","toolCallName":"gauge","parentMessageId":"§calls"}`),
		times(roundArgs, func(i int) string {
			return fmt.Sprintf(`{"type":"TOOL_CALL_ARGS","toolCallId":"§call","delta":%s}`, quote(argument(i, roundArgs)))
		}),
		raw(`{"type":"TOOL_CALL_END","toolCallId":"§call"}`,
			`{"type":"TOOL_CALL_RESULT","messageId":"§result","toolCallId":"§call","role":"tool","content":"{\"level\": 42}"}`),
		times(roundDeltas, func(i int) string {
			if i%12 > 0 {
				return fmt.Sprintf(`{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/lake/level","value":%d}]}`, i)
			}
			return fmt.Sprintf(`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/lake/boats/-","value":"boat %d"}]}`, i)
		}),
		times(roundChanges, func(i int) string {
			return fmt.Sprintf(`{"type":"ACTIVITY_DELTA","messageId":"§activity","activityType":"PLAN","patch":[{"op":"replace","path":"/done","value":%d}]}`, i)
		}),
		raw(`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`),
		times(roundTexts, func(i int) string {
			delta := text
			if i%40 == 39 {
				delta = `"\n\n"`
			}
			return `{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":` + delta + `}`
		}),
		raw(`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`))
}

// argument is the i-th of n pieces of a tool's arguments.
func argument(i, n int) string {
	var b strings.Builder
	if i == 0 {
		b.WriteString(`{"depths": [`)
	}
	b.WriteString(strconv.Itoa(i))
	if i == n-1 {
		return b.String() + "]}"
	}
	return b.String() + ", "
}

func times(n int, event func(i int) string) script {
	all := make([]string, 0, n)
	for i := range n {
		all = append(all, event(i))
	}
	return raw(all...)
}
