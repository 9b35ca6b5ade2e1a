//go:build darwin || freebsd

package term

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
