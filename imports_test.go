package main_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A pkg is what "go list" says of a package: what it imports itself, and what
// of this module it reaches at all.
type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// A rule forbids imports to packages. Own packages are looked for in all that
// a package reaches, others in what it imports itself.
type rule struct {
	name   string
	from   []string // package, or package/... for all below it too
	except []string
	not    []string
	why    string
}

func rules() []rule {
	pure := []string{
		"agtui/stream/agui", "agtui/stream/frame", "agtui/stream/sse", "agtui/stream/jsonl",
		"agtui/stream/chunk", "agtui/stream/verify", "agtui/stream/repair", "agtui/store/...",
	}
	return []rule{
		{
			name: "the stages and the store are pure", from: pure,
			not: []string{"net/...", "os/...", "charm.land/...", "github.com/charmbracelet/...", "agtui/theme", "agtui/ui/..."},
			why: "a test, a loop or a fuzzer drives them",
		},
		{
			name: "the store does not know where events come from", from: []string{"agtui/store/..."},
			except: []string{"agtui/stream/agui", "agtui/stream/dialect"},
			not:    []string{"agtui/stream/..."}, why: "events are handed in",
		},
		{
			name: "the engine does not know the screen", from: []string{"agtui/stream/..."},
			not: []string{"agtui/store/...", "agtui/theme", "agtui/ui/...", "charm.land/..."}, why: "imports point one way",
		},
		{
			name: "colours are data", from: []string{"agtui/theme"},
			not: []string{"charm.land/bubbletea/...", "agtui/..."}, why: "a theme does not know who uses it",
		},
		{
			name: "widgets do not know their host",
			from: []string{"agtui/ui/cell", "agtui/ui/markdown", "agtui/ui/transcript", "agtui/ui/tree", "agtui/ui/edit", "agtui/ui/plain"},
			not:  []string{"agtui/ui"}, why: "a widget can be used by any host",
		},
		{
			name: "headless drags in no screen", from: []string{"agtui/ui/plain"},
			not: []string{"charm.land/bubbletea/...", "charm.land/bubbles/..."}, why: "scripts need no terminal",
		},
		{
			name: "only the command line knows everybody", from: []string{"agtui/..."}, except: []string{"agtui"},
			not: []string{"agtui/ui/cli"}, why: "it is the top",
		},
	}
}

func under(path, pattern string) bool {
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == base || strings.HasPrefix(path, base+"/")
	}
	return path == pattern
}

func anyUnder(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return under(path, p) })
}

// broken names the imports of p that the rule forbids.
func (r rule) broken(p pkg) []string {
	if !anyUnder(p.ImportPath, r.from) {
		return nil
	}
	reached := slices.Clone(p.Imports)
	for _, d := range p.Deps {
		if under(d, "agtui/...") {
			reached = append(reached, d)
		}
	}
	slices.Sort(reached)
	var out []string
	for _, d := range slices.Compact(reached) {
		if d != p.ImportPath && anyUnder(d, r.not) && !anyUnder(d, r.except) && !anyUnder(p.ImportPath, r.except) {
			out = append(out, d)
		}
	}
	return out
}

func TestImports_PointOneWay(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports,Deps", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		for _, r := range rules() {
			for _, d := range r.broken(p) {
				t.Errorf("%s reaches %s, but %s: %s", p.ImportPath, d, r.name, r.why)
			}
		}
	}
	if seen < 15 {
		t.Fatalf("go list named %d packages only", seen)
	}
}

func TestImports_RuleFindsAForbiddenPath(t *testing.T) {
	p := pkg{ImportPath: "agtui/store/doc", Imports: []string{"os"}, Deps: []string{"agtui/stream/remote"}}
	found := 0
	for _, r := range rules() {
		found += len(r.broken(p))
	}
	if found != 2 {
		t.Errorf("found %d forbidden imports, want os and agtui/stream/remote", found)
	}
}
