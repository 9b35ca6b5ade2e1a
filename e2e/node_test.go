//go:build !windows

package e2e_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"agtui/e2e/node"
)

// A server is a real server in a process of its own.
type server struct {
	URL   string
	lines chan string
}

// serve starts a node program that prints "listening URL"; the end of its
// standard input stops it.
func serve(t *testing.T, script string) *server {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), node.Path(t, "."), script)
	cmd.Env = append(os.Environ(), "DO_NOT_TRACK=1")
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
	s := &server{lines: make(chan string, 64)}
	ended := make(chan struct{})
	go s.read(out, ended)
	t.Cleanup(func() {
		_ = in.Close()
		<-ended
		_ = cmd.Wait()
	})
	s.URL = strings.TrimPrefix(s.await(t, "listening "), "listening ")
	return s
}

func (s *server) read(out io.Reader, ended chan<- struct{}) {
	defer close(ended)
	for sc := bufio.NewScanner(out); sc.Scan(); {
		s.lines <- sc.Text()
	}
}

// await returns the next line that begins with prefix.
func (s *server) await(t *testing.T, prefix string) string {
	t.Helper()
	limit := time.After(2 * time.Minute)
	for {
		select {
		case l := <-s.lines:
			if strings.HasPrefix(l, prefix) {
				return l
			}
		case <-limit:
			t.Fatalf("the server never said %q", prefix)
		}
	}
}
