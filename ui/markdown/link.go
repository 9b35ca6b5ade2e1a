package markdown

import (
	"net/url"
	"slices"
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
	for w := range strings.FieldsSeq(text) {
		claim, sure := claimed(w)
		if claim == "" || sameHost(claim, u.Host) || !sure && isFile(claim, u) {
			continue
		}
		return host
	}
	return ""
}

// sameHost compares hosts; www. and a port count for nothing.
func sameHost(a, b string) bool { return bareHost(a) == bareHost(b) }

func bareHost(host string) string {
	host = strings.ToLower(host)
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host = host[:i]
	}
	return strings.TrimPrefix(strings.TrimSuffix(host, "."), "www.")
}

// isFile tells a word like main.go from a host: what it is called has the
// ending of a file, and the address has it too, or the name without the dot.
func isFile(word string, u *url.URL) bool {
	ending := word[strings.LastIndexByte(word, '.')+1:]
	if !slices.Contains(strings.Fields(fileEndings), ending) {
		return false
	}
	whole := strings.ToLower(u.Host + u.Path)
	return strings.Contains(whole, word) || strings.Contains(strings.ToLower(u.Host), strings.ReplaceAll(word, ".", ""))
}

// fileEndings are endings of files; some are domains too.
const fileEndings = "c cc conf cpp cs css csv dart env exe go gz h hs html ini ipynb java jpg js json jsx kt lock log lua " +
	"md mjs ml mod net php pdf pl png proto ps py rb rs rst scala sh sql sum svg swift tar tf toml ts tsx txt vue xml yaml yml zip"

// claimed is the host that a word seems to name. Sure words have a scheme or
// www.
func claimed(word string) (host string, sure bool) {
	word = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".").Replace(strings.ToLower(word))
	word = strings.TrimLeft(word, "<([{\"'\u00a0")
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
	if sure {
		return word, true
	}
	if !like(word) {
		return "", false
	}
	return word, false
}

// like tells whether a word looks like a host: labels between dots, the last
// one of at least two letters, or four numbers.
func like(word string) bool {
	name := word
	if i := strings.LastIndexByte(name, ':'); i > 0 {
		name = name[:i]
	}
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return false
	}
	ending := name[dot+1:]
	if strings.Trim(ending, "0123456789") == "" {
		return strings.Count(name, ".") == 3 && strings.Trim(name, "0123456789.") == ""
	}
	return len(ending) > 1 && !strings.Contains(name, "..")
}
