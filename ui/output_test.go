package ui_test

import (
	"bytes"
	"testing"

	"agtui/ui"
)

func TestOutput_WhatIsWritten(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want string }{
		"a change goes through as it is":          {"\x1b[3;4Hx", "\x1b[3;4Hx"},
		"a screen drawn anew begins with margins": {"\x1b[?25l\x1b[H\x1b[2J a", "\x1b[?25l\x1b[r\x1b[H\x1b[2J a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got bytes.Buffer
			n, err := ui.WriteOut(&got, []byte(tt.in))
			if n != len(tt.in) || err != nil {
				t.Fatalf("Write is %d, %v; want %d", n, err, len(tt.in))
			}
			if got.String() != tt.want {
				t.Errorf("the terminal got %q, want %q", got.String(), tt.want)
			}
		})
	}
}
