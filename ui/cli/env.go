package cli

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"
)

// Env is the world as the program sees it.
type Env struct {
	Args    []string // without the program's name
	Environ []string // KEY=value
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	// StdinTTY and StdoutTTY tell whether these are terminals.
	StdinTTY, StdoutTTY bool
	Now                 func() time.Time
}

// OS is the environment of the process.
func OS() Env {
	return Env{
		Args: os.Args[1:], Environ: os.Environ(),
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		StdinTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		StdoutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		Now:       time.Now,
	}
}

// home is a path with the tilde of the home directory filled in: a shell does
// that only at the start of a word, and for no file.
func (e *Env) home(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && rest[0] != '/' && rest[0] != filepath.Separator {
		return path
	}
	home := e.get("HOME")
	if home == "" {
		home, _ = os.UserHomeDir() // the path stays as it is without one
	}
	if home == "" {
		return path
	}
	return filepath.Join(home, rest)
}

// get is the value of an environment variable; the last one wins.
func (e *Env) get(key string) string {
	v, _ := e.lookup(key)
	return v
}

func (e *Env) lookup(key string) (string, bool) {
	for _, kv := range slices.Backward(e.Environ) {
		if len(kv) > len(key) && kv[len(key)] == '=' && kv[:len(key)] == key {
			return kv[len(key)+1:], true
		}
	}
	return "", false
}
