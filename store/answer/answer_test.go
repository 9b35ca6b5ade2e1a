package answer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"agtui/store/answer"
	"agtui/stream/agui"
)

func asked(reason, schema string) *agui.Interrupt {
	return &agui.Interrupt{ID: "i", Reason: reason, ResponseSchema: agui.Raw(schema)}
}

func TestOf_ReadsWhatIsWanted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, reason, schema string
		want                 string
	}{
		{"no schema, a tool call", "tool_call", ``, `approval, reason in "reason"`},
		{"no schema, a confirmation", "confirmation", ``, `approval, reason in "reason"`},
		{"no schema, input", "input_required", ``, `text`},
		{"no schema, a vendor's reason", "a:b", ``, `text`},
		{"an empty schema", "tool_call", `{}`, `approval, reason in "reason"`},
		{"no schema at all", "tool_call", `[1]`, `approval, reason in "reason"`},
		{"an approval", "x", `{"properties":{"approved":{"type":"boolean"}}}`, `approval, reason in "reason"`},
		{"an approval with edits", "x", `{"properties":{"approved":{},"editedArgs":{"type":"object"}}}`, `approval, edits, reason in "reason"`},
		{"an approval with a comment", "x", `{"properties":{"approved":true,"comment":{"type":"string"}}}`, `approval, reason in "comment"`},
		{"an approval without room for a reason", "x", `{"properties":{"approved":{}},"additionalProperties":false}`, `approval`},
		{
			"alternatives", "x",
			`{"oneOf":[{"properties":{"approved":{"const":true},"editedArgs":{}},"additionalProperties":false},{"properties":{"approved":{"const":false}},"additionalProperties":false}]}`,
			`approval, edits`,
		},
		{"a string", "x", `{"type":"string"}`, `text`},
		{"a string or null", "x", `{"type":["string","null"]}`, `text`},
		{"a number", "x", `{"type":"number"}`, `0`},
		{"a number with a least value", "x", `{"type":"number","minimum":18}`, `18`},
		{"an enumeration", "x", `{"enum":["a",2]}`, `a="a" 2=2 "a"`},
		{"titled constants", "x", `{"oneOf":[{"const":1,"title":"One"},{"const":2}]}`, `One=1 2=2 1`},
		{"a boolean", "x", `{"type":"boolean"}`, `Yes=true No=false false`},
		{"one choice in an object", "x", `{"type":"object","properties":{"to":{"enum":["a","b"]}}}`, `a={"to":"a"} b={"to":"b"} {"to": "a"}`},
		{
			"an object in the order of its schema", "x",
			`{"type":"object","properties":{"zip":{"type":"string"},"age":{"type":"integer"},"tags":{"type":"array"},"in":{"type":"object","properties":{"x":{"default":[1]}}}}}`,
			`{"zip": "", "age": 0, "tags": [], "in": {"x": [1]}}`,
		},
		{"a reference into itself", "x", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object","properties":{"x":{"type":"string"}}}}}`, `{"x": ""}`},
		{"a reference in a circle", "x", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}`, `text`},
		{"a reference elsewhere", "x", `{"$ref":"http://evil.example/schema.json"}`, `text`},
		{"members of wrong types", "x", `{"type":7,"title":[],"properties":{"a":3,"b":{"type":"string"}},"required":"a","enum":{}}`, `{"a": null, "b": ""}`},
		{"a boolean as a schema of a member", "x", `{"type":"object","properties":{"a":true}}`, `{"a": null}`},
	} {
		if got := shown(answer.Of(asked(tt.reason, tt.schema))); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func shown(s answer.Shape) string {
	var parts []string
	if s.Approval {
		parts = append(parts, "approval")
		if s.CanEdit {
			parts = append(parts, "edits")
		}
		if s.Reason != "" {
			parts = append(parts, fmt.Sprintf("reason in %q", s.Reason))
		}
		return strings.Join(parts, ", ")
	}
	if s.FreeText {
		return "text" + s.Skeleton
	}
	for _, o := range s.Options {
		parts = append(parts, o.Label+"="+string(o.Payload))
	}
	skeleton := strings.Join(strings.Fields(s.Skeleton), " ")
	skeleton = strings.NewReplacer("{ ", "{", " }", "}", "[ ", "[", " ]", "]").Replace(skeleton)
	return strings.Join(append(parts, skeleton), " ")
}

func TestAnswers_AreBuiltAsAgentsWantThem(t *testing.T) {
	t.Parallel()
	open := answer.Of(asked("tool_call", ``))
	shut := answer.Of(asked("x", `{"properties":{"approved":{}},"additionalProperties":false}`))
	for _, tt := range []struct {
		name string
		got  agui.ResumeEntry
		want string
	}{
		{"approve", answer.Approve("i", nil), `resolved {"approved":true}`},
		{"approve with edits", answer.Approve("i", agui.Raw(`{"a":1.0}`)), `resolved {"approved":true,"editedArgs":{"a":1.0}}`},
		{"deny", answer.Deny("i", open, ""), `resolved {"approved":false}`},
		{"deny with a reason", answer.Deny("i", open, "no\n\"x\""), `resolved {"approved":false,"reason":"no\n\"x\""}`},
		{"deny where there is no room for one", answer.Deny("i", shut, "no"), `resolved {"approved":false}`},
		{"cancel", answer.Cancel("i"), `cancelled `},
	} {
		if got := tt.got.Status + " " + string(tt.got.Payload); got != tt.want || tt.got.InterruptID != "i" {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestParse_TakesOneJSONValue(t *testing.T) {
	t.Parallel()
	text, form := answer.Shape{FreeText: true}, answer.Shape{}
	for _, tt := range []struct {
		name  string
		shape answer.Shape
		typed string
		want  string // "" for an error
	}{
		{"JSON", form, ` {"b": 1.00, "a": [] } `, `{"b":1.00,"a":[]}`},
		{"a broken one", form, `{"b":`, ""},
		{"two values", form, `1 2`, ""},
		{"nothing", form, "  ", ""},
		{"text", text, "hello \"you\"", `"hello \"you\""`},
		{"JSON as free text", text, `{"a": 1}`, `{"a":1}`},
		{"a number as free text", text, `42`, `42`},
		{"nothing as free text", text, "", `""`},
	} {
		got, err := answer.Parse(tt.shape, tt.typed)
		if string(got) != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
		if err != nil && !errors.Is(err, answer.ErrNotJSON) {
			t.Errorf("%s: %v is no ErrNotJSON", tt.name, err)
		}
	}
}

func TestCheck_SaysWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	schema := `{"type":"object","properties":{"age":{"type":"integer","minimum":18}},"required":["age"]}`
	for _, tt := range []struct {
		name, schema, payload, words string
	}{
		{"it fits", schema, `{"age":20}`, ""},
		{"a wrong type", schema, `{"age":"x"}`, "age"},
		{"a value too small", schema, `{"age":3}`, "18"},
		{"a missing member", schema, `{}`, "age"},
		{"no schema", ``, `{}`, ""},
		{"a schema that is none", `{"type":"nonsense"}`, `{}`, ""},
		{"a pattern that is none", `{"pattern":"("}`, `"x"`, ""},
		{"a reference elsewhere is not followed", `{"$ref":"http://evil.example/x"}`, `1`, ""},
		{"a reference to a file is not followed", `{"$ref":"file:///etc/passwd"}`, `1`, ""},
	} {
		err := answer.Check(asked("x", tt.schema), agui.Raw(tt.payload))
		switch {
		case (err == nil) != (tt.words == ""):
			t.Errorf("%s: %v", tt.name, err)
		case err != nil && (!errors.Is(err, answer.ErrSchema) || !strings.Contains(err.Error(), tt.words)):
			t.Errorf("%s: %v, want %q in it", tt.name, err, tt.words)
		}
	}
}

// deep is a schema of many levels.
func deep(n int) string {
	return strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{"type":"string"}` + strings.Repeat(`}}`, n)
}

// patience tells a schema that costs too much, which takes hours, from a
// machine that is busy.
const patience = 2 * time.Minute

func TestHostileSchemas_CostLittle(t *testing.T) {
	t.Parallel()
	wide := `{"$ref":"#/$defs/a","$defs":{"a":{"properties":{` +
		strings.TrimSuffix(strings.Repeat(`"k%":{"$ref":"#/$defs/a"},`, 200), ",") + `}}}}`
	n := 0
	for strings.Contains(wide, "%") {
		wide = strings.Replace(wide, "%", fmt.Sprint(n), 1)
		n++
	}
	// Twenty definitions, each of which asks twice for the next one.
	var doubling strings.Builder
	for i := range 20 {
		fmt.Fprintf(&doubling, `"a%d":{"anyOf":[{"$ref":"#/$defs/a%d"},{"allOf":[{"$ref":"#/$defs/a%d"}]}]},`, i, i+1, i+1)
	}
	for _, tt := range []struct{ name, schema string }{
		{"two thousand levels", deep(2000)},
		{"sixty levels", deep(30)},
		{"references that double", `{"$ref":"#/$defs/a0","$defs":{` + doubling.String() + `"a20":{"const":1}}}`},
		{"references that multiply", wide},
		{"a huge number", `{"type":"number","minimum":1e999999999,"multipleOf":1e-999999999}`},
		{"a regular expression that backtracks elsewhere", `{"type":"string","pattern":"(a+)+$"}`},
	} {
		start := time.Now()
		sh := answer.Of(asked("x", tt.schema))
		_ = answer.Check(asked("x", tt.schema), agui.Raw(`{"a":{"a":`+strings.Repeat("1", 50)+`}}`))
		_ = answer.Check(asked("x", tt.schema), agui.AppendString(nil, strings.Repeat("a", 5000)+"b"))
		if took := time.Since(start); took > patience {
			t.Errorf("%s took %s", tt.name, took)
		}
		if len(sh.Skeleton) > 1<<20 {
			t.Errorf("%s: a skeleton of %d bytes", tt.name, len(sh.Skeleton))
		}
	}
}

func FuzzShape(f *testing.F) {
	for _, s := range []string{
		`{"type":"object","properties":{"approved":{"type":"boolean"},"editedArgs":{"type":"object"}}}`,
		`{"oneOf":[{"const":1},{"const":"x","title":"X"}]}`, `{"enum":[1,null,"a"]}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#"}}}`,
		`{"type":["string","null"],"default":"x"}`, deep(20), `{"$schema":"http://json-schema.org/draft-04/schema#","$id":"http://x/y"}`,
		`{"$ref":"file:///etc/passwd"}`, `{"properties":{"":{"items":{"allOf":[{}]}}}}`, `true`, `{"pattern":"[a-","format":"date"}`,
	} {
		f.Add(s, `{"approved":true}`)
	}
	f.Fuzz(func(t *testing.T, schema, payload string) {
		start := time.Now()
		defer func() {
			if took := time.Since(start); took > patience {
				t.Fatalf("%s for %s and %s", took, schema, payload)
			}
		}()
		in := asked("input_required", schema)
		sh := answer.Of(in)
		if json.Valid([]byte(schema)) && !sh.Approval && !sh.FreeText && !json.Valid([]byte(sh.Skeleton)) {
			t.Fatalf("the skeleton of %s is no JSON: %s", schema, sh.Skeleton)
		}
		for _, o := range sh.Options {
			if !json.Valid(o.Payload) {
				t.Fatalf("the option %q of %s is no JSON: %s", o.Label, schema, o.Payload)
			}
		}
		if p, err := answer.Parse(sh, payload); err == nil {
			if !agui.Valid(p) {
				t.Fatalf("%q is taken as %s", payload, p)
			}
			_ = answer.Check(in, p)
		}
		_ = answer.Check(in, agui.Raw(payload))
	})
}

func TestParse_SaysInWhichLineTheFaultIs(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"\n\n{\n  \"a\": x\n}": "line 4:", "{\n\"a\": 1\n": "line 2:", "x{\n}": "line 1:", "[1,]\n ": "line 1:",
	} {
		if _, err := answer.Parse(answer.Shape{}, typed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", typed, err, want)
		}
	}
	if _, err := answer.Parse(answer.Shape{}, "{x"); err == nil || strings.Contains(err.Error(), "line") {
		t.Errorf("of one line: %v", err)
	}
}
