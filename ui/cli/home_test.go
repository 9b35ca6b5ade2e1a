package cli_test

import (
	"encoding/base64"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agtui/ui/cli"
)

func TestSettings_TheTildeIsTheHomeDirectory(t *testing.T) {
	t.Parallel()
	url, seen := answering(t, streaming(hello()))
	home := t.TempDir()
	write(t, filepath.Join(home, "token"), "s3cret\n")
	write(t, filepath.Join(home, "state.json"), `{"a":1}`)
	w := world{home: t.TempDir(), env: []string{"HOME=" + home}}
	w.configure(t, "data-dir = \"~/kept\"\nstate = \"@~/state.json\"\nheader = [\"X-Key: ${file:~/token}\"]")
	if got := w.call(t, "run", url, "hi"); got.code != 0 {
		t.Fatal(got.err)
	}
	body, h := seen.last(t)
	if state, _ := body["state"].(map[string]any); h.Get("X-Key") != "s3cret" || len(state) != 1 {
		t.Errorf("%v, %v", h, body["state"])
	}
	if kept := contents(t, filepath.Join(home, "kept", "threads")); !strings.Contains(kept, "RUN_FINISHED") {
		t.Errorf("the recording has %q", kept)
	}
	if _, err := os.Stat("~"); err == nil {
		t.Error("there is a directory called ~")
	}
}

// A server that repeats what it was sent does not put it into the recording's
// words; literal credentials count as secret too.
func TestRun_ASecretThatTheServerRepeatsIsNotRecorded(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte("no such token: " + r.Header.Get("Authorization") + " " + r.Header.Get("X-Key")))
	})
	home := t.TempDir()
	w := world{home: home, env: []string{"KEY=s3cret-env"}}
	got := w.call(t, "run", url, "hi", "-H", "Authorization: Bearer s3cret-literal", "-H", "X-Key: ${env:KEY}")
	if got.code != cli.ExitDenied || strings.Contains(got.err, "s3cret") {
		t.Errorf("code %d: %s", got.code, got.err)
	}
	kept := contents(t, home)
	for body := range strings.SplitSeq(kept, `"`) {
		if plain, err := base64.StdEncoding.DecodeString(body); err == nil {
			kept += string(plain)
		}
	}
	if !strings.Contains(kept, "no such token") || strings.Contains(kept, "s3cret") {
		t.Errorf("kept: %s", kept)
	}
}
