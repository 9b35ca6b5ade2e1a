package reference_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/stream/agui"
)

// legal draws a stream that strict mode takes to the end.
func legal(t *rapid.T) (*script, []answer) {
	for {
		s := generateLegal(rapid.Uint64().Draw(t, "seed"), 0)
		answers := newPlayer(t, s, true).play(t, s)
		failed := false
		for i := range answers {
			failed = failed || answers[i].Failed != nil
		}
		if !failed {
			return s, answers
		}
	}
}

// anyScript draws a stream with or without faults.
func anyScript(t *rapid.T) *script {
	return makeScript(newDice(rapid.Uint64().Draw(t, "seed"), 0), rapid.Bool().Draw(t, "faults"))
}

func TestLenient_EqualsStrictOnLegalStreams(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, want := legal(t)
		p := newPlayer(t, s, false)
		if how := compare(p.play(t, s), want); how != "" {
			t.Fatalf("%s\n%s", how, s.line())
		}
		for _, f := range p.findings {
			if f.Severity == agui.Error {
				t.Fatalf("%s: %s\n%s", f.Rule, f.Message, s.line())
			}
		}
	})
}

func TestLenient_HoldsWhatStrictHoldsJustBeforeTheFault(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyScript(t)
		p := newPlayer(t, s, false)
		p.stop = func(f agui.Finding) bool { return f.Fatal }
		if how := compare(p.play(t, s), newPlayer(t, s, true).play(t, s)); how != "" {
			t.Fatalf("%s\n%s", how, s.line())
		}
	})
}

// ordering tells whether a rule is about the order of events.
func ordering(id agui.RuleID) bool {
	switch id {
	case agui.RuleFirstEvent, agui.RuleDuplicateRunStarted, agui.RuleDuplicateStart, agui.RuleNotOpen, agui.RuleUnknownID,
		agui.RuleOpenAtFinish, agui.RuleOwnerMismatch, agui.RuleChunkAmbiguous, agui.RuleChunkNoID, agui.RuleChunkMismatch,
		agui.RuleChunkIncomplete, agui.RuleChunkTag:
		return true
	default:
		return false
	}
}

// TestLenient_DeliversALegalStream: what lenient mode delivers breaks no rule
// of order any more, but that what comes after a run's end stays there, and is
// repaired no further. Streams without a start are left out: the start that is made up for
// them takes the name of one that follows.
func TestLenient_DeliversALegalStream(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyScript(t)
		first := newPlayer(t, s, false)
		answers := first.play(t, s)
		if first.began > 0 {
			return
		}
		repaired := s.clone()
		for i := range answers {
			repaired.Exchanges[i].Frames = nil
			for _, ev := range answers[i].Events {
				repaired.Exchanges[i].Frames = append(repaired.Exchanges[i].Frames, string(ev))
			}
		}
		p := newPlayer(t, repaired, false)
		if how := compare(p.play(t, repaired), answers); how != "" {
			t.Fatalf("%s\n%s\nrepaired\n%s\n%v", how, s.line(), repaired.line(), p.findings)
		}
		for _, f := range p.findings {
			if f.Fatal && ordering(f.Rule) {
				t.Fatalf("still illegal: %s: %s\n%s\nrepaired\n%s", f.Rule, f.Message, s.line(), repaired.line())
			}
		}
	})
}

func TestLenient_SaysWhatItDid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyScript(t)
		p := newPlayer(t, s, false)
		p.play(t, s)
		for _, f := range p.findings {
			if f.Fatal && !strings.Contains(f.Message, "; ") {
				t.Fatalf("%s: %s\n%s", f.Rule, f.Message, s.line())
			}
		}
	})
}

// TestLenient_HidesNothing: every delta and every result is in the messages.
// Snapshots and activities, which take messages away, are left out.
func TestLenient_HidesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyScript(t)
		s.Messages = nil
		n := 0
		for i := range s.Exchanges {
			e := &s.Exchanges[i]
			var frames []string
			var tokens []token
			for _, f := range e.Frames {
				if strings.Contains(f, "ACTIVITY_SNAPSHOT") || strings.Contains(f, "MESSAGES_SNAPSHOT") || strings.Contains(f, `"input"`) {
					continue
				}
				n++
				marked, word := mark(f, n)
				frames = append(frames, marked)
				if word != "" {
					tokens = append(tokens, token{word, len(frames)})
				}
			}
			e.Frames = frames
			p := newPlayer(t, s, false)
			a := p.exchange(0, frames)
			p.shows(t, a.Messages, tokens, frames)
		}
	})
}

// token is text that occurs nowhere else, and the frame that it came in.
type token struct {
	word  string
	frame int
}

// mark puts a token in a frame's delta or content.
func mark(f string, n int) (marked, word string) {
	var ev map[string]json.RawMessage
	if json.Unmarshal([]byte(f), &ev) != nil {
		return f, ""
	}
	word = fmt.Sprintf("<%d>", n)
	var kind string
	_ = json.Unmarshal(ev["type"], &kind) // no text, no kind
	key := "delta"
	if kind == "TOOL_CALL_RESULT" {
		key = "content"
	} else if !strings.HasSuffix(kind, "_CONTENT") && !strings.HasSuffix(kind, "_ARGS") && !strings.HasSuffix(kind, "_CHUNK") {
		return f, ""
	}
	if !strings.HasPrefix(string(ev[key]), `"`) {
		return f, ""
	}
	o := object{}
	for k := range ev {
		o[k] = text(ev[k])
	}
	o[key] = word
	return string(appendValue(nil, o)), word
}

// shows fails where a token is missing from the messages, unless its event was
// of no use as such.
func (p *player) shows(t *rapid.T, messages []json.RawMessage, tokens []token, frames []string) {
	held := string(appendRaws(nil, messages))
	useless := map[int]bool{}
	for _, f := range p.findings {
		switch f.Rule {
		case agui.RuleUnknownEvent, agui.RuleBadJSON, agui.RuleMissingType, agui.RuleNotAnObject, agui.RuleBadField,
			agui.RuleMissingField, agui.RuleNullField:
			useless[f.Frame] = true
		default:
		}
	}
	for _, k := range tokens {
		if !useless[k.frame] && !strings.Contains(held, k.word) {
			t.Fatalf("%s, of frame %d, is nowhere:\n%s\n%s\n%v", k.word, k.frame, strings.Join(frames, "\n"), held, p.findings)
		}
	}
}
