//go:build !windows

package e2e_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"agtui/e2e/term"
	"agtui/stream/agui"
)

// A play is one case of testdata/cases: the steps of its keys.txt, played on
// the real program against a server that answers with its bodies. What must
// hold at a `check` step is in the table of tui_test.go.
type play struct {
	t      *testing.T
	dir    string
	o      term.Options
	tm     *term.Terminal
	server *stub
	queue  []body // what requests get
	last   string // what the last `sh:` printed
	shell  string // the directory that `sh:` works in
	shots  map[string]string

	history body          // what `load-thread` describes
	pressed time.Time     // the last ctrl+c
	painted time.Duration // from the start to the first paint
	used    time.Duration // of the processor until then
	memory  int           // at the first check
	before  int           // how much output there was before the last resize
	marks   []useMark     // of a described stream
	delays  []time.Duration
	blank   string // a screen on which what was there is not
}

// A body is served one frame per write, with pauses.
type body struct {
	frames []string
	pace   time.Duration
	at     func(frame int) // is called before each
}

// A stub answers requests in turn.
type stub struct {
	*spy
	bodies chan body

	mu      sync.Mutex
	changed chan struct{}
	written int // frames of the body that is served
}

func stubbed(t *testing.T) *stub {
	t.Helper()
	s := &stub{bodies: make(chan body, 16), changed: make(chan struct{})}
	s.spy = watched(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		flush := http.NewResponseController(w)
		_ = flush.Flush()
		select {
		case b := <-s.bodies:
			s.count(0)
			for i, f := range b.frames {
				if b.at != nil {
					b.at(i)
				}
				if _, err := w.Write([]byte(f)); err != nil || flush.Flush() != nil {
					return
				}
				s.count(i + 1)
				select {
				case <-time.After(b.pace):
				case <-r.Context().Done():
					return
				}
			}
		case <-r.Context().Done():
		}
	}))
	return s
}

func (s *stub) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.written = n
	close(s.changed)
	s.changed = make(chan struct{})
}

// wait waits until n frames of the body were written.
func (s *stub) wait(t *testing.T, n int) {
	t.Helper()
	for deadline := time.After(term.Limit); ; {
		s.mu.Lock()
		written, changed := s.written, s.changed
		s.mu.Unlock()
		if written >= n {
			return
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("%d frames were written, want %d", written, n)
		}
	}
}

// framesOf cuts an event stream into its frames.
func framesOf(data []byte) (out []string) {
	for _, f := range bytes.SplitAfter(data, []byte("\n\n")) {
		if len(f) > 0 {
			out = append(out, string(f))
		}
	}
	return out
}

// run plays the case; checks are its named checks.
func runPlay(t *testing.T, name string, checks map[string]func(*play)) {
	t.Helper()
	p := &play{
		t: t, dir: filepath.Join("testdata", "cases", name), o: term.Options{Grapheme: true},
		server: stubbed(t), shell: t.TempDir(), shots: map[string]string{},
	}
	script, err := os.ReadFile(filepath.Join(p.dir, "keys.txt"))
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]bool{}
	for line := range strings.Lines(string(script)) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if verb != "check" {
			p.step(verb, rest)
			continue
		}
		check := checks[rest]
		if check == nil {
			t.Fatalf("the check %s is not in the table", rest)
		}
		if p.tm != nil {
			p.shots[rest] = p.tm.Screen()
		}
		check(p)
		done[rest] = true
	}
	for name := range checks {
		if !done[name] {
			t.Errorf("the check %s was never made", name)
		}
	}
}

func (p *play) step(verb, rest string) {
	p.t.Helper()
	switch verb {
	case "size":
		p.o.Width, p.o.Height = p.size(rest)
	case "env":
		p.o.Env = append(p.o.Env, rest)
	case "profile":
		p.o.Grapheme = rest == "G"
	case "serve":
		file, pace, _ := strings.Cut(rest, " pace=")
		b := p.body(file)
		b.pace += p.duration(pace)
		p.queue = append(p.queue, b)
		p.server.bodies <- b
	case "start":
		p.start()
	case "restart-with-thread":
		p.again()
	case "type":
		p.tm.Type(rest)
		if p.o.Width > len(rest)+4 {
			p.tm.See("› " + rest)
		}
	case "type-during-stream":
		p.typeDuring(rest)
	case "key":
		p.key(rest)
	case "wait":
		time.Sleep(p.duration(rest))
	case "wait-frame":
		n, err := strconv.Atoi(rest)
		if err != nil {
			p.t.Fatal(err)
		}
		p.server.wait(p.t, n)
	case "wait-idle":
		settled(p.tm)
		p.tm.Quiet(300 * time.Millisecond)
	case "resize":
		p.o.Width, p.o.Height = p.size(rest)
		p.before = len(p.tm.Raw())
		p.tm.Resize(p.o.Width, p.o.Height)
	case "sh:":
		p.sh(rest)
	case "load-thread":
		p.load(rest)
	default:
		p.t.Fatalf("no step %q", verb)
	}
}

func (p *play) size(text string) (w, h int) {
	if _, err := fmt.Sscanf(text, "%dx%d", &w, &h); err != nil {
		p.t.Fatalf("%s is no size: %v", text, err)
	}
	return w, h
}

func (p *play) duration(text string) time.Duration {
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return d
}

func (p *play) read(file string) []byte {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, file))
	if err != nil {
		p.t.Fatal(err)
	}
	return data
}

// body is that of a file, or the stream that a file describes.
func (p *play) body(file string) body {
	name, part, described := strings.Cut(file, ":")
	if !described {
		return body{frames: framesOf(p.read(file))}
	}
	var d struct {
		Stream struct {
			Deltas, Size int
			Pace         int `json:"pace_ms"`
		}
	}
	if err := json.Unmarshal(p.read(name), &d); err != nil || part != "stream" {
		p.t.Fatal(part, err)
	}
	n := d.Stream.Deltas
	return body{
		frames: listStream(n, d.Stream.Size), pace: time.Duration(d.Stream.Pace) * time.Millisecond,
		at: func(frame int) {
			if frame == 2 || frame == 1002 || frame == n-998 || frame == n+2 {
				p.mark()
			}
		},
	}
}

func (p *play) start() {
	p.t.Helper()
	before := time.Now()
	p.tm = open(p.t, p.o, p.server.URL)
	p.tm.See("Type a message")
	p.painted, p.used = time.Since(before), p.cpu()
	p.tm.Watch(p.look)
	if p.history.frames != nil {
		p.server.bodies <- p.history
		said(p.tm, "load")
		p.step("wait-idle", "")
	}
}

// look notes a frame without a text that was in the one before.
func (p *play) look(screen string) {
	const text = "part one"
	if had := strings.HasSuffix(p.blank, text); had && !strings.Contains(screen, text) {
		p.blank = screen
	} else if strings.Contains(screen, text) && p.blank == "" {
		p.blank = text
	}
}

// again starts another program at the same size and lets it take the same
// bodies: what a fresh start would show.
func (p *play) again() {
	p.t.Helper()
	for _, b := range p.queue {
		p.server.bodies <- body{frames: b.frames}
	}
	p.start()
	said(p.tm, "go")
	p.step("wait-idle", "")
}

func (p *play) key(name string) {
	p.t.Helper()
	switch name {
	case "<submit>":
		p.server.count(0)
		p.tm.Type(term.Enter)
	case "ctrl+c":
		if p.pressed = time.Now(); !p.tm.Ended() {
			p.tm.Type(term.CtrlC)
		}
	case "backspace":
		p.tm.Type(term.Del)
	case "<show-tool>":
		p.showTools()
	case "<scroll-top>":
		p.press("g")
	case "<copy-last>":
		p.tm.Type(term.Tab)
		p.tm.See("i write")
		p.press("G")
		for range 4 { // up from the end of the run to the message
			if p.press("ky"); strings.Contains(p.clipboard(), "\n") {
				break
			}
		}
	default:
		p.t.Fatalf("no key %q", name)
	}
}

// press types keys and waits until they were answered; some are not.
func (p *play) press(keys string) {
	p.t.Helper()
	before := len(p.tm.Raw())
	took := p.watch()
	p.tm.Type(keys)
	if p.answered(before, 500*time.Millisecond); len(p.tm.Raw()) > before {
		p.delays = append(p.delays, took())
	}
	p.tm.Quiet(50 * time.Millisecond)
}

// answered waits until there is more output than before, or the limit.
func (p *play) answered(before int, limit time.Duration) {
	for deadline := time.Now().Add(limit); len(p.tm.Raw()) == before && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
}

// resized waits until the screen has followed the last resize.
func (p *play) resized() {
	p.answered(p.before, 5*time.Second)
	p.tm.Quiet(300 * time.Millisecond)
}

var osc52 = regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]*)`)

// clipboard is what was copied last.
func (p *play) clipboard() string {
	m := osc52.FindAllStringSubmatch(p.tm.Raw(), -1)
	if len(m) == 0 {
		return ""
	}
	text, err := base64.StdEncoding.DecodeString(m[len(m)-1][1])
	if err != nil {
		p.t.Error(err)
	}
	return string(text)
}

// sh runs a line of bash in the play's own directory.
func (p *play) sh(line string) {
	p.t.Helper()
	line = strings.NewReplacer("{{CLIENT}}", binary, "--url {{URL}}", p.server.URL, "{{URL}}", p.server.URL).Replace(line)
	ctx, cancel := context.WithTimeout(p.t.Context(), term.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", line)
	cmd.Dir = p.shell
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+p.shell, "XDG_CONFIG_HOME="+p.shell)
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("%s: %v: %s", line, err, out)
	}
	p.last = strings.TrimSpace(string(out))
}

// file is what a `sh:` step wrote.
func (p *play) file(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.shell, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

// rows are the lines of the screen at a check.
func (p *play) rows() []string { return strings.Split(p.tm.Screen(), "\n") }

// holds checks that texts are on the screen.
func (p *play) holds(texts ...string) {
	p.t.Helper()
	screen := p.tm.Screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			p.t.Errorf("the screen has no %q:\n%s", text, screen)
		}
	}
}

// listStream is a numbered list as deltas of a size, 120 characters an item.
func listStream(deltas, size int) []string {
	var b strings.Builder
	for i := 1; b.Len() < deltas*size; i++ {
		item := fmt.Sprintf("%d. item %d of the list, ", i, i)
		b.WriteString(item + strings.Repeat("w", 10))
		for n := len(item) + 10; n < 119; n += 6 {
			b.WriteString(" words"[:min(6, 119-n)])
		}
		b.WriteByte('\n')
	}
	text := b.String()[:deltas*size]
	frames := []string{
		event(`{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}`),
		event(`{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}`),
	}
	for i := range deltas {
		frames = append(frames, event(fmt.Sprintf(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":%s}`,
			agui.AppendString(nil, text[i*size:i*size+size]))))
	}
	return append(frames, event(`{"type":"TEXT_MESSAGE_END","messageId":"m1"}`), event(`{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}`))
}

func event(data string) string { return "data: " + data + "\n\n" }

// proc reads a file of the program's in /proc, on systems that have it.
func (p *play) proc(name string) []string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", p.tm.Pid(), name))
	if err != nil {
		return nil
	}
	return strings.Fields(string(data))
}

// rss is the resident memory in bytes, 0 where it cannot be read.
func (p *play) rss() int {
	if f := p.proc("statm"); len(f) > 1 {
		n, _ := strconv.Atoi(f[1])
		return n * os.Getpagesize()
	}
	return 0
}

// cpu is the processor time so far, 0 where it cannot be read.
func (p *play) cpu() time.Duration {
	f := p.proc("stat")
	if len(f) < 15 {
		return 0
	}
	user, _ := strconv.Atoi(f[13])
	system, _ := strconv.Atoi(f[14])
	return time.Duration(user+system) * 10 * time.Millisecond
}
