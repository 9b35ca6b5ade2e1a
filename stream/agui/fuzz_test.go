package agui_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"agtui/stream/agui"
)

// FuzzDecode: no bytes make the decoder panic, it agrees with encoding/json on
// what is JSON, and an event that it returns is written as one that reads the
// same.
func FuzzDecode(f *testing.F) {
	data, err := os.ReadFile("testdata/enforcement.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		var row struct{ In json.RawMessage }
		if i%8 == 0 && json.Unmarshal([]byte(line), &row) == nil {
			f.Add([]byte(row.In))
		}
	}
	f.Add([]byte(`{"type":"CUSTOM","name":"n","value":` + strings.Repeat("[", 1100)))
	f.Add([]byte(`{"error":{"message":"x"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		valid := agui.Valid(data)
		if standard := json.Valid(data); valid != standard && (valid || !deep(data)) {
			t.Fatalf("valid is %t, for encoding/json %t", valid, standard)
		}
		var ev, again agui.Event
		findings, ok := agui.NewDecoder().Decode(data, 1, &ev)
		unreadable := false
		for _, found := range findings {
			unreadable = unreadable || found.Rule == agui.RuleBadJSON || found.Rule == agui.RuleTooDeep
			if _, known := agui.LookupRule(found.Rule); !known || found.Message == "" {
				t.Fatalf("an odd finding: %+v", found)
			}
		}
		if unreadable == valid {
			t.Fatalf("valid is %t, findings %v", valid, findings)
		}
		if !ok && len(findings) == 0 {
			t.Fatal("an event vanished without a finding")
		}
		if ok {
			out := agui.AppendEvent(nil, &ev)
			if _, ok := agui.NewDecoder().Decode(out, 1, &again); !ok {
				t.Fatalf("%s is of no use", out)
			}
			forget(&ev, &again)
			if !cmp.Equal(ev, again) {
				t.Fatalf("%s\n%s", out, cmp.Diff(ev, again))
			}
		}
		plain(t, data)
	})
}

// forget drops what events are not written with.
func forget(events ...*agui.Event) {
	for _, ev := range events {
		ev.Title = agui.Opt[string]{}
		if ev.Type == agui.RunError && ev.Run != nil { // one that was made of something else
			ev.Run.ThreadID, ev.Run.RunID, ev.Run.Failed = "", "", false
		}
	}
}

// plain tests that the plain decoder's event is written as one that reads the
// same.
func plain(t *testing.T, data []byte) {
	t.Helper()
	ev, err := agui.DecodeEvent(data)
	if err != nil {
		return
	}
	out := agui.AppendEvent(nil, &ev)
	again, err := agui.DecodeEvent(out)
	if err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	if !cmp.Equal(ev, again) {
		t.Fatalf("%s\n%s", out, cmp.Diff(ev, again))
	}
}

// deep reports whether data may nest deeper than the decoder goes.
func deep(data []byte) bool {
	n := 0
	for _, c := range data {
		if c == '[' || c == '{' {
			n++
		}
	}
	return n > agui.MaxDepth
}

// FuzzText: text that is cut anywhere between two UTF-16 code units, even
// inside a surrogate pair, joins to the same text, and every string reads back
// as it was written.
func FuzzText(f *testing.F) {
	f.Add("a😀한", uint16(0b0101))
	f.Add("👩🏽‍💻", uint16(0xffff))
	f.Add("\xff\xed\xa0\x80", uint16(3))
	f.Fuzz(func(t *testing.T, text string, cuts uint16) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		var joined []byte
		var piece []uint16
		flush := func() {
			delta, ok := agui.Unquote(quoteUnits(piece))
			if !ok {
				t.Fatalf("%q is no string", quoteUnits(piece))
			}
			if back, ok := agui.Unquote(agui.AppendString(nil, delta)); !ok || back != delta {
				t.Fatalf("%q reads back as %q", delta, back)
			}
			joined = agui.AppendText(joined, delta)
			piece = piece[:0]
		}
		for i, unit := range utf16.Encode([]rune(text)) {
			piece = append(piece, unit)
			if cuts>>(i%16)&1 == 1 {
				flush()
			}
		}
		flush()
		if string(joined) != text {
			t.Fatalf("joined %q, want %q", joined, text)
		}
		written := agui.AppendString(nil, string(joined))
		if !utf8.Valid(written) || !json.Valid(written) {
			t.Fatalf("%q is written as %q", joined, written)
		}
	})
}

// quoteUnits writes code units as a JSON string, all escaped.
func quoteUnits(units []uint16) agui.Raw {
	const digits = "0123456789abcdef"
	out := []byte{'"'}
	for _, u := range units {
		out = append(out, '\\', 'u', digits[u>>12], digits[u>>8&15], digits[u>>4&15], digits[u&15])
	}
	return append(out, '"')
}
