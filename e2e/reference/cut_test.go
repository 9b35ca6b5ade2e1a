package reference_test

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"

	"agtui/stream/agui"
	"agtui/stream/sse"
)

// pieces reads as it was cut.
type pieces struct {
	t    *rapid.T
	rest []byte
}

// Read implements io.Reader.
func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := min(len(p.rest), len(b), rapid.SampledFrom([]int{1, 1, 2, 3, 7, 40, 1000}).Draw(p.t, "cut"))
	copy(b, p.rest[:n])
	p.rest = p.rest[n:]
	return n, nil
}

// body puts an exchange on the wire, with ends of line drawn for each frame.
func body(t *rapid.T, frames []string) []byte {
	var b bytes.Buffer
	for _, f := range frames {
		// A CR and the LF of another line would be one end of line.
		end := rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"}).Draw(t, "line end")
		if rapid.IntRange(0, 9).Draw(t, "comment") == 0 {
			b.WriteString(": keep-alive" + end)
		}
		b.WriteString("data: " + f + end + end)
	}
	return b.Bytes()
}

// TestCut_OfBytesGivesTheSame: any cutting of an answer gives the same frames,
// and so the same messages and state.
func TestCut_OfBytesGivesTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyScript(t)
		cut := s.clone()
		for i := range cut.Exchanges {
			var frames []string
			source := &pieces{t: t, rest: body(t, s.Exchanges[i].Frames)}
			for f, err := range sse.NewReader(source, sse.Options{}).All() {
				if err != nil {
					t.Fatal(err)
				}
				if f.Data != nil {
					frames = append(frames, string(f.Data))
				}
			}
			cut.Exchanges[i].Frames = frames
			if !slices.Equal(frames, s.Exchanges[i].Frames) {
				t.Fatalf("cut\n%q\nwhole\n%q", frames, s.Exchanges[i].Frames)
			}
		}
		for _, strict := range []bool{true, false} {
			if how := compare(newPlayer(t, cut, strict).play(t, cut), newPlayer(t, s, strict).play(t, s)); how != "" {
				t.Fatal(how)
			}
		}
	})
}

// TestCut_OfTextGivesTheSame: any cutting of texts into deltas, also inside a
// surrogate pair, gives the same messages.
func TestCut_OfTextGivesTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, want := legal(t)
		cut := s.clone()
		for i := range cut.Exchanges {
			var frames []string
			for _, f := range s.Exchanges[i].Frames {
				frames = append(frames, shred(t, f)...)
			}
			cut.Exchanges[i].Frames = frames
		}
		got := newPlayer(t, cut, true).play(t, cut)
		for i := range want {
			got[i].Events, want[i].Events = nil, nil // there are more of them
		}
		if how := compare(got, want); how != "" {
			t.Fatalf("%s\nwhole\n%s\ncut\n%s", how, s.line(), cut.line())
		}
	})
}

// shred makes several events of one with a delta.
func shred(t *rapid.T, frame string) []string {
	ev, err := agui.DecodeEvent([]byte(frame))
	if err != nil || !ev.Delta.Set || ev.Type == agui.UnknownType {
		return []string{frame}
	}
	var out []string
	piece := func(delta string) {
		part := ev
		part.Delta = agui.Some(delta)
		out = append(out, string(agui.AppendEvent(nil, &part)))
	}
	var delta []byte
	for _, unit := range units(ev.Delta.Value) {
		if rapid.Bool().Draw(t, "cut") {
			piece(string(delta))
			delta = nil
		}
		delta = agui.AppendText(delta, unit)
	}
	piece(string(delta))
	return out
}

// units are the UTF-16 units of a text, each in WTF-8.
func units(s string) (out []string) {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1: // half a pair, in three bytes
			out = append(out, s[:3])
			n = 3
		case r > 0xFFFF:
			first, second := utf16.EncodeRune(r)
			out = append(out, half(first), half(second))
		default:
			out = append(out, s[:n])
		}
		s = s[n:]
	}
	return out
}

// half is half a surrogate pair in its three-byte form.
func half(r rune) string {
	return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
}
