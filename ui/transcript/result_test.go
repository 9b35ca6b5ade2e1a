package transcript_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/transcript"
)

func TestForm_IsPlainInDoubt(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:                      "json",
		" [1,2] ":                      "json",
		`{"a":1`:                       "plain",
		"{ printf \"x\" }":             "plain",
		"true":                         "plain",
		"":                             "plain",
		"one\ntwo":                     "plain",
		"# comment\nimport os\nx = 1":  "plain",
		"# Title\nkey: value\n":        "plain",
		"- name: x\n  value: y\n- b\n": "plain",
		"- a\n- b\n":                   "plain",
		"total 4\n-rw-r--r-- 1 root\n- x **y** **z** [a](b)\nplain": "plain",
		"| is a pipe -- here":                                 "plain",
		"    indented\n\n# A\n\n## B\n":                       "plain",
		"# Title\n\n- one\n- two\n":                           "markdown",
		"# Title\n\n## More\n\nText.\n":                       "markdown",
		"Here:\n\n```go\nfunc f() {\n\treturn\n}\n```\n":      "markdown",
		"| a | b |\n|---|---|\n| 1 | 2 |\n":                   "markdown",
		"diff --git a/x b/x\nindex 1..2\n":                    "diff",
		"@@ -1,2 +1,2 @@\n-a\n+b\n":                           "diff",
		"commit 1\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n": "diff",
		"--- a list\n+++ more\nno hunk":                       "plain",
		"@@ what @@":                                          "plain",
		"---\ntitle: x\n---\n":                                "plain",
		"[not json]":                                          "plain",
		"[" + strings.Repeat("1,", 600_000) + "1]":            "json",
		"{" + strings.Repeat("not json ", 200_000) + "}":      "plain",
	} {
		if got := transcript.FormOf(text); got != want {
			t.Errorf("%.60q is %s, want %s", text, got, want)
		}
	}
}

// result draws the result of a call and nothing else.
func result(text string, w, h int, level transcript.Level) string {
	d := newDriver(w, h, cell.WcWidth)
	d.call("ls", "{}", text)
	d.view()
	d.list.Select(0)
	d.list.SetLevel(level)
	d.list.Top()
	s := unstyled(strings.Join(d.view(), "\n"))
	return strings.ReplaceAll(s, "▌", " ")
}

func TestResult_IsDrawnByWhatItIs(t *testing.T) {
	for name, row := range map[string]struct {
		text     string
		has, not []string
	}{
		"the last overwrite wins":      {"Progress 10%\rProgress 50%\rProgress 100%\r\ndone", []string{"Progress 100%\n", "done"}, []string{"10%\n", "␍"}},
		"tabs go to their stops":       {"name\tqty\tprice\nrye\t12\t2.10", []string{"   name    qty     price", "   rye     12      2.10"}, nil},
		"controls are symbols":         {"a\b\x00\x7f\x07b", []string{"a␈␀␡␇b"}, nil},
		"colours are dropped":          {"\x1b[1;32mPASS\x1b[0m ok\x1b[K", []string{"PASS ok\n"}, []string{"␛"}},
		"other sequences stay":         {"\x1b]0;t\x07 \x1b[2J", []string{"␛]0;t␇ ␛[2J"}, nil},
		"blank ends are left out":      {"\n\n  x\n\n\n", []string{"     x\n"}, []string{"x\n\n   "}},
		"lines are counted":            {numbers(5000), []string{"file-5.txt\n", "… 4994 more lines, 69 kB, enter opens"}, []string{"file-6.txt"}},
		"a long line is measured":      {strings.Repeat("ab12", 6000), []string{"more, enter opens"}, nil},
		"JSON is a tree":               {`[{"id":1,"text":"` + strings.Repeat("long ", 40) + `"}]`, []string{"0  {2}", "id  1"}, nil},
		"its members are counted":      {"[" + strings.Repeat(`"`+strings.Repeat("x", 50)+`",`, 99) + "1]", []string{"94 more items, 5.2 kB in all, enter opens"}, nil},
		"a file is its size":           {`{"data":"` + strings.Repeat("QUJDa1", 400) + `","u":"data:image/png;base64,` + strings.Repeat("QUJD", 100) + `"}`, []string{"[base64 1.8 kB]", "[image/png 300 B]"}, []string{"QUJD"}},
		"a difference keeps its signs": {"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n same", []string{"-old", "+new", " same"}, nil},
	} {
		s := result(row.text, 60, 20, transcript.LevelPreview)
		for _, want := range row.has {
			if !strings.Contains(s+"\n", want) {
				t.Errorf("%s: %q is not in\n%s", name, want, s)
			}
		}
		for _, not := range row.not {
			if strings.Contains(s, not) {
				t.Errorf("%s: %q is in\n%s", name, not, s)
			}
		}
	}
}

func TestResult_TellsTheLinesOfADifferenceApart(t *testing.T) {
	const text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n same\n--- was a list\n-old\n+new\n@@ -9 +9 @@\n-a\n+b\n+more than was said\n"
	d := newDriver(60, 20, cell.WcWidth)
	th := theme.Dark()
	d.list.SetTheme(th, nil)
	d.call("edit", "{}", text)
	d.view()
	d.list.Select(0)
	d.list.SetLevel(transcript.LevelFull)
	d.list.Top()
	s := strings.Join(d.view(), "\n")
	for want, st := range map[string]theme.Style{
		"diff --git a/x b/x": th.Strong, "+++ b/x": th.Strong, "@@ -9 +9 @@": th.Accent, " same": th.Dim,
		"--- was a list": th.Removed, "-old": th.Removed, "+new": th.Added, "+more than was said": th.Added,
	} {
		if !strings.Contains(s, st.Render(want)) {
			t.Errorf("%q is not in its style:\n%s", want, s)
		}
	}
}

func TestResult_IsReachedWholeInFull(t *testing.T) {
	for name, text := range map[string]string{
		"lines":             numbers(5000),
		"a line of text":    "HEAD " + strings.Repeat("ab12", 6000) + " file-4999.txt",
		"a line of JSON":    `[` + strings.Repeat(`{"id":1,"name":"row"},`, 1000) + `"file-4999.txt"]`,
		"JSON of a tree":    `{"a":{"b":["` + strings.Repeat("x y ", 4000) + `","file-4999.txt"]}}`,
		"a bar, at its end": strings.Repeat("1 %\r", 5000) + "file-4999.txt",
	} {
		d := newDriver(80, 30, cell.WcWidth)
		d.call("ls", "{}", text)
		d.view()
		d.list.FoldAll(store.ToolCall)
		d.view()
		d.list.Bottom()
		found := false
		for range 400 {
			s := strings.Join(d.view(), "\n")
			check(t, d.view(), 80, 30, cell.WcWidth)
			if found = strings.Contains(s, "file-4999.txt"); found {
				break
			}
			d.list.PageUp()
		}
		if !found {
			t.Errorf("%s: the end is not reached", name)
		}
	}
}

func TestResult_CountsWhatIsLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,30}`), 1, 40).Draw(t, "lines")
		s := result(strings.Join(lines, "\n"), 50, 60, transcript.LevelPreview)
		shown := 0
		for _, ln := range lines {
			if shown < 6 || len(lines) == 7 {
				shown++
				if !strings.Contains(s, ln) {
					t.Fatalf("%q is not in\n%s", ln, s)
				}
			}
		}
		left := len(lines) - shown
		if (left > 0) != strings.Contains(s, "more line") {
			t.Fatalf("%d lines are left out:\n%s", left, s)
		}
	})
}

func TestChip_SaysWhatItIsAndNeverThePayload(t *testing.T) {
	data := strings.Repeat("QUJD", 1000)
	source := func(kind, value, mime string) *agui.Source {
		return &agui.Source{Type: kind, Value: value, MimeType: agui.Some(mime)}
	}
	for want, p := range map[string]agui.Part{
		"[image/png 3.0 kB]":                    {Type: "image", Source: source("data", data, "image/png")},
		"[document application/pdf 3.0 kB]":     {Type: "document", Source: source("data", data, "application/pdf")},
		"[audio/wav a.wav at cdn.example:8080]": {Type: "audio", Source: source("url", "https://u:p@cdn.example:8080/x/a.wav?token=secret", "audio/wav")},
		"[image/gif 3.0 kB]":                    {Type: "image", Source: source("url", "data:image/gif;base64,"+data, "")},
		"[video/mp4 clip.mp4 file-7]":           {Type: "video", Source: source("file", "file-7", "video/mp4"), Metadata: agui.Raw(`{"filename":"clip.mp4"}`)},
		"[image/png x.png 3.0 kB]":              {Type: "binary", MimeType: agui.Some("image/png"), Data: agui.Some(data), Filename: agui.Some("x.png")},
		"[text/css x.css at a.example]":         {Type: "binary", MimeType: agui.Some("text/css"), URL: agui.Some("https://a.example/x.css")},
		"[image]":                               {Type: "image"},
	} {
		d := newDriver(70, 12, cell.WcWidth)
		b := d.add(store.Block{Kind: store.Message, Phase: store.Done, Role: agui.RoleUser, Content: &agui.Content{Kind: agui.ContentParts, Parts: []agui.Part{p}}})
		c := d.call("shot", "{}", "x")
		c.Result = &agui.Content{Kind: agui.ContentParts, Parts: []agui.Part{p, {Type: "text", Text: `{"a":1}`}}}
		d.touch(c)
		s := text(d.view())
		if strings.Count(s, want) != 2 || strings.Contains(s, "QUJD") || strings.Contains(s, "secret") {
			t.Errorf("%q is not twice in\n%s", want, s)
		}
		d.list.Select(b.ID)
		d.list.SetLevel(transcript.LevelFull)
		if s := text(d.view()); strings.Contains(s, "QUJDQUJD") {
			t.Errorf("in full the payload shows:\n%s", s)
		}
	}
}

func FuzzResult(f *testing.F) {
	for _, s := range hostile() {
		f.Add(s, 40)
	}
	f.Add("--- a\n+++ b\n@@ -1,99999999999 +1 @@\n-\n+", 3)
	f.Add("data:,x\r\r\r\n\x1b[\x1b[1;", 1)
	f.Fuzz(func(t *testing.T, s string, w int) {
		w = max(w, -w) % 200
		for _, level := range []transcript.Level{transcript.LevelPreview, transcript.LevelFull} {
			d := newDriver(w, 24, cell.WcWidth)
			d.call("x", s, s)
			d.add(store.Block{Kind: store.Message, Phase: store.Failed, Role: agui.RoleTool, Error: s, Text: store.Text{Bytes: []byte(s)}})
			d.view()
			d.list.Select(0)
			d.list.SetLevel(level)
			d.list.Top()
			check(t, d.view(), w, 24, cell.WcWidth)
		}
		p := pager(s, w, 10)
		check(t, p.View(), max(w, 1), 10, cell.WcWidth)
		find(p, query(t, "a"))
		p.Bottom()
		check(t, p.View(), max(w, 1), 10, cell.WcWidth)
	})
}
