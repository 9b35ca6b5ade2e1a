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
