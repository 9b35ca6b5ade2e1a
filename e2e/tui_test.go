//go:build !windows

package e2e_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"

	"agtui/e2e/term"
	"agtui/stream/agui"
)

// The cases are bug reports of terminal clients, played on the real program. A
// row has what must hold at each `check` of the case's keys.txt.
func TestTUI_Cases(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name   string
		checks map[string]func(*play)
	}{
		{"71-escape-split-across-deltas", map[string]func(*play){"A": escapes}},
		{"73-control-characters-in-output", map[string]func(*play){"A": controls}},
		{"75-combining-scripts-streaming", map[string]func(*play){"A": scripts, "B": scriptsNarrow, "C": scriptsAgain}},
		{"77-long-lines-and-huge-output", map[string]func(*play){"A": hugeFolded, "B": hugeOpen, "C": hugeNarrow}},
		{"79-resize-storm", map[string]func(*play){"A": storm, "B": stormFresh, "C": stormAgain}},
		{"81-cancel-ladder-and-stale-run", map[string]func(*play){
			"A": cancelled, "B": secondRuns, "C": secondDone, "D": cleared, "E": armed, "F": gone,
		}},
		{"83-pipe-dumb-and-no-color", map[string]func(*play){
			"A": piped, "B": pipedError, "C": pipedCut, "D": noTerminal, "E": noColours, "F": closedPipe,
		}},
		{"85-long-history-cost", map[string]func(*play){"A": longPainted, "B": longStreamed, "C": longResized}},
		{"87-copy-exact", map[string]func(*play){"A": copied}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			runPlay(t, row.name, row.checks)
		})
	}
}

// fits checks that no row is wider than the screen, and that it is there.
func (p *play) fits() {
	p.t.Helper()
	raw := p.tm.Raw()
	for _, sign := range []string{"panic:", "goroutine 1 [", "runtime error"} {
		if strings.Contains(raw, sign) {
			p.t.Errorf("the program wrote %q", sign)
		}
	}
	for i, row := range p.rows() {
		if n := ansi.StringWidth(row); n > p.o.Width {
			p.t.Errorf("row %d has %d cells: %q", i, n, row)
		}
	}
}

// escapes: what makes a sequence of an OSC or a CSI is its introducer; the rest
// is text, which is shown behind a picture of it; what would write the clipboard is
// parted.
func escapes(p *play) {
	raw := p.tm.Raw()
	for _, bad := range []string{"]52;", "\x1b]0;Zq7", "\x1b[2JZq7", "\u009b", "\u009d"} {
		if i := strings.Index(raw, bad); i >= 0 {
			p.t.Errorf("the raw output has %q: %q", bad, raw[max(i-80, 0):min(i+80, len(raw))])
		}
	}
	var rows []string
	for _, row := range p.rows() {
		rows = append(rows, strings.TrimSpace(row))
	}
	screen := strings.Join(rows, " ")
	one, two, three := strings.Index(screen, "part one"), strings.Index(screen, "part two"), strings.Index(screen, "part three")
	tail := strings.Index(screen, "visible-tail")
	if one < 0 || two < one || three < two || tail < three {
		p.t.Errorf("the parts stand at %d, %d, %d and %d:\n%s", one, two, three, tail, p.tm.Screen())
	}
	if between := screen[one:max(three, one)]; strings.Contains(between, "agent") {
		p.t.Errorf("the parts are not in one message: %q", between)
	}
	if p.blank != "part one" {
		p.t.Errorf("a frame was without the first part:\n%s", p.blank)
	}
}

func controls(p *play) {
	for _, bad := range "\t\v\f\x00\x7f\b" {
		// Tabs and backspaces may move the cursor where nothing is painted.
		for _, m := range regexp.MustCompile(`[0-9A-Za-z|]`+regexp.QuoteMeta(string(bad))+`[0-9A-Za-z|]`).FindAllString(p.tm.Raw(), -1) {
			p.t.Errorf("the raw output has %q", m)
		}
	}
	if titles := regexp.MustCompile(`\x1b\][^\x07\x1b]*(\x07|\x1b\\)`); strings.Contains(titles.ReplaceAllString(p.tm.Raw(), ""), "\a") {
		p.t.Error("the raw output has a bell")
	}
	p.press("G") // an open call shows its details too
	screen := p.tm.Screen()
	p.holds("Progress 100%", "XYZ", "end-of-log", "tail-marker", "indent-marker")
	if strings.Contains(screen, "Progress 10%") {
		p.t.Error("a frame of the progress bar is still there")
	}
	at := func(text string) int {
		for _, row := range p.rows() {
			if i := strings.Index(row, text); i >= 0 && (strings.Contains(row, "rye") || strings.Contains(row, "name")) {
				return ansi.StringWidth(row[:i])
			}
		}
		return -1
	}
	if at("12") != at("qty") || at("2.10") != at("price") || at("qty") < 0 {
		p.t.Errorf("the columns are at %d and %d, %d and %d:\n%s", at("12"), at("qty"), at("2.10"), at("price"), screen)
	}
	outer, inner := -1, -1
	for _, row := range p.rows() {
		if i := strings.Index(row, "if x:"); i >= 0 {
			outer = i
		}
		if i := strings.Index(row, "indent-marker"); i >= 0 {
			inner = i
		}
	}
	if inner < outer+2 {
		p.t.Errorf("the marker is indented by %d", inner-outer)
	}
	p.fits()
}

// joined is the text of the rows with soft wraps removed, in NFC.
func (p *play) joined() string {
	var b strings.Builder
	for _, row := range p.rows() {
		b.WriteString(strings.TrimSpace(row) + " ")
	}
	return norm.NFC.String(strings.Join(strings.Fields(b.String()), " "))
}

func scripts(p *play) {
	text := p.joined()
	for _, want := range []string{
		"ไทย: ก็ทำ น้ำใจ จำ done-th", "हिन्दी: नमस्ते क्षि done-hi", "vn: tiếng Việt done-vn", "family: 👩‍👩‍👧 done-em", "flag: 🇯🇵 done-fl",
	} {
		if !strings.Contains(text, norm.NFC.String(want)) {
			p.t.Errorf("the screen has no %q:\n%s", want, p.tm.Screen())
		}
	}
	wholeClusters(p)
}

// wholeClusters checks that no row starts with what belongs to the letter
// before it.
func wholeClusters(p *play) {
	for _, row := range p.rows() {
		text := []rune(strings.TrimLeft(row, " │▎|"))
		if len(text) == 0 {
			continue
		}
		first := text[0]
		regional := func(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
		lone := regional(first) && (len(text) < 2 || !regional(text[1]))
		if unicode.Is(unicode.M, first) || first == 0x200D || lone {
			p.t.Errorf("a row starts in the middle of a cluster: %q", row)
		}
	}
	p.fits()
}

func scriptsNarrow(p *play) {
	p.resized()
	wholeClusters(p)
}

func scriptsAgain(p *play) {
	p.resized()
	wholeClusters(p)
	if got := p.tm.Screen(); masked(got) != masked(p.shots["A"]) {
		p.t.Errorf("the screen differs from that before:\n%s\nbefore:\n%s", got, p.shots["A"])
	}
}

func hugeFolded(p *play) {
	p.holds("after-the-dump")
	p.fits()
	screen := p.tm.Screen()
	for _, call := range []string{"⚙ dump", "⚙ ls"} {
		_, rest, ok := strings.Cut(screen, call)
		part, _, more := strings.Cut(rest, " more")
		if n := strings.Count(part, "\n"); !ok || !more || n > 15 {
			p.t.Errorf("%s has %d rows until it says how much is hidden:\n%s", call, n, screen)
		}
	}
}

func hugeOpen(p *play) {
	want := map[string]bool{"end-of-url": true, "END64": true, "HEAD": true, "TAIL": true, "file-0.txt": true, "file-4999.txt": true}
	look := func() {
		text := ""
		for _, row := range p.rows() {
			text += strings.TrimSpace(row)
		}
		for w := range want {
			if strings.Contains(text, w) {
				delete(want, w)
			}
		}
	}
	look()
	for range 1000 {
		before := p.tm.Screen()
		p.press(term.PgDn)
		look()
		if len(want) == 0 || p.tm.Screen() == before {
			break
		}
	}
	if slices.Sort(p.delays); p.delays[len(p.delays)/4] > 150*time.Millisecond {
		p.t.Errorf("keys were answered after %v", p.delays)
	}
	for w := range want {
		p.t.Errorf("scrolling from the top to the end never reached %s; the end:\n%s", w, p.tm.Screen())
	}
	p.fits()
}

func hugeNarrow(p *play) {
	p.resized()
	p.fits()
	p.press(term.PgUp)
	p.fits()
}

// transcript is the part of a screen above the composer, masked.
func transcriptOf(screen string) string {
	lines := strings.Split(masked(screen), "\n")
	for i, line := range lines {
		if i > 0 && strings.HasPrefix(line, "───") && i > len(lines)-8 {
			return strings.Join(lines[1:i], "\n")
		}
	}
	return strings.Join(lines, "\n")
}

// scrolled is the whole transcript, read by scrolling from the top.
func (p *play) scrolled() string {
	p.t.Helper()
	p.tm.Type(term.Tab)
	p.tm.See("i write")
	p.press("g")
	var all []string
	for range 50 {
		lines := strings.Split(transcriptOf(p.tm.Screen()), "\n")
		all = append(all, lines...)
		before := p.tm.Screen()
		if p.press(term.PgDn); p.tm.Screen() == before {
			break
		}
	}
	p.press("Gi")
	p.tm.See("enter send")
	return strings.Join(all, "\n")
}

func storm(p *play) {
	p.fits()
	all := p.scrolled()
	for i := range 40 {
		line := fmt.Sprintf("line %03d", i)
		// Pages overlap: once means on one page, or at the seam of two.
		if n := strings.Count(all, line); n < 1 || n > 2 {
			p.t.Errorf("%s is there %d times", line, n)
		}
		if n := strings.Count(p.shots["A"], line); n > 1 {
			p.t.Errorf("%s is on the screen %d times", line, n)
		}
	}
	for _, text := range []string{"end-of-plan", "500 g"} {
		if !strings.Contains(all, text) {
			p.t.Errorf("%s is nowhere in the transcript:\n%s", text, all)
		}
	}
	p.shots["A"] = p.tm.Screen()
}

func stormFresh(p *play) {
	if got, want := transcriptOf(p.tm.Screen()), transcriptOf(p.shots["A"]); got != want {
		p.t.Errorf("after the storm the transcript was\n%s\na fresh start shows\n%s", want, got)
	}
}

func stormAgain(p *play) {
	p.resized()
	p.fits()
	if got, want := transcriptOf(p.tm.Screen()), transcriptOf(p.shots["A"]); got != want {
		p.t.Errorf("after one more storm the transcript is\n%s\nbefore it was\n%s", got, want)
	}
}

func cancelled(p *play) {
	select {
	case at := <-p.server.left:
		if took := at.Sub(p.pressed); took > 10*time.Second {
			p.t.Errorf("the connection was closed %s after ctrl+c", took)
		}
	case <-time.After(term.Limit):
		p.t.Error("the connection stays open")
	}
	p.holds("you")
	if !regexp.MustCompile(`cancelled|stopped`).MatchString(p.tm.Screen()) {
		p.t.Errorf("the status does not say cancelled:\n%s", p.tm.Screen())
	}
	if !strings.Contains(p.scrolled(), "tick0 tick1") {
		p.t.Error("the text that came is gone")
	}
	p.server.next(p.t)
}

func secondRuns(p *play) {
	if title := p.tm.Title(); !strings.HasSuffix(title, "(running)") {
		p.t.Errorf("the title is %q while the second run goes on", title)
	}
	in := p.server.next(p.t)
	open := map[string]bool{}
	for i := range in.Messages {
		m := &in.Messages[i]
		for j := range m.ToolCalls {
			open[m.ToolCalls[j].ID] = true
		}
		if m.Role == agui.RoleTool {
			delete(open, m.ToolCallID.Value)
		}
	}
	if len(open) > 0 && !strings.Contains(p.tm.Screen(), "slow_oven") {
		p.t.Errorf("the calls %v have no result in the second request, and nothing warns:\n%s", open, p.tm.Screen())
	}
}

func secondDone(p *play) {
	p.holds("b39", "finished")
}

func cleared(p *play) { p.tm.See("Type a message") }

func armed(p *play) {
	// The press that cleared the draft armed: the second has quit in order.
	if code := p.tm.Exit(); code != 0 {
		p.t.Errorf("exit code %d", code)
	}
}

func gone(p *play) {
	if code := p.tm.Exit(); code != 0 && code != 130 {
		p.t.Errorf("exit code %d", code)
	}
	p.tm.Restored()
}

func copied(p *play) {
	want := ""
	for _, f := range p.body("input.sse").frames {
		var ev struct{ MessageID, Delta string }
		if json.Unmarshal([]byte(strings.TrimPrefix(strings.TrimSpace(f), "data: ")), &ev) == nil && ev.MessageID == "m1" {
			want += ev.Delta
		}
	}
	if got := p.clipboard(); got != want {
		p.t.Errorf("copied %q, want %q", got, want)
	}
	// With the mouse left to the terminal, nothing switches its modes on.
	p.tm.Type("i/mouse" + term.Enter)
	p.tm.See("selects text")
	p.tm.Quiet(quiet)
	at := len(p.tm.Raw())
	said(p.tm, "more")
	p.tm.Quiet(quiet)
	if m := regexp.MustCompile(`\x1b\[\?100[023]h`).FindString(p.tm.Raw()[at:]); m != "" {
		p.t.Errorf("%q although the mouse is off", m)
	}
}

// showTools opens all results of tools in full, from the last one up.
func (p *play) showTools() {
	p.t.Helper()
	p.tm.Type(term.Tab)
	p.tm.See("i write")
	p.press("G")
	for range 8 {
		before := p.marked()
		p.press("k")
		now := p.marked()
		if strings.Contains(now, "⚙") {
			p.press(" ")
		} else if now == before {
			return
		}
	}
}

// marked is the first row of the block that the cursor is on.
func (p *play) marked() string {
	for _, row := range p.rows() {
		if strings.HasPrefix(row, "▌") {
			return row
		}
	}
	return ""
}
