package markdown

// Unfrozen lays out a document as one tail, without freezing: the oracle.
func Unfrozen(src []byte, o Options) []Line {
	d := New(o)
	d.Append(src)
	ctx := newContext(definitions{}, nil)
	l := d.layout(src, nil)
	l.children(d.parse(src, ctx), true)
	return l.lines
}

// Kept is how many lines of frozen blocks are held.
func (d *Doc) Kept() int {
	n := 0
	for _, b := range d.blocks {
		n += len(b.lines)
	}
	return n
}

// FrozenRows is how many lines the frozen blocks have.
func (d *Doc) FrozenRows() int {
	d.refresh()
	return d.heights.before(len(d.blocks))
}
