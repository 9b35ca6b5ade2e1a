package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/stream/agui"
)

// called is a run with one call and its result.
func called(result string) []string {
	return []string{
		`{"type":"RUN_STARTED","threadId":"$thread","runId":"$run"}`,
		`{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"ls"}`,
		`{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"path\":\"/\"}"}`,
		`{"type":"TOOL_CALL_END","toolCallId":"c1"}`,
		`{"type":"TOOL_CALL_RESULT","messageId":"x1","toolCallId":"c1","content":` + string(agui.AppendString(nil, result)) + `}`,
		`{"type":"RUN_FINISHED","threadId":"$thread","runId":"$run"}`,
	}
}

func listing(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "file-%d.txt\n", i)
	}
	return b.String()
}

func TestViewer_ReachesWhatABlockCuts(t *testing.T) {
	d := drive(t, called(listing(30_000)))
	d.size(80, 24).say("go").idle().keys("tab", "up", "up")
	d.see("29994 more lines").see("enter opens")
	d.keys("enter").hidden("29994 more")       // in full
	d.keys("enter").see("result, line 1 of 3") // and on its own
	d.keys("G").see("file-29999.txt").see("100 %")
	d.keys("pgup").hidden("file-29999.txt")
	d.keys("g").see("file-0.txt")
	d.keys("/").typed("file-777").keys("enter").see("line 778 of")
	d.keys("n").see("line 7771 of").keys("N").see("line 778 of")
	d.keys("tab").see("arguments, line 1 of 3").see(`"path": "/"`)
	d.keys("r").see("as received").see(`{"path":"/"}`)
	d.keys("y").idle()
	if got := d.clip[len(d.clip)-1]; got != `{"path":"/"}` {
		t.Errorf("copied %q", got)
	}
	d.keys("/", "esc").see("arguments").keys("esc").hidden("arguments, line")
}

func TestViewer_CutsLinesAndMovesSideways(t *testing.T) {
	d := drive(t, called("0123456789"+strings.Repeat("x", 200)+"END\nsecond"))
	d.size(40, 12).say("go").idle().keys("tab", "up", "up", "w").see("0123456789", "END")
	d.keys("w").see("second").hidden("END")
	for range 25 {
		d.keys("right")
	}
	d.see("END").hidden("0123").keys("left").see("END")
}

func TestBlocks_FoldAllOfAKindAndShowTimes(t *testing.T) {
	d := drive(t, called("one\ntwo\nthree"))
	d.size(80, 24).say("go").idle().see("three").keys("tab", "up", "up")
	d.keys("z").see("tool calls in full").see("id c1")
	d.keys("z").see("tool calls as a line").hidden("three")
	d.keys("i").typed("/foldtools").keys("enter").see("tool calls as a preview").see("three")
	d.keys("tab").keys("t").see("12:00:00").keys("t").see("+0 ms").keys("t").see("since the block before").keys("t").hidden("12:00:00")
}
