package reference_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"agtui/e2e/node"
)

// A reference is the reference client in a node process.
type reference struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// startReference starts the reference client. The test skips without node or
// without the packages of e2e/package.json, but never in CI.
func startReference(t *testing.T) *reference {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), node.Path(t, ".."), "reference.mjs")
	cmd.Env = append(os.Environ(), "NODE_ENV=production", "DO_NOT_TRACK=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	return &reference{in: in, out: bufio.NewReaderSize(out, 1<<20)}
}

// circular is what node says of a state that holds itself: the reference's
// library moved a value into itself. Such a stream has no answers.
const circular = "circular structure"

// ask plays streams and calls answered with each answer, in order, while the
// next ones are being played.
func (r *reference) ask(t *testing.T, streams []*script, answered func(i int, got []answer)) {
	t.Helper()
	written := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(r.in, 1<<16)
		for _, s := range streams {
			if _, err := w.Write(append(s.line(), '\n')); err != nil {
				written <- err
				return
			}
		}
		written <- w.Flush()
	}()
	for i := range streams {
		line, err := r.out.ReadBytes('\n')
		if err != nil {
			t.Fatalf("the reference client ended after %d streams: %v", i, err)
		}
		var said struct {
			Answers []answer
			Error   string
		}
		if err := json.Unmarshal(line, &said); err != nil || said.Error != "" && !strings.Contains(said.Error, circular) {
			t.Fatalf("the reference client: %v %s", err, said.Error)
		}
		answered(i, said.Answers)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
}

// askOne plays one stream.
func (r *reference) askOne(t *testing.T, s *script) []answer {
	t.Helper()
	var got []answer
	r.ask(t, []*script{s}, func(_ int, a []answer) { got = a })
	return got
}
