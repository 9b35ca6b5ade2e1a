package agui_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"agtui/stream/agui"
)

// TestDecoder_FailsWhereTheReferenceFails compares with what the reference
// client's enforcement made of events that were changed at random: whether it
// failed, what it dropped, how often it complained, and what was left.
func TestDecoder_FailsWhereTheReferenceFails(t *testing.T) {
	data, err := os.ReadFile("testdata/enforcement.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var row struct {
			In                        json.RawMessage
			Fatal, Dropped, Converted bool
			Warnings                  int
			Out                       json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Out == nil {
			row.Out = row.In
		}
		var ev agui.Event
		findings, ok := agui.NewDecoder().Decode(row.In, 1, &ev)
		seen := count(findings)
		if seen.fatal != row.Fatal {
			t.Errorf("%s\nfatal is %t, findings %v", row.In, seen.fatal, findings)
			continue
		}
		if row.Fatal {
			continue
		}
		if ok == row.Dropped {
			t.Errorf("%s\nusable is %t, findings %v", row.In, ok, findings)
			continue
		}
		if row.Dropped {
			continue
		}
		if seen.warnings != row.Warnings || seen.converted != row.Converted {
			t.Errorf("%s\n%d warnings, want %d, findings %v", row.In, seen.warnings, row.Warnings, findings)
		}
		if got := agui.AppendEvent(nil, &ev); !sameJSON(t, got, row.Out) {
			t.Errorf("%s\nbecame %s\n  want %s", row.In, got, row.Out)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

type tally struct {
	fatal, converted bool
	warnings         int
}

// count sorts findings the way the reference's complaints are counted: nulls
// and old forms are conversions, not warnings.
func count(findings []agui.Finding) tally {
	var n tally
	for _, f := range findings {
		switch {
		case f.Fatal:
			n.fatal = true
		case f.Rule == agui.RuleDeprecatedNull || f.Rule == agui.RuleLegacyEvent || f.Rule == agui.RuleLegacyBinary:
			n.converted = true
		case f.Rule == agui.RuleNewerProtocol:
		case f.Severity == agui.Warning:
			n.warnings++
		}
	}
	return n
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	for data, v := range map[*[]byte]*any{&a: &x, &b: &y} {
		if err := json.Unmarshal(*data, v); err != nil {
			t.Fatalf("%s: %v", *data, err)
		}
	}
	return reflect.DeepEqual(x, y)
}
