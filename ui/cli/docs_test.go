package cli_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"agtui/ui"
	"agtui/ui/cli"
)

var update = flag.Bool("update", false, "write golden files and generated documents anew")

// docs is the directory of the documents.
const docs = "../../docs"

const generated = "<!-- Written by `go test ./ui/cli -update`; do not edit. -->\n\n"

func TestDocs_AreWhatTheDeclarationsSay(t *testing.T) {
	want := map[string]string{"KEYS.md": keysDoc(), "CONFIG.md": configDoc()}
	commandDocs(t, want)
	if *update {
		for name, text := range want {
			path := filepath.Join(docs, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil || string(got) != text {
			t.Errorf("docs/%s is not what the declarations say (%v): run go test ./ui/cli -update", name, err)
		}
	}
	pages, err := filepath.Glob(filepath.Join(docs, "cli", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if _, ok := want["cli/"+filepath.Base(page)]; !ok {
			t.Errorf("%s is about no command", page)
		}
	}
}

// table is a Markdown table.
func table(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	line(head)
	line(slices.Repeat([]string{"---"}, len(head)))
	for _, r := range rows {
		line(r)
	}
	return b.String()
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

func keysDoc() string {
	var rows [][]string
	for _, b := range ui.Bindings() {
		rows = append(rows, []string{code(b.Keys), b.Where, code(b.Command), b.Title, b.Help})
	}
	return "# Keys\n\n" + generated +
		"Everything has a row in the palette (`ctrl+p`) too. In agtui, `f1` shows the keys that work where you are.\n\n" +
		table([]string{"Keys", "Where", "Command", "Action", "What it does"}, rows)
}

const configHead = `Nothing needs a configuration. A setting is taken from the first place that has it: the flag, the
variable, the section of the endpoint in the configuration file, the top of that file, the default.
Lists are merged: a header or context of a lower place counts unless a higher place has one of the
same name.

The file is ` + "`agtui/config.toml`" + ` in the XDG configuration directory, ` + "`~/.config/agtui/config.toml`" + ` by
default. A key that does not exist is an error, so that a mistyped one is noticed. An empty variable
counts as not set. In a variable, a list has one entry a line.

`

const configExample = `
An example:

` + "```toml" + `
# For all endpoints.
timeout = "5m"
strict = false

# For one: the section's name is its URL, in quotes.
["https://agents.example/chat"]
header = ["Authorization: Bearer ${env:AGENTS_TOKEN}", "X-Team: ops"]
context = ["time zone=Europe/Madrid"]
frame-limit = "20MiB"

["localhost:8000/agent"]
no-record = true
` + "```" + `

In a header, ` + "`${env:NAME}`" + ` is replaced by a variable and ` + "`${file:PATH}`" + ` by the text of a file. Such values
are masked wherever they are shown or written.

Without a variable of its own: ` + "`NO_COLOR`" + ` turns colours off, ` + "`HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`" + ` name
proxies, ` + "`EDITOR`" + ` is the editor, ` + "`XDG_CONFIG_HOME` and `XDG_DATA_HOME`" + ` are the directories.
`

func configDoc() string {
	var rows [][]string
	for _, s := range cli.Settings() {
		rows = append(rows, []string{code("--" + s.Name), code(s.Variable), code(s.Name), code(strings.Trim(s.Default, "[]")), s.Help})
	}
	return "# Configuration\n\n" + generated + configHead +
		table([]string{"Flag", "Variable", "Key", "Default", "Meaning"}, rows) + configExample
}

// commandDocs adds a page for each command.
func commandDocs(t *testing.T, to map[string]string) {
	t.Helper()
	root := cli.Root()
	root.DisableAutoGenTag = true
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		var b bytes.Buffer
		b.WriteString(generated)
		if err := doc.GenMarkdown(c, &b); err != nil {
			t.Fatal(err)
		}
		to["cli/"+strings.ReplaceAll(c.CommandPath(), " ", "_")+".md"] = b.String()
		for _, sub := range c.Commands() {
			if !sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
				continue
			}
			add(sub)
		}
	}
	add(root)
}

// The example in CONFIG.md is a configuration.
func TestDocs_TheExampleIsRight(t *testing.T) {
	_, rest, _ := strings.Cut(configExample, "```toml\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("there is no example")
	}
	if err := cli.ParseConfig([]byte(example)); err != nil {
		t.Error(err)
	}
}
