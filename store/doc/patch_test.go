package doc_test

import (
	"errors"
	"strings"
	"testing"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// operations reads a patch. A member "value" of null is a value, not absence.
func operations(tb testing.TB, text string) []agui.Operation {
	tb.Helper()
	list := mustParse(tb, text)
	ops := make([]agui.Operation, list.Len())
	for i := range ops {
		op := list.At(i)
		for j := range op.Len() {
			switch v := op.At(j); op.Key(j) {
			case "op":
				ops[i].Op = v.Text()
			case "path":
				ops[i].Path = v.Text()
			case "from":
				ops[i].From = agui.Some(v.Text())
			case "value":
				ops[i].Value = v.Append(nil)
			}
		}
	}
	return ops
}

const (
	lists = `{"a":[1,2,3]}`
	deep  = `{"a":{"b":{"c":1}}}`
)

// These hold for the reference too.
var applies = []struct{ name, doc, patch, want string }{
	{"replace the root by a scalar", lists, `[{"op":"replace","path":"","value":7}]`, `7`},
	{"add the root", lists, `[{"op":"add","path":"","value":{"x":1}}]`, `{"x":1}`},
	{"remove the root", lists, `[{"op":"remove","path":""}]`, `null`},
	{"after the root was removed it is null", lists, `[{"op":"remove","path":""},{"op":"test","path":"","value":null}]`, `null`},
	{"copy to the root", lists, `[{"op":"copy","from":"/a","path":""}]`, `[1,2,3]`},
	{"move to the root", lists, `[{"op":"move","from":"/a","path":""}]`, `[1,2,3]`},
	{"copy the root into itself", lists, `[{"op":"copy","from":"","path":"/b"}]`, `{"a":[1,2,3],"b":{"a":[1,2,3]}}`},
	{"add in the middle of an array shifts", lists, `[{"op":"add","path":"/a/1","value":9}]`, `{"a":[1,9,2,3]}`},
	{"add at the end of an array", lists, `[{"op":"add","path":"/a/3","value":9}]`, `{"a":[1,2,3,9]}`},
	{"- appends", lists, `[{"op":"add","path":"/a/-","value":9},{"op":"add","path":"/a/-","value":8}]`, `{"a":[1,2,3,9,8]}`},
	{"an empty token inserts at the front", lists, `[{"op":"add","path":"/a/","value":9}]`, `{"a":[9,1,2,3]}`},
	{"add over a member keeps its place", `{"a":1,"b":2}`, `[{"op":"add","path":"/a","value":9}]`, `{"a":9,"b":2}`},
	{"a removed key that is added again comes last", `{"a":1,"b":2}`, `[{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":3}]`, `{"b":2,"a":3}`},
	{"a null can be replaced", `{"a":null}`, `[{"op":"replace","path":"/a","value":1}]`, `{"a":1}`},
	{"a null value is a value", `{"a":1}`, `[{"op":"replace","path":"/a","value":null}]`, `{"a":null}`},
	{"test of a null", `{"a":null}`, `[{"op":"test","path":"/a","value":null}]`, `{"a":null}`},
	{"test: 1 equals 1.0", `{"a":1}`, `[{"op":"test","path":"/a","value":1.0}]`, `{"a":1}`},
	{"test: 100 equals 1e2, deep inside", `{"a":[{"b":100}]}`, `[{"op":"test","path":"/a","value":[{"b":1e2}]}]`, `{"a":[{"b":100}]}`},
	{"test: -0 equals 0", `{"a":-0}`, `[{"op":"test","path":"/a","value":0}]`, `{"a":-0}`},
	{"test ignores the order of keys", `{"a":{"x":1,"y":2}}`, `[{"op":"test","path":"/a","value":{"y":2,"x":1}}]`, `{"a":{"x":1,"y":2}}`},
	{"test of the root", lists, `[{"op":"test","path":"","value":{"a":[1,2,3]}}]`, lists},
	{"move within an array", lists, `[{"op":"move","from":"/a/0","path":"/a/2"}]`, `{"a":[2,3,1]}`},
	{"move to the end of an array", lists, `[{"op":"move","from":"/a/0","path":"/a/-"}]`, `{"a":[2,3,1]}`},
	{"move past the end of an array appends", lists, `[{"op":"move","from":"/a/0","path":"/a/9"}]`, `{"a":[2,3,1]}`},
	{"copy past the end of an array appends", lists, `[{"op":"copy","from":"/a/0","path":"/a/9"}]`, `{"a":[1,2,3,1]}`},
	{"move to itself", `{"a":1,"b":2}`, `[{"op":"move","from":"/a","path":"/a"}]`, `{"b":2,"a":1}`},
	{"move an element to itself", lists, `[{"op":"move","from":"/a/1","path":"/a/1"}]`, lists},
	{"move over another member", `{"a":1,"b":2}`, `[{"op":"move","from":"/a","path":"/b"}]`, `{"b":1}`},
	{"a copy is deep", `{"a":[{"x":1}]}`, `[{"op":"copy","from":"/a/0","path":"/a/-"},{"op":"replace","path":"/a/1/x","value":2}]`, `{"a":[{"x":1},{"x":2}]}`},
	{"copy into itself", `{"a":{"b":[]}}`, `[{"op":"copy","from":"/a","path":"/a/b/0"}]`, `{"a":{"b":[{"b":[]}]}}`},
	{"the empty key", `{"":{"":1}}`, `[{"op":"replace","path":"//","value":2}]`, `{"":{"":2}}`},
	{
		"~1 is /, ~0 is ~, ~01 is ~1", `{"a/b":1,"m~n":2,"~1":3}`,
		`[{"op":"replace","path":"/a~1b","value":4},{"op":"replace","path":"/m~0n","value":5},{"op":"replace","path":"/~01","value":6}]`,
		`{"a/b":4,"m~n":5,"~1":6}`,
	},
	{"<, > and & stay", `{"a":"<&>"}`, `[{"op":"add","path":"/b","value":"<b>&</b>"}]`, `{"a":"<&>","b":"<b>&</b>"}`},
	{"a duplicate key is one", `{"a":1,"a":2}`, `[{"op":"remove","path":"/a"}]`, `{}`},
	{"large integers stay", `{"a":9007199254740993}`, `[{"op":"copy","from":"/a","path":"/b"}]`, `{"a":9007199254740993,"b":9007199254740993}`},
	{"number text stays", `{}`, `[{"op":"add","path":"/a","value":1.50}]`, `{"a":1.50}`},
	{"prototype alone is a key", `{"prototype":1}`, `[{"op":"replace","path":"/prototype","value":2}]`, `{"prototype":2}`},
	{"constructor alone is a key", `{}`, `[{"op":"add","path":"/constructor","value":1}]`, `{"constructor":1}`},
	{"a key with a dot", `{"a.b":1}`, `[{"op":"remove","path":"/a.b"}]`, `{}`},
	{"digits are a key of an object", `{"01":1}`, `[{"op":"replace","path":"/01","value":2}]`, `{"01":2}`},
	{"- is a key of an object", `{}`, `[{"op":"add","path":"/-","value":2}]`, `{"-":2}`},
	{"no operations", lists, `[]`, lists},
}

func TestApply_Succeeds(t *testing.T) {
	for _, tt := range applies {
		t.Run(tt.name, func(t *testing.T) {
			d := doc.New(mustParse(t, tt.doc))
			if err := d.Apply(operations(t, tt.patch)); err != nil {
				t.Fatal(err)
			}
			if got := string(d.Append(nil)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

var fails = []struct{ name, doc, patch, reason string }{
	{"test of a missing path against null", `{"a":1}`, `[{"op":"test","path":"/b","value":null}]`, `there is no "b" in the root`},
	{"test of another value", `{"a":1}`, `[{"op":"test","path":"/a","value":2}]`, "the test failed: /a is 1, not 2"},
	{"test of another type", `{"a":1}`, `[{"op":"test","path":"/a","value":"1"}]`, `the test failed: /a is 1, not "1"`},
	{"test of a longer array", lists, `[{"op":"test","path":"/a","value":[1,2]}]`, "the test failed: /a is an array of 3, not an array of 2"},
	{"test of an object with other keys", deep, `[{"op":"test","path":"/a","value":{"c":1}}]`, "the test failed"},
	{"a negative index", lists, `[{"op":"replace","path":"/a/-1","value":9}]`, `"-1" is not an index of the array at /a`},
	{"a leading zero, replace", lists, `[{"op":"replace","path":"/a/01","value":9}]`, `"01" is not an index`},
	{"a leading zero, add", lists, `[{"op":"add","path":"/a/01","value":9}]`, `"01" is not an index`},
	{"a leading zero, test", lists, `[{"op":"test","path":"/a/01","value":2}]`, `"01" is not an index`},
	{"a leading zero, from", lists, `[{"op":"copy","from":"/a/01","path":"/b"}]`, `"01" is not an index`},
	{"an exponent is no index", lists, `[{"op":"add","path":"/a/1e0","value":2}]`, `"1e0" is not an index`},
	{"a name is no index", lists, `[{"op":"add","path":"/a/length","value":2}]`, `"length" is not an index`},
	{"add past the end of an array", lists, `[{"op":"add","path":"/a/4","value":9}]`, "the array at /a has only 3 elements"},
	{"an index beyond all arrays", lists, `[{"op":"add","path":"/a/4294967296","value":9}]`, "has only 3 elements"},
	{"an index beyond all integers", lists, `[{"op":"add","path":"/a/99999999999999999999","value":9}]`, "has only 3 elements"},
	{"replace at the end of an array", lists, `[{"op":"replace","path":"/a/3","value":9}]`, "has only 3 elements"},
	{"replace at -", lists, `[{"op":"replace","path":"/a/-","value":9}]`, "has only 3 elements"},
	{"replace at an empty token", lists, `[{"op":"replace","path":"/a/","value":9}]`, `"" is not an index`},
	{"remove at -", lists, `[{"op":"remove","path":"/a/-"}]`, "has only 3 elements"},
	{"below -", `{"a":[{"x":1}]}`, `[{"op":"add","path":"/a/-/x","value":2}]`, "has only 1 elements"},
	{"remove what is not there", lists, `[{"op":"remove","path":"/b"}]`, `there is no "b" in the root`},
	{"replace what is not there", deep, `[{"op":"replace","path":"/a/x/y","value":1}]`, `there is no "x" in /a`},
	{"add under a missing parent", lists, `[{"op":"add","path":"/b/c","value":1}]`, `there is no "b" in the root`},
	{"add under a null parent", `{"a":null}`, `[{"op":"add","path":"/a/b","value":1}]`, "/a is null, not an object or an array"},
	{"add under a string", `{"a":"s"}`, `[{"op":"add","path":"/a/0","value":1}]`, "/a is a string, not an object or an array"},
	{"test of a string's character", `{"a":"s"}`, `[{"op":"test","path":"/a/0","value":"s"}]`, "/a is a string"},
	{"add below a scalar root", `7`, `[{"op":"add","path":"/a","value":1}]`, "the root is a number"},
	{"add below a null root", `null`, `[{"op":"add","path":"/a","value":1}]`, "the root is null"},
	{"copy from what is not there", lists, `[{"op":"copy","from":"/z","path":"/b"}]`, `there is no "z" in the root`},
	{"copy from nowhere to the root", lists, `[{"op":"copy","from":"/z","path":""}]`, `there is no "z" in the root`},
	{"copy from -", lists, `[{"op":"copy","from":"/a/-","path":"/b"}]`, "has only 3 elements"},
	{"copy under a missing parent", lists, `[{"op":"copy","from":"/a","path":"/q/b"}]`, `there is no "q" in the root`},
	{"move from what is not there", lists, `[{"op":"move","from":"/a/7","path":"/a/0"}]`, "has only 3 elements"},
	{"move under a missing parent", lists, `[{"op":"move","from":"/a","path":"/q/b"}]`, `there is no "q" in the root`},
	{"move into its own child", deep, `[{"op":"move","from":"/a","path":"/a/b"}]`, "a value cannot move into itself"},
	{"move into its own child of an array", `{"a":[{"b":1},{"c":1}]}`, `[{"op":"move","from":"/a/0","path":"/a/0/x"}]`, "a value cannot move into itself"},
	{"move the root into itself", lists, `[{"op":"move","from":"","path":"/b"}]`, "a value cannot move into itself"},
	{"move to a place that its leaving takes away", `[[1],[5]]`, `[{"op":"move","from":"/0","path":"/1/0"}]`, "has only 1 elements"},
	{"__proto__", `{}`, `[{"op":"add","path":"/__proto__","value":1}]`, "__proto__ is not allowed in a path"},
	{"__proto__ in the middle", `{"__proto__":{"a":1}}`, `[{"op":"replace","path":"/__proto__/a","value":1}]`, "__proto__ is not allowed"},
	{"__proto__ in from", `{}`, `[{"op":"copy","from":"/__proto__","path":"/b"}]`, "__proto__ is not allowed"},
	{"constructor and prototype", `{"constructor":{"prototype":1}}`, `[{"op":"replace","path":"/constructor/prototype","value":1}]`, "prototype is not allowed"},
	{"inherited names are no members", `{}`, `[{"op":"replace","path":"/toString","value":1}]`, `there is no "toString" in the root`},
	{"no value", lists, `[{"op":"add","path":"/b"}]`, "the operation has no value"},
	{"no from", lists, `[{"op":"move","path":"/b"}]`, "the operation has no from"},
	{"no slash", lists, `[{"op":"add","path":"b","value":1}]`, "the path does not start with /"},
	{"a bad escape", lists, `[{"op":"add","path":"/a~2","value":1}]`, "a ~ that is neither"},
	{"an unknown operation", lists, `[{"op":"merge","path":"/a","value":1}]`, "there is no such operation"},
}

func TestApply_FailsAndLeavesTheDocument(t *testing.T) {
	for _, tt := range fails {
		t.Run(tt.name, func(t *testing.T) {
			d := doc.New(mustParse(t, tt.doc))
			version := d.Version()
			err := d.Apply(operations(t, tt.patch))
			var failed *doc.PatchError
			if !errors.As(err, &failed) {
				t.Fatalf("got %v and %s, want a PatchError", err, d.Append(nil))
			}
			if !strings.Contains(failed.Reason, tt.reason) {
				t.Errorf("reason %q, want %q in it", failed.Reason, tt.reason)
			}
			if got := string(d.Append(nil)); got != tt.doc || d.Version() != version {
				t.Errorf("the document became %s", got)
			}
		})
	}
}

func TestApply_FailureHalfWayTakesAllBack(t *testing.T) {
	const before = `{"a":{"x":1,"y":[1,2,3],"z":"s"},"b":2}`
	steps := []string{
		`{"op":"add","path":"/new","value":{"k":1}}`, `{"op":"remove","path":"/a/x"}`,
		`{"op":"replace","path":"/a/y/1","value":[9]}`, `{"op":"remove","path":"/a/y/0"}`,
		`{"op":"add","path":"/a/y/0","value":7}`, `{"op":"move","from":"/b","path":"/a/y/0"}`,
		`{"op":"copy","from":"/a","path":"/a/y/-"}`, `{"op":"replace","path":"","value":[[]]}`,
		`{"op":"add","path":"/0/-","value":1}`,
	}
	for n := range steps {
		patch := "[" + strings.Join(append(steps[:n:n], `{"op":"remove","path":"/nothing/there"}`), ",") + "]"
		d := doc.New(mustParse(t, before))
		var failed *doc.PatchError
		if err := d.Apply(operations(t, patch)); !errors.As(err, &failed) || failed.Index != n || failed.Op != "remove" {
			t.Fatalf("after %d steps: %v", n, err)
		}
		if got := string(d.Append(nil)); got != before {
			t.Errorf("after %d steps the document became %s", n, got)
		}
	}
}

func TestPatchError_SaysWhichOperationAndWhy(t *testing.T) {
	d := doc.New(mustParse(t, lists))
	err := d.Apply(operations(t, `[{"op":"add","path":"/b","value":1},{"op":"replace","path":"/c/d","value":1}]`))
	if want := `doc: replace /c/d (operation 1): there is no "c" in the root`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
