package ui_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"agtui/ui"
)

// arrivals is a terminal from which each read takes one piece.
type arrivals []string

func (a *arrivals) Read(p []byte) (int, error) {
	if len(*a) == 0 {
		return 0, io.EOF
	}
	n := copy(p, (*a)[0])
	if (*a)[0] = (*a)[0][n:]; (*a)[0] == "" {
		*a = (*a)[1:]
	}
	return n, nil
}

// pieces is what each read of r gives.
func pieces(t interface{ Fatal(...any) }, r io.Reader, room int) []string {
	var got []string
	p := make([]byte, room)
	for {
		n, err := r.Read(p)
		if n > 0 {
			got = append(got, string(p[:n]))
		}
		if err == io.EOF {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestInput_WhatIsCutWaitsForItsRest(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want []string }{
		"keys pass at once":                  {[]string{"a", "\x1b", "\x1b[", "\x1b[A"}, []string{"a", "\x1b", "\x1b[", "\x1b[A"}},
		"a rune that is cut":                 {[]string{"ab\xed\x95", "\x9ccd"}, []string{"ab", "한cd"}},
		"a rune that comes byte by byte":     {[]string{"a\xed", "\x95", "\x9c"}, []string{"a", "\xed\x95", "\x9c"}},
		"bytes that are no UTF-8":            {[]string{"a\xff", "\x80\x80\x80"}, []string{"a\xff", "\x80\x80\x80"}},
		"the end of a paste":                 {[]string{"\x1b[200~x\x1b[20", "1~y\x1b", "z"}, []string{"\x1b[200~x", "\x1b[201~y\x1b", "z"}},
		"an escape in a paste":               {[]string{"\x1b[200~x\x1b", "[31my"}, []string{"\x1b[200~x", "\x1b[31my"}},
		"a paste whose start is cut early":   {[]string{"\x1b[", "200~x\x1b", "[201~"}, []string{"\x1b[", "200~x", "\x1b[201~"}},
		"a paste whose start is cut late":    {[]string{"x\x1b[20", "0~y\x1b[2", "01~"}, []string{"x", "\x1b[200~y", "\x1b[201~"}},
		"what is held at the end comes then": {[]string{"a\xed\x95"}, []string{"a", "\xed\x95"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := arrivals(tt.in)
			if d := cmp.Diff(tt.want, pieces(t, ui.Whole(&in), 4096)); d != "" {
				t.Errorf("the library reads (-want +got):\n%s", d)
			}
		})
	}
}

func TestInput_NothingIsLostOrTurned(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.SampledFrom([]string{"a", "한글", "👩🏽‍💻", "\x1b", "\x1b[200~", "\x1b[201~", "\x1b[A", "\xff", "\r\n"}))
		text := strings.Join(words.Draw(t, "text"), "")
		var in arrivals
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			in, rest = append(in, rest[:n]), rest[n:]
		}
		room := rapid.SampledFrom([]int{1, 2, 5, 6, 7, 16, 4096}).Draw(t, "room")
		if got := strings.Join(pieces(t, ui.Whole(&in), room), ""); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func FuzzInput(f *testing.F) {
	f.Add([]byte("\x1b[200~한\x1b[201~"), []byte{3, 9})
	f.Fuzz(func(t *testing.T, text, cuts []byte) {
		var in arrivals
		for rest, i := text, 0; len(rest) > 0; i++ {
			n := len(rest)
			if len(cuts) > 0 {
				n = min(n, int(cuts[i%len(cuts)])+1)
			}
			in, rest = append(in, string(rest[:n])), rest[n:]
		}
		if got := strings.Join(pieces(t, ui.Whole(&in), 64), ""); !bytes.Equal([]byte(got), text) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
