package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"agtui/ui/cell"
	"agtui/ui/edit"
)

// Clipboard says how what is copied leaves the program.
type Clipboard struct {
	// Mode is one of the modes below, or a command that reads the text from
	// its standard input. Empty means ClipboardAuto.
	Mode string
	// File keeps the last copy, for terminals that take none; "" for nowhere.
	File string
	// Env is the terminal's environment. Run takes it from its Terminal when
	// it is nil.
	Env []string
}

// The modes of the clipboard.
const (
	// ClipboardAuto asks the terminal with OSC 52, if it is known to
	// understand that and the text is not too long.
	ClipboardAuto = "auto"
	// ClipboardOSC52 asks the terminal whatever it is and however long the
	// text.
	ClipboardOSC52 = "osc52"
	// ClipboardFile only writes the file.
	ClipboardFile = "file"
	// ClipboardOff copies nothing.
	ClipboardOff = "off"
)

// ClipboardModes are the modes by name.
func ClipboardModes() []string {
	return []string{ClipboardAuto, ClipboardOSC52, ClipboardFile, ClipboardOff}
}

// osc52Most is the longest text that ClipboardAuto sends: there are terminals
// that take 100,000 bytes of base64 and no more, and none says that it refused.
const osc52Most = 74_994

// screenPart is how much of a sequence one passage through GNU screen carries:
// old ones take strings of 256 bytes.
const screenPart = 240

func (c *Clipboard) env(name string) string { return variable(c.Env, name) }

// variable is what an environment says of a name; the last one counts.
func variable(env []string, name string) string {
	for _, e := range slices.Backward(env) {
		if k, v, _ := strings.Cut(e, "="); k == name {
			return v
		}
	}
	return ""
}

// muted says why the terminal would not take a copy, "" if it may.
func (c *Clipboard) muted(n int) string {
	vte, _ := strconv.Atoi(c.env("VTE_VERSION"))
	term, outer := c.env("TERM"), c.env("TMUX") == "" && c.env("STY") == ""
	switch {
	case outer && (c.env("TERM_PROGRAM") == "Apple_Terminal" || term == "linux" || vte > 0 && vte < 7600):
		return "this terminal lets no program copy"
	case n > osc52Most:
		return "too long for many terminals; clipboard = \"osc52\" sends it all the same"
	}
	return ""
}

// osc52 is the sequence for the terminal that shows us, and what it goes
// through. The text is in it as base64 only.
func (c *Clipboard) osc52(text string) (seq, through string) {
	seq = ansi.SetSystemClipboard(text)
	switch term := c.env("TERM"); {
	case c.env("TMUX") != "" || strings.HasPrefix(term, "tmux"):
		// tmux takes it itself (set-clipboard) or hands it on
		// (allow-passthrough): who knows which.
		return seq + ansi.TmuxPassthrough(seq), ", through tmux"
	case c.env("STY") != "":
		return ansi.ScreenPassthrough(seq, screenPart), ", through screen"
	case strings.HasPrefix(term, "screen"):
		// Behind SSH it may be tmux as well; a long string would spill into a
		// screen.
		through := ansi.ScreenPassthrough(seq, screenPart)
		if len(seq) <= screenPart {
			through += seq
		}
		return through, ", through screen"
	}
	return seq, ""
}

// copiedMsg says that a copy was written, or why not.
type copiedMsg struct{ err error }

// clip copies a text; what is its name for the person, "" for none.
func (m *Model) clip(text, what string) tea.Cmd {
	if what != "" {
		what += ", "
	}
	if text == "" {
		m.say(what + "nothing to copy: it is empty")
		return nil
	}
	c := &m.o.Clipboard
	line := "copied " + what + edit.Size(len(text)) + ": "
	var cmds []tea.Cmd
	why := ""
	switch c.Mode {
	case "", ClipboardAuto, ClipboardOSC52:
		if why = c.muted(len(text)); why == "" || c.Mode == ClipboardOSC52 {
			seq, through := c.osc52(text)
			cmds = append(cmds, tea.Raw(seq))
			line += "to the terminal's clipboard (OSC 52" + through + ")"
			why = ""
		}
	case ClipboardFile:
	default:
		cmds = append(cmds, m.giving.next(giveTo(strings.Fields(c.Mode), text)))
		line += "given to " + c.Mode
	}
	switch {
	case c.File == "" && len(cmds) == 0:
		m.say("not copied: " + why + ", and no file is kept (--no-record)")
		return nil
	case c.File == "":
	case len(cmds) == 0:
		line += "into " + c.shown()
		if why != "" {
			line += " (" + why + ")"
		}
	default:
		line += ", also in " + c.shown()
	}
	if suspect(text) {
		line += "; careful: it has control or invisible characters"
	}
	if c.File != "" {
		cmds = append(cmds, m.keeping.next(keepCopy(c.File, text)))
	}
	m.say(line)
	return tea.Batch(cmds...)
}

// suspect tells whether a text has characters that one does not see where it is
// pasted; tabs and line ends are none.
func suspect(text string) bool {
	text = strings.NewReplacer("\t", " ", "\r\n", "\n").Replace(text)
	return cell.Clean(text) != text
}

// shown is the file as people write it.
func (c *Clipboard) shown() string {
	if home := c.env("HOME"); home != "" && home != "/" {
		if rest, ok := strings.CutPrefix(c.File, strings.TrimSuffix(home, "/")+"/"); ok {
			return "~/" + rest
		}
	}
	return c.File
}

// copied says why a copy failed.
func (m *Model) copied(msg copiedMsg) {
	if m.same = msg.err == nil; !m.same {
		m.say(msg.err.Error())
	}
}

// turns has commands run one after the other, in the order in which they were
// given: of two copies in quick succession the last one stays.
type turns struct{ last chan struct{} }

func (t *turns) next(do tea.Cmd) tea.Cmd {
	before, done := t.last, make(chan struct{})
	t.last = done
	return func() tea.Msg {
		defer close(done)
		if before != nil {
			<-before
		}
		return do()
	}
}

// keepCopy writes a text to a file that only its owner reads.
func keepCopy(path, text string) tea.Cmd {
	return func() tea.Msg { return copiedMsg{writePrivate(path, text)} }
}

func writePrivate(path, text string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the copy could not be kept: %w", err)
	}
	f, err := os.CreateTemp(dir, ".copied-*") // 0600
	if err != nil {
		return fmt.Errorf("the copy could not be kept: %w", err)
	}
	_, err = f.WriteString(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("the copy could not be kept: %w", err)
	}
	return nil
}

var errNoCommand = errors.New("not copied: the command that takes copies is blank")

// commandMost is how long a command that copies may take.
const commandMost = 10 * time.Second

// giveTo hands a text to a command.
func giveTo(command []string, text string) tea.Cmd {
	if len(command) == 0 {
		return func() tea.Msg { return copiedMsg{errNoCommand} }
	}
	return func() tea.Msg {
		ctx, stop := context.WithTimeout(context.Background(), commandMost)
		defer stop()
		c := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // the person's own command
		c.Stdin = strings.NewReader(text)
		c.WaitDelay = time.Second // some go on in the background and keep our pipes
		if out, err := c.CombinedOutput(); err != nil {
			why := strings.TrimSpace(string(out[:min(len(out), 200)]))
			return copiedMsg{fmt.Errorf("%q did not take the copy: %w %s", strings.Join(command, " "), err, why)}
		}
		return copiedMsg{}
	}
}
