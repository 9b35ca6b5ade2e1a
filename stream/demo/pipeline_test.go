package demo_test

import (
	"bytes"
	"slices"
	"testing"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/demo"
	"agtui/stream/sse"
)

// findings are what the client's own pipeline says about a body.
func findings(t *testing.T, body []byte, strict bool) (all []agui.Finding, stopped bool) {
	t.Helper()
	p := stream.NewPipeline(stream.PipelineOptions{Strict: strict})
	var items []stream.Item
	for f, err := range sse.NewReader(bytes.NewReader(body), sse.Options{}).All() {
		if err != nil {
			t.Fatal(err)
		}
		items = p.Feed(&f, items)
	}
	items = p.Close(stream.EndOfBody, items)
	for i := range items {
		if items[i].Finding != nil {
			all = append(all, *items[i].Finding)
		}
	}
	return all, p.Stopped()
}

// faults are the rules of the findings that a stream must not have, or, with
// a rule, those of severity error and those of the rule.
func faults(all []agui.Finding, rule agui.RuleID) []agui.RuleID {
	var rules []agui.RuleID
	for _, f := range all {
		if f.Severity == agui.Error || f.Fatal || f.Rule == rule {
			rules = append(rules, f.Rule)
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

func TestScenarios_LegalOnesAreLegalInStrictMode(t *testing.T) {
	url := agent(t)
	said := []string{"hello", "thanks", "what is this?", "help", "bye", "a few words", "", "demo", "demo nope"}
	for _, s := range ordinary() {
		if s.Rule == "" && s.Name != "cut" { // cut ends inside a frame
			said = append(said, s.Prompt)
		}
	}
	for _, prompt := range said {
		_, body := post(t, url, asking(prompt))
		all, stopped := findings(t, body, true)
		if rules := faults(all, ""); stopped || len(rules) > 0 {
			t.Errorf("%q breaks %v: %v", prompt, rules, all)
		}
	}
}

func TestScenarios_IllegalOnesBreakExactlyTheirRule(t *testing.T) {
	url := agent(t)
	n := 0
	for _, s := range ordinary() {
		if s.Rule == "" {
			continue
		}
		n++
		for _, strict := range []bool{true, false} {
			_, body := post(t, url, asking(s.Prompt))
			all, stopped := findings(t, body, strict)
			if rules := faults(all, s.Rule); !slices.Equal(rules, []agui.RuleID{s.Rule}) {
				t.Errorf("%q (strict: %t) breaks %v, want %s alone: %v", s.Prompt, strict, rules, s.Rule, all)
			}
			if stopped != strict {
				t.Errorf("%q (strict: %t): stopped is %t", s.Prompt, strict, stopped)
			}
		}
	}
	if n < 18 {
		t.Errorf("%d illegal streams, want one for each of the 18 ordering rules", n)
	}
}

func TestScenarios_EveryOrderingRuleHasItsStream(t *testing.T) {
	have := map[agui.RuleID]bool{}
	for _, s := range everything() {
		have[s.Rule] = true
	}
	for _, r := range agui.Rules() {
		ordering := r.Section == "6" && r.Fatal
		if ordering && !have[r.ID] {
			t.Errorf("no scenario breaks %s", r.ID)
		}
	}
}

func TestUnknown_GivesWarningsAndStaysFinished(t *testing.T) {
	_, body := post(t, agent(t), asking("demo unknown"))
	all, _ := findings(t, body, false)
	for _, rule := range []agui.RuleID{agui.RuleUnknownEvent, agui.RuleUnknownField, agui.RuleUnknownUnionMember, agui.RuleNewerProtocol} {
		if !slices.ContainsFunc(all, func(f agui.Finding) bool { return f.Rule == rule }) {
			t.Errorf("no finding of %s", rule)
		}
	}
}

func TestHTTP_FramingsOfAnOrdinaryRunAreRead(t *testing.T) {
	url := agent(t)
	for _, name := range []string{"plain", "crlf", "cr", "bom", "fields", "done", "lines", "gzip"} {
		_, body := post(t, url, asking("demo http "+name))
		all, _ := findings(t, body, false)
		if rules := faults(all, ""); len(rules) > 0 {
			t.Errorf("%s breaks %v", name, rules)
		}
	}
}

func variantsOf(t *testing.T, name string) []demo.Scenario {
	t.Helper()
	for _, s := range demo.Scenarios() {
		if s.Name == name {
			return s.Variants
		}
	}
	t.Fatalf("no scenario %s", name)
	return nil
}
