package agui

import (
	"math"
	"strconv"
)

// maxSafe is the largest whole number that JavaScript holds exactly.
const maxSafe = 1<<53 - 1

// maxPlainDigits is how many digits surely fit an int64.
const maxPlainDigits = 18

// wholeNumber returns the value of a checked JSON number, if it is whole.
func wholeNumber(b []byte) (int64, bool) {
	if n, ok := plainInteger(b); ok {
		return n, true
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > maxSafe {
		return 0, false
	}
	return int64(f), true
}

// plainInteger is the usual case: digits, perhaps with a sign.
func plainInteger(b []byte) (n int64, ok bool) {
	negative := len(b) > 0 && b[0] == '-'
	if negative {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > maxPlainDigits {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}
