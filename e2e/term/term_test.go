package term_test

import (
	"strings"
	"testing"

	"agtui/e2e/term"
)

func TestEmulator_TakesMarginsBelowItsEndForItsEnd(t *testing.T) {
	t.Parallel()
	e := term.NewEmulator(10, 5)
	if _, err := e.WriteString("\x1b[H1\r\n2\r\n3\r\n4\r\n5\x1b[2;19r\x1b[17S\x1b[r\x1b[5;1H\x1b[2;9r\x1b[1T\x1b[rx"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(e.String()); strings.Join(got, " ") != "x" {
		t.Errorf("the screen is %q", got)
	}
}
