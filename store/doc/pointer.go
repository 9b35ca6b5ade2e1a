package doc

import (
	"errors"
	"fmt"
	"strings"
)

// Lookup returns the value that an RFC 6901 pointer names; "" names v itself.
func (v *Value) Lookup(pointer string) (*Value, bool) {
	var few [8]string
	tokens, err := split(few[:0], pointer)
	if err != nil {
		return nil, false
	}
	for _, token := range tokens {
		if v = v.child(token); v == nil {
			return nil, false
		}
	}
	return v, true
}

// child returns what is below v under a token, or nil.
func (v *Value) child(token string) *Value {
	switch v.kind {
	case Object:
		return v.Get(token)
	case Array:
		if i, ok := index(token); ok && i < v.Len() {
			return v.At(i)
		}
	default:
	}
	return nil
}

// index reads an array index: decimal digits without leading zeros. One that
// no array can have is cut down to a large number.
func index(token string) (int, bool) {
	if token == "" || (token[0] == '0' && len(token) > 1) {
		return 0, false
	}
	const large = 1 << 40
	n := 0
	for _, c := range []byte(token) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = min(10*n+int(c-'0'), large)
	}
	return n, true
}

// split appends the tokens of a pointer to dst, without their escapes.
func split(dst []string, pointer string) ([]string, error) {
	if pointer == "" {
		return dst, nil
	}
	if pointer[0] != '/' {
		return nil, errors.New("the path does not start with /")
	}
	for rest := pointer[1:]; ; {
		token, tail, more := strings.Cut(rest, "/")
		token, err := unescape(token)
		if err != nil {
			return nil, err
		}
		dst = append(dst, token)
		if !more {
			return dst, nil
		}
		rest = tail
	}
}

func unescape(token string) (string, error) {
	for i := strings.IndexByte(token, '~'); i >= 0 && i < len(token); i++ {
		if token[i] != '~' {
			continue
		}
		if i++; i == len(token) || (token[i] != '0' && token[i] != '1') {
			return "", errors.New("the path has a ~ that is neither ~0 nor ~1")
		}
	}
	if !strings.Contains(token, "~") {
		return token, nil
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(token), nil
}

// join is the pointer made of tokens, for messages.
func join(tokens []string) string {
	if len(tokens) == 0 {
		return "the root"
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		_, _ = escape.WriteString(&b, token)
	}
	return cut(b.String())
}

// banned refuses what would reach an object's prototype in JavaScript.
func banned(tokens []string) error {
	for i, token := range tokens {
		if token == "__proto__" || (token == "prototype" && i > 0 && tokens[i-1] == "constructor") {
			return fmt.Errorf("%s is not allowed in a path", token)
		}
	}
	return nil
}
