package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"agtui/stream/remote"
)

// configPath is where the configuration file is looked for.
func (e *Env) configPath() string {
	home := e.get("XDG_CONFIG_HOME")
	if home == "" {
		home = xdg.ConfigHome
	}
	return filepath.Join(home, "agtui", "config.toml")
}

// dataHome is where recordings and history are kept by default.
func (e *Env) dataHome() string {
	home := e.get("XDG_DATA_HOME")
	if home == "" {
		home = xdg.DataHome
	}
	return filepath.Join(home, "agtui")
}

// settle merges what was not given as a flag: AGTUI_* variables, then the
// configuration file's section of the endpoint, then its top, then defaults.
func (p *program) settle(s *settings, url string) error {
	file, err := p.readConfig()
	if err != nil {
		return err
	}
	layers := []map[string][]string{p.env.variables(), file.section(url), file.top}
	var bad error
	s.flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || bad != nil {
			return
		}
		for _, layer := range layers {
			values, ok := layer[f.Name]
			if !ok {
				continue
			}
			for _, v := range values {
				if err := f.Value.Set(v); err != nil {
					bad = usageError("reading the setting %s: %q: %w", f.Name, v, err)
				}
			}
			return
		}
	})
	s.noColor = p.noColor || p.env.get("NO_COLOR") != ""
	if s.dataDir == "" {
		s.dataDir = p.env.dataHome()
	}
	return bad
}

// variables are the AGTUI_* variables by setting.
func (e *Env) variables() map[string][]string {
	out := map[string][]string{}
	for _, kv := range e.Environ {
		name, value, _ := strings.Cut(kv, "=")
		if key, ok := strings.CutPrefix(name, "AGTUI_"); ok && value != "" {
			out[strings.ToLower(strings.ReplaceAll(key, "_", "-"))] = []string{value}
		}
	}
	return out
}

// config is a configuration file: settings by name, and sections by endpoint.
type config struct {
	top      map[string][]string
	sections map[string]map[string][]string
}

// section is the part for an endpoint.
func (c *config) section(url string) map[string][]string {
	if url == "" {
		return nil
	}
	want, err := remote.ParseURL(url)
	if err != nil {
		return nil
	}
	for name, values := range c.sections {
		if got, err := remote.ParseURL(name); err == nil && got == want {
			return values
		}
	}
	return nil
}

// readConfig reads the configuration file; none is fine.
func (p *program) readConfig() (*config, error) {
	path := p.env.configPath()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &config{}, nil
	}
	if err != nil {
		return nil, usageError("reading the configuration: %w", err)
	}
	var raw map[string]any
	if err := toml.Unmarshal(data, &raw); err != nil {
		return nil, usageError("reading the configuration %s: %w", path, err)
	}
	c := &config{top: map[string][]string{}, sections: map[string]map[string][]string{}}
	for key, v := range raw {
		table, ok := v.(map[string]any)
		if !ok {
			if err := put(c.top, path, key, v); err != nil {
				return nil, err
			}
			continue
		}
		section := map[string][]string{}
		for k, v := range table {
			if err := put(section, path, k, v); err != nil {
				return nil, err
			}
		}
		c.sections[key] = section
	}
	return c, nil
}

// put keeps one setting, if there is one of that name.
func put(into map[string][]string, path, key string, v any) error {
	known := Settings()
	if !slices.ContainsFunc(known, func(s Setting) bool { return s.Name == key }) {
		names := make([]string, 0, len(known))
		for _, s := range known {
			names = append(names, s.Name)
		}
		return usageError("reading the configuration %s: no setting is called %q: did you mean %q?", path, key, nearest(key, names))
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			into[key] = append(into[key], fmt.Sprint(e))
		}
	case map[string]any:
		return usageError("reading the configuration %s: %q must be a value, not a table", path, key)
	default:
		into[key] = []string{fmt.Sprint(v)}
	}
	return nil
}

// Setting is something that flags, variables and the configuration file can
// say.
type Setting struct {
	Name, Variable, Default, Help string
	List                          bool
}

// Settings returns all settings, by name.
func Settings() []Setting {
	s := &settings{}
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.requestFlags(f)
	s.streamFlags(f)
	s.formatFlag(f)
	var out []Setting
	f.VisitAll(func(f *pflag.Flag) {
		_, help := pflag.UnquoteUsage(f)
		out = append(out, Setting{
			Name:     f.Name,
			Variable: "AGTUI_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_")),
			Default:  f.DefValue, Help: help, List: f.Value.Type() == "stringArray",
		})
	})
	return out
}

// nearest is the name with the smallest edit distance.
func nearest(word string, names []string) string {
	best, least := "", 1<<30
	for _, n := range names {
		if d := distance(word, n); d < least {
			best, least = n, d
		}
	}
	return best
}

// distance is the Levenshtein distance.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diag := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			diag, row[j] = row[j], min(row[j]+1, row[j-1]+1, diag+cost)
		}
	}
	return row[len(b)]
}
