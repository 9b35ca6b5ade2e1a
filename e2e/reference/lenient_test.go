package reference_test

import (
	"encoding/json"
	"fmt"
	"slices"
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

// TestLenient_SaysWhatItDid: what strict mode stops at, lenient mode tells in
// the same words, and then what it did about it.
func TestLenient_SaysWhatItDid(t *testing.T) {
	t.Parallel()
	seen := map[agui.RuleID]bool{}
	for n := range uint64(3000) {
		s := makeScript(newDice(20, n), true)
		strict, lenient := newPlayer(t, s, true), newPlayer(t, s, false)
		strict.play(t, s)
		lenient.play(t, s)
		first, at := firstFatal(strict.findings), firstFatal(lenient.findings)
		if first == nil && at == nil {
			continue
		}
		if first == nil || at == nil || first.Rule != at.Rule || first.Frame != at.Frame || !strings.HasPrefix(at.Message, first.Message+"; ") {
			t.Fatalf("strict mode says %+v, lenient mode %+v\n%s", first, at, s.line())
		}
		seen[at.Rule] = true
	}
	if len(seen) < 15 { // e2e/rules has each
		t.Errorf("only %d rules were broken: %v", len(seen), seen)
	}
}

func firstFatal(findings []agui.Finding) *agui.Finding {
	for i := range findings {
		if findings[i].Fatal {
			return &findings[i]
		}
	}
	return nil
}

// TestLenient_HidesNothing: every delta, every result and the name of every call
// is in the messages. Snapshots and activities, which take messages away, are
// left out.
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
				marked, words := mark(f, n)
				frames = append(frames, marked)
				for _, w := range words {
					tokens = append(tokens, token{w, len(frames)})
				}
			}
			e.Frames = frames
			p := newPlayer(t, s, false)
			a := p.exchange(0, frames)
			p.shows(t, &a, tokens, frames)
		}
	})
}

// token is text that occurs nowhere else, and the frame that it came in.
type token struct {
	word  string
	frame int
}

// mark puts tokens in a frame's delta or content, and in the name of a call: one
// for each call, however often it is named.
func mark(f string, n int) (marked string, words []string) {
	var ev map[string]json.RawMessage
	if json.Unmarshal([]byte(f), &ev) != nil {
		return f, nil
	}
	var kind, call string
	_ = json.Unmarshal(ev["type"], &kind) // no text, no kind
	o := object{}
	for k := range ev {
		o[k] = text(ev[k])
	}
	put := func(key, word string) {
		if strings.HasPrefix(string(ev[key]), `"`) {
			o[key] = word
			words = append(words, word)
		}
	}
	switch {
	case kind == "TOOL_CALL_RESULT":
		put("content", fmt.Sprintf("<%d>", n))
	case strings.HasSuffix(kind, "_CONTENT"), strings.HasSuffix(kind, "_ARGS"), strings.HasSuffix(kind, "_CHUNK"):
		put("delta", fmt.Sprintf("<%d>", n))
	}
	if strings.HasPrefix(kind, "TOOL_CALL_") && json.Unmarshal(ev["toolCallId"], &call) == nil && call != "" {
		put("toolCallName", fmt.Sprintf("<name of %q>", call))
	}
	return string(appendValue(nil, o)), words
}

// shows fails where a token is missing from the messages, unless its event was
// dropped and that was said.
func (p *player) shows(t *rapid.T, a *answer, tokens []token, frames []string) {
	held := string(appendRaws(nil, a.Messages))
	for _, k := range tokens {
		quoted := string(appendValue(nil, k.word))
		quoted = quoted[1 : len(quoted)-1]
		if strings.Contains(held, quoted) || p.dropped(k.frame) && !strings.Contains(string(appendRaws(nil, a.Events)), quoted) {
			continue
		}
		t.Fatalf("%s, of frame %d, is nowhere:\n%s\n%s\n%v", k.word, k.frame, strings.Join(frames, "\n"), held, p.findings)
	}
}

// dropped tells whether it was said that the event of a frame is not used.
func (p *player) dropped(n int) bool {
	return slices.ContainsFunc(p.findings, func(f agui.Finding) bool {
		return f.Frame == n && strings.Contains(f.Message, "dropped")
	})
}
