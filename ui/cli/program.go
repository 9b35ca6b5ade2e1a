package cli

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// program is one call of the command line.
type program struct {
	env     Env
	version string
	noColor bool
}

// Main runs the command line and returns the exit code. version is what the
// version command says.
func Main(env Env, version string) int {
	p := &program{env: env, version: version}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// A reader of stdout that goes away is an error of a write, not a signal.
	signal.Ignore(syscall.SIGPIPE)
	root := newRoot(p)
	root.SetArgs(env.Args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	err := root.ExecuteContext(ctx)
	code := exitCode(err)
	if err != nil && line(err) != "" {
		fmt.Fprintf(env.Stderr, "agtui: %s\n", line(err))
	}
	return code
}

// newRoot builds the tree of commands.
func newRoot(p *program) *cobra.Command {
	s := &settings{}
	root := &cobra.Command{
		Use:   "agtui [URL]",
		Short: "A terminal client for AG-UI agents",
		Long: `agtui talks with any agent that speaks AG-UI: chat, watch tool calls, reasoning
and subagents live, look into the shared state, answer questions so that a paused
run goes on. "agtui demo" shows it without any server.`,
		Example: `  agtui demo
  agtui localhost:8000/agent
  agtui run https://agents.example/chat "What is new?"`,
		Args:          cobra.MaximumNArgs(1),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.screen(cmd.Context(), s, args)
		},
	}
	root.PersistentFlags().BoolVar(&p.noColor, "no-color", false, "use no colours (NO_COLOR does the same)")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError("%w: see %s --help", err, cmd.CommandPath())
	})
	f := root.Flags()
	s.requestFlags(f)
	s.streamFlags(f)
	root.AddCommand(newDemo(p), newRun(p), newReduce(p), newCheck(p), newVersion(p), newMan(p))
	root.InitDefaultCompletionCmd()
	return root
}

// stopped tells whether an error only says that the context ended.
func stopped(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Canceled)
}
