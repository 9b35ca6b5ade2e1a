package transcript_test

import (
	"time"

	"agtui/store"
	"agtui/stream/agui"
)

// scene is a conversation made by hand, block by block.
type scene struct {
	blocks []*store.Block
	runs   []*store.Run
	agents map[string]*store.Agent
	change store.Change
	at     time.Time
	count  uint64
}

func newScene() *scene {
	s := &scene{agents: map[string]*store.Agent{}, at: start()}
	s.runs = []*store.Run{{ThreadID: "t", RunID: "r", Status: store.Running, Started: s.at}}
	return s
}

func start() time.Time { return time.Date(2026, 3, 4, 14, 2, 0, 0, time.UTC) }

func (s *scene) Blocks() []*store.Block       { return s.blocks }
func (s *scene) Runs() []*store.Run           { return s.runs }
func (s *scene) Agent(id string) *store.Agent { return s.agents[id] }

// add appends a block that is complete as it is.
func (s *scene) add(b store.Block) *store.Block {
	p := &b
	p.ID = len(s.blocks)
	if p.Opened.IsZero() {
		p.Opened = s.at
	}
	s.blocks = append(s.blocks, p)
	s.touch(p)
	return p
}

func (s *scene) touch(b *store.Block) {
	s.count++
	b.Version = s.count
	s.change.Blocks = append(s.change.Blocks, b.ID)
}

func (s *scene) write(b *store.Block, text string) {
	b.Text.Bytes = agui.AppendText(b.Text.Bytes, text)
	s.touch(b)
}

func (s *scene) end(b *store.Block, p store.Phase) {
	b.Phase, b.Closed = p, s.at
	s.touch(b)
}

// taken hands out what changed since the last call.
func (s *scene) taken() store.Change {
	ch := s.change
	s.change = store.Change{}
	return ch
}

func (s *scene) agent(id, name, parent string) {
	a := &store.Agent{ID: id, Name: name, Index: len(s.agents), Depth: 1, Started: s.at, Head: -1}
	if parent != "" {
		a.Parent = agui.Some(parent)
		a.Depth = s.agents[parent].Depth + 1
	}
	s.agents[id] = a
}

func (s *scene) user(text string) *store.Block {
	return s.add(store.Block{
		Kind: store.Message, Phase: store.Done, Role: agui.RoleUser, Text: store.Text{Bytes: []byte(text)},
	})
}

func (s *scene) answer(text string) *store.Block {
	return s.add(store.Block{
		Kind: store.Message, Phase: store.Done, Role: agui.RoleAssistant, Text: store.Text{Bytes: []byte(text)},
	})
}

func (s *scene) call(name, args, result string) *store.Block {
	b := store.Block{
		Kind: store.ToolCall, Phase: store.Done, Name: name, Key: name, Text: store.Text{Bytes: []byte(args)},
		Closed: s.at.Add(200 * time.Millisecond), ResultInfo: &store.ResultInfo{At: s.at.Add(1200 * time.Millisecond)},
	}
	if result == "" {
		b.Phase, b.ResultInfo = store.Waiting, nil
	} else {
		b.Result = agui.Text(result)
	}
	return s.add(b)
}

func owned(id string) agui.Opt[string] { return agui.Some(id) }

// everything is a scene with each kind of block in its usual states.
func everything() *scene {
	s := newScene()
	s.user("Compare three GPU clouds and book the cheapest.")
	s.add(store.Block{Kind: store.Step, Name: "research", Phase: store.Live})
	s.add(store.Block{
		Kind: store.Reasoning, Phase: store.Done, Closed: s.at.Add(4 * time.Second), EncryptedSize: 1234,
		Text: store.Text{Bytes: []byte("First the prices, then the terms.")},
	})
	s.call("search_vendors", `{"q":"gpu cloud","limit":3}`, `[{"name":"A","price":1.2},{"name":"B","price":1.1}]`)
	s.call("read_file", `{"path":"a.txt"}`, "line one\nline two\nline three\nline four\nline five\nline six\nline seven\nline eight\nline nine")
	s.agent("a", "researcher a", "")
	s.agent("b", "researcher b", "")
	s.agent("c", "price reader", "b")
	s.add(store.Block{Kind: store.SubagentHead, Key: "a", Name: "researcher a"})
	m := s.answer("Vendor A charges by the **minute** and has no setup fee.")
	m.Owner = owned("a")
	s.call("fetch", `{"url":"https://a.example/prices"}`, "").Owner = owned("a")
	s.add(store.Block{Kind: store.SubagentHead, Key: "b", Name: "researcher b", Title: "reads price lists", Phase: store.Failed, Error: "the list is gone", Closed: s.at.Add(3 * time.Second)})
	s.add(store.Block{Kind: store.SubagentHead, Key: "c", Name: "price reader", Parent: owned("b"), Owner: owned("b"), Phase: store.Waiting})
	s.answer("Seats are 👩🏽‍💻 and คำ.").Owner = owned("c")
	s.add(store.Block{
		Kind: store.Activity, Phase: store.Done, Name: "PLAN", Content: &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(
			`{"title":"Book a cloud","steps":[{"text":"find","status":"done"},{"text":"compare","status":"in_progress"},{"text":"book","status":"pending"}]}`)},
	})
	s.add(store.Block{
		Kind: store.Activity, Phase: store.Done, Name: "SEARCH", Content: &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(
			`{"query":"gpu cloud","results":[{"title":"A","url":"https://a.example"},{"title":"B","url":"https://b.example"}]}`)},
	})
	s.add(store.Block{
		Kind: store.Activity, Phase: store.Done, Name: "weather", Content: &agui.Content{Kind: agui.ContentOpaque, Opaque: agui.Raw(
			`{"place":"\uc11c\uc6b8","now":{"t":21.50,"wind":[1,2]}}`)},
	})
	s.add(store.Block{Kind: store.Message, Phase: store.Done, Role: agui.RoleUser, Name: "kim", Content: &agui.Content{
		Kind: agui.ContentParts, Parts: []agui.Part{
			{Type: "text", Text: "See this:"},
			{Type: "image", Source: &agui.Source{Type: "data", Value: "AAAAAAAAAAAAAAAA", MimeType: agui.Some("image/png")}},
		},
	}})
	s.add(store.Block{Kind: store.Notice, Phase: store.Done, Event: agui.Meta, Name: "thumbs_up", Value: agui.Raw(`{"a":1}`)})
	s.add(store.Block{Kind: store.Notice, Phase: store.Done, Event: agui.RawEvent, Value: agui.Raw(`{"hidden":true}`)})
	call := s.call("book_vendor", `{"vendor":"B","price":1100}`, "")
	s.add(store.Block{Kind: store.Question, Phase: store.Waiting, Key: "i1", ParentCall: call.Key, Interrupt: &agui.Interrupt{
		ID: "i1", Reason: "tool_call", Message: agui.Some("Approve this call?"), ToolCallID: agui.Some(call.Key),
		ExpiresAt: agui.Some(s.at.Add(5*time.Minute + 10*time.Second).Format(time.RFC3339)),
	}})
	s.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: &store.Run{
		Status: store.Interrupted, Started: s.at, Ended: s.at.Add(12 * time.Second),
		Usage: []agui.TokenUsage{{InputTokens: agui.Some[int64](1234), OutputTokens: agui.Some[int64](340)}},
	}})
	s.add(store.Block{Kind: store.RunEnd, Phase: store.Done, RunInfo: &store.Run{
		Status: store.Errored, Started: s.at, Ended: s.at.Add(time.Second), Error: "model overloaded", ErrorCode: "529",
	}})
	return s
}
