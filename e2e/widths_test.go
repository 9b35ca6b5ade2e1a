//go:build !windows

package e2e_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/charmbracelet/x/vt"

	"agtui/e2e/term"
	"agtui/ui/cell"
)

// hardTable has the names of hard strings and the strings, quoted, in its first
// columns.
const hardTable = "../ui/cell/testdata/hard.txt"

// freshStrings is how many strings are drawn by lot.
const freshStrings = 2000

// A sample is a text whose width is to be measured.
type sample struct{ name, text string }

func hardStrings(t *testing.T) []sample {
	t.Helper()
	file, err := os.Open(hardTable)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []sample
	for sc := bufio.NewScanner(file); sc.Scan(); {
		parts := strings.Split(sc.Text(), "\t")
		text, err := strconv.Unquote(parts[1])
		if err != nil {
			t.Fatalf("%s: %v", sc.Text(), err)
		}
		out = append(out, sample{parts[0], text})
	}
	if len(out) < 111 {
		t.Fatalf("%s has only %d strings", hardTable, len(out))
	}
	return out
}

// A lot draws hard strings.
type lot struct {
	*rand.Rand
	bases, marks map[string][]rune
	scripts      []string
}

// livingScripts are those that people write today.
var livingScripts = strings.Fields(`Arabic Armenian Balinese Bengali Bopomofo Cham Cherokee Cyrillic Devanagari Ethiopic Georgian
	Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Javanese Kannada Katakana Khmer Lao Latin Malayalam Meetei_Mayek Mongolian
	Myanmar New_Tai_Lue Nko Ol_Chiki Oriya Sinhala Sundanese Syriac Tai_Tham Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Yi`)

func newLot(seed uint64) *lot {
	l := &lot{Rand: rand.New(rand.NewPCG(seed, 1)), bases: map[string][]rune{}, marks: map[string][]rune{}, scripts: livingScripts}
	for _, name := range l.scripts {
		each(unicode.Scripts[name], func(r rune) {
			if unicode.Is(unicode.M, r) {
				l.marks[name] = append(l.marks[name], r)
			} else {
				l.bases[name] = append(l.bases[name], r)
			}
		})
	}
	return l
}

func each(table *unicode.RangeTable, see func(rune)) {
	for _, x := range table.R16 {
		for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
			see(r)
		}
	}
	for _, x := range table.R32 {
		for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
			see(r)
		}
	}
}

func (l *lot) one(from []rune) rune { return from[l.IntN(len(from))] }

func (l *lot) between(lo, hi rune) rune { return lo + l.Int32N(hi-lo+1) }

// letters are some clusters of one script, with its marks and those of all.
func (l *lot) letters(b *strings.Builder) {
	script := l.scripts[l.IntN(len(l.scripts))]
	for range 1 + l.IntN(4) {
		b.WriteRune(l.one(l.bases[script]))
		for range max(l.IntN(5)-1, 0) {
			switch marks := l.marks[script]; {
			case len(marks) > 0 && l.IntN(4) > 0:
				b.WriteRune(l.one(marks))
			default:
				b.WriteRune(l.between(0x300, 0x36F))
			}
		}
	}
}

// picture is an emoji in one of the ways in which they are put together.
func (l *lot) picture() string {
	plain := func() string {
		blocks := [][2]rune{{0x1F300, 0x1F64F}, {0x1F680, 0x1F6D7}, {0x1F900, 0x1F9FF}, {0x2600, 0x27BF}, {0x2190, 0x21FF}, {0x2300, 0x23FF}, {0x1FA70, 0x1FA7C}}
		x := blocks[l.IntN(len(blocks))]
		s := string(l.between(x[0], x[1]))
		if l.IntN(3) == 0 {
			s += string(l.between(0xFE0E, 0xFE0F))
		}
		if l.IntN(3) == 0 {
			s += string(l.between(0x1F3FB, 0x1F3FF))
		}
		return s
	}
	s := plain()
	for l.IntN(3) == 0 {
		s += "\u200d" + plain()
	}
	return s
}

func (l *lot) draw() string {
	var b strings.Builder
	for range 1 + l.IntN(3) {
		switch l.IntN(12) {
		case 0, 1:
			b.WriteString(l.picture())
		case 2:
			for range 1 + l.IntN(4) {
				b.WriteRune(l.between(0x1F1E6, 0x1F1FF))
			}
		case 3:
			fmt.Fprintf(&b, "%c\ufe0f\u20e3", "0123456789#*"[l.IntN(12)])
		case 4:
			b.WriteString([]string{"\x1b[31m", "\x1b]0;x\a", "\u009b2J", "\x00", "\t", "\x7f", "\xff", "\u202e", "\u200b", "\u2028", "\ufeff", "\u00ad"}[l.IntN(12)])
		case 5:
			b.WriteRune(l.between(0x1100, 0x11FF))
			b.WriteRune(l.between(0x1160, 0x11A7))
		default:
			l.letters(&b)
		}
	}
	return b.String()
}

// drawn are fresh strings, others in every run; AGTUI_SEED draws them again.
func drawn(t *testing.T) []sample {
	t.Helper()
	seed := uint64(time.Now().UnixNano()) % 1_000_000_000
	if s := os.Getenv("AGTUI_SEED"); s != "" {
		var err error
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("AGTUI_SEED=%d", seed)
	l := newLot(seed)
	out := make([]sample, freshStrings)
	for i := range out {
		text := l.draw()
		out[i] = sample{fmt.Sprintf("%+q", text), text}
	}
	return out
}

// disagreements names the samples that a terminal draws in another width than
// ours. cells tells where its cursor stands after each text at a line's start.
func disagreements(samples []sample, m cell.Method, cells func(texts []string) []int) []string {
	texts := make([]string, len(samples))
	for i, s := range samples {
		texts[i] = cell.Canonical(cell.Line(s.text), m)
	}
	var out []string
	for i, got := range cells(texts) {
		if want := cell.Width(texts[i], m); got != want {
			out = append(out, fmt.Sprintf("%s: %d cells for the terminal, %d for us, drawn as %+q", samples[i].name, got, want, texts[i]))
		}
	}
	return out
}

// emulated is the emulator that counts grapheme clusters.
func emulated(texts []string) []int {
	out := make([]int, len(texts))
	e := vt.NewEmulator(200, 24)
	for i, s := range texts {
		_, _ = e.WriteString("\x1b[2J\x1b[H" + s)
		at := e.CursorPosition()
		out[i] = 1000*at.Y + at.X
	}
	return out
}

// report is the answer to the question where the cursor is.
var report = regexp.MustCompile(`\x1b\[(\d+);(\d+)R`)

// asker writes a file to the terminal and keeps what it answers, as long as the
// file is there.
const asker = `stty raw -echo; cat "$1" & cat </dev/tty >"$2" & while [ -e "$1" ]; do sleep 0.05; done; kill $!`

// cursors measures in a real terminal; start runs a command in it.
func cursors(t *testing.T, texts []string, start func(command ...string)) []int {
	t.Helper()
	dir := t.TempDir()
	in, answers := filepath.Join(dir, "in"), filepath.Join(dir, "answers")
	defer os.Remove(in)
	if err := os.WriteFile(in, []byte("\x1b[2J\x1b[H"+strings.Join(texts, "\x1b[6n\x1b[2J\x1b[H")+"\x1b[6n"), 0o600); err != nil {
		t.Fatal(err)
	}
	start("sh", "-c", asker, "sh", in, answers)
	var found [][]string
	for deadline := time.Now().Add(2 * term.Limit); len(found) < len(texts); time.Sleep(20 * time.Millisecond) {
		got, _ := os.ReadFile(answers) // it comes with the first answer
		found = report.FindAllStringSubmatch(string(got), -1)
		if time.Now().After(deadline) {
			t.Fatalf("the terminal answered %d of %d questions for its cursor", len(found), len(texts))
		}
	}
	out := make([]int, len(texts))
	for i, m := range found[:len(texts)] {
		row, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		out[i] = 1000*(row-1) + col - 1
	}
	return out
}

// inXvfb returns what starts a command in a terminal of X11, on a display of its
// own. The test skips without them: tmux stands for these terminals in CI.
func inXvfb(t *testing.T, terminal ...string) func(command ...string) {
	t.Helper()
	for _, program := range []string{terminal[0], "Xvfb"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the widths of %s are not checked: %s is not here", terminal[0], program)
		}
	}
	return func(command ...string) {
		number, tell, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer number.Close()
		x := exec.CommandContext(t.Context(), "Xvfb", "-displayfd", "3", "-nolisten", "tcp")
		x.ExtraFiles = []*os.File{tell}
		run(t, x)
		tell.Close()
		display, err := bufio.NewReader(number).ReadString('\n')
		if err != nil {
			t.Fatalf("Xvfb names no display: %v", err)
		}
		cmd := exec.CommandContext(t.Context(), terminal[0], append(terminal[1:], command...)...)
		cmd.Env = append(os.Environ(), "DISPLAY=:"+strings.TrimSpace(display), "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1")
		run(t, cmd)
	}
}

// run starts a command that the end of the test kills.
func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
}

func TestWidths_AreThoseOfTheTerminal(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		terminal string
		method   cell.Method
		fixed    int     // how many of the table may differ
		fresh    float64 // and which part of what was drawn by lot
		start    func(t *testing.T) func(...string)
	}{
		{"an emulator that counts clusters", cell.Grapheme, 0, 0, nil},
		{"tmux", cell.WcWidth, 2, 0.01, func(t *testing.T) func(...string) {
			t.Helper()
			return func(command ...string) { inTmux(t, 200, 24, nil, command...) }
		}},
		{"xterm", cell.WcWidth, 0, 0.01, func(t *testing.T) func(...string) {
			t.Helper()
			return inXvfb(t, "xterm", "-u8", "-geometry", "200x24", "-e")
		}},
		// kitty 0.26 counts marks of India and South-East Asia by rules of its own.
		{"kitty", cell.WcWidth, 6, 0.35, func(t *testing.T) func(...string) {
			t.Helper()
			return inXvfb(t, "kitty", "--config", "NONE")
		}},
	} {
		t.Run(tc.terminal, func(t *testing.T) {
			t.Parallel()
			fixed, fresh := hardStrings(t), drawn(t)
			wrong := 0
			cells := emulated
			if tc.start != nil {
				start := tc.start(t)
				cells = func(texts []string) []int { return cursors(t, texts, start) }
			}
			all := disagreements(append(fixed, fresh...), tc.method, cells)
			for _, d := range all {
				if !strings.HasPrefix(d, `"`) {
					wrong++
				}
			}
			part := float64(len(all)-wrong) / float64(len(fresh))
			t.Logf("%d of %d differ, and %.1f %% of %d drawn by lot:\n%s", wrong, len(fixed), 100*part, len(fresh), strings.Join(all, "\n"))
			if wrong > tc.fixed || part > tc.fresh {
				t.Errorf("too many: at most %d and %.1f %%", tc.fixed, 100*tc.fresh)
			}
		})
	}
}
