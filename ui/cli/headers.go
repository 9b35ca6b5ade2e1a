package cli

import (
	"net/http"
	"os"
	"regexp"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// filled is the pattern of a value that comes from elsewhere.
const filled = `\$\{(env|file):([^}]*)\}`

// headerSet reads -H flags: the headers, and the names whose values came from
// a variable or a file and are masked wherever they are shown or written.
func (e *Env) headerSet(flags []string) (http.Header, map[string]bool, error) {
	headers, masked := http.Header{}, map[string]bool{}
	for _, h := range flags {
		name, value, ok := strings.Cut(h, ":")
		name = strings.TrimSpace(name)
		if !ok || !httpguts.ValidHeaderFieldName(name) {
			return nil, nil, usageError("reading -H %q: write it as 'Name: value'", h)
		}
		value, secret, err := e.fill(name, strings.TrimSpace(value))
		if err != nil {
			return nil, nil, err
		}
		if !httpguts.ValidHeaderFieldValue(value) {
			return nil, nil, usageError("reading -H %s: the value has characters that a header can't have", name)
		}
		headers.Add(name, value)
		if secret {
			masked[http.CanonicalHeaderKey(name)] = true
		}
	}
	return headers, masked, nil
}

// fill replaces ${env:X} and ${file:X}.
func (e *Env) fill(name, value string) (out string, secret bool, err error) {
	pattern := regexp.MustCompile(filled)
	out = pattern.ReplaceAllStringFunc(value, func(m string) string {
		secret = true
		parts := pattern.FindStringSubmatch(m)
		kind, key := parts[1], parts[2]
		if kind == "env" {
			v, ok := e.lookup(key)
			if !ok {
				err = usageError("reading -H %s: the variable %s is not set", name, key)
			}
			return v
		}
		data, rerr := os.ReadFile(key)
		if rerr != nil {
			err = usageError("reading -H %s: %w", name, rerr)
		}
		return strings.TrimRight(string(data), "\r\n")
	})
	return out, secret, err
}
