//go:build !unix

package main

import "time"

// spent is the time of a clock where the processor's cannot be read.
func spent() time.Duration { return time.Duration(time.Now().UnixNano()) }
