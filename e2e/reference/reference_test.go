package reference_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// setting reads a number from the environment.
func setting(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// seedOf returns the seed to use: a new one each time, unless one is given.
func seedOf(t *testing.T) uint64 {
	t.Helper()
	seed := setting(t, "AGTUI_SEED", uint64(time.Now().UnixNano())%1_000_000_000)
	t.Logf("AGTUI_SEED=%d", seed)
	return seed
}

// batch is how many streams are held at once.
const batch = 500

func TestEngine_HoldsWhatTheReferenceHolds(t *testing.T) {
	t.Parallel()
	ref := startReference(t)
	seed, from := seedOf(t), setting(t, "AGTUI_FIRST", 0)
	end := from + setting(t, "AGTUI_STREAMS", 2000)
	var sum tally
	for first := from; first < end && sum.differ < 20; first += batch {
		var streams []*script
		for n := first; n < min(end, first+batch); n++ {
			streams = append(streams, generate(seed, n))
		}
		var wrong []int
		ref.ask(t, streams, func(i int, want []answer) {
			sum.add(streams[i], want)
			how, excused := differs(t, streams[i], want)
			if excused {
				sum.excused++
			}
			if how != "" {
				wrong = append(wrong, i)
			}
		})
		for _, i := range wrong {
			sum.differ++
			small := ref.shrink(t, streams[i])
			t.Errorf("stream %d differs:\n%s", first+uint64(i), keep(t, ref, small, fmt.Sprintf("%d-%d", seed, first+uint64(i))))
		}
	}
	t.Logf("%+v", sum)
	if sum.whole*3 < sum.exchanges {
		t.Errorf("only %d of %d answers were accepted to the end: the generator is of little use", sum.whole, sum.exchanges)
	}
}

// tally counts what was played.
type tally struct{ streams, exchanges, whole, frames, differ, excused int }

func (c *tally) add(s *script, want []answer) {
	c.streams++
	c.frames += s.events()
	for i := range want {
		c.exchanges++
		if want[i].Failed == nil {
			c.whole++
		}
	}
}

// keep writes a stream that differs to testdata and says how it differs.
func keep(t *testing.T, ref *reference, s *script, name string) string {
	t.Helper()
	want := ref.askOne(t, s)
	dir := filepath.Join("testdata", "found")
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, name+".json")
	if err := os.WriteFile(file, appendFound(s, want), 0o600); err != nil {
		t.Fatal(err)
	}
	how, _ := differs(t, s, want)
	text := fmt.Sprintf("%s\nmessages %s\nstate %s\n", how, appendRaws(nil, s.Messages), s.State)
	for _, e := range s.Exchanges {
		text += fmt.Sprintf("say %s\n", e.Say)
		for _, f := range e.Frames {
			text += "  " + f + "\n"
		}
	}
	return text + "kept in " + file
}
