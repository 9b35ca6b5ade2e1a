package cli

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"agtui/stream/agui"
)

func newVersion(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which agtui this is",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(p.stdout, "agtui %s (AG-UI %s, %s, %s/%s)\n",
				p.version, agui.ProtocolVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return writing(err)
		},
	}
}

// newMan is the command that writes the manual pages.
func newMan(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Write the manual pages, into DIR or the main one to stdout",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true
			// The date is fixed: pages of the same source are the same bytes.
			date := time.Unix(0, 0).UTC()
			head := &doc.GenManHeader{Title: "AGTUI", Section: "1", Source: "agtui", Date: &date}
			if len(args) == 0 {
				if err := doc.GenMan(root, head, p.stdout); err != nil && !closedPipe(err) {
					return usageError("writing the manual page: %w", err)
				}
				return nil
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil { //nolint:gosec // manual pages are for everybody
				return usageError("writing the manual pages: %w", err)
			}
			if err := doc.GenManTree(root, head, args[0]); err != nil {
				return usageError("writing the manual pages: %w", err)
			}
			return nil
		},
	}
}
