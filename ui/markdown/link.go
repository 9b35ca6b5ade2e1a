package markdown

import (
	"net/url"
	"strings"

	"agtui/ui/cell"
)

// Bounds on addresses.
const (
	maxTarget = 2000 // bytes of an OSC 8 target; longer ones are no links
	maxShown  = 200  // cells of an address that is shown
)

// target is the address as it may stand in OSC 8, "" if it may not: http and
// https only, nothing but printable ASCII.
func target(dest string) string {
	u, ok := web(dest)
	if !ok {
		return ""
	}
	s := u.String()
	if len(s) > maxTarget {
		return ""
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return ""
		}
	}
	return s
}

// web parses an http or https address with a host.
func web(dest string) (*url.URL, bool) {
	u, err := url.Parse(strings.TrimSpace(dest))
	if err != nil || u.Host == "" || u.Opaque != "" {
		return nil, false
	}
	if s := strings.ToLower(u.Scheme); s != "http" && s != "https" {
		return nil, false
	}
	return u, true
}

// realHost is the host that a link leads to, if its text looks like the
// address of another one, and "" otherwise.
func realHost(text, dest string) string {
	u, ok := web(dest)
	if !ok {
		return ""
	}
	host := cell.Line(u.Host)
	if u.User != nil {
		return host // user:password@host exists to deceive
	}
	words := strings.Fields(text)
	for _, w := range words {
		claim, sure := claimed(w)
		if claim == "" || !sure && len(words) > 1 {
			continue
		}
		if !strings.EqualFold(bare(claim), bare(u.Host)) {
			return host
		}
	}
	return ""
}

func bare(host string) string {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return strings.TrimPrefix(host, "www.")
}

// claimed is the host that a word seems to name. Sure words have a scheme or
// www.
func claimed(word string) (host string, sure bool) {
	word = strings.TrimLeft(strings.ToLower(word), "<([{\"'\u00a0")
	if _, rest, ok := strings.Cut(word, "://"); ok {
		word, sure = rest, true
	}
	sure = sure || strings.HasPrefix(word, "www.")
	if i := strings.IndexAny(word, "/?#\\"); i >= 0 {
		word = word[:i]
	}
	if i := strings.LastIndexByte(word, '@'); i >= 0 {
		word = word[i+1:]
	}
	word = strings.TrimRight(word, ".,;:!)]}>\"'\u00a0")
	dot := strings.LastIndexByte(word, '.')
	if !sure && (dot <= 0 || len(word)-dot < 3) {
		return "", false
	}
	return word, sure
}
