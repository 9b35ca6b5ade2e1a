package cli

import (
	"io"
	"os"
	"slices"
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
