package remote

import (
	"net/http"
	"net/url"
	"strings"
)

// hidden stands for a secret.
const hidden = "***"

// secrets returns a function that tells which headers are secret: those that
// carry credentials by definition or by their name, and the given ones.
func secrets(masked map[string]bool) func(name string) bool {
	given := map[string]bool{}
	for name, secret := range masked {
		if secret {
			given[http.CanonicalHeaderKey(name)] = true
		}
	}
	return func(name string) bool {
		name = http.CanonicalHeaderKey(name)
		switch name {
		case "Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization":
			return true
		}
		return given[name] || secretKey(name)
	}
}

// IsSecret reports whether a header of that name carries credentials.
func IsSecret(header string) bool { return secrets(nil)(header) }

// secretKey reports whether a name looks like that of a secret: one of its
// words is.
func secretKey(name string) bool {
	key := strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
	for _, word := range []string{"token", "secret", "password", "passwd", "apikey", "accesskey", "signature", "credential", "jwt", "session"} {
		if strings.Contains(key, word) {
			return true
		}
	}
	switch key {
	case "key", "sig", "auth", "code", "pwd", "pass", "xauth", "authkey":
		return true
	}
	return false
}

// maskURL returns u for people and files: without password and without the
// values of query keys that look like secrets.
func maskURL(u *url.URL) string {
	v := *u
	if _, ok := v.User.Password(); ok {
		v.User = url.UserPassword(v.User.Username(), hidden)
	} else if v.User != nil {
		v.User = url.User(hidden) // a name alone is mostly a token
	}
	if v.RawQuery != "" {
		pairs := strings.Split(v.RawQuery, "&")
		for i, pair := range pairs {
			key, _, ok := strings.Cut(pair, "=")
			if name, err := url.QueryUnescape(key); ok && (err != nil || secretKey(name)) {
				pairs[i] = key + "=" + hidden
			}
		}
		v.RawQuery = strings.Join(pairs, "&")
	}
	return strings.Replace(v.String(), "%2A%2A%2A@", hidden+"@", 1)
}

// Masked is the address of an endpoint for people and files: as it was given,
// but for a password and for query values that look like secrets.
func Masked(address string) string {
	full, err := ParseURL(address)
	if err != nil {
		return withoutSecrets(address)
	}
	u, err := url.Parse(full)
	if err != nil {
		return withoutSecrets(address)
	}
	if shown := maskURL(u); shown != full {
		return shown
	}
	return address
}

// withoutSecrets is what text that may be no URL is called: without what
// could be a password or a query.
func withoutSecrets(s string) string {
	s, _, _ = strings.Cut(s, "?")
	return s[strings.LastIndexByte(s, '@')+1:]
}

// maskHeader is the head of an answer without credentials, also those in the
// addresses that it names.
func maskHeader(h http.Header, secret func(name string) bool) http.Header {
	h = h.Clone()
	for name, values := range h {
		for i, v := range values {
			switch {
			case secret(name):
				values[i] = hidden
			case name == "Location" || name == "Content-Location":
				values[i] = maskText(v)
			}
		}
	}
	return h
}

// maskText is maskURL for text that may be no URL.
func maskText(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "the address"
	}
	return maskURL(u)
}
