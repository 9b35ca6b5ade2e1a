package doc_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/store/doc"
	"agtui/stream/agui"
)

func TestDoc_CopiesDoNotAddUp(t *testing.T) {
	t.Parallel()
	for name, root := range map[string]string{
		"many values": `{"a":[` + strings.Repeat(`1,`, 1<<18) + `1]}`,
		"a long text": `{"a":"` + strings.Repeat("x", 1<<24) + `"}`,
		"a long key":  `{"a":{"` + strings.Repeat("x", 1<<24) + `":1}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := doc.Parse(agui.Raw(root))
			if err != nil {
				t.Fatal(err)
			}
			d := doc.New(v)
			done := 0
			for ; done < 100 && err == nil; done++ {
				err = d.Apply(copies(fmt.Sprintf("/k%d", done)))
			}
			if err == nil || !strings.Contains(err.Error(), "too many to copy") || done < 8 {
				t.Fatalf("after %d copies: %v", done, err)
			}
			// Room that was made can be used.
			for i := range done - 1 {
				if err := d.Apply([]agui.Operation{{Op: "remove", Path: fmt.Sprintf("/k%d", i)}}); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.Apply(copies("/again")); err != nil {
				t.Error(err)
			}
		})
	}
}

// copies is a delta that copies /a there.
func copies(path string) []agui.Operation {
	return []agui.Operation{{Op: "copy", From: agui.Some("/a"), Path: path}}
}

func TestDoc_SmallCopiesGoOnForEver(t *testing.T) {
	t.Parallel()
	v, err := doc.Parse(agui.Raw(`{"a":[` + strings.Repeat(`1,`, 999) + `1]}`))
	if err != nil {
		t.Fatal(err)
	}
	d := doc.New(v)
	for i := range 3 * doc.MaxGrown / 1000 {
		if err := d.Apply(copies("/b")); err != nil {
			t.Fatalf("copy %d: %v", i, err)
		}
	}
}
