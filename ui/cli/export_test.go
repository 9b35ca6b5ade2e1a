package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"
)

// Root is the tree of commands, for the generated documents.
func Root() *cobra.Command {
	nobody := newPatientWriter(context.Background(), io.Discard)
	return newRoot(&program{version: "dev", stdout: nobody, stderr: nobody})
}

// Run is Main until the context ends.
func Run(ctx context.Context, env Env, version string) int { return run(ctx, env, version) }

// The parts that have tests of their own.
var (
	IsURL    = isURL
	Nearest  = nearest
	Distance = distance
)

// ParseConfig reads a configuration file and tells only whether it is right.
func ParseConfig(data []byte) error {
	_, err := parseConfig("config.toml", data)
	return err
}

// Size reads the value of --frame-limit.
func Size(text string) (int64, error) {
	var s size
	err := s.Set(text)
	return int64(s), err
}
