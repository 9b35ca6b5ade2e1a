package agui_test

import (
	"strings"
	"testing"

	"agtui/stream/agui"
)

func TestRules_AreCompleteAndUnique(t *testing.T) {
	seen := map[agui.RuleID]bool{}
	for _, r := range agui.Rules() {
		if r.ID == "" || r.Section == "" || r.Title == "" {
			t.Errorf("%+v lacks something", r)
		}
		if seen[r.ID] {
			t.Errorf("%s is there twice", r.ID)
		}
		seen[r.ID] = true
		if r.Fatal && r.Severity != agui.Error {
			t.Errorf("%s ends a strict run as %s", r.ID, r.Severity)
		}
		if got, ok := agui.LookupRule(r.ID); !ok || got != r {
			t.Errorf("looking up %s gives %+v", r.ID, got)
		}
		if f := agui.NewFinding(r.ID, 7, "about %s", "x"); f.Severity != r.Severity || f.Fatal != r.Fatal ||
			f.Frame != 7 || f.Message != "about x" || f.Rule != r.ID {
			t.Errorf("%s gives the finding %+v", r.ID, f)
		}
	}
}

func TestNewFinding_OfAnUnknownRuleIsAnError(t *testing.T) {
	if f := agui.NewFinding("no-such-rule", 0, "100%% odd"); f.Severity != agui.Error || f.Fatal || f.Message != "100% odd" {
		t.Errorf("got %+v", f)
	}
}

func TestEventType_NamesReadBack(t *testing.T) {
	n := 0
	for typ := agui.RunStarted; typ <= agui.ThinkingTextMessageEnd; typ++ {
		name := typ.String()
		if got, ok := agui.TypeOf(name); !ok || got != typ {
			t.Errorf("%s reads as %d, want %d", name, got, typ)
		}
		if _, ok := agui.TypeOf(strings.ToLower(name)); ok {
			t.Errorf("%s is accepted in lower case", name)
		}
		if typ.Terminal() != (name == "RUN_FINISHED" || name == "RUN_ERROR") {
			t.Errorf("%s: Terminal is %t", name, typ.Terminal())
		}
		n++
	}
	if n != 37 {
		t.Errorf("%d types, want 31 and META and five deprecated ones", n)
	}
	if _, ok := agui.TypeOf(agui.UnknownType.String()); ok {
		t.Error("the unknown type has a name")
	}
}
