package cli

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"agtui/stream"
	"agtui/ui/cell"
)

// program is one call of the command line.
type program struct {
	env     Env
	version string
	noColor bool
	stdout  *patientWriter // of commands without a screen
	stderr  *patientWriter
	secrets []string // values of headers that are never shown
}

// Main runs the command line and returns the exit code. version is what the
// version command says.
func Main(env Env, version string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// A reader of stdout that goes away is an error of a write, not a signal.
	signal.Ignore(syscall.SIGPIPE)
	return run(ctx, env, version)
}

// run is Main until the context ends.
func run(ctx context.Context, env Env, version string) int {
	p := &program{
		env: env, version: version,
		stdout: newPatientWriter(ctx, env.Stdout), stderr: newPatientWriter(ctx, env.Stderr),
	}
	defer p.stdout.Close()
	defer p.stderr.Close()
	root := newRoot(p)                            //nolint:contextcheck // commands get it when they run
	root.SetArgs(append([]string{}, env.Args...)) // nil would mean the arguments of the process
	err := root.ExecuteContext(ctx)
	if closedPipe(err) {
		err = nil
	}
	p.complain(err)
	return exitCode(err)
}

// complain says on stderr what went wrong, in one line; after a fault of our
// own the stack follows, for the report.
func (p *program) complain(err error) {
	if err == nil {
		return
	}
	if text := p.line(err); text != "" {
		fmt.Fprintf(p.stderr, "agtui: %s\n", text)
	}
	if errors.Is(err, stream.ErrPanic) {
		_, stack, _ := strings.Cut(err.Error(), "\n")
		fmt.Fprintln(p.stderr, cell.Clean(p.mask(stack)))
	}
}

// newRoot builds the tree of commands.
func newRoot(p *program) *cobra.Command {
	s := &settings{}
	root := &cobra.Command{
		Use:   "agtui [URL]",
		Short: "A terminal client for AG-UI agents",
		Long: `agtui talks with any agent that speaks AG-UI: chat, watch tool calls, reasoning
and subagents live, look into the shared state, answer questions so that a paused
run goes on. "agtui demo" shows it without any server.

A URL without a scheme is http for this machine, else https. Flags can also be
given as AGTUI_* variables or in the file config.toml in the XDG configuration
directory (~/.config/agtui).`,
		Example: `  agtui demo
  agtui localhost:8000/agent
  agtui run https://agents.example/chat "What is new?"`,
		Args:          oneURL,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.screen(cmd.Context(), s, args)
		},
	}
	// The completion command keeps the writer that it finds.
	root.SetIn(p.env.Stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	colorFlag(root.PersistentFlags(), &p.noColor)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError("%w: see %s --help", err, cmd.CommandPath())
	})
	f := root.Flags()
	s.requestFlags(f)
	s.streamFlags(f)
	s.markdownFlags(f)
	s.screenFlags(f)
	root.AddCommand(newDemo(p), newRun(p), newReduce(p), newCheck(p), newVersion(p), newMan(p))
	root.SetHelpCommand(newHelp())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = anyShell, func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
	return root
}

// anyShell refuses a shell that has no completion.
func anyShell(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError("there is no completion for %s: there is for %s", args[0], strings.Join(commandNames(cmd), ", "))
}

func commandNames(of *cobra.Command) []string {
	names := make([]string, 0, len(of.Commands()))
	for _, c := range of.Commands() {
		names = append(names, c.Name())
	}
	return names
}

// newHelp is the command that shows the help of another one.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usageError("there is no command %s: agtui --help lists them", strings.Join(args, " "))
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// oneURL takes at most one argument; a mistyped command gets a hint.
func oneURL(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	near := nearest(args[0], commandNames(cmd))
	switch {
	case distance(args[0], near) <= typo && !isEndpoint(args[0]):
		return usageError("there is no command %s: did you mean agtui %s?", args[0], near)
	case len(args) > 1:
		return usageError("one URL at a time, not %d: a prompt is given with agtui run URL PROMPT", len(args))
	}
	return nil
}

// atLeast asks for n arguments; what says what they are.
func atLeast(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return usageError("%s is missing: %s", what, cmd.UseLine())
		}
		return nil
	}
}
