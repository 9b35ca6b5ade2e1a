//go:build !windows

package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"agtui/stream/agui"
)

// load is not a step of this program: it has no store of threads to write into.
// The history comes as the first answer instead, as a snapshot of messages.
func (p *play) load(file string) {
	var d struct {
		Thread struct{ Messages int }
	}
	name, _, _ := strings.Cut(file, ":")
	if err := json.Unmarshal(p.read(name), &d); err != nil {
		p.t.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteString(`{"type":"MESSAGES_SNAPSHOT","messages":[`)
	for i := range d.Thread.Messages {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(threadMessage(i))
	}
	b.WriteString("]}")
	p.history = body{frames: []string{
		event(`{"type":"RUN_STARTED","threadId":"t1","runId":"r0"}`), event(b.String()), event(`{"type":"RUN_FINISHED","threadId":"t1","runId":"r0"}`),
	}}
}

// threadMessage is the i-th message of the long thread: users and assistants in
// turn; each tenth assistant has called a tool.
func threadMessage(i int) string {
	if i%2 == 0 {
		return fmt.Sprintf(`{"id":"h%d","role":"user","content":"question %d, of about sixty characters, about the delivery?"}`, i, i)
	}
	text := fmt.Sprintf("# Answer %d\n\n- first\n- second\n- third\n\n```go\nfunc main() {\n\tfmt.Println(%d)\n\treturn\n}\n\n```\n\n", i, i)
	text += strings.Repeat("and more words ", (600-len(text))/15)
	calls := ""
	if i/2%10 == 0 {
		calls = fmt.Sprintf(`,"toolCalls":[{"id":"hc%d","type":"function","function":{"name":"look","arguments":"{}"}}]},`+
			`{"id":"hr%d","role":"tool","toolCallId":"hc%d","content":%s`, i, i, i, agui.AppendString(nil, strings.Repeat("0123456789", 200)))
	}
	return fmt.Sprintf(`{"id":"h%d","role":"assistant","content":%s%s}`, i, agui.AppendString(nil, text), calls)
}

func longPainted(p *play) {
	p.memory = p.rss()
	// A busy machine may be slow; the program must not be.
	if p.painted > 1500*time.Millisecond && p.used > 1500*time.Millisecond {
		p.t.Errorf("the first paint took %s, and %s of the processor", p.painted, p.used)
	}
}

func longStreamed(p *play) {
	if n := len(p.marks); n < 3 {
		p.t.Fatalf("%d marks", n)
	}
	first, last := p.marks[1].cpu-p.marks[0].cpu, p.marks[len(p.marks)-1].cpu-p.marks[len(p.marks)-2].cpu
	if last > 3*first+100*time.Millisecond {
		p.t.Errorf("the last 1,000 deltas took %s of the processor, the first %s", last, first)
	}
	if grown := p.rss() - p.memory; grown > 100<<20 {
		p.t.Errorf("the memory grew by %d MB", grown>>20)
	}
	took := p.marks[len(p.marks)-1].at.Sub(p.marks[0].at).Seconds()
	frames := p.marks[len(p.marks)-1].frames - p.marks[0].frames
	if most := 62*took + 30; float64(frames) > most { // and a frame for each key
		p.t.Errorf("%d frames in %.1f s", frames, took)
	}
	p.holds("abcdefghij")
	slices.Sort(p.delays)
	if n := len(p.delays); n < 8 || p.delays[n/4] > 100*time.Millisecond {
		p.t.Errorf("the keys took %v to be drawn", p.delays)
	}
}

func longResized(p *play) {
	p.resized()
	p.fits()
	p.holds("of the list")
}

// A mark is what the program used at a moment of a stream.
type useMark struct {
	at     time.Time
	cpu    time.Duration
	frames int
}

// mark notes what was used so far.
func (p *play) mark() {
	// A frame begins with autowrap off.
	p.marks = append(p.marks, useMark{time.Now(), p.cpu(), strings.Count(p.tm.Raw(), "\x1b[?7l")})
}

// watch begins to measure how long the program takes for a key. A busy machine
// lets it wait, so it is the time, or what it used of the processor if that is
// less.
func (p *play) watch() func() time.Duration {
	at, used := time.Now(), p.cpu()
	return func() time.Duration { return min(time.Since(at), p.cpu()-used) }
}

// typeDuring types a key each 100 ms and notes how long each takes.
func (p *play) typeDuring(text string) {
	p.t.Helper()
	p.tm.Until("the stream", func(s string) bool { return strings.Contains(s, "of the list") })
	typed := ""
	for _, r := range text {
		typed += string(r)
		before, took := time.Now(), p.watch()
		p.tm.Type(string(r))
		p.tm.See("› " + typed)
		p.delays = append(p.delays, took())
		time.Sleep(max(100*time.Millisecond-time.Since(before), 0))
	}
}
