//go:build !windows

package e2e_test

import (
	"os/exec"
	"testing"

	"agtui/e2e/term"
)

// TestTanStack drives the built program against a TanStack AI server: its
// streams finish the run before its tools report, and a resumed run begins with
// the result, so this is the lenient mode at work.
func TestTanStack(t *testing.T) {
	agent := serve(t, "tanstack/server.mjs")

	start := func(t *testing.T) *term.Terminal {
		t.Helper()
		tm := open(t, term.Options{Width: 100, Height: 36}, agent.URL)
		tm.See("Try one of these")
		return tm
	}
	send := func(tm *term.Terminal, text string) {
		tm.Type(text)
		tm.See("› " + text)
		tm.Type(term.Enter)
	}

	t.Run("a greeting is answered", func(t *testing.T) {
		tm := start(t)
		send(tm, "hello")
		tm.See("Hello from a real server", "finished")
	})

	t.Run("a tool call shows its arguments, its result and what the model makes of it", func(t *testing.T) {
		tm := start(t)
		send(tm, "the weather please")
		tm.See("weather", `city="Seoul`, "clear", "The tool said:", "finished")
	})

	t.Run("an approval is asked for, approved, and the run goes on", func(t *testing.T) {
		tm := start(t)
		send(tm, "write a mail")
		tm.See("send_mail", "Approve", "question")
		tm.Type(term.Tab)
		tm.See("enter choose")
		choose(tm)
		tm.See("The tool said:", `sent`, "finished")
		tm.Gone("question: tab")
	})

	t.Run("a denial reaches the agent", func(t *testing.T) {
		tm := start(t)
		send(tm, "write a mail")
		tm.See("Approve", "question")
		tm.Type(term.Tab + term.Down + term.Down)
		tm.See("› Deny")
		// Its schema has no room for a reason: the denial is sent as it is.
		choose(tm)
		tm.See("answered: deny", "declined", "finished")
	})

	t.Run("a stopped run closes the connection and keeps what came", func(t *testing.T) {
		tm := start(t)
		send(tm, "slow please")
		tm.See("word3")
		tm.Type(term.CtrlC)
		agent.await(t, "closed")
		tm.See("stopped by you", "word3")
	})

	t.Run("the same without a screen", func(t *testing.T) {
		out, err := exec.CommandContext(t.Context(), binary, "run", agent.URL, "--no-record", "hello").Output()
		if err != nil {
			t.Fatalf("agtui run: %v", err)
		}
		if got, want := string(out), "Hello from a **real** server 👩🏽‍💻.\n"; got != want {
			t.Errorf("stdout is %q, want %q", got, want)
		}
	})
}
