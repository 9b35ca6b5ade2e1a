package ui

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"unicode/utf8"
)

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// input is the terminal as the library reads keys from it. Over a slow line a
// paste comes in pieces, and where the next one is late the library takes what
// it has for all there is: a rune that was cut there would be lost, a cut end
// of the paste be text and the paste never end. So such a tail stays here until
// the rest of it has come.
type input struct {
	*os.File
	whole
}

// newInput is in for the library. On Windows the library reads the console by
// itself, and what is no file has nobody typing in it.
func newInput(in io.Reader) io.Reader {
	f, ok := in.(*os.File)
	if !ok || runtime.GOOS == "windows" {
		return in
	}
	return &input{File: f, whole: whole{from: f}}
}

// Read is that of whole.
func (in *input) Read(p []byte) (int, error) { return in.whole.Read(p) }

// keyboard is the terminal itself, for another program.
func keyboard(r io.Reader) io.Reader {
	if in, ok := r.(*input); ok {
		return in.File
	}
	return r
}

// whole reads pieces that do not end within a rune, nor within a mark of a
// paste. A piece that is nothing but the begin of one passes: Read waits only
// once.
type whole struct {
	from    io.Reader
	held    []byte
	seen    []byte // the end of what was handed out, for marks that were cut
	pasting bool
}

// Read hands out what was held and what comes, without its open end.
func (w *whole) Read(p []byte) (int, error) {
	if len(p) <= len(w.held)+utf8.UTFMax {
		n := copy(p, w.held)
		w.held = w.held[n:]
		if n > 0 {
			return n, nil
		}
		return w.from.Read(p) //nolint:wrapcheck // it is the reader's own.
	}
	held := copy(p, w.held)
	w.held = nil
	n, err := w.from.Read(p[held:])
	n += held
	if err != nil || n == 0 {
		return n, err //nolint:wrapcheck // it is the reader's own.
	}
	w.marks(p[:n])
	if end := n - open(p[:n], w.pasting); end > 0 {
		w.held = bytes.Clone(p[end:n])
		n = end
	}
	w.seen = append(w.seen, p[:n]...)
	w.seen = w.seen[max(0, len(w.seen)-len(pasteEnd)+1):]
	return n, nil
}

// marks finds out whether what comes after p is pasted.
func (w *whole) marks(p []byte) {
	all := append(bytes.Clone(w.seen), p...)
	start, end := bytes.LastIndex(all, []byte(pasteStart)), bytes.LastIndex(all, []byte(pasteEnd))
	if start != end { // one of them is there
		w.pasting = start > end
	}
}

// open is the length of the tail of p that waits for more.
func open(p []byte, pasting bool) int {
	if pasting {
		if n := cutMark(p, pasteEnd, 1); n > 0 {
			return n
		}
	} else if n := cutMark(p, pasteStart, len("\x1b[2")); n > 0 { // shorter may be a key
		return n
	}
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if tail := p[len(p)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// cutMark is the length of the begin of mark that p ends with, 0 below least.
func cutMark(p []byte, mark string, least int) int {
	for n := min(len(mark)-1, len(p)); n >= least; n-- {
		if bytes.HasSuffix(p, []byte(mark[:n])) {
			return n
		}
	}
	return 0
}
