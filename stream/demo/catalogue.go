package demo

import (
	"context"
	"fmt"
	"strings"
)

// A scene is a scenario and how it is played: by a script, or, where the
// answer is not an ordinary stream, by serving the request itself.
type scene struct {
	Scenario
	play  func(c *call, args []string) script
	serve func(ctx context.Context, c *call, on *stage, args []string)
}

// A group of scenes is one section of the list.
type group struct {
	title  string
	scenes []scene
}

func catalogue() []group {
	return []group{
		{"A first look", firstScenes()},
		{"Tools and work in progress", workScenes()},
		{"Questions to you", askScenes()},
		{"Text that is hard to show", textScenes()},
		{"Trouble", troubleScenes()},
		{"For tests", testScenes()},
	}
}

// find looks a scene up by name.
func find(name string) (scene, bool) {
	if name == "list" {
		return scene{play: func(*call, []string) script { return list() }}, true
	}
	for _, g := range catalogue() {
		for _, s := range g.scenes {
			if s.Name == name {
				return s, true
			}
		}
	}
	return scene{}, false
}

// named makes a scene of a script that is always the same.
func named(name, title, shows string, s func() script) scene {
	return scened(name, title, shows, func(*call, []string) script { return s() })
}

// scened makes a scene whose script depends on the request.
func scened(name, title, shows string, play func(*call, []string) script) scene {
	return scene{
		Scenario: Scenario{Name: name, Title: title, Shows: shows, Prompt: "demo " + name},
		play:     play,
	}
}

// list is the answer to `demo`.
func list() script {
	var b strings.Builder
	b.WriteString("Write `demo` and a name. Start with `demo tour` if you are new.\n")
	for _, g := range catalogue() {
		fmt.Fprintf(&b, "\n### %s\n\n", g.title)
		for _, s := range g.scenes {
			fmt.Fprintf(&b, "- `%s`: %s\n", s.Prompt, s.Title)
		}
	}
	return run(speaker{wide: true}.say("§text", strings.TrimSuffix(b.String(), "\n")))
}

// unknownScenario answers a name that nothing has.
func (c *call) unknownScenario(name string) script {
	var b strings.Builder
	fmt.Fprintf(&b, "I do not know a scenario called %s.", quoted(name))
	for _, g := range catalogue() {
		for _, s := range g.scenes {
			if short := clip(name); short != "" && (strings.HasPrefix(s.Name, short) || strings.HasPrefix(short, s.Name)) {
				fmt.Fprintf(&b, " Did you mean `demo %s`?", s.Name)
			}
		}
	}
	return run(say("§text", b.String()+" Write `demo` for the list."))
}

// variants is the answer to a scenario that needs an argument: what it can be.
func variants(s Scenario, intro string) script {
	var b strings.Builder
	b.WriteString(intro + "\n\n")
	for _, v := range s.Variants {
		fmt.Fprintf(&b, "- `%s`: %s\n", v.Prompt, v.Title)
	}
	return run(speaker{wide: true}.say("§text", strings.TrimSuffix(b.String(), "\n")))
}
