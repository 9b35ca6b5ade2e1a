package ui_test

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"agtui/store"
	"agtui/store/turn"
	"agtui/theme"
	"agtui/ui"
)

// shown is a real program whose terminal is an emulator: what the emulator has
// must be what the model drew.
type shown struct {
	t       tester
	p       *tea.Program
	ended   chan struct{}
	drained chan struct{}
	mu      sync.Mutex
	vt      *vt.Emulator
	view    string
	changed chan struct{}
	w, h    int
}

// fence is a message that says that all before it went through.
type fence chan struct{}

// watched is the model of a shown.
type watched struct {
	*ui.Model
	s *shown
}

func (m watched) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if f, ok := msg.(fence); ok {
		close(f)
		return m, nil
	}
	_, cmd := m.Model.Update(msg)
	m.s.note(func() { m.s.view = m.Model.View().Content })
	return m, cmd
}

// note changes what is known, and wakes who waits for it.
func (s *shown) note(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	close(s.changed)
	s.changed = make(chan struct{})
}

// Write is the terminal, with a line discipline: without a terminal for its
// input Bubble Tea takes it for one that makes CR LF of LF.
func (s *shown) Write(b []byte) (int, error) {
	s.note(func() { _, _ = s.vt.Write(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))) })
	return len(b), nil
}

func show(t tester, answers ...[]string) *shown {
	t.Helper()
	s := &shown{t: t, ended: make(chan struct{}), drained: make(chan struct{}), vt: vt.NewEmulator(80, 24), changed: make(chan struct{}), w: 80, h: 24}
	go func() {
		defer close(s.drained)
		_, _ = io.Copy(io.Discard, s.vt) // its answers
	}()
	src := &script{answers: answers, gate: make(chan struct{}, 64), now: time.Now}
	m := ui.New(ui.Options{
		Name: "test agent", Source: src, Conversation: store.New(nil, nil), Theme: theme.Dark(), Links: ui.LinksOn,
		Turn: turn.New(turn.Config{ThreadID: "t1", NewID: func() string { return strconv.Itoa(src.count()) + "id" }}),
	})
	s.p = tea.NewProgram(watched{m, s}, tea.WithInput(nil), tea.WithOutput(s), tea.WithoutSignalHandler(),
		tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithColorProfile(colorprofile.TrueColor), tea.WithFPS(120), tea.WithWindowSize(80, 24))
	go func() {
		defer close(s.ended)
		_, _ = s.p.Run()
	}()
	s.send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
	s.size(80, 24)
	return s
}

func (s *shown) end() {
	s.p.Quit()
	<-s.ended
	if pipe, ok := s.vt.InputPipe().(io.Closer); ok { // its Close races with a read
		_ = pipe.Close()
		<-s.drained
	}
}

// send hands the program a message and waits until it went through.
func (s *shown) send(msg tea.Msg) {
	s.p.Send(msg)
	f := make(fence)
	s.p.Send(f)
	select {
	case <-f:
	case <-s.ended:
	}
}

func (s *shown) size(w, h int) {
	s.note(func() {
		s.w, s.h = w, h
		s.vt.Resize(w, h)
	})
	s.send(tea.WindowSizeMsg{Width: w, Height: h})
}

// same waits until the terminal shows the view.
func (s *shown) same(after string) {
	s.t.Helper()
	limit := time.After(2 * time.Minute)
	for {
		s.mu.Lock()
		changed, fault := s.changed, s.differs()
		s.mu.Unlock()
		if fault == "" {
			return
		}
		select {
		case <-changed:
		case <-limit:
			s.t.Fatalf("after %s: %s", after, fault)
		}
	}
}

// differs compares the terminal with another on which each line of the view
// was put at its place.
func (s *shown) differs() string {
	want := vt.NewEmulator(s.w, s.h)
	defer want.Close()
	for y, line := range strings.Split(s.view, "\n") {
		_, _ = want.WriteString("\x1b[" + strconv.Itoa(y+1) + "H" + line)
	}
	for y := range s.h {
		for x := range s.w {
			a, b := s.vt.CellAt(x, y), want.CellAt(x, y)
			if !alike(a, b) {
				return "the cell at " + strconv.Itoa(x) + "," + strconv.Itoa(y) + " is " + described(a) + ", want " + described(b) +
					"; the line is\n" + row(s.vt, y, s.w) + "\nwant\n" + row(want, y, s.w)
			}
		}
	}
	return ""
}

func alike(a, b *uv.Cell) bool {
	x, y := content(a), content(b)
	if x != y {
		return false
	}
	if x == " " {
		return true // a blank's colour of text is nobody's business
	}
	return a.Style == b.Style && a.Link == b.Link
}

func content(c *uv.Cell) string {
	if c == nil || c.Content == "" {
		return " "
	}
	return c.Content
}

func described(c *uv.Cell) string {
	if c == nil {
		return "nothing"
	}
	return strconv.Quote(c.Content) + " " + strconv.Quote(c.Style.String())
}

func row(e *vt.Emulator, y, w int) string {
	var b strings.Builder
	for x := 0; x < w; {
		c := e.CellAt(x, y)
		b.WriteString(content(c))
		n := 1
		if c != nil {
			n = max(c.Width, 1)
		}
		x += n
	}
	return b.String()
}

func TestScreen_IsTheViewAfterEveryFrame(t *testing.T) {
	t.Parallel()
	// Each step waits for a frame: after a while a number of programs is enough.
	const least = 20
	enough, programs, compared := time.Now().Add(15*time.Second), 0, 0
	defer func() { t.Logf("%d programs, %d screens were compared", programs, compared) }()
	rapid.Check(t, func(t *rapid.T) {
		if programs >= least && time.Now().After(enough) {
			return
		}
		programs++
		s := show(t, wild(t), wild(t), wild(t))
		defer s.end()
		s.same("the start")
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			after := "a key"
			switch rapid.IntRange(0, 7).Draw(t, "what") {
			case 0:
				after = "a new size"
				s.size(rapid.SampledFrom([]int{20, 40, 81, 120}).Draw(t, "width"), rapid.IntRange(4, 40).Draw(t, "height"))
			case 1:
				after = "a paste"
				s.send(tea.PasteMsg{Content: rapid.SampledFrom(hostile).Draw(t, "paste")})
			case 2, 3:
				after = "a run"
				for _, r := range "hi" {
					s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
				}
				s.send(press("enter"))
			case 4:
				after = "the wheel"
				s.send(tea.MouseWheelMsg{Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}).Draw(t, "wheel"), X: 3, Y: 3})
			default:
				key := rapid.SampledFrom(someKeys).Draw(t, "key")
				if key == "ctrl+z" || key == "ctrl+c" { // they end or stop the program
					continue
				}
				s.send(press(key))
			}
			s.same(after)
			compared++
		}
	})
	if compared < programs {
		t.Errorf("%d screens of %d programs were compared", compared, programs)
	}
}

func TestModel_LinesFitInBothWaysToCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := drive(t, wild(t), wild(t))
		for range 2 {
			w := rapid.SampledFrom([]int{7, 20, 40, 80, 140}).Draw(t, "width")
			d.size(w, 30).say("hi").idle()
			sane(t, d.m.View(), w, 30, false)
			sane(t, d.m.View(), w, 30, true)
			d.keys("esc", "esc")
		}
	})
}

func TestModel_ShowsWhatWasHeldBackAfterSilence(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ last, drawn string }{
		"half a flag":    {"🇩", "🇩"},
		"a face":         {"👩", "👩"},
		"an open letter": {"ᄒ", "ᄒ"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := says("m1", "seats for "+c.last)
			d := drive(t, answer(said[:2], "hold", said[2]))
			d.send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
			d.say("hi").until("seats for")
			d.hidden(c.drawn)
			d.pass(200 * time.Millisecond).see("seats for " + c.drawn)
			d.src.gate <- struct{}{}
			d.idle()
		})
	}
}
