package ui_test

import (
	"strings"
	"testing"
)

func TestFragments_ShowsEachPieceAndGoesToItsBlock(t *testing.T) {
	d := reading(t).keys("f")
	inOrder(t, d.screen(), "fragments", "one of a", "helper #2", "one of b", "two of a")
	d.keys("up")
	if !strings.Contains(d.screen(), "▌") {
		t.Fatalf("no piece is marked:\n%s", d.screen())
	}
	d.keys("y").idle()
	if len(d.clip) == 0 || !strings.Contains(d.clip[0], "two of a") {
		t.Errorf("copied %q", d.clip)
	}
	d.keys("enter")
	if s := d.screen(); strings.Contains(d.line(0), "fragments") || !strings.Contains(s, "▌│ two of a") {
		t.Errorf("not at its block:\n%s", s)
	}
	d.keys("[", "f")
	if s := d.screen(); !strings.Contains(s, "▌") || !strings.Contains(s[strings.Index(s, "▌"):strings.Index(s, "one of b")], "one of a") {
		t.Errorf("not at the first piece of the block:\n%s", s)
	}
	d.keys("f")
	if s := d.screen(); !strings.Contains(s, "▌│ one of a") {
		t.Errorf("not back:\n%s", s)
	}
}

func TestFragments_ComeInTheirOrder(t *testing.T) {
	d := reading(t).keys("f", "v")
	if s := d.line(-1); !strings.Contains(s, "order of arrival") {
		t.Errorf("the footer says %q", s)
	}
	d = drive(t).keys("tab", "f")
	if s := d.line(-1); !strings.Contains(s, "no text came in pieces") {
		t.Errorf("the footer says %q", s)
	}
}

func TestFragments_AreThoseThatAreShown(t *testing.T) {
	d := drive(t, append(called("r")[:4:4], helpers()[2:]...)).say("go").idle().keys("tab", "f")
	d.see("fragments", `{"path":"/"}`, "one of a", "one of b").hidden(" of 4", " hidden")
	d.keys("up", "H").see("fragments 2 of 4", "1 owner hidden", "helper is hidden", "one of b").hidden("one of a", "two of a")
	d.keys("A").see("one of a").hidden("fragments 2")
	d.keys("i").typed("/tools").keys("enter").see("fragments 3 of 4", "tools hidden", "one of a").hidden("path")
	d.keys("tab", "up", "O").see("fragments 2 of 4", "2 owners, tools hidden").keys("H")
	d.see("nothing is left: ", "A, or /all, shows all; /tools shows tools").keys("H").see("no piece is marked")
	d.keys("f").see("nothing is left: ").keys("A").see("tools hidden", "two of a").hidden("path", "nothing is left")
	d.keys("i").typed("/tools").keys("enter").see("path").hidden("tools hidden")
}

func TestFragments_AreSearchedAndCopied(t *testing.T) {
	d := reading(t).keys("f", "g", "/").typed("of a").see("1 of 2").keys("down").see("2 of 2").keys("enter")
	d.keys("n").see("1 of 2, from the top again").keys("Y").idle()
	if got, want := d.clip[0], `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"one of a","subagentRunId":"a"}`; got != want {
		t.Errorf("copied %s, want %s", got, want)
	}
	d.see("copied the piece as JSON").keys("/").keys("ctrl+r").typed("(one|two) of b").see("1 of 1").keys("enter", "H", "n").see("nothing here; 1 in what is hidden")
	d.keys("A", "n").see("1 of 1").keys("enter").see("▌").hidden("fragments")
	d.keys("n").see("1 of 1").keys("f").see("fragments").keys("n").see("1 of 1").keys("esc").hidden("1 of 1").see("fragments")
	d.keys("i").typed("/copyjson").keys("enter").idle()
	if got := d.clip[len(d.clip)-1]; !strings.Contains(got, `"delta":"one of b"`) {
		t.Errorf("the command copied %s", got)
	}
}

func TestFragments_SayWhatIsOnlyDoneWithBlocks(t *testing.T) {
	d := reading(t).keys("f", "up")
	for _, key := range []string{"z", "t", "W", "}", "p", "]"} {
		d.keys(key).see("these are the fragments; f goes back")
	}
	d.keys("w").see("text, line 1 of 1", "two of a").keys("esc").see("fragments")
}
