package transcript

// TopLine returns what the last View drew first: the block, the line in it, and
// how many lines the block has.
func (l *List) TopLine() (block, line, height int) {
	if l.first < 0 {
		return -1, 0, 0
	}
	return l.first, l.at.line, l.items[l.first].laid.height()
}

// Laid is the number of blocks that hold lines.
func (l *List) Laid() int { return len(l.drawn) }

// Print prints JSON text in pieces.
func Print(pieces ...string) string {
	var p printer
	var out []byte
	for _, s := range pieces {
		out = p.append(out, []byte(s))
	}
	return string(p.finish(out))
}

// Settled tells whether a state may stand to the right of a text.
func Settled(s string) bool { return settled(s) }

// Visible returns the IDs of the blocks that are shown, in order.
func (l *List) Visible() []int { return l.vis }
