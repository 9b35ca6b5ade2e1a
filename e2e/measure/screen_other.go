//go:build !linux

package main

import (
	"errors"
	"io"
)

// errLinux says where the figures of the screen can be taken.
var errLinux = errors.New("the figures of the screen are read from /proc: they need Linux")

func screen(io.Writer, string, int) error { return errLinux }
