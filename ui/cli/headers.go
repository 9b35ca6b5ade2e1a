package cli

import (
	"net/http"
	"os"
	"regexp"
	"strings"

	"golang.org/x/net/http/httpguts"

	"agtui/stream/remote"
)

// filled is the pattern of a value that comes from elsewhere.
const filled = `\$\{([^}:]*):?([^}]*)\}`

// headerSet reads the headers of the settings, and returns with them the names
// whose values came from a variable or a file and are masked wherever they are
// shown or written.
func (p *program) headerSet(s *settings) (http.Header, map[string]bool, error) {
	headers, masked := http.Header{}, map[string]bool{}
	for _, h := range s.headers {
		name, value, ok := strings.Cut(h, ":")
		name = strings.TrimSpace(name)
		if !ok || !httpguts.ValidHeaderFieldName(name) {
			// What follows the name may be a secret.
			shown, _, _ := strings.Cut(name, " ")
			return nil, nil, usageError("reading %s '%.20s…': write it as 'Name: value'", s.label("header", h), shown)
		}
		value, secret, err := p.fill(name, strings.TrimSpace(value))
		if err != nil {
			return nil, nil, err
		}
		if !httpguts.ValidHeaderFieldValue(value) {
			return nil, nil, usageError("reading the header %s: the value has characters that a header can't have, such as a line end", name)
		}
		headers.Add(name, value)
		if remote.IsSecret(name) {
			p.secrets = append(p.secrets, value)
			if _, bare, ok := strings.Cut(value, " "); ok {
				p.secrets = append(p.secrets, bare) // behind Bearer, Basic
			}
		}
		if secret {
			masked[http.CanonicalHeaderKey(name)] = true
		}
	}
	return headers, masked, nil
}

// fill replaces ${env:X} and ${file:X}.
func (p *program) fill(name, value string) (out string, secret bool, err error) {
	pattern := regexp.MustCompile(filled)
	out = pattern.ReplaceAllStringFunc(value, func(m string) string {
		secret = true
		parts := pattern.FindStringSubmatch(m)
		text, ferr := p.secret(name, parts[1], parts[2])
		if ferr != nil {
			err = ferr
		}
		p.secrets = append(p.secrets, text)
		return text
	})
	return out, secret, err
}

// secret is one value from a variable or a file.
func (p *program) secret(header, kind, key string) (string, error) {
	switch kind {
	case "env":
		if v, ok := p.env.lookup(key); ok {
			return v, nil
		}
		return "", usageError("reading the header %s: the variable %s is not set: export it, or give the value itself", header, key)
	case "file":
		data, err := os.ReadFile(p.env.home(key))
		if err != nil {
			return "", fileError("reading the header "+header+" from", key, err)
		}
		return strings.TrimRight(string(data), "\r\n"), nil
	}
	return "", usageError("reading the header %s: ${%s…} is neither ${env:NAME} nor ${file:PATH}", header, kind)
}
