//go:build !unix

package store_test

import "time"

//nolint:gochecknoglobals // the clock has no zero of its own
var born = time.Now()

// spent is the time so far.
func spent() time.Duration { return time.Since(born) }
