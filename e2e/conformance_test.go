//go:build !windows

package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestConformance runs the fixtures of the AG-UI project's own specification
// suite against the program. They are not part of this repository:
// AGTUI_SHARED names the folder that has them, else ../shared beside it is
// looked at.
func TestConformance(t *testing.T) {
	t.Parallel()
	shared := os.Getenv("AGTUI_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "shared")
	}
	script := filepath.Join(shared, "conformance", "run.py")
	if _, err := os.Stat(script); err != nil {
		t.Skipf("the fixtures are not here (%v): AGTUI_SHARED names their folder", err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("the fixtures' own runner needs Python: %v", err)
	}
	out, err := exec.CommandContext(t.Context(), python, script, binary).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
