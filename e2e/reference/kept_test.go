package reference_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// found is a stream and what the reference held after it.
type found struct {
	Script  script   `json:"script"`
	Answers []answer `json:"answers"`
}

// appendFound writes a stream and its answers as one line.
func appendFound(s *script, want []answer) []byte {
	b := append([]byte(`{"script":`), s.line()...)
	b = append(b, `,"answers":[`...)
	for i := range want {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, want[i].whole()...)
	}
	return append(b, "]}\n"...)
}

// corpus is a file of generated streams; the others in its folder once made a
// difference.
const corpus = "testdata/kept/corpus.jsonl"

// kept reads what is kept, by name.
func kept(t *testing.T) map[string]*found {
	t.Helper()
	files, err := filepath.Glob("testdata/kept/*.json*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kept streams: %v", err)
	}
	all := map[string]*found{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range bytes.Lines(data) {
			var f found
			if err := json.Unmarshal(line, &f); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			n++
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			if file == corpus {
				name = filepath.Join(name, string(rune('a'+n/26))+string(rune('a'+n%26)))
			}
			all[name] = &f
		}
	}
	return all
}

// TestEngine_HoldsWhatTheReferenceHeld needs no node: the answers are kept.
func TestEngine_HoldsWhatTheReferenceHeld(t *testing.T) {
	t.Parallel()
	for name, f := range kept(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if how := compare(newPlayer(t, &f.Script, true).play(t, &f.Script), f.Answers); how != "" {
				t.Error(how)
			}
		})
	}
}

// TestReference_StillHoldsWhatIsKept: the answers that are kept are those of
// the reference client. AGTUI_UPDATE=1 writes the corpus anew.
func TestReference_StillHoldsWhatIsKept(t *testing.T) {
	t.Parallel()
	ref := startReference(t)
	if os.Getenv("AGTUI_UPDATE") != "" {
		ref.writeCorpus(t)
	}
	for name, f := range kept(t) {
		if how := compare(ref.askOne(t, &f.Script), f.Answers); how != "" {
			t.Errorf("%s: %s", name, how)
		}
	}
}

func (r *reference) writeCorpus(t *testing.T) {
	t.Helper()
	var streams []*script
	for n := range uint64(60) {
		streams = append(streams, generate(1, n))
	}
	var b []byte
	r.ask(t, streams, func(i int, want []answer) { b = append(b, appendFound(streams[i], want)...) })
	if err := os.WriteFile(corpus, b, 0o600); err != nil {
		t.Fatal(err)
	}
}
