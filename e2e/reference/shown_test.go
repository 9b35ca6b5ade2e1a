package reference_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
)

// TestStore_ShowsWhatTheMessagesHold: every delta and result that is in the
// messages stands in one block of the transcript, and in one only, and so does
// the name of every call. Results that use the id of another are left out: the
// block shows the last one.
func TestStore_ShowsWhatTheMessagesHold(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		for _, e := range anyScript(t).Exchanges {
			frames, tokens := marked(e.Frames)
			c := converse(frames)
			messages := c.Messages()
			var held []json.RawMessage
			for i := range messages {
				held = append(held, agui.AppendMessage(nil, &messages[i]))
			}
			inMessages, inBlocks := string(appendRaws(nil, held)), shown(c.Blocks())
			for _, k := range tokens {
				quoted := string(appendValue(nil, k.word))
				n, blocks := strings.Count(inMessages, quoted[1:len(quoted)-1]), strings.Count(inBlocks, k.word)
				if strings.HasPrefix(k.word, "<name") {
					n, blocks = min(n, 1), min(blocks, 1) // a block of a further result has the name too
				}
				if n > 1 || blocks != n {
					t.Fatalf("%s, of frame %d, is %d times in the messages and %d times in the blocks:\n%s\n%s\n%s\n%v",
						k.word, k.frame, n, blocks, strings.Join(frames, "\n"), inMessages, inBlocks, c.Findings())
				}
			}
		}
	})
}

// marked leaves out what takes messages away and results under an id that was
// used, and marks the rest.
func marked(frames []string) (out []string, tokens []token) {
	results := map[string]bool{}
	for _, f := range frames {
		if strings.Contains(f, "ACTIVITY_SNAPSHOT") || strings.Contains(f, "MESSAGES_SNAPSHOT") || strings.Contains(f, `"input"`) {
			continue
		}
		var ev struct{ Type, MessageID string }
		if json.Unmarshal([]byte(f), &ev) == nil && ev.Type == "TOOL_CALL_RESULT" {
			if results[ev.MessageID] {
				continue
			}
			results[ev.MessageID] = true
		}
		text, words := mark(f, len(out)+1)
		out = append(out, text)
		for _, w := range words {
			tokens = append(tokens, token{w, len(out)})
		}
	}
	return out, tokens
}

// converse takes frames in as the lenient client does.
func converse(frames []string) *store.Conversation {
	in := agui.RunAgentInput{ThreadID: "t", RunID: "q"}
	at := time.Unix(0, 0)
	c := store.New(nil, nil)
	c.Begin(&in, at)
	pipe := stream.NewPipeline(stream.PipelineOptions{})
	pipe.Begin(&in)
	take := func(items []stream.Item) {
		for _, it := range items {
			switch {
			case it.Event != nil:
				c.Apply(it.Event, at)
			case it.Finding != nil:
				c.Note(*it.Finding)
			}
		}
	}
	for i, f := range frames {
		take(pipe.Feed(&frame.Frame{N: i + 1, Data: []byte(f), Raw: []byte(f)}, nil))
	}
	take(pipe.Close(stream.EndOfBody, nil))
	c.End(store.Ending{}, at)
	return c
}

// shown is what the blocks of a transcript say.
func shown(blocks []*store.Block) string {
	var b strings.Builder
	for _, k := range blocks {
		if k.Hidden {
			continue
		}
		b.WriteString("{" + k.Name + "|" + string(k.Text.Bytes))
		for _, content := range []*agui.Content{k.Content, k.Result} {
			if content == nil {
				continue
			}
			b.WriteString("|" + content.Text)
			for i := range content.Parts {
				b.WriteString("|" + content.Parts[i].Text)
			}
		}
		b.WriteString("}")
	}
	return b.String()
}
