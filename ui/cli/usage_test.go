package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agtui/ui/cli"
)

// contents are all files below a directory, one after the other.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		b.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestUsage_EachMistakeGetsOneLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := write(t, filepath.Join(dir, "bad.json"), "{")
	html := write(t, filepath.Join(dir, "page.sse"), "<html></html>")
	empty := write(t, filepath.Join(dir, "empty.sse"), "")
	binary := write(t, filepath.Join(dir, "bin"), "\x00\x01\x02\x03")
	header := write(t, filepath.Join(dir, "header.jsonl"), `{"type":"header","format":"agtui-recording","version":1}`+"\n")
	missing := filepath.Join(dir, "none")
	for name, row := range map[string]struct {
		args []string
		want []string
	}{
		"no URL":                        {nil, []string{"no endpoint", "agtui demo"}},
		"no terminal":                   {[]string{"localhost:8000"}, []string{"terminal", "agtui run localhost:8000 PROMPT"}},
		"the demo without a terminal":   {[]string{"demo"}, []string{"terminal", "--listen"}},
		"a command mistyped":            {[]string{"chekc", "x.sse"}, []string{"no command chekc", "agtui check"}},
		"two URLs":                      {[]string{"localhost:1", "localhost:2"}, []string{"one URL", "agtui run URL PROMPT"}},
		"a flag that is none":           {[]string{"run", "localhost:1", "--strickt"}, []string{"--strickt", "agtui run --help"}},
		"a run without URL":             {[]string{"run"}, []string{"URL is missing", "agtui run URL"}},
		"help on no command":            {[]string{"help", "nope"}, []string{"no command nope", "--help"}},
		"help on no part of a command":  {[]string{"help", "run", "x"}, []string{"no command run x", "--help"}},
		"a shell without completion":    {[]string{"completion", "tcsh"}, []string{"tcsh", "bash", "zsh", "fish"}},
		"a URL of another kind":         {[]string{"run", "ftp://x/", "hi"}, []string{"ftp", "http"}},
		"a URL without host":            {[]string{"run", "http://", "hi"}, []string{"host"}},
		"no prompt in the pipe":         {[]string{"run", "localhost:1"}, []string{"prompt", "empty"}},
		"an empty prompt":               {[]string{"run", "localhost:1", "  "}, []string{"prompt is empty"}},
		"a format that is none":         {[]string{"run", "localhost:1", "hi", "--format", "xml"}, []string{"xml", "ndjson"}},
		"a clipboard that is blank":     {[]string{"demo", "--clipboard", " "}, []string{"--clipboard", "osc52", "no command"}},
		"a theme that is none":          {[]string{"demo", "--theme", "purple"}, []string{"purple", "contrast"}},
		"a duration that is none":       {[]string{"run", "localhost:1", "hi", "--timeout", "5"}, []string{"--timeout", "90s"}},
		"a time before it began":        {[]string{"run", "localhost:1", "hi", "--timeout", "-5s"}, []string{"--timeout", "90s"}},
		"a size that is none":           {[]string{"run", "localhost:1", "hi", "--frame-limit", "ten"}, []string{"--frame-limit", "10MiB"}},
		"a state that is no JSON":       {[]string{"run", "localhost:1", "hi", "--state", "{a:1}"}, []string{"--state", "{a:1}", "@FILE"}},
		"a state in no file":            {[]string{"run", "localhost:1", "hi", "--state", "@" + missing}, []string{"--state", missing, "no such file"}},
		"a state file that is no JSON":  {[]string{"run", "localhost:1", "hi", "--state", "@" + bad}, []string{"--state", bad, "not valid JSON"}},
		"a context without a value":     {[]string{"run", "localhost:1", "hi", "--context", "x"}, []string{"--context", "description=value"}},
		"an input that is missing":      {[]string{"run", "localhost:1", "--input", missing}, []string{"--input", missing, "no such file"}},
		"an input that is no JSON":      {[]string{"run", "localhost:1", "--input", bad}, []string{"--input", bad, "RunAgentInput"}},
		"an input that is a directory":  {[]string{"run", "localhost:1", "--input", dir}, []string{"--input", dir, "directory"}},
		"stdin for two things":          {[]string{"run", "localhost:1", "-", "--input", "-"}, []string{"stdin", "both"}},
		"stdin for input and stream":    {[]string{"reduce", "-", "--input", "-"}, []string{"stdin", "both", "--input"}},
		"a header without colon":        {[]string{"run", "localhost:1", "hi", "-H", "Authorization Bearer-s3cret"}, []string{"'Authorization…'", "'Name: value'"}},
		"a header of an unset variable": {[]string{"run", "localhost:1", "hi", "-H", "A: ${env:NOT_SET}"}, []string{"header A", "NOT_SET", "not set"}},
		"a header of a missing file":    {[]string{"run", "localhost:1", "hi", "-H", "A: ${file:" + missing + "}"}, []string{"header A", missing, "no such file"}},
		"a header of something else":    {[]string{"run", "localhost:1", "hi", "-H", "A: ${var:X}"}, []string{"header A", "${env:NAME}"}},
		"certificates that are missing": {[]string{"run", "localhost:1", "hi", "--cacert", missing}, []string{"certificate", missing, "no such file"}},
		"certificates that are none":    {[]string{"run", "localhost:1", "hi", "--cacert", bad}, []string{"certificate", bad, "PEM"}},
		"a place that is no directory":  {[]string{"run", "localhost:1", "hi", "--data-dir", bad}, []string{"recording", "not a directory", "--no-record"}},
		"a file that is missing":        {[]string{"reduce", missing}, []string{"reading " + missing, "no such file", "path"}},
		"a directory":                   {[]string{"reduce", dir}, []string{"reading " + dir, "directory"}},
		"two files":                     {[]string{"reduce", bad, bad}, []string{"one FILE", "agtui check"}},
		"no file":                       {[]string{"check"}, []string{"FILE or URL is missing"}},
		"an empty file":                 {[]string{"reduce", empty}, []string{"reading " + empty, "empty"}},
		"empty stdin":                   {[]string{"reduce", "-"}, []string{"reading stdin: is empty"}},
		"HTML":                          {[]string{"reduce", html}, []string{"HTML"}},
		"binary data":                   {[]string{"check", binary}, []string{"binary"}},
		"a recording of nothing":        {[]string{"reduce", header}, []string{"no exchange"}},
		"nothing to ask":                {[]string{"check", "localhost:1"}, []string{"--prompt", "--input"}},
		"a prompt for a file":           {[]string{"check", html, "--prompt", "x"}, []string{"--prompt", "URL"}},
		"a password on no terminal":     {[]string{"http://me:s3cret@localhost:1/?token=s3cret"}, []string{"terminal", "http://me:***@localhost:1/?token=***"}},
		"a token and nothing to ask":    {[]string{"check", "localhost:1/?token=s3cret"}, []string{"http://localhost:1/?token=***", "--prompt"}},
		"a token beside files":          {[]string{"check", html, "localhost:1/?token=s3cret"}, []string{"token=***", "one URL"}},
		"a token in a broken URL":       {[]string{"run", "http://localhost:1/%zz?token=s3cret", "hi"}, []string{"http://localhost:1/%zz", "escape"}},
		"a URL beside files":            {[]string{"check", html, "localhost:1", "--prompt", "x"}, []string{"one URL"}},
		"the demo for everybody":        {[]string{"demo", "--listen", "0.0.0.0:0"}, []string{"0.0.0.0", "loopback"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := world{}.call(t, row.args...)
			if got.code != cli.ExitUsage || got.out != "" {
				t.Errorf("code %d, stdout %q", got.code, got.out)
			}
			got.oneLine(t, row.want...)
			if strings.Contains(got.err, "s3cret") {
				t.Errorf("stderr has the secret: %q", got.err)
			}
		})
	}
}

func TestUsage_APromptIsNotAwaitedFromATerminal(t *testing.T) {
	t.Parallel()
	got := world{tty: true}.call(t, "run", "localhost:1")
	if got.code != cli.ExitUsage {
		t.Errorf("code %d", got.code)
	}
	got.oneLine(t, "no prompt")
}

func TestUsage_AFileThatMayNotBeRead(t *testing.T) {
	t.Parallel()
	path := file(t, "x.sse", hello())
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(path); err == nil {
		f.Close()
		t.Skip("this user may read everything")
	}
	got := world{}.call(t, "reduce", path)
	if got.code != cli.ExitUsage {
		t.Errorf("code %d", got.code)
	}
	got.oneLine(t, path, "permission")
}

func TestUsage_WhatTheProgramSaysOfItself(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		args []string
		want string
	}{
		"version":      {[]string{"version"}, "agtui 1.2.3 (AG-UI 1.1"},
		"help":         {[]string{"--help"}, "agtui run https://agents.example/chat"},
		"help on run":  {[]string{"help", "run"}, "6 interrupted by a question"},
		"a man page":   {[]string{"man"}, ".TH \"AGTUI\""},
		"help on all":  {[]string{"help"}, "agtui demo"},
		"a shell?":     {[]string{"completion"}, "powershell"},
		"a completion": {[]string{"completion", "bash"}, "bash completion V2 for agtui"},
	} {
		got := world{}.call(t, row.args...)
		if got.code != 0 || got.err != "" || !strings.Contains(got.out, row.want) {
			t.Errorf("%s: code %d, stderr %q, stdout %.200q", name, got.code, got.err, got.out)
		}
	}
	dir := filepath.Join(t.TempDir(), "man")
	if got := (world{}).call(t, "man", dir); got.code != 0 || !strings.Contains(contents(t, dir), "agtui-run") {
		t.Errorf("man DIR: %d, %q", got.code, got.err)
	}
}

func TestIsURL(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]bool{
		"http://x": true, "https://x/y": true, "localhost": true, "localhost:8000/a": true, ":8000": true,
		"[::1]:8000/a": true, "[::1]": true, "HTTP://x": true, "[1].sse": false, "http": false,
		"agents.example/chat": true, "127.0.0.1:1": true, "run.sse": false, "-": false, "./x:1": false,
		"/tmp/x": false, "a/b.sse": false, "usage_test.go": false, "x:y": false, "C:": false, "": false,
	} {
		if got := cli.IsURL(arg); got != want {
			t.Errorf("%q: %v", arg, got)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"header", "strict", "timeout"}
	for word, want := range map[string]string{"headers": "header", "strickt": "strict", "time-out": "timeout"} {
		if got := cli.Nearest(word, names); got != want {
			t.Errorf("%s: %s", word, got)
		}
	}
	for _, row := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}} {
		if got := cli.Distance(row.a, row.b); got != row.want {
			t.Errorf("%v: %d", row, got)
		}
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"1": 1, "1024": 1024, "1KiB": 1024, "2 mib": 2 << 20, "1GB": 1e9, "10 B": 10,
		"": -1, "0": -1, "-1": -1, "KiB": -1, "1.5MiB": -1, "99999999999GiB": -1,
	} {
		got, err := cli.Size(text)
		if (err != nil) != (want < 0) || want > 0 && got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
}
