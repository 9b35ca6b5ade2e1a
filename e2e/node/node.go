// Package node finds what the tests with real JavaScript need: the node binary
// and the npm packages of e2e/package.json. It starts nothing.
package node

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Path names the node binary. dir is where e2e is, seen from the test. The test
// skips without node or without the packages, but never in CI.
func Path(tb testing.TB, dir string) string {
	tb.Helper()
	skip := tb.Skipf
	if os.Getenv("CI") != "" {
		skip = tb.Fatalf
	}
	path, err := exec.LookPath("node")
	if err != nil {
		skip("this test needs node: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		skip("this test needs the packages of e2e/package.json: run npm ci in e2e (%v)", err)
	}
	return path
}
