//go:build unix

package store_test

import (
	"syscall"
	"time"
)

// spent is the processor time of the process so far: what others do on the
// machine is not in it. The system's share is, because the kernel knows the sum
// exactly and guesses how it divides.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
