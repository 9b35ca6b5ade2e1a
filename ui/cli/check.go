package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/ui/plain"
)

// newCheck is the command that prints findings only.
func newCheck(p *program) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use:   "check FILE…|URL",
		Short: "Say what is wrong with a stream",
		Long: `Check recordings, SSE bodies or event files, or the answer of an endpoint, and
print one line per finding: file:frame: severity rule: text.

The exit code is 5 when there is a finding of severity error, 0 when there is
none, 2 when an input cannot be read, 3 or 4 when the endpoint fails.`,
		Example: `  agtui check run.sse
  agtui check localhost:8000/agent --prompt hello`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.check(cmd.Context(), s, args)
		},
	}
	f := c.Flags()
	s.requestFlags(f)
	s.streamFlags(f)
	s.inputFlag(f, "of a URL the request; of a file what the client held before the stream")
	s.formatFlag(f)
	f.StringVar(&s.prompt, "prompt", "", "what to ask an endpoint, `TEXT`")
	return c
}

func (p *program) check(ctx context.Context, s *settings, args []string) error {
	url := ""
	if len(args) == 1 && isURL(args[0]) {
		url = args[0]
	}
	if err := p.settle(s, url); err != nil {
		return err
	}
	if err := s.checkFormat(); err != nil {
		return err
	}
	if url != "" {
		return p.checkURL(ctx, s, url)
	}
	var worst error
	for _, name := range args {
		quiet := *s
		quiet.format = formatJSON
		x, cause, err := p.readThrough(ctx, &quiet, name)
		if err != nil {
			return err
		}
		if err := p.verdict(s, x, name, cause); err != nil {
			worst = err
		}
	}
	return worst
}

func (p *program) checkURL(ctx context.Context, s *settings, url string) error {
	ep, err := p.endpoint(s, url)
	if err != nil {
		return err
	}
	var words []string
	if s.prompt != "" {
		words = []string{s.prompt}
	}
	in, err := p.request(s, words, false)
	if err != nil {
		return err
	}
	quiet := *s
	quiet.format = formatJSON
	taps, kept, err := p.recorder(s, in.ThreadID)
	if err != nil {
		return err
	}
	defer kept.Close() //nolint:errcheck // what could not be written was reported as a finding
	x := p.newExecution(&quiet, store.New(in.history, in.State))
	x.requests = 1
	x.begin(&in.RunAgentInput)
	cause := x.follow(ctx, ep, &in.RunAgentInput, taps)
	if ctx.Err() != nil {
		return &exitError{code: ExitStopped, err: errors.New("stopped; what came is kept")}
	}
	return p.verdict(s, x, url, cause)
}

// verdict prints the findings and says whether one is of severity error.
func (p *program) verdict(s *settings, x *execution, name string, cause error) error {
	if s.format == formatText {
		for _, f := range x.conv.Findings() {
			if _, err := fmt.Fprintln(p.env.Stdout, plain.FindingLine(name, &f)); err != nil {
				break // the reader has enough
			}
		}
	} else if err := p.findingsJSON(s, x, cause); err != nil {
		return err
	}
	bad := 0
	for _, f := range x.conv.Findings() {
		if f.Severity == agui.Error {
			bad++
		}
	}
	switch {
	case cause != nil && bad == 0:
		code := statusCode(store.FailedRun, "", cause)
		if code != ExitDenied && code != ExitIllegal {
			code = ExitFailed
		}
		return &exitError{code: code, err: cause}
	case bad > 0:
		return &exitError{code: ExitIllegal}
	}
	return nil
}

func (p *program) findingsJSON(s *settings, x *execution, cause error) error {
	if s.format == formatNDJSON {
		lines := plain.NewLines(p.env.Stdout)
		for _, f := range x.conv.Findings() {
			if lines.Finding(f) != nil {
				return nil
			}
		}
		_ = lines.Report(x.report(cause)) // the reader may have enough
		return nil
	}
	b, err := x.report(cause).JSON()
	if err != nil {
		return err //nolint:wrapcheck // plain says what it wrote
	}
	if _, err := p.env.Stdout.Write(b); err != nil && !closedPipe(err) {
		return usageError("writing to stdout: %w", err)
	}
	return nil
}

// isURL tells an endpoint from a file: a scheme, or a host with a port or path
// that is no file.
func isURL(arg string) bool {
	if strings.HasPrefix(arg, "http://") || strings.HasPrefix(arg, "https://") {
		return true
	}
	if arg == "-" || strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "/") {
		return false
	}
	if _, err := os.Stat(arg); err == nil {
		return false
	}
	host, _, _ := strings.Cut(arg, "/")
	name, port, hasPort := strings.Cut(host, ":")
	if hasPort {
		return port != "" && strings.Trim(port, "0123456789") == "" && name != ""
	}
	return name == "localhost" || strings.Contains(arg, "/") && strings.Contains(name, ".")
}
