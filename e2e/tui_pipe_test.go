//go:build !windows

package e2e_test

import "strings"

func piped(p *play) {
	out := p.file("out.txt")
	if p.last != "0" || !strings.Contains(out, "answer") || strings.Contains(out, "\x1b") {
		p.t.Errorf("exit %s, out.txt %q", p.last, out)
	}
}

func pipedError(p *play) {
	if p.last == "0" || !strings.Contains(p.file("out.txt"), "half") || !strings.Contains(p.file("err.txt"), "flour ran out") {
		p.t.Errorf("exit %s, out.txt %q, err.txt %q", p.last, p.file("out.txt"), p.file("err.txt"))
	}
}

func pipedCut(p *play) {
	if p.last == "0" || !strings.Contains(p.file("err.txt"), "ended early") {
		p.t.Errorf("exit %s, err.txt %q", p.last, p.file("err.txt"))
	}
}

func noTerminal(p *play) {
	text := p.file("err.txt")
	lines := strings.Count(text, "\n")
	if p.last == "0" || lines < 1 || lines > 3 || !strings.Contains(text, "terminal") || !strings.Contains(text, "agtui run") || strings.Contains(text, "panic") {
		p.t.Errorf("exit %s, err.txt %q", p.last, text)
	}
}

func noColours(p *play) {
	if got := colours(p.tm.Raw()); len(got) > 0 {
		p.t.Errorf("colours under NO_COLOR: %q", got)
	}
}

func closedPipe(p *play) {
	if strings.Contains(p.last, "panic") || strings.Contains(p.last, "goroutine") {
		p.t.Errorf("a closed pipe gave %q", p.last)
	}
}
