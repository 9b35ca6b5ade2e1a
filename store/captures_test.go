package store_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/sse"
)

// capture is one exchange with a real server and what the reference client
// made of it.
type capture struct {
	Messages          any   `json:"messages"`
	State             any   `json:"state"`
	PendingInterrupts []any `json:"pendingInterrupts"`
	Rejected          any   `json:"rejected"`
}

// TestConversation_RealServers plays streams of real servers. They are not
// part of the repository: AGTUI_SHARED names the folder they are in.
func TestConversation_RealServers(t *testing.T) {
	t.Parallel()
	shared := os.Getenv("AGTUI_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "shared")
	}
	found, err := filepath.Glob(filepath.Join(shared, "captures", "*", "*.expect.json"))
	if err != nil || len(found) == 0 {
		t.Skip("there are no streams of real servers: AGTUI_SHARED names their folder")
	}
	for _, path := range found {
		base := strings.TrimSuffix(path, ".expect.json")
		t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(base), func(t *testing.T) {
			t.Parallel()
			var want capture
			if err := json.Unmarshal(read(t, path), &want); err != nil {
				t.Fatal(err)
			}
			in, err := agui.DecodeInput(read(t, base+".request.json"))
			if err != nil {
				t.Skipf("not a request: %v", err)
			}
			c := playCapture(t, &in, read(t, base+".sse"))
			checkCapture(t, c, &want)
		})
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func playCapture(t *testing.T, in *agui.RunAgentInput, body []byte) *store.Conversation {
	t.Helper()
	p := &player{t: t, c: store.New(nil, in.State), at: epoch, light: true}
	p.begin(*in)
	pipe := stream.NewPipeline(stream.PipelineOptions{})
	pipe.Begin(in)
	var items []stream.Item
	for f, err := range sse.NewReader(bytes.NewReader(body), sse.Options{}).All() {
		if err != nil {
			t.Fatal(err)
		}
		items = pipe.Feed(&f, items[:0])
		p.items(items)
	}
	p.items(pipe.Close(stream.EndOfBody, nil))
	p.end(store.Ending{})
	return p.c
}

func (p *player) items(items []stream.Item) {
	for _, item := range items {
		switch {
		case item.Event != nil:
			p.check(func() store.Change { return p.c.Apply(item.Event, p.at) })
		case item.Finding != nil:
			p.check(func() store.Change { return p.c.Note(*item.Finding) })
		}
	}
}

func checkCapture(t *testing.T, c *store.Conversation, want *capture) {
	t.Helper()
	for _, b := range c.Blocks() {
		if b.Phase == store.Live {
			t.Errorf("still live: %s", sentence(b))
		}
	}
	shown := visible(c)
	for _, m := range c.Messages() {
		if m.Content != nil && m.Content.Kind == agui.ContentText && !strings.Contains(shown, quoted(m.Content.Text)) {
			t.Errorf("the text of %s %s is not visible: %q", m.Role, m.ID, m.Content.Text)
		}
	}
	if testing.Verbose() {
		t.Log("\n" + strings.Join(transcript(c), "\n") + "\n" + strings.Join(rules(c), "\n"))
	}
	if want.Rejected != nil {
		return
	}
	raw := []byte{'['}
	for i, m := range c.Messages() {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = agui.AppendMessage(raw, &m)
	}
	if got := parsed(t, append(raw, ']')); !reflect.DeepEqual(got, want.Messages) {
		t.Errorf("messages %v, want %v", got, want.Messages)
	}
	if got := parsed(t, c.State().Append(nil)); !reflect.DeepEqual(got, want.State) {
		t.Errorf("state %v, want %v", got, want.State)
	}
	if len(c.Questions()) != len(want.PendingInterrupts) {
		t.Errorf("%d questions are open, want %d", len(c.Questions()), len(want.PendingInterrupts))
	}
}

// quoted is the text as sentence has it.
func quoted(s string) string { return strings.Trim(strconv.Quote(s), `"`) }

func parsed(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return v
}
