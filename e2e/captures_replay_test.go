//go:build !windows

package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// TestCaptures_AReplayIsWhatTheRunWas serves each stream of a real server again:
// what was recorded of the run gives the report and the exit code that it gave,
// leniently and strictly.
func TestCaptures_AReplayIsWhatTheRunWas(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(captures, "*", "*.expect.json"))
	if err != nil || len(files) < 180 {
		t.Fatalf("there are only %d captures in %s: %v", len(files), captures, err)
	}
	for _, f := range files {
		base := strings.TrimSuffix(f, ".expect.json")
		t.Run(strings.TrimPrefix(filepath.ToSlash(base), captures+"/"), func(t *testing.T) {
			t.Parallel()
			body := read(t, base+".sse")
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = w.Write(body)
			}))
			t.Cleanup(srv.Close)
			for _, mode := range []string{"--strict=false", "--strict"} {
				home := t.TempDir()
				live := inHome(home, nil, "run", srv.URL, "--input", base+".request.json", "--format", "json", mode)
				kept, err := filepath.Glob(filepath.Join(home, "agtui", "threads", "*", "*.jsonl"))
				if err != nil || len(kept) != 1 {
					t.Fatalf("recordings: %v, %v: %s", kept, err, live.stderr)
				}
				if again := inHome(home, nil, "reduce", kept[0], "--format", "json", mode); again != live {
					t.Errorf("%s: live\n%+v\nagain\n%+v", mode, live, again)
				}
			}
		})
	}
}
