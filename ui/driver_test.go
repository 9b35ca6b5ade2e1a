package ui_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/theme"
	"agtui/ui"
)

// script is a source that answers each request with the next list of events.
// An event "hold" waits for a value on the gate.
type script struct {
	mu      sync.Mutex
	answers [][]string
	inputs  []agui.RunAgentInput
	gate    chan struct{}
	now     func() time.Time
}

func (s *script) Run(ctx context.Context, in *agui.RunAgentInput) (*stream.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inputs = append(s.inputs, *in)
	n := len(s.inputs)
	var events []string
	if n <= len(s.answers) {
		events = s.answers[n-1]
	}
	if len(events) > 0 && events[0] == "refuse" {
		return nil, fmt.Errorf("%w: nobody listens", stream.ErrUnreachable)
	}
	at := s.now()
	return &stream.Response{
		Status: 200, Started: at, Headed: at, Close: func() error { return nil },
		Frames: func(yield func(frame.Frame, error) bool) {
			for i, e := range events {
				switch e {
				case "hold":
					select {
					case <-s.gate:
					case <-ctx.Done():
						yield(frame.Frame{}, ctx.Err())
						return
					}
					continue
				case "panic":
					panic("the source fell over")
				}
				e = strings.ReplaceAll(e, "$run", in.RunID)
				e = strings.ReplaceAll(e, "$thread", in.ThreadID)
				if !yield(frame.Frame{N: i + 1, At: s.now(), Raw: []byte(e), Data: []byte(e)}, nil) {
					return
				}
			}
		},
	}, nil
}

// sent is the last request.
func (s *script) sent(t tester) agui.RunAgentInput {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.inputs) == 0 {
		t.Fatal("nothing was sent")
	}
	return s.inputs[len(s.inputs)-1]
}

func (s *script) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.inputs)
}

// tester is a test or a property.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// driver runs a model as Bubble Tea does, with a clock of its own: commands
// run until none is left, timers wait for the clock to be moved.
type driver struct {
	t       tester
	m       *ui.Model
	src     *script
	mu      sync.Mutex
	clock   time.Time
	results chan tea.Msg
	running int
	timers  []due
	quit    bool
	clip    []string
	raw     []string
	other   []string // types of messages for the renderer
}

type due struct {
	at  time.Time
	msg tea.Msg
}

var osc52 = regexp.MustCompile(`\x1b\]52;c;([^\x07]*)\x07`)

// noon is when every test begins.
var noon = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// drive starts a model of 80 by 24 on a script.
func drive(t tester, answers ...[]string) *driver {
	t.Helper()
	return driveWith(t, func(*ui.Options) {}, answers...)
}

func driveWith(t tester, change func(*ui.Options), answers ...[]string) *driver {
	t.Helper()
	d := &driver{t: t, clock: noon, results: make(chan tea.Msg, 4096)}
	d.src = &script{answers: answers, gate: make(chan struct{}, 64), now: d.now}
	ids := 0
	o := ui.Options{
		Name: "test agent", URL: "http://test/agent", Source: d.src,
		Turn: turn.New(turn.Config{ThreadID: "t1", NewID: func() string {
			ids++
			return fmt.Sprintf("id%d", ids)
		}}),
		Conversation: store.New(nil, nil),
		Theme:        theme.Dark(),
		Now:          d.now,
	}
	change(&o)
	d.m = ui.New(o)
	ui.Tame(d.m, func(wait time.Duration, msg tea.Msg) tea.Cmd {
		d.timers = append(d.timers, due{d.now().Add(wait), msg})
		return nil
	})
	d.run(d.m.Init())
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return d
}

func (d *driver) now() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.clock
}

func (d *driver) run(c tea.Cmd) {
	if c == nil {
		return
	}
	d.running++
	go func() { d.results <- c() }()
}

// send hands the model a message and runs what it wants, without waiting.
func (d *driver) send(msg tea.Msg) {
	d.t.Helper()
	v := reflect.ValueOf(msg)
	switch msg := msg.(type) {
	case nil:
		return
	case tea.QuitMsg:
		d.quit = true
		return
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
		return
	}
	name := v.Type().String()
	switch {
	case name == "tea.sequenceMsg":
		for i := range v.Len() {
			if c, ok := reflect.TypeAssert[tea.Cmd](v.Index(i)); ok {
				d.run(c)
			}
		}
		return
	case name == "tea.RawMsg":
		d.raw = append(d.raw, fmt.Sprint(v.Field(0).Interface()))
		if m := osc52.FindStringSubmatch(strings.ReplaceAll(d.raw[len(d.raw)-1], "\x1b\\\x1bP", "")); m != nil {
			text, err := base64.StdEncoding.DecodeString(m[1])
			if err != nil {
				d.t.Fatal(err)
			}
			d.clip = append(d.clip, string(text))
			return
		}
		d.other = append(d.other, name)
		return
	case strings.HasPrefix(name, "tea.") && v.Type().PkgPath() != "" && !isInput(msg):
		d.other = append(d.other, name)
		return
	}
	_, cmd := d.m.Update(msg)
	d.run(cmd)
}

func isInput(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.WindowSizeMsg, tea.MouseClickMsg, tea.MouseWheelMsg,
		tea.ModeReportMsg, tea.BackgroundColorMsg, tea.ResumeMsg, tea.MouseMotionMsg, tea.ColorProfileMsg:
		return true
	}
	return false
}

// step waits for one result of a command.
func (d *driver) step() {
	d.t.Helper()
	select {
	case msg := <-d.results:
		d.running--
		d.send(msg)
	case <-time.After(2 * time.Minute):
		d.t.Fatalf("no command ended; the screen is\n%s", d.screen())
	}
}

// idle runs until no command is left.
func (d *driver) idle() *driver {
	d.t.Helper()
	for d.running > 0 {
		d.step()
	}
	return d
}

// asked runs until a question is there and was seen: enter counts from then on.
func (d *driver) asked() *driver {
	d.t.Helper()
	return d.idle().pass(500 * time.Millisecond)
}

// until runs until the screen has a text.
func (d *driver) until(text string) *driver {
	d.t.Helper()
	for !strings.Contains(d.screen(), text) {
		d.step()
	}
	return d
}

// pass moves the clock and fires the timers that are due.
func (d *driver) pass(by time.Duration) *driver {
	d.t.Helper()
	d.fired(by)
	return d
}

// fired is pass, and says how many timers were due.
func (d *driver) fired(by time.Duration) (n int) {
	d.t.Helper()
	end := d.now().Add(by)
	for {
		first := -1
		for i := range d.timers {
			if !d.timers[i].at.After(end) && (first < 0 || d.timers[i].at.Before(d.timers[first].at)) {
				first = i
			}
		}
		if first < 0 {
			break
		}
		next := d.timers[first]
		d.timers = append(d.timers[:first], d.timers[first+1:]...)
		d.set(next.at)
		d.send(next.msg)
		n++
	}
	d.set(end)
	return n
}

func (d *driver) set(at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if at.After(d.clock) {
		d.clock = at
	}
}

// screen is what the model shows, without styles.
func (d *driver) screen() string { return ansi.Strip(d.m.View().Content) }

func (d *driver) line(n int) string {
	lines := strings.Split(d.screen(), "\n")
	return lines[(n+len(lines))%len(lines)]
}

// keys presses keys by their names; anything else is typed.
func (d *driver) keys(names ...string) *driver {
	d.t.Helper()
	for _, n := range names {
		d.send(press(n))
	}
	return d
}

// typed types a text, rune by rune.
func (d *driver) typed(text string) *driver {
	d.t.Helper()
	for _, r := range text {
		d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return d
}

// say types a text and sends it.
func (d *driver) say(text string) *driver {
	d.t.Helper()
	return d.typed(text).keys("enter")
}

func (d *driver) size(w, h int) *driver {
	d.t.Helper()
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

var named = map[string]rune{
	"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	"f1": tea.KeyF1, "f2": tea.KeyF2, "f4": tea.KeyF4, "space": tea.KeySpace,
}

// press is the message of a key by its name.
func press(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	rest := name
	for {
		if after, ok := strings.CutPrefix(rest, "ctrl+"); ok {
			k.Mod, rest = k.Mod|tea.ModCtrl, after
			continue
		}
		if after, ok := strings.CutPrefix(rest, "alt+"); ok {
			k.Mod, rest = k.Mod|tea.ModAlt, after
			continue
		}
		if after, ok := strings.CutPrefix(rest, "shift+"); ok {
			k.Mod, rest = k.Mod|tea.ModShift, after
			continue
		}
		break
	}
	if code, ok := named[rest]; ok {
		k.Code = code
		if rest == "space" {
			k.Text = " "
		}
		return k
	}
	k.Code = []rune(rest)[0]
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

// see fails when a text is not on the screen.
func (d *driver) see(texts ...string) *driver {
	d.t.Helper()
	s := d.screen()
	for _, want := range texts {
		if !strings.Contains(s, want) {
			d.t.Fatalf("%q is not on the screen:\n%s", want, s)
		}
	}
	return d
}

func (d *driver) hidden(texts ...string) *driver {
	d.t.Helper()
	s := d.screen()
	for _, no := range texts {
		if strings.Contains(s, no) {
			d.t.Fatalf("%q is on the screen:\n%s", no, s)
		}
	}
	return d
}

func (d *driver) at(where string) *driver {
	d.t.Helper()
	if got := ui.Where(d.m); got != where {
		d.t.Fatalf("the focus is in %s, want %s; the screen is\n%s", got, where, d.screen())
	}
	return d
}

// The events of scripts.

func started() string { return `{"type":"RUN_STARTED","threadId":"$thread","runId":"$run"}` }

func finished() string { return `{"type":"RUN_FINISHED","threadId":"$thread","runId":"$run"}` }

// says is a message of the agent.
func says(id, text string) []string {
	body := string(agui.AppendString(nil, text))
	return []string{
		`{"type":"TEXT_MESSAGE_START","messageId":"` + id + `","role":"assistant"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"` + id + `","delta":` + body + `}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"` + id + `"}`,
	}
}

// calls is a tool call without a result.
func calls(id, name, args string) []string {
	body := string(agui.AppendString(nil, args))
	return []string{
		`{"type":"TOOL_CALL_START","toolCallId":"` + id + `","toolCallName":"` + name + `"}`,
		`{"type":"TOOL_CALL_ARGS","toolCallId":"` + id + `","delta":` + body + `}`,
		`{"type":"TOOL_CALL_END","toolCallId":"` + id + `"}`,
	}
}

// asks is the end of a run that asks.
func asks(interrupts ...string) string {
	return `{"type":"RUN_FINISHED","threadId":"$thread","runId":"$run","outcome":{"type":"interrupt","interrupts":[` +
		strings.Join(interrupts, ",") + `]}}`
}

// answer is a whole run.
func answer(parts ...any) []string {
	out := []string{started()}
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, p)
		case []string:
			out = append(out, p...)
		}
	}
	if last := out[len(out)-1]; !strings.Contains(last, "RUN_FINISHED") && !strings.Contains(last, "RUN_ERROR") {
		out = append(out, finished())
	}
	return out
}
