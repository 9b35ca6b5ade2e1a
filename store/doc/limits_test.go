package doc_test

import (
	"strconv"
	"strings"
	"testing"

	"agtui/store/doc"
	"agtui/stream/agui"
)

func TestApply_LargeObjectsKeepTheirOrder(t *testing.T) {
	d := doc.New(mustParse(t, `{}`))
	var want []string
	for i := range 100 {
		key := "k" + strconv.Itoa(i)
		want = append(want, `"`+key+`":`+strconv.Itoa(i))
		op := agui.Operation{Op: "add", Path: "/" + key, Value: agui.Raw(strconv.Itoa(i))}
		if err := d.Apply([]agui.Operation{op}); err != nil {
			t.Fatal(err)
		}
	}
	before := string(d.Append(nil))
	if before != "{"+strings.Join(want, ",")+"}" {
		t.Fatalf("got %s", before)
	}
	ops := operations(t, `[{"op":"remove","path":"/k50"},{"op":"add","path":"/k50","value":0},{"op":"remove","path":"/k7"},{"op":"test","path":"/k7","value":7}]`)
	if err := d.Apply(ops); err == nil {
		t.Fatal("a removed member was found")
	}
	if got := string(d.Append(nil)); got != before {
		t.Errorf("undone: %s", got)
	}
	if v, ok := d.Root().Lookup("/k50"); !ok || v.Text() != "50" {
		t.Error("the index lost k50")
	}
}

func TestApply_NeverNestsDeeperThanTheLimit(t *testing.T) {
	n := doc.MaxDepth - 10
	text := `{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `,"b":[[[[[[[[]]]]]]]],"c":` +
		strings.Repeat("[", 20) + strings.Repeat("]", 20) + `}`
	bottom := "/a" + strings.Repeat("/0", n-1)
	for name, ops := range map[string][]agui.Operation{
		"add":  {{Op: "add", Path: bottom + "/-", Value: agui.Raw(strings.Repeat("[", 20) + strings.Repeat("]", 20))}},
		"copy": {{Op: "copy", From: agui.Some("/c"), Path: bottom + "/-"}},
		"move": {{Op: "move", From: agui.Some("/c"), Path: bottom + "/-"}},
	} {
		d := doc.New(mustParse(t, text))
		if err := d.Apply(ops); err == nil || !strings.Contains(err.Error(), "nested deeper") {
			t.Errorf("%s: %v", name, err)
		}
		ops[0].From, ops[0].Value = agui.Some("/b"), agui.Raw(`[[]]`)
		if err := d.Apply(ops); err != nil {
			t.Errorf("%s of what fits: %v", name, err)
		}
	}
}

func TestApply_LimitsWhatOneDeltaCopies(t *testing.T) {
	d := doc.New(mustParse(t, `{"a":[0]}`))
	ops := make([]agui.Operation, 64)
	for i := range ops {
		ops[i] = agui.Operation{Op: "copy", From: agui.Some("/a"), Path: "/a/-"}
	}
	if err := d.Apply(ops); err == nil || !strings.Contains(err.Error(), "copies more than") {
		t.Fatalf("got %v", err)
	}
	if got := string(d.Append(nil)); got != `{"a":[0]}` {
		t.Errorf("the document became %d bytes", len(got))
	}
}

// state is a document of roughly that size, with a place four levels down.
func state(size int) string {
	var b strings.Builder
	b.WriteString(`{"items":[`)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"id":` + strconv.Itoa(i) + `,"name":"item number ` + strconv.Itoa(i) + `","meta":{"done":false,"tags":["a","b"]}}`)
	}
	b.WriteString(`]}`)
	return b.String()
}

func BenchmarkApply(b *testing.B) {
	for name, size := range map[string]int{"10KB": 10_000, "1MB": 1_000_000, "10MB": 10_000_000} {
		d := doc.New(mustParse(b, state(size)))
		for op, ops := range map[string]string{
			"replace": `[{"op":"replace","path":"/items/40/meta/done","value":true}]`,
			"append":  `[{"op":"add","path":"/items/40/meta/tags/-","value":"c"},{"op":"remove","path":"/items/40/meta/tags/2"}]`,
		} {
			patch := operations(b, ops)
			b.Run(op+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := d.Apply(patch); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for name, size := range map[string]int{"10KB": 10_000, "1MB": 1_000_000} {
		text := state(size)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				mustParse(b, text)
			}
		})
	}
}
