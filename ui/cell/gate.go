package cell

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Gate holds back the end of a stream of text while what follows could still
// change how it looks: half a flag, an emoji before a joiner, half a surrogate
// pair. The zero Gate is ready. It holds at most 128 bytes; Release when the
// stream ends, when something else happens in the same run, and after 150 ms
// of silence.
//
// The text is WTF-8; halves of surrogate pairs that meet are joined. What a
// Gate lets pass is not clean: Clean it as a whole.
type Gate struct {
	held []byte
	out  []byte
}

// Push takes the next piece of the stream and returns what may be shown. The
// result is valid until the next call and may be delta itself.
func (g *Gate) Push(delta []byte) []byte {
	if len(g.held) == 0 {
		n := Settled(delta)
		g.held = append(g.held, delta[n:]...)
		return delta[:n]
	}
	g.out = appendJoined(append(g.out[:0], g.held...), delta)
	n := Settled(g.out)
	g.held = append(g.held[:0], g.out[n:]...)
	return g.out[:n]
}

// Release returns what was held back and forgets it. The result is valid until
// the next call.
func (g *Gate) Release() []byte {
	g.out = append(g.out[:0], g.held...)
	g.held = g.held[:0]
	return g.out
}

// Held is the number of bytes held back.
func (g *Gate) Held() int { return len(g.held) }

// appendJoined appends b to a; where a high half meets a low one they become
// one rune.
func appendJoined(a, b []byte) []byte {
	if len(a) >= 3 {
		hi, ok := half(a[len(a)-3:])
		lo, ok2 := half(b)
		if ok && ok2 && hi < lowHalf && lo >= lowHalf {
			a = utf8.AppendRune(a[:len(a)-3], (hi-surrogate)<<10+(lo-lowHalf)+0x10000)
			b = b[3:]
		}
	}
	return append(a, b...)
}

// Settled is the length of the part of text that may be shown: a Gate for a
// caller that keeps the text. Text must start where an earlier Settled ended,
// or at its beginning. Calls cost O(len(text)).
func Settled(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	if c := text[len(text)-1]; c < utf8.RuneSelf {
		if !unsettled(rune(c)) {
			return len(text)
		}
	} else if r, _ := utf8.DecodeLastRune(text); closed(r) {
		return len(text)
	}
	end := len(text) - unfinished(text)
	n := end
	if end == len(text) {
		if r, _ := utf8.DecodeLastRune(text); !unsettledEnd(text, r) {
			return len(text)
		}
	}
	if end > 0 {
		n = lastCluster(text[:end])
	}
	if len(text)-n > maxCluster {
		return len(text)
	}
	return n
}

// closed is a quick no to unsettled for the letters of East Asia and of Arabic
// and Hebrew.
func closed(r rune) bool {
	switch {
	case within(r, 0x3041, 0x3096), within(r, 0x30A1, 0x30FA), within(r, 0x4E00, 0x9FFF), within(r, 0x3001, 0x3029):
		return true
	case within(r, 0xAC00, 0xD7A3):
		return !openSyllable(r)
	}
	return within(r, 0x5D0, 0x5EA) || within(r, 0x621, 0x64A)
}

// unsettledEnd is unsettled for the last rune r of text, looking through marks
// at what they sit on.
func unsettledEnd(text []byte, r rune) bool {
	for !complexScript(r) && r != keycap && mark(r) {
		_, n := utf8.DecodeLastRune(text)
		text = text[:len(text)-n]
		if len(text) == 0 {
			return false
		}
		r, _ = utf8.DecodeLastRune(text)
	}
	return unsettled(r)
}

// unfinished is the number of bytes at the end of text that are the beginning
// of a rune or half a surrogate pair.
func unfinished(text []byte) int {
	for n := 1; n <= 3 && n <= len(text); n++ {
		tail := text[len(text)-n:]
		if !utf8.RuneStart(tail[0]) {
			continue
		}
		if tail[0] >= utf8.RuneSelf && !utf8.FullRune(tail) {
			return n
		}
		if tail[0] == 0xED && (n == 2 && tail[1] >= 0xA0 && tail[1] < 0xB0) {
			return n
		}
		if hi, ok := half(tail); ok && hi < lowHalf {
			return n
		}
		return 0
	}
	return 0
}

// lastCluster is where the last cluster of text starts.
func lastCluster(text []byte) int {
	start := 0
	for it := graphemes.FromBytes(text); it.Next(); {
		start = it.Start()
	}
	return start
}
