package record_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"agtui/stream"
	"agtui/stream/frame"
	"agtui/stream/record"
)

func TestRecording_KeepsSeveralExchangesApart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a", "b", "x.jsonl")
	w, err := record.Create(path, "test")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		write(t, w, frames(t, frame.SSE, fmt.Sprintf("data: %d\n\n", i), 0), stream.EndOfBody, nil)
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	if err := w.Request(start, request); !errors.Is(err, record.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got []string
	for _, x := range r.Exchanges() {
		_, fs, err := replay(t, x)
		if err != nil || len(fs) != 1 {
			t.Fatalf("%d frames, %v", len(fs), err)
		}
		got = append(got, string(fs[0].Data))
	}
	if d := cmp.Diff([]string{"0", "1", "2"}, got); d != "" {
		t.Error(d)
	}
}

func TestCreate_MakesFilesForTheOwnerAndNeverOpensOne(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	w, err := record.CreateNext(dir, "Thread/1", "test")
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, err := record.Create(w.Path(), "test"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, mode := range map[string]fs.FileMode{w.Path(): 0o600, filepath.Dir(w.Path()): 0o700, dir: 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestCreateNext_NumbersTheSittings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range 3 {
		w, err := record.CreateNext(dir, "t", "test")
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	for _, name := range []string{"0007.jsonl", "10000.jsonl", "draft", "12.jsonl", "x0001.jsonl"} {
		if err := os.WriteFile(filepath.Join(record.Dir(dir, "t"), name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w, err := record.CreateNext(dir, "t", "test")
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	files, err := record.Files(dir, "t")
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	want := []string{"0001.jsonl", "0002.jsonl", "0003.jsonl", "0007.jsonl", "10000.jsonl", "10001.jsonl"}
	if d := cmp.Diff(want, files); d != "" || err != nil {
		t.Error(err, d)
	}
	if files, err := record.Files(dir, "none"); err != nil || files != nil {
		t.Errorf("no directory: %v, %v", files, err)
	}
}

func TestDirName_IsSafeAndOneToOne(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"8f3a2b1c-0000-4000-8000-000000000000", "t1", "a.b_c-d"} {
		if got := record.DirName(id); got != id {
			t.Errorf("%q became %q", id, got)
		}
	}
	seen := map[string]string{}
	for _, id := range []string{
		"", ".", "..", "...", "../../etc/passwd", "a/b", "a\\b", "a:b", "A", "a", "A~", "CON", "con", "con.txt", "lpt1", "a.", ".a", " a", "a ",
		"é", "e\u0301", "a\x00b", "a\nb", strings.Repeat("x", 80), strings.Repeat("x", 81), strings.Repeat("x", 5000), "~", "a_b", "\xff", "日本",
	} {
		name := record.DirName(id)
		if other, ok := seen[strings.ToLower(name)]; ok {
			t.Errorf("%q and %q share %q", id, other, name)
		}
		seen[strings.ToLower(name)] = id
		if name == "" || len(name) > 100 || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.~") != "" || name == "con" {
			t.Errorf("%q became %q", id, name)
		}
	}
}
