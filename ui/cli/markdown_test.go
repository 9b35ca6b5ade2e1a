package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agtui/ui/cli"
)

func TestScreen_SaysWhatIsWrongWithTheStyle(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	broken := file("broken.json", "{\n  \"h1\": {\"bold\": true,}\n}")
	wrong := file("wrong.json", "{\n  \"h1\": {\"bold\": 1}\n}")
	other := file("other.json", `{"name": "x"}`)
	missing := filepath.Join(dir, "missing.json")
	for name, row := range map[string]struct {
		args, env []string
		want      []string
	}{
		"a mistyped name":        {[]string{"--style", "dracla"}, nil, []string{"--style", `"dracla"`, "did you mean dracula?", "tokyo-night"}},
		"a file that is missing": {[]string{"--style", missing}, nil, []string{"--style", missing, "no such file", "check the path"}},
		"no JSON":                {[]string{"--style", broken}, nil, []string{"--style", broken, "line 2, column 23", "correct the file"}},
		"a wrong type":           {[]string{"--style", wrong}, nil, []string{wrong, "line 2, column 18", "h1.bold is a number, it must be true or false"}},
		"another kind of file":   {[]string{"--style", other}, nil, []string{other, "no element of a style"}},
		"from a variable":        {nil, []string{"AGTUI_STYLE=" + broken}, []string{"style (from AGTUI_STYLE)", broken, "line 2"}},
		"a mistyped choice":      {[]string{"--links", "maybe"}, nil, []string{"--links", `"maybe" is none of auto, on, off`}},
		"a theme of a variable":  {nil, []string{"AGTUI_THEME=purple"}, []string{"theme (from AGTUI_THEME)", "purple"}},
		"a choice of a variable": {nil, []string{"AGTUI_LINKS=sometimes"}, []string{"links (from AGTUI_LINKS)", "sometimes"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, command := range []string{"demo", "localhost:1"} {
				got := world{env: row.env}.call(t, append([]string{command}, row.args...)...)
				if got.code != cli.ExitUsage || got.out != "" || strings.Count(got.err, "\n") != 1 {
					t.Errorf("code %d, stdout %q", got.code, got.out)
				}
				for _, w := range row.want {
					if !strings.Contains(got.err, w) {
						t.Errorf("%q is not in %q", w, got.err)
					}
				}
			}
		})
	}
}

func TestScreen_TakesEveryStyle(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(path, []byte(`{"h1": {"bold": true}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, style := range []string{"auto", "dark", "light", "notty", "dracula", "tokyo-night", "pink", "ascii", path} {
		got := world{}.call(t, "demo", "--style", style, "--links", "on")
		if !strings.Contains(got.err, "must be a terminal") { // the next thing that is looked at
			t.Errorf("%s: %q", style, got.err)
		}
	}
}
