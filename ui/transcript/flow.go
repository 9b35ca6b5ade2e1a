package transcript

import "bytes"

// segment is the longest piece of a source line that is wrapped at once; it
// bounds the cost of one more delta at the end of a long line.
const segment = 4096

// flow lays out plain text that grows at its end. Lines that ended are laid
// out once; only the open one is laid out again. The result depends on the
// text alone, not on the pieces in which it came.
type flow struct {
	// draw appends one source line as drawn lines.
	draw   func(out []line, s string) []line
	closed int // drawn lines that are final
	out    []line
	open   []byte // the source line that has not ended
	fresh  bool   // out has the open line as it is
}

func (f *flow) append(src []byte) {
	f.fresh = false
	for {
		i := bytes.IndexByte(src, '\n')
		if i < 0 {
			break
		}
		f.grow(src[:i])
		f.close(f.open)
		f.open = f.open[:0]
		src = src[i+1:]
	}
	f.grow(src)
}

// grow adds to the open line and closes pieces of it that are long.
func (f *flow) grow(src []byte) {
	f.open = append(f.open, src...)
	for len(f.open) > segment {
		n := seam(f.open)
		f.close(f.open[:n])
		f.open = append(f.open[:0], f.open[n:]...)
	}
}

func (f *flow) close(s []byte) {
	f.out = f.draw(f.out[:f.closed], string(s))
	f.closed = len(f.out)
}

func (f *flow) lines() []line {
	if !f.fresh {
		f.out = f.out[:f.closed]
		if len(f.open) > 0 {
			f.out = f.draw(f.out, string(f.open))
		}
		f.fresh = true
	}
	return f.out
}

// seam is where a long line is cut: the last blank of its first part, else
// between two ASCII characters, else at least between two characters.
func seam[T string | []byte](b T) int {
	for i := segment - 1; i > 0; i-- {
		if b[i] == ' ' {
			return i + 1
		}
	}
	for i := segment; i > segment/2; i-- {
		if b[i-1] < 0x80 && b[i] < 0x80 {
			return i
		}
	}
	i := segment
	for i > segment-4 && b[i]&0xc0 == 0x80 {
		i--
	}
	return i
}
