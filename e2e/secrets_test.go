//go:build !windows

package e2e_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agtui/e2e/term"
)

// kept is the text of all files under a directory.
func kept(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all.WriteString(path + "\n")
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestSecretsOfTheAddress_AreNeitherShownNorKept(t *testing.T) {
	t.Parallel()
	url := strings.Replace(agent(t), "http://", "http://me:s3cret@", 1) + "/?token=s3cret"
	for _, more := range [][]string{nil, {"--no-record"}} {
		data := t.TempDir()
		tm := open(t, term.Options{Width: 120, Height: 30, Env: []string{"XDG_DATA_HOME=" + data}}, append([]string{url}, more...)...)
		tm.See("Type a message")
		said(tm, "demo tour")
		settled(tm)
		tm.Signal(syscall.SIGTERM)
		if code := tm.Exit(); code != 130 {
			t.Errorf("%v: code %d", more, code)
		}
		files := kept(t, data)
		if strings.Contains(tm.Raw()+files, "s3cret") {
			t.Errorf("%v: the secret is in what was shown or kept", more)
		}
		if recorded := strings.Contains(files, "token=***"); recorded != (more == nil) || more != nil && files != "" {
			t.Errorf("%v: kept:\n%.2000s", more, files)
		}
	}
}
