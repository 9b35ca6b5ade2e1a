package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/remote"
	"agtui/ui/plain"
)

// newCheck is the command that prints findings only.
func newCheck(p *program) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use:   "check FILE…|URL",
		Short: "Say what is wrong with a stream",
		Long: `Check recordings, SSE bodies or event files, or the answer of an endpoint, and
print one line per finding: file:frame: severity rule: text. A URL needs --prompt
or --input to have something to send.

The exit code is 5 when there is a finding of severity error, 0 when there is
none, 2 when an input cannot be read, 3 when the endpoint refuses the login, 4
when it gives no stream.`,
		Example: `  agtui check run.sse
  agtui check localhost:8000/agent --prompt hello`,
		Args: atLeast(1, "FILE or URL"),
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
	for _, a := range args {
		if isURL(a) {
			url = a
		}
	}
	if url != "" && len(args) > 1 {
		return usageError("checking %s: one URL at a time, and no files beside it", remote.Masked(url))
	}
	if err := p.settle(s, url); err != nil {
		return err
	}
	if url != "" {
		return p.checkURL(ctx, s, url)
	}
	if s.prompt != "" {
		return usageError("checking %s: --prompt is for a URL, and this is a file", args[0])
	}
	var worst error
	for _, name := range args {
		err := p.checkFile(ctx, s, name)
		if exitCode(err) == ExitStopped {
			return err
		}
		if len(args) > 1 {
			p.complain(err)
		}
		if rank(err) > rank(worst) {
			worst = err
		}
	}
	if worst != nil && len(args) > 1 {
		return &exitError{code: exitCode(worst)} // it was said
	}
	return worst
}

// rank orders outcomes: what could not be read is worst.
func rank(err error) int {
	switch exitCode(err) {
	case ExitFinished:
		return 0
	case ExitUsage:
		return 4
	case ExitIllegal:
		return 3
	case ExitFailed:
		return 2
	default:
		return 1
	}
}

func (p *program) checkFile(ctx context.Context, s *settings, name string) error {
	x, causes, err := p.readThrough(ctx, s, s.silently(), name)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return &exitError{code: ExitStopped, err: errStopped}
	}
	var cause error
	for _, c := range causes {
		if cause = noStream(c); cause != nil {
			break
		}
	}
	return p.verdict(s, x, shownName(name), cause)
}

func (p *program) checkURL(ctx context.Context, s *settings, url string) error {
	ep, err := p.endpoint(s, url)
	if err != nil {
		return err
	}
	if s.prompt == "" && s.input == "" {
		return usageError("checking %s: there must be something to ask: give --prompt TEXT or --input FILE", remote.Masked(url))
	}
	var words []string
	if s.prompt != "" {
		words = []string{s.prompt}
	}
	in, err := p.request(ctx, s, words)
	if err != nil {
		return err
	}
	taps, kept, err := p.recorder(s, in.ThreadID)
	if err != nil {
		return err
	}
	defer kept.Close() //nolint:errcheck // what could not be written was reported as a finding
	x := p.newExecution(s, s.silently(), store.New(in.history, in.State))
	x.begin(&in.RunAgentInput)
	cause := x.follow(ctx, ep, &in.RunAgentInput, taps)
	if ctx.Err() != nil {
		return &exitError{code: ExitStopped, err: errStopped}
	}
	return p.verdict(s, x, remote.Masked(url), noStream(cause))
}

// silently is the format in which an exchange is shown that is checked: as text
// the findings alone are printed, when all are known.
func (s *settings) silently() string {
	if s.format == formatNDJSON {
		return formatNDJSON
	}
	return formatJSON
}

// noStream is the error of an exchange that gave nothing to judge; what is
// wrong with a stream is in the findings.
func noStream(cause error) error {
	for _, in := range []error{stream.ErrFatal, stream.ErrBroken, stream.ErrTooLong, stream.ErrStopped, stream.ErrFull, stream.ErrCut} {
		if errors.Is(cause, in) {
			return nil
		}
	}
	return cause
}

// verdict prints the findings and says whether one is of severity error.
func (p *program) verdict(s *settings, x *execution, name string, cause error) error {
	bad := x.conv.FindingCount(agui.Error)
	x.keep(printFindings(s, x, name))
	x.keep(x.out.Flush())
	switch {
	case writing(x.err) != nil:
		return writing(x.err)
	case cause != nil && errors.Is(cause, stream.ErrTimeout):
		return &exitError{code: ExitFailed, err: cause}
	case cause != nil:
		return &exitError{code: causeCode(cause), err: cause}
	case bad > 0:
		return &exitError{code: ExitIllegal}
	}
	return nil
}

func printFindings(s *settings, x *execution, name string) error {
	switch s.format {
	case formatJSON:
		b, err := x.reportOf(name).JSON()
		if err == nil {
			_, err = x.out.Write(b)
		}
		return err //nolint:wrapcheck // the top says what it was
	case formatNDJSON:
		return x.lines.Report(x.reportOf(name))
	}
	for _, f := range x.conv.FinalFindings() {
		if _, err := fmt.Fprintln(x.out, plain.FindingLine(name, &f)); err != nil {
			return err //nolint:wrapcheck // the top says what it was
		}
	}
	return nil
}

// reportOf is the report with the name of what was checked.
func (x *execution) reportOf(name string) *plain.Report {
	r := x.report()
	r.File = name
	return r
}

// isURL tells an endpoint from a file: a scheme, or a host with a port or path
// that is no file.
func isURL(arg string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(arg), "://")
	if len(scheme) < len(arg) && (scheme == "http" || scheme == "https") {
		return true
	}
	if arg == "-" || strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "/") {
		return false
	}
	if _, err := os.Stat(arg); err == nil {
		return false
	}
	host, _, _ := strings.Cut(arg, "/")
	if strings.HasPrefix(host, "[") {
		return strings.Contains(host, ":") && strings.Contains(host, "]") // an IPv6 address
	}
	name, port, hasPort := strings.Cut(host, ":")
	if hasPort {
		return port != "" && strings.Trim(port, "0123456789") == ""
	}
	return name == "localhost" || strings.Contains(arg, "/") && strings.Contains(name, ".")
}
