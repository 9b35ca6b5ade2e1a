//go:build linux

package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSoak_AShortOne(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes 20 s")
	}
	t.Chdir(filepath.Join("..", ".."))
	var out strings.Builder
	err := run(t.Context(), options{
		dir: t.TempDir(), short: 3 * time.Second, long: 9 * time.Second, every: 500 * time.Millisecond, rate: 1000, slack: 24 << 20,
	}, &out)
	if err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, name := range []string{"- screen: 4 runs", "- kept: 4 runs", "- headless: 1 runs"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("the report has no %q:\n%s", name, out.String())
		}
	}
}

func TestTrend_IsTheGrowthOverTheTime(t *testing.T) {
	var s []sample
	for i := range 10 {
		s = append(s, sample{at: time.Duration(i) * time.Second, rss: 1000 + 10*i})
	}
	if growth, mean := trend(s, 5*time.Second); growth < 39 || growth > 41 || mean != 1070 {
		t.Errorf("growth %v, mean %v", growth, mean)
	}
}

func TestParseDump_CountsWhoMadeThem(t *testing.T) {
	const text = "noise\nSIGQUIT: quit\nPC=0x1\n\ngoroutine 0 gp=0x1 m=0 mp=0x2 [idle]:\nruntime.futex()\n\n" +
		"goroutine 1 gp=0x3 m=nil [select]:\nmain.main()\n\n" +
		"goroutine 7 gp=0x4 m=nil [IO wait, 2 minutes]:\na.f()\ncreated by net/http.(*Transport).dialConn in goroutine 5\n\n" +
		"goroutine 8 gp=0x5 m=nil [GC worker (idle)]:\nb.g()\ncreated by runtime.gcBgMarkStartWorkers in goroutine 1\n"
	d := parseDump(text)
	if d.total() != 2 || d["main"] != 1 || d["net/http.(*Transport).dialConn"] != 1 {
		t.Errorf("%v", d)
	}
	if more := d.more(dump{"main": 1}); len(more) != 1 {
		t.Errorf("%v", more)
	}
}
