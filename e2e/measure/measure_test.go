package main

import "testing"

func TestCases_GiveTheEventsTheyPromise(t *testing.T) {
	for _, c := range cases() {
		if _, err := reduce(c.body(20), c.events(20)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func BenchmarkReduce(b *testing.B) {
	for _, c := range cases() {
		body := c.body(c.n)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := reduce(body, c.events(c.n)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*c.events(c.n))/b.Elapsed().Seconds(), "events/s")
		})
	}
}
