package remote

import (
	"bytes"
	"encoding/json"
	"html"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode"

	"agtui/stream"
)

// How much of the body of an error is kept and shown, and how long it is
// waited for.
const (
	keptBody  = 64 << 10
	bodyTime  = 5 * time.Second
	most      = 600 // characters of an error line
	some      = 240 // of the server's message
	few       = 60  // of a title
	hintLogin = "; check the Authorization header (-H 'Authorization: …')"
)

// refused makes an error of an answer that is no success: the status and what
// the server says about it, in one line.
func (x *exchange) refused(res *http.Response) error {
	e := &stream.StatusError{
		Code:        res.StatusCode,
		Status:      statusText(res),
		Body:        x.errorBody(res),
		ContentType: res.Header.Get("Content-Type"),
	}
	text := "the server answered " + e.Status
	if said := message(e.Body, e.ContentType); said != "" {
		text += ": " + strings.TrimSuffix(said, ".") // what to try may follow
	}
	if wait := res.Header.Get("Retry-After"); wait != "" {
		if _, err := http.ParseTime(wait); err != nil {
			wait += " s"
		}
		text += "; retry after " + oneLine(wait, few)
	}
	kind := error(e)
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		text += hintLogin
	case http.StatusNotFound:
		text += "; is the path right?"
	case http.StatusMethodNotAllowed:
		text += "; an agent's endpoint takes POST: is the path right?"
	case http.StatusNotAcceptable:
		text += "; it cannot answer with text/event-stream"
	case http.StatusProxyAuthRequired:
		text += "; check the credentials in the proxy variables"
		return x.because(stream.ErrProxy, kind, "%s", text)
	}
	return x.because(kind, nil, "%s", text)
}

// statusText is "404 Not Found", also where the server sends no words.
func statusText(res *http.Response) string {
	code, words, _ := strings.Cut(res.Status, " ")
	if strings.TrimSpace(words) == "" {
		words = http.StatusText(res.StatusCode)
	}
	return oneLine(code+" "+words, few)
}

// errorBody reads the body of an error, not too much and not too long.
func (x *exchange) errorBody(res *http.Response) []byte {
	timer := time.AfterFunc(bodyTime, func() { res.Body.Close() })
	defer timer.Stop()
	defer res.Body.Close()
	body, err := decode(res.Header.Get("Content-Encoding"), res.Body)
	if err != nil {
		return nil
	}
	data, _ := io.ReadAll(io.LimitReader(body, keptBody)) // what came is enough
	return data
}

// message finds what a server says for people in the body of an error: the
// message of a JSON object, the title of a page, or the text itself.
func message(body []byte, contentType string) string {
	media, _, _ := mime.ParseMediaType(contentType)
	text := bytes.TrimSpace(body)
	switch {
	case len(text) == 0:
		return ""
	case text[0] == '{' || text[0] == '[' || text[0] == '"':
		var v any
		if json.Unmarshal(text, &v) == nil {
			if said := said(v, 0); said != "" {
				return oneLine(said, some)
			}
		}
	case text[0] == '<' || media == "text/html":
		return oneLine(htmlTitle(text), some)
	}
	return oneLine(string(text), some)
}

// said looks for the words in an error object. The keys are those that servers
// use, the most telling first.
func said(v any, depth int) string {
	if depth > 4 {
		return ""
	}
	switch v := v.(type) {
	case string:
		return v
	case []any:
		if len(v) > 0 {
			return said(v[0], depth+1)
		}
	case map[string]any:
		for _, key := range []string{"message", "error", "detail", "msg", "error_description", "errors", "title", "reason", "description"} {
			if s := said(v[key], depth+1); s != "" {
				return s
			}
		}
	}
	return ""
}

// htmlTitle returns the title of a page, or its first heading, or nothing.
func htmlTitle(page []byte) string {
	for _, tag := range []string{"title", "h1"} {
		m := regexp.MustCompile(`(?is)<` + tag + `[^>]*>(.*?)(</|$)`).FindSubmatch(page)
		if m != nil && len(bytes.TrimSpace(m[1])) > 0 {
			return oneLine(html.UnescapeString(string(m[1])), few)
		}
	}
	return ""
}

// quoted puts text in quotes behind a colon; nothing stays nothing.
func quoted(s string) string {
	if s == "" {
		return ""
	}
	return ": “" + s + "”"
}

// oneLine makes text from outside fit for one line of at most n characters: no
// control or formatting characters, single spaces.
func oneLine(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
