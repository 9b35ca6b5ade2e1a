package cli

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"agtui/store"
	"agtui/store/turn"
	"agtui/stream/demo"
	"agtui/stream/remote"
	"agtui/theme"
	"agtui/ui"
)

// screen opens the screen on an endpoint.
func (p *program) screen(ctx context.Context, s *settings, args []string) error {
	if len(args) == 0 {
		return p.noURL(s)
	}
	if err := p.settle(s, args[0]); err != nil {
		return err
	}
	if _, err := remote.ParseURL(args[0]); err != nil {
		return &exitError{code: ExitUsage, err: err}
	}
	if err := p.needTerminal("agtui run " + remote.Masked(args[0]) + " PROMPT"); err != nil {
		return err
	}
	return p.open(ctx, s, args[0], "", []string{"What can you do?", "Introduce yourself in one sentence.", "What tools do you have?"})
}

// noURL says what is missing; endpoints used lately are named.
func (p *program) noURL(s *settings) error {
	if err := p.settle(s, ""); err != nil {
		return err
	}
	recent := readLines(s.recentFile())
	for i := range recent {
		recent[i] = remote.Masked(recent[i])
	}
	more := ""
	if n := len(recent); n > 0 {
		more = "; used lately: " + strings.Join(recent[max(n-3, 0):], ", ")
	}
	return usageError("no endpoint was given: agtui URL opens one, agtui demo shows one without any server%s", more)
}

// needTerminal refuses what cannot be drawn on.
func (p *program) needTerminal(instead string) error {
	switch {
	case !p.env.StdoutTTY || !p.env.StdinTTY:
		return usageError("opening the screen: stdin and stdout must be a terminal: without one use %s", instead)
	case p.env.get("TERM") == "dumb":
		return usageError("opening the screen: a terminal of TERM=dumb can't be drawn on: use %s", instead)
	}
	return nil
}

// open runs the screen.
func (p *program) open(ctx context.Context, s *settings, target, name string, examples []string) error {
	ep, err := p.endpoint(s, target)
	if err != nil {
		return err
	}
	full, err := remote.ParseURL(target)
	if err != nil {
		return &exitError{code: ExitUsage, err: err}
	}
	in := &preset{}
	if err := in.read(s, p.env.home); err != nil {
		return err
	}
	thread := uuid.NewString()
	taps, kept, err := p.recorder(s, thread)
	if err != nil {
		return err
	}
	defer kept.Close() //nolint:errcheck // what could not be written was reported as a finding
	var notices []string
	if !s.noRecord {
		if err := addLine(s.recentFile(), remote.Masked(full), maxRecent); err != nil {
			notices = append(notices, err.Error())
		}
	}
	if name == "" {
		name = shortName(full)
	}
	noColor := s.noColor || p.env.get("TERM") == "vt100"
	look := s.theme
	if noColor {
		look = theme.None
	}
	return ui.Run(ctx, ui.Options{
		Name: name, URL: remote.Masked(full), Source: ep,
		Turn: turn.New(turn.Config{
			ThreadID: thread, Context: in.context, Forward: in.forward, NewID: uuid.NewString,
		}),
		Conversation: store.New(nil, in.state),
		Taps:         taps, Recording: kept.path,
		Strict: s.strict, Timeout: time.Duration(s.timeout),
		Look: look, Examples: examples, Notices: notices,
		Styles: s.styles, Links: s.link,
		History: readHistory(s), Remember: rememberer(s),
		Clipboard: s.clipboard(), NoMouse: !s.mouse,
	}, ui.Terminal{In: p.env.Stdin, Out: p.env.Stdout, Env: p.env.Environ, NoColor: noColor})
}

// shortName is the last part of a URL's path, or its host.
func shortName(full string) string {
	u, err := url.Parse(full)
	if err != nil {
		return full
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if last := parts[len(parts)-1]; last != "" {
		return last
	}
	return u.Host
}

// newDemo is the command that opens the built-in agent.
func newDemo(p *program) *cobra.Command {
	s := &settings{}
	var listen string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Open the built-in demo agent; no server is needed",
		Long: `Open the screen on an agent that is built in and served over real loopback HTTP.
"demo" lists its scenarios, "demo NAME" plays one. Nothing is kept: recordings go
to a temporary directory. With --listen it only serves, for other clients.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if listen != "" {
				return p.serveDemo(cmd.Context(), listen)
			}
			return p.demo(cmd.Context(), s)
		},
	}
	f := c.Flags()
	s.streamFlags(f)
	s.markdownFlags(f)
	s.screenFlags(f)
	f.StringVar(&listen, "listen", "", "only serve the agent on the loopback `ADDR`, such as 127.0.0.1:8000")
	return c
}

func (p *program) demo(ctx context.Context, s *settings) error {
	if err := p.settle(s, ""); err != nil {
		return err
	}
	if err := p.needTerminal("agtui demo --listen 127.0.0.1:8000 and agtui run"); err != nil {
		return err
	}
	srv, err := demo.Listen("127.0.0.1:0", demo.Options{Pace: 1}) //nolint:contextcheck // it has Close
	if err != nil {
		return &exitError{code: ExitFailed, err: err}
	}
	defer srv.Close() //nolint:errcheck // the program ends
	dir, err := os.MkdirTemp("", "agtui-demo-*")
	if err != nil {
		return usageError("making a temporary directory: %w", err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a leftover in the temporary directory harms nobody
	s.dataDir = dir
	return p.open(ctx, s, srv.URL(), "demo agent", []string{"demo", "demo approve", "demo subagents", "What can you do?"})
}

func (p *program) serveDemo(ctx context.Context, addr string) error {
	srv, err := demo.Listen(addr, demo.Options{Pace: 1}) //nolint:contextcheck // it has Close
	if err != nil {
		return usageError("serving the demo agent on %s: %w", addr, err)
	}
	fmt.Fprintf(p.stderr, "the demo agent listens on %s; ctrl+c ends it\n", srv.URL())
	<-ctx.Done()
	return srv.Close()
}
