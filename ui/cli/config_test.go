package cli_test

import (
	"strings"
	"testing"

	"agtui/ui/cli"
)

// frameLimit is what a call of run says the limit is: the answer is over it.
func frameLimit(t *testing.T, w world, args ...string) string {
	t.Helper()
	url, _ := answering(t, streaming(sse(`{"type":"RAW","event":"`+strings.Repeat("x", 9000)+`"}`)))
	w.home = t.TempDir()
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "URL", url)
	}
	w.configure(t, strings.ReplaceAll(args[0], "\t", "\n"))
	got := w.call(t, append([]string{"run", url, "hi"}, args[1:]...)...)
	_, rest, ok := strings.Cut(got.err, "over the limit of ")
	if !ok {
		return got.err
	}
	limit, _, _ := strings.Cut(rest, ",")
	return limit
}

func TestConfig_TheNearestPlaceWins(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		env  []string
		args []string // the file, then flags
		want string
	}{
		"the top of the file":                      {nil, []string{`frame-limit = "1KiB"`}, "1 kB"},
		"a section goes over the top":              {nil, []string{"frame-limit = \"1KiB\"\t[\"URL\"]\tframe-limit = \"2KiB\""}, "2 kB"},
		"a section may end in a slash":             {nil, []string{"[\"URL/\"]\tframe-limit = \"2KiB\""}, "2 kB"},
		"a section of another is another's":        {nil, []string{"frame-limit = \"1KiB\"\t[\"URL/x\"]\tframe-limit = \"2KiB\""}, "1 kB"},
		"a variable goes over the file":            {[]string{"AGTUI_FRAME_LIMIT=3KiB"}, []string{"frame-limit = \"1KiB\"\t[\"URL\"]\tframe-limit = \"2KiB\""}, "3 kB"},
		"a flag goes over all":                     {[]string{"AGTUI_FRAME_LIMIT=3KiB"}, []string{`frame-limit = "1KiB"`, "--frame-limit", "4KiB"}, "4 kB"},
		"an empty variable is none":                {[]string{"AGTUI_FRAME_LIMIT="}, []string{`frame-limit = "1KiB"`}, "1 kB"},
		"the last of two variables counts":         {[]string{"AGTUI_FRAME_LIMIT=3KiB", "AGTUI_FRAME_LIMIT=5KiB"}, []string{""}, "5 kB"},
		"a size may be a number":                   {nil, []string{"frame-limit = 2048"}, "2 kB"},
		"variables of other programs are theirs":   {[]string{"AGTUI_SOMETHING_ELSE=1"}, []string{"frame-limit = 2048"}, "2 kB"},
		"settings of other commands are no errors": {nil, []string{"frame-limit = 2048\tformat = \"text\""}, "2 kB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := frameLimit(t, world{env: row.env}, row.args...); got != row.want {
				t.Errorf("the limit is %q, want %s", got, row.want)
			}
		})
	}
}

func TestConfig_MergesHeadersByName(t *testing.T) {
	t.Parallel()
	url, seen := answering(t, streaming(hello()))
	w := world{home: t.TempDir(), env: []string{"AGTUI_HEADER=b: variable\nC: variable", "AGTUI_CONTEXT=k=variable"}}
	w.configure(t, "header = [\"a: top\", \"d: top\"]\ncontext = \"j=top\"\n[\""+url+"\"]\nheader = [\"d: section\", \"c: section\"]\n")
	if got := w.call(t, "run", url, "hi", "-H", "A: flag", "-H", "A: again"); got.code != 0 {
		t.Fatal(got.err)
	}
	body, h := seen.last(t)
	for name, want := range map[string]string{"A": "flag,again", "B": "variable", "C": "variable", "D": "section"} {
		if got := strings.Join(h.Values(name), ","); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if list, _ := body["context"].([]any); len(list) != 2 {
		t.Errorf("context %v", body["context"])
	}
}

func TestConfig_MistakesAreNamed(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		file string
		env  []string
		want []string
	}{
		"a key that is none":                 {`time-out = "5s"`, nil, []string{"config.toml", `"time-out"`, `"timeout"`}},
		"a key that is none, in a section":   {"[\"localhost:1\"]\nheaders = []", nil, []string{`"headers"`, `"header"`}},
		"a text for a switch":                {`strict = "yes"`, nil, []string{"strict", "true or false"}},
		"a switch for a text":                {`timeout = true`, nil, []string{"timeout", "text"}},
		"a number for a text":                {`timeout = 90`, nil, []string{"timeout", "text"}},
		"a list of numbers":                  {`header = [1]`, nil, []string{"header", "list"}},
		"a list for a text":                  {`timeout = ["5s"]`, nil, []string{"timeout", "text"}},
		"a date":                             {`timeout = 2026-01-01`, nil, []string{"timeout", "text"}},
		"a duration that is none":            {`timeout = "soon"`, nil, []string{"timeout", "config.toml", "soon", "90s"}},
		"a table in a section":               {"[\"localhost:1\".header]\na = 1", nil, []string{"header", "list"}},
		"a section that is a mere word":      {"[strict]\ntimeout = \"5s\"", nil, []string{"[strict]", "URL"}},
		"a section without quotes":           {"[localhost:1]\n", nil, []string{"config.toml:1", "quotes"}},
		"a host without quotes":              {"[agents.example]\nstrict = true", nil, []string{"[agents]", "quotes"}},
		"a text without quotes":              {"\ntimeout = 5m", nil, []string{"config.toml:2", "texts stand in quotes"}},
		"a switch that is no TOML":           {"strict = True", nil, []string{"config.toml:1", "true, false"}},
		"a text without an end":              {"timeout = \"5m\nstrict = true", nil, []string{"config.toml:1", "begins and ends with a quote"}},
		"a list without an end":              {"header = [\"a: b\",\n", nil, []string{"config.toml:1", `["one", "two"]`}},
		"a list without a comma":             {"header = [\"a: b\" \"c: d\"]", nil, []string{"config.toml:1", `["one", "two"]`}},
		"a line of another format":           {"timeout: \"5m\"", nil, []string{"config.toml:1", "a name, = and a value"}},
		"a comment of another format":        {"\n// none", nil, []string{"config.toml:2", "# begins a comment"}},
		"a setting twice":                    {"timeout = \"5s\"\ntimeout = \"9s\"", nil, []string{"config.toml:2", "timeout", "delete one"}},
		"a setting twice, in a section":      {"[\"localhost:1\"]\nstrict = true\nstrict = true", nil, []string{"config.toml:3", "strict", "delete one"}},
		"a section twice":                    {"[\"localhost:1\"]\nstrict = true\n[\"localhost:1\"]", nil, []string{"config.toml:3", "a section stands once"}},
		"a section twice, in other words":    {"[\"localhost:1\"]\n[\"http://localhost:1/\"]", nil, []string{`["http://localhost:1/"] and ["localhost:1"]`, "one endpoint"}},
		"a section without an end":           {"[\"localhost:1\"\n", nil, []string{"config.toml:1", "brackets"}},
		"a variable that is no switch":       {"", []string{"AGTUI_STRICT=yes"}, []string{"strict", "AGTUI_STRICT", `"yes"`, "true or false"}},
		"a variable that is no format":       {"", []string{"AGTUI_FORMAT=xml"}, []string{"format (from AGTUI_FORMAT)", "xml"}},
		"a format that is none":              {`format = "xml"`, nil, []string{"format (from ", "config.toml)", "xml"}},
		"a state that is no JSON":            {`state = "{"`, nil, []string{"state (from ", "config.toml)", "not valid JSON"}},
		"a context without a value":          {`context = ["x"]`, nil, []string{"context (from ", "config.toml)", "description=value"}},
		"a header without a value":           {"", []string{"AGTUI_HEADER=x"}, []string{"header (from AGTUI_HEADER)", "Name: value"}},
		"a file that is no configuration":    {"\x00", nil, []string{"config.toml"}},
		"a setting that is only of one flag": {`input = "x"`, nil, []string{`"input"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world{home: t.TempDir(), env: row.env}
			w.configure(t, row.file)
			got := w.call(t, "run", "localhost:1", "hi")
			if got.code != cli.ExitUsage {
				t.Errorf("code %d", got.code)
			}
			got.oneLine(t, row.want...)
		})
	}
}

func TestConfig_MayBeginWithAByteOrderMark(t *testing.T) {
	t.Parallel()
	if err := cli.ParseConfig([]byte("\uFEFFtimeout = \"5s\"\n")); err != nil {
		t.Error(err)
	}
}

func TestConfig_NoHintSpeaksOfQuotesWhereNoneAreMissing(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a setting twice":          "timeout = \"5s\"\ntimeout = \"9s\"",
		"a section twice":          "[\"localhost:1\"]\n[\"localhost:1\"]",
		"a line without a value":   "strict",
		"another format":           "timeout: \"5m\"",
		"a comment of another one": "// none",
	} {
		if err := cli.ParseConfig([]byte(text)); err == nil || strings.Contains(err.Error(), "in quotes") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestConfig_AMistypedVariableIsNoticed(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, streaming(hello()))
	w := world{env: []string{"AGTUI_STRICKT=1", "AGTUI_THEIRS=1", "AGTUI_FORMATS="}}
	got := w.call(t, "run", url, "hi")
	if got.code != 0 {
		t.Errorf("code %d", got.code)
	}
	got.oneLine(t, "AGTUI_STRICKT", "AGTUI_STRICT?")
}

func TestConfig_ReduceReadsItToo(t *testing.T) {
	t.Parallel()
	w := world{home: t.TempDir()}
	w.configure(t, "strict = true\nformat = \"json\"\nheader = \"A: b\"")
	got := w.call(t, "reduce", file(t, "x.sse", sse(started, said, finished)))
	if got.code != cli.ExitIllegal || got.report(t)["status"] != "failed" {
		t.Errorf("code %d: %s", got.code, got.out)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte("timeout = \"5m\"\n[\"http://x\"]\nheader = [\"a: b\"]"))
	f.Add([]byte("[a.b]\nc = 1"))
	f.Add([]byte("strict = {a = 1}"))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := cli.ParseConfig(data); err != nil && !strings.HasPrefix(err.Error(), "reading the configuration config.toml") {
			t.Errorf("%q: %v", data, err)
		}
	})
}
