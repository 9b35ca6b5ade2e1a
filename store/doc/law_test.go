package doc_test

import (
	"testing"
	"time"

	"agtui/store/doc"
)

// TestApply_CostOfAReplaceDoesNotGrow: a replace four levels down takes a few
// microseconds in a small document and in a large one. A busy machine makes
// single figures worse, never better: the best of many counts.
func TestApply_CostOfAReplaceDoesNotGrow(t *testing.T) {
	const law, slack = slower * 10 * time.Microsecond, 4
	patch := operations(t, `[{"op":"replace","path":"/items/40/meta/done","value":true}]`)
	best := map[int]time.Duration{}
	for _, size := range []int{10_000, 3_000_000} {
		d := doc.New(mustParse(t, state(size)))
		best[size] = time.Hour
		for range 200 {
			const n = 50
			start := time.Now()
			for range n {
				if err := d.Apply(patch); err != nil {
					t.Fatal(err)
				}
			}
			best[size] = min(best[size], time.Since(start)/n)
		}
		if best[size] > law {
			t.Errorf("%s in a document of %d bytes", best[size], size)
		}
	}
	if best[3_000_000] > slack*best[10_000] {
		t.Errorf("it grows: %v", best)
	}
}
