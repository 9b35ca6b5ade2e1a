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

func TestViewer_PrintsArgumentsWhileTheyCome(t *testing.T) {
	run := called("done")
	run = append(append(append([]string{}, run[:2]...),
		`{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"path\":\"/\",\"deep\":"}`, "hold",
		`{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"[1,2]}"}`, "hold"), run[3:]...)
	d := drive(t, run).say("go").until("path").keys("tab", "up", "w").see("arguments, line 1 of", `"path": "/",`)
	d.src.gate <- struct{}{}
	d.until("2").see(`"path": "/",`, "    1,")
	d.src.gate <- struct{}{}
	d.idle().see(`"path": "/",`, "    1,", "tab result")
}

func TestViewer_SearchesWithoutCoveringTheText(t *testing.T) {
	d := drive(t, called(listing(3000))).size(80, 24).say("go").idle().keys("tab", "/").typed("file-1.txt").keys("enter", "w")
	last := d.line(-4)
	d.keys("/").typed("file-21").see("1 of 111", "file-21.txt")
	if now := d.line(-1); !strings.Contains(now, "/file-21  1 of 111") {
		t.Errorf("the search stands in %q", now)
	}
	if d.line(-4) == "" || strings.TrimSpace(last) == "" {
		t.Errorf("the last line of the text is covered:\n%s", d.screen())
	}
	d.keys("ctrl+u").typed("/file-2.?1.txt").keys("end").typed("/").see("1 of 11").keys("enter", "n").see("2 of 11", "line 202 of")
	d.keys("N", "N").see("from the end again").keys("tab").see("nothing found").keys("shift+tab", "n").see(" of 11")
	d.keys("esc").hidden("of 11").see("result, line").keys("n").see("nothing is looked for").keys("esc").hidden("result, line")
	d.keys("n").see("/file-1.txt")
	d.keys("i").typed("/view").keys("enter").see("result, line").keys("n").see("nothing is looked for").keys("q").at("composer")
}

func TestViewer_ShowsWhatARunEndedWith(t *testing.T) {
	start := `{"type":"RUN_STARTED","threadId":"$thread","runId":"$run"}`
	d := drive(t,
		[]string{start, `{"type":"RUN_FINISHED","threadId":"$thread","runId":"$run","result":{"answer":42},"usage":[{"model":"m","inputTokens":7}]}`},
		[]string{start, `{"type":"RUN_ERROR","message":"the model fell over","code":"E1"}`},
		[]string{start, `{"type":"RUN_FINISHED","threadId":"$thread","runId":"$run"}`})
	copied := func() string { return d.clip[len(d.clip)-1] }
	d.say("one").idle().keys("tab", "up", "w").see("result, line 1", `"answer": 42`).keys("tab").see("run, line 1", `"inputTokens": 7`, `"status": "finished"`).keys("esc")
	if d.keys("y").idle(); copied() != `{"answer":42}` {
		t.Errorf("copied %s", copied())
	}
	if d.keys("Y").idle(); !strings.Contains(copied(), `"usage":[{"model":"m","inputTokens":7}]`) {
		t.Errorf("copied %s", copied())
	}
	d.keys("i").say("two").idle().keys("tab", "down", "down", "down", "w").see("error, line 1", "the model fell over (E1)").keys("esc")
	if d.keys("y").idle(); copied() != "the model fell over (E1)" {
		t.Errorf("copied %s", copied())
	}
	d.keys("i").say("three").idle().keys("tab", "down", "down", "down", "w").see("run, line 1", `"status": "finished"`).keys("esc")
	if d.keys("y").idle(); !strings.Contains(copied(), `"status":"finished"`) {
		t.Errorf("copied %s", copied())
	}
}
