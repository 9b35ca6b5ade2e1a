package frame

import (
	"errors"
	"io"
	"iter"
)

// All yields the frames that next returns until it says io.EOF. Another error
// is the last pair, with a zero frame.
func All(next func() (Frame, error)) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		for {
			f, err := next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}
