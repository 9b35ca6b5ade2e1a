package doc_test

import (
	"strconv"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"pgregory.net/rapid"

	"agtui/store/doc"
	"agtui/stream/agui"
)

// drawJSON draws a small value. Numbers are written in one way only, since the
// oracle compares their text.
func drawJSON(t *rapid.T, depth int) string {
	most := 6
	if depth == 0 {
		most = 4
	}
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return "null"
	case 1:
		return "true"
	case 2:
		return strconv.Itoa(rapid.IntRange(-2, 3).Draw(t, "number"))
	case 3, 4:
		return rapid.SampledFrom([]string{`"x"`, `""`, `"<&>"`, `"\ud83d\ude00"`, `"a\nb"`}).Draw(t, "string")
	case 5:
		items := make([]string, rapid.IntRange(0, 4).Draw(t, "elements"))
		for i := range items {
			items[i] = drawJSON(t, depth-1)
		}
		return "[" + strings.Join(items, ",") + "]"
	default:
		return drawObject(t, depth)
	}
}

func drawObject(t *rapid.T, depth int) string {
	keys := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "x/y", "~", "0", "-"}), 0, 5,
		rapid.ID[string]).Draw(t, "keys")
	members := make([]string, len(keys))
	for i, key := range keys {
		members[i] = strconv.Quote(key) + ":" + drawJSON(t, max(depth-1, 0))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// pointers lists what is in a document, and places next to it where something
// can be added.
func pointers(v *doc.Value, at string, out []string) []string {
	switch v.Kind() {
	case doc.Object:
		for i := range v.Len() {
			key := strings.NewReplacer("~", "~0", "/", "~1").Replace(v.Key(i))
			out = pointers(v.At(i), at+"/"+key, append(out, at+"/"+key))
		}
		return append(out, at+"/new", at+"/missing/new")
	case doc.Array:
		for i := range v.Len() {
			out = pointers(v.At(i), at+"/"+strconv.Itoa(i), append(out, at+"/"+strconv.Itoa(i)))
		}
		return append(out, at+"/-", at+"/"+strconv.Itoa(v.Len()))
	default:
		return append(out, at+"/below")
	}
}

func drawOperation(t *rapid.T, root *doc.Value) agui.Operation {
	places := rapid.SampledFrom(pointers(root, "", nil))
	op := agui.Operation{
		Op:   rapid.SampledFrom([]string{"add", "remove", "replace", "move", "copy", "test"}).Draw(t, "op"),
		Path: places.Draw(t, "path"),
	}
	switch op.Op {
	case "move", "copy":
		op.From = agui.Some(places.Draw(t, "from"))
	case "add", "replace", "test":
		op.Value = agui.Raw(drawJSON(t, 2))
	}
	if v, ok := root.Lookup(op.Path); ok && op.Op == "test" && rapid.Bool().Draw(t, "passes") {
		op.Value = v.Append(nil)
	}
	return op
}

// quirk tells whether the oracle leaves the standard, or we do on purpose: see
// the package comment.
func quirk(root *doc.Value, op agui.Operation) bool {
	from := op.From.Value
	switch op.Op {
	case "test":
		// The oracle lets a missing path pass a test for null, and panics on
		// nulls that are deeper.
		v, found := root.Lookup(op.Path)
		return !found || strings.Contains(string(v.Append(op.Value)), "null")
	case "move":
		// Removing shifts what the path goes through, which the reference
		// looks at before and after, the oracle only after.
		siblings := from[:strings.LastIndexByte(from, '/')+1]
		return strings.HasPrefix(op.Path, siblings)
	case "copy":
		return strings.HasPrefix(op.Path, from+"/")
	}
	return false
}

func apply(text string, op agui.Operation) (string, error) {
	raw := `[{"op":"` + op.Op + `","path":` + string(agui.AppendString(nil, op.Path))
	if op.From.Set {
		raw += `,"from":` + string(agui.AppendString(nil, op.From.Value))
	}
	if op.Value != nil {
		raw += `,"value":` + string(op.Value)
	}
	patch, err := jsonpatch.DecodePatch([]byte(raw + "}]"))
	if err != nil {
		return "", err
	}
	options := jsonpatch.NewApplyOptions()
	options.SupportNegativeIndices = false
	options.EscapeHTML = false
	out, err := patch.ApplyWithOptions([]byte(text), options)
	return string(out), err
}

// agreesWithOracle applies operations one by one to a document, and to the
// same in evanphx/json-patch.
func agreesWithOracle(t *rapid.T) {
	d := doc.New(mustDraw(t, rapid.SampledFrom([]string{"{", "["}).Draw(t, "root")))
	for range rapid.IntRange(1, 6).Draw(t, "operations") {
		before := string(d.Append(nil))
		op := drawOperation(t, d.Root())
		known := quirk(d.Root(), op)
		err := d.Apply([]agui.Operation{op})
		after := string(d.Append(nil))
		if err != nil && after != before {
			t.Fatalf("%+v failed (%v) and made %s of %s", op, err, after, before)
		}
		if known {
			continue
		}
		want, wantErr := apply(before, op)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%+v on %s: we say %v, the oracle %v", op, before, err, wantErr)
		}
		if err != nil {
			continue
		}
		wantValue, parseErr := doc.Parse(agui.Raw(want))
		if parseErr != nil || !wantValue.Equal(d.Root()) {
			t.Fatalf("%+v on %s: we make %s, the oracle %s", op, before, after, want)
		}
	}
}

func mustDraw(t *rapid.T, root string) *doc.Value {
	text := drawObject(t, 3)
	if root == "[" {
		text = "[" + drawJSON(t, 3) + "," + drawJSON(t, 3) + "]"
	}
	v, err := doc.Parse(agui.Raw(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestApply_AgreesWithAnotherImplementation(t *testing.T) {
	rapid.Check(t, agreesWithOracle)
}

func FuzzDocPatchOracle(f *testing.F) { f.Fuzz(rapid.MakeFuzz(agreesWithOracle)) }

// A patch of many operations is one: all of it, or nothing.
func TestApply_IsAllOrNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := doc.New(mustDraw(t, "{"))
		before := string(d.Append(nil))
		single := doc.New(d.Root().Clone())
		var ops []agui.Operation
		fails := false
		for range rapid.IntRange(1, 8).Draw(t, "operations") {
			op := drawOperation(t, single.Root())
			ops = append(ops, op)
			if fails = single.Apply([]agui.Operation{op}) != nil; fails {
				break
			}
		}
		err := d.Apply(ops)
		want := before
		if !fails {
			want = string(single.Append(nil))
		}
		if got := string(d.Append(nil)); (err != nil) != fails || got != want {
			t.Fatalf("%+v on %s: %v and %s, want failure: %v and %s", ops, before, err, got, fails, want)
		}
	})
}

func FuzzDocPatch(f *testing.F) {
	for _, tt := range applies {
		f.Add(tt.doc, tt.patch)
	}
	for _, tt := range fails {
		f.Add(tt.doc, tt.patch)
	}
	f.Fuzz(func(t *testing.T, text, patch string) {
		root, err := doc.Parse(agui.Raw(text))
		if err != nil {
			return
		}
		list, err := doc.Parse(agui.Raw(patch))
		if err != nil || list.Kind() != doc.Array || list.Len() > 20 {
			return
		}
		d := doc.New(root)
		before := string(d.Append(nil))
		err = d.Apply(operations(t, patch))
		after := string(d.Append(nil))
		if err != nil && after != before {
			t.Fatalf("%v: %s became %s", err, before, after)
		}
		if again := string(mustParse(t, after).Append(nil)); again != after {
			t.Fatalf("%s reads as %s", after, again)
		}
	})
}
