package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"agtui/stream/record"
)

func TestDamage_IsSaidForPeople(t *testing.T) {
	t.Parallel()
	lines := three(t)
	at := len(strings.Join(lines[:4], ""))
	for name, row := range map[string]struct{ line, want string }{
		"one that breaks off":     {`{"type":"frame","n":2` + "\n", fmt.Sprintf("the line breaks off at byte %d of the file (unexpected end of JSON input); left out: mend the line", at+21)},
		"one that was changed":    {`{"type":"frame" "n":2}` + "\n", fmt.Sprintf("the line is not JSON at byte %d of the file (invalid character '\"' after object", at+16)},
		"a text for a number":     {`{"type":"frame","n":"2"}` + "\n", fmt.Sprintf(`the line, from byte %d on, has a "n" that cannot be a string (json: `, at)},
		"no object":               {"[1]\n", fmt.Sprintf("the line, from byte %d on, is none of a recording (", at)},
		"a line of another type":  {`{"type":"note"}` + "\n", `the line is of no known type ("note"); left out: a newer agtui may know it`},
		"a line of no type":       {`{"n":2}` + "\n", "the line is of no known type (it has none)"},
		"a frame without content": {`{"type":"frame","n":2}` + "\n", "is none of a recording (the frame lacks its number, its place or its bytes); left out: mend"},
		"one without an end":      {`{"type":"fr`, fmt.Sprintf("the last line, from byte %d on, has no end: it was still being written when ", at)},
	} {
		text := strings.Join(lines[:4], "") + row.line
		if strings.HasSuffix(row.line, "\n") {
			text += strings.Join(lines[5:], "") + "\n"
		}
		r, err := record.Read(strings.NewReader(text), "x.jsonl", 0)
		if err != nil {
			t.Fatal(err)
		}
		if d := r.Damage(); len(d) != 1 || !strings.HasPrefix(d[0].String(), "x.jsonl:5: ") || !strings.Contains(d[0].Reason, row.want) {
			t.Errorf("%s: %v, want %q", name, d, row.want)
		}
	}
}

func TestDamage_IsCountedWhereThereIsMuch(t *testing.T) {
	t.Parallel()
	lines := three(t)
	for _, n := range []int{record.MaxDamage, record.MaxDamage + 1, 200_000} {
		text := strings.Join(lines[:4], "") + strings.Repeat("x\n", n) + strings.Join(lines[4:], "") + "\n"
		r, err := record.Read(strings.NewReader(text), "x.jsonl", 0)
		if err != nil {
			t.Fatal(err)
		}
		want := min(n, record.MaxDamage+1)
		d := r.Damage()
		res, _, err := replay(t, r.Exchanges()[0])
		if err != nil || len(d) != want || len(res.Notes) != want {
			t.Fatalf("%d damaged lines: %d are told, %d findings; %v", n, len(d), len(res.Notes), err)
		}
		if n == record.MaxDamage {
			continue
		}
		last := d[want-1]
		at := len(strings.Join(lines[:4], "")) + 2*record.MaxDamage
		if last.Line != 5+record.MaxDamage || last.Offset != int64(at) ||
			!strings.HasPrefix(last.Reason, fmt.Sprintf("from here on %d more line", n-record.MaxDamage)) {
			t.Errorf("%d damaged lines: the last is %+v", n, last)
		}
	}
}

func TestRead_RefusesWhatIsTooMuchToHold(t *testing.T) {
	t.Parallel()
	if all, err := record.ReadAll(strings.NewReader("12345"), "stdin", 5); err != nil || string(all) != "12345" {
		t.Errorf("%q, %v", all, err)
	}
	_, err := record.ReadAll(strings.NewReader("123456"), "stdin", 5)
	if !errors.Is(err, record.ErrInput) || !strings.Contains(err.Error(), "stdin has more than") {
		t.Errorf("%v", err)
	}
}
