package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"agtui/stream/remote"
)

// configPath is where the configuration file is looked for.
func (e *Env) configPath() string {
	home := e.get("XDG_CONFIG_HOME")
	if !filepath.IsAbs(home) {
		home = xdg.ConfigHome
	}
	return filepath.Join(home, "agtui", "config.toml")
}

// dataHome is where recordings and history are kept by default.
func (e *Env) dataHome() string {
	home := e.get("XDG_DATA_HOME")
	if !filepath.IsAbs(home) {
		home = xdg.DataHome
	}
	return filepath.Join(home, "agtui")
}

// given are settings by name, as one place gives them.
type given map[string]value

// value is one setting and where it comes from, for errors.
type value struct {
	texts  []string
	origin string
}

// config is a configuration file: settings by name, and sections by endpoint.
type config struct {
	top      given
	sections map[string]given
}

// section is the part for an endpoint.
func (c *config) section(url string) given {
	want, ok := sameEndpoint(url)
	if !ok {
		return nil
	}
	for name, values := range c.sections {
		if got, ok := sameEndpoint(name); ok && got == want {
			return values
		}
	}
	return nil
}

// sameEndpoint is an address in the form that is compared.
func sameEndpoint(url string) (string, bool) {
	full, err := remote.ParseURL(url)
	if url == "" || err != nil {
		return "", false
	}
	return strings.TrimSuffix(full, "/"), true
}

// readConfig reads the configuration file; none is fine.
func (p *program) readConfig() (*config, error) {
	path := p.env.configPath()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &config{}, nil
	}
	if err != nil {
		return nil, fileError("reading the configuration", path, err)
	}
	return parseConfig(path, data)
}

// parseConfig reads a configuration file.
func parseConfig(path string, data []byte) (*config, error) {
	var raw map[string]any
	data = bytes.TrimPrefix(data, []byte("\uFEFF")) // some editors of Windows write one
	if err := toml.Unmarshal(data, &raw); err != nil {
		return nil, badTOML(path, data, err)
	}
	c := &config{top: given{}, sections: map[string]given{}}
	seen := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		v := raw[key]
		table, ok := v.(map[string]any)
		if !ok {
			if err := c.top.put(path, key, v); err != nil {
				return nil, err
			}
			continue
		}
		if !isEndpoint(key) {
			return nil, usageError("reading the configuration %s: [%s] is no section: sections are named by the URL of an endpoint, in quotes", path, key)
		}
		same, _ := sameEndpoint(key)
		if other, ok := seen[same]; ok {
			return nil, usageError("reading the configuration %s: [%q] and [%q] are one endpoint: put what they set into one section", path, other, key)
		}
		seen[same] = key
		section := given{}
		for _, k := range slices.Sorted(maps.Keys(table)) {
			if err := section.put(path, k, table[k]); err != nil {
				return nil, err
			}
		}
		c.sections[key] = section
	}
	return c, nil
}

// badTOML is the error of a file that is no TOML: the line, the reason, and what
// to try.
func badTOML(path string, data []byte, err error) error {
	at, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return usageError("reading the configuration %s: %w", path, err)
	}
	row, column := at.Position()
	line := ""
	if lines := strings.Split(string(data), "\n"); row >= 1 && row <= len(lines) {
		line = lines[row-1]
	}
	return usageError("reading the configuration %s:%d: %w: %s", path, row, err, tomlHint(at, line, column))
}

// tomlHint says what to try, from the line and the column of an error in it.
func tomlHint(err *toml.DecodeError, line string, column int) string {
	before, _, assigns := strings.Cut(line, "=")
	value := assigns && column > len(before)+1
	section := strings.HasPrefix(strings.TrimSpace(line), "[")
	switch {
	case len(err.Key()) > 0 && section:
		return "a section stands once: put what belongs to it under one heading"
	case len(err.Key()) > 0:
		return "a setting stands once in a section, and once before the first: delete one of the two"
	case section && !strings.ContainsAny(line, `"'`):
		return `the name of a section stands in quotes, as in ["https://agents.example/chat"]`
	case section:
		return `a section begins with its URL in quotes and brackets, as in ["https://agents.example/chat"]`
	case value && !strings.ContainsAny(line[len(before):], "[]{}\"'"):
		return `texts stand in quotes, as in timeout = "5m"; true, false and numbers do not`
	case value:
		return `a text begins and ends with a quote, in one line, and a list is ["one", "two"]`
	default:
		return `a line is a name, = and a value, as in timeout = "5m"; # begins a comment`
	}
}

// isEndpoint tells the address of an endpoint from a mere word.
func isEndpoint(name string) bool {
	_, ok := sameEndpoint(name)
	return ok && (strings.ContainsAny(name, ":./") || name == "localhost")
}

// put keeps one setting, if there is one of that name and its value fits.
func (g given) put(path, key string, v any) error {
	s, ok := lookupSetting(key)
	if !ok {
		return usageError("reading the configuration %s: no setting is called %q: did you mean %q?", path, key, nearest(key, settingNames()))
	}
	texts, ok := texts(s, v)
	if !ok {
		return usageError("reading the configuration %s: %s must be %s", path, key, s.wants())
	}
	g[key] = value{texts: texts, origin: path}
	return nil
}

// texts are a value of the configuration file as the flag would have it.
func texts(s Setting, v any) ([]string, bool) {
	switch v := v.(type) {
	case string:
		return []string{v}, s.Type != "bool"
	case bool:
		return []string{strconv.FormatBool(v)}, s.Type == "bool"
	case int64:
		return []string{strconv.FormatInt(v, 10)}, s.Type == "SIZE"
	case []any:
		var out []string
		for _, e := range v {
			text, ok := e.(string)
			if !ok {
				return nil, false
			}
			out = append(out, text)
		}
		return out, s.List
	}
	return nil, false
}
