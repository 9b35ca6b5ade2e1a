//go:build !unix

package store_test

import "time"

var born = time.Now()

// spent is the time so far.
func spent() time.Duration { return time.Since(born) }
