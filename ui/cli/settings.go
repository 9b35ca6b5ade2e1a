package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Setting is something that flags, variables and the configuration file can
// say.
type Setting struct {
	Name     string // of the flag, and the key in the configuration file
	Variable string
	Default  string
	Help     string
	Type     string // of the flag's value: bool, string, …
	List     bool   // can be given several times
}

// wants says what a value must be, for errors.
func (s Setting) wants() string {
	switch {
	case s.Type == "bool":
		return "true or false"
	case s.List:
		return "a text in quotes or a list of them"
	}
	return "a text in quotes"
}

// Settings returns all settings, by name.
func Settings() []Setting {
	s := &settings{}
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.requestFlags(f)
	s.streamFlags(f)
	s.screenFlags(f)
	s.formatFlag(f)
	s.markdownFlags(f)
	colorFlag(f, new(bool))
	var out []Setting
	f.VisitAll(func(f *pflag.Flag) {
		_, help := pflag.UnquoteUsage(f)
		out = append(out, Setting{
			Name: f.Name, Variable: variable(f.Name), Default: f.DefValue, Help: help,
			Type: f.Value.Type(), List: f.Value.Type() == "stringArray",
		})
	})
	return out
}

// variable is the name of a setting's environment variable.
func variable(name string) string {
	return "AGTUI_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

func lookupSetting(name string) (Setting, bool) {
	all := Settings()
	i := slices.IndexFunc(all, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return all[i], true
}

func settingNames() []string {
	all := Settings()
	out := make([]string, 0, len(all))
	for _, s := range all {
		out = append(out, s.Name)
	}
	return out
}

// settle merges what was not given as a flag: AGTUI_* variables, then the
// configuration file's section of the endpoint, then its top, then defaults.
// Headers and contexts of all places count, each name from the first place
// that has it.
func (p *program) settle(s *settings, url string) error {
	file, err := p.readConfig()
	if err != nil {
		return err
	}
	layers := []given{p.variables(), file.section(url), file.top}
	for _, known := range Settings() {
		f := s.flags.Lookup(known.Name)
		if f == nil {
			continue
		}
		if known.List {
			err = s.mergeList(f, layers)
		} else if !f.Changed {
			err = s.setFirst(f, known, layers)
		}
		if err != nil {
			return err
		}
	}
	s.noColor = p.noColor || p.env.get("NO_COLOR") != ""
	if s.dataDir == "" {
		s.dataDir = p.env.dataHome()
	}
	s.dataDir, s.caCert = p.env.home(s.dataDir), p.env.home(s.caCert)
	if err := s.readMarkdown(p.env.home); err != nil {
		return err
	}
	return s.check()
}

// setFirst takes a value from the first layer that has one.
func (s *settings) setFirst(f *pflag.Flag, known Setting, layers []given) error {
	for _, layer := range layers {
		v, ok := layer[f.Name]
		if !ok {
			continue
		}
		s.from(f.Name, v.origin)
		for _, text := range v.texts {
			if err := f.Value.Set(text); err != nil {
				why := err.Error()
				if known.Type == "bool" {
					why = fmt.Sprintf("%q is not %s", text, known.wants())
				}
				return usageError("reading %s from %s: %s", f.Name, v.origin, why)
			}
		}
		return nil
	}
	return nil
}

// from notes where a setting, or an entry of a list, was given.
func (s *settings) from(what, origin string) {
	if s.origins == nil {
		s.origins = map[string]string{}
	}
	s.origins[what] = origin
}

// mergeList adds to a list what lower layers have under other names.
func (s *settings) mergeList(f *pflag.Flag, layers []given) error {
	list, ok := f.Value.(pflag.SliceValue)
	if !ok {
		return nil
	}
	all := list.GetSlice()
	for _, layer := range layers {
		seen := map[string]bool{}
		for _, e := range all {
			seen[entryName(e)] = true
		}
		for _, e := range layer[f.Name].texts {
			if !seen[entryName(e)] {
				all = append(all, e)
				s.from(f.Name+e, layer[f.Name].origin)
			}
		}
	}
	if err := list.Replace(all); err != nil {
		return usageError("reading %s: %w", f.Name, err)
	}
	return nil
}

// entryName is what stands before the colon or the equals sign.
func entryName(entry string) string {
	name, _, _ := strings.Cut(entry, ":")
	name, _, _ = strings.Cut(name, "=")
	return strings.ToLower(strings.TrimSpace(name))
}

// variables are the AGTUI_* variables by setting; an empty one counts as not
// set. One that is nearly the name of a setting gets a warning; others may be
// for another program.
func (p *program) variables() given {
	known := Settings()
	names := make([]string, 0, len(known))
	for _, s := range known {
		names = append(names, s.Variable)
	}
	out := given{}
	for _, kv := range p.env.Environ {
		name, text, _ := strings.Cut(kv, "=")
		if !strings.HasPrefix(name, "AGTUI_") {
			continue
		}
		i := slices.Index(names, name)
		if i < 0 {
			if near := nearest(name, names); distance(name, near) <= typo && text != "" {
				fmt.Fprintf(p.stderr, "agtui: the variable %s means nothing: did you mean %s?\n", name, near)
			}
			continue
		}
		delete(out, known[i].Name)
		if text == "" {
			continue
		}
		texts := []string{text}
		if known[i].List {
			texts = strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
		}
		out[known[i].Name] = value{texts: texts, origin: name}
	}
	return out
}
