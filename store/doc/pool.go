package doc

// Pool bounds what deltas copy in several documents together.
type Pool struct {
	held  func() int // the size of all of them
	grown int        // what was copied since held was asked
}

// NewPool returns a pool; held says now and then how large its documents are
// together, see Size.
func NewPool(held func() int) *Pool { return &Pool{held: held} }

// In returns a document that owns root, nil means null, and shares the pool.
func (p *Pool) In(root *Value) *Doc {
	d := New(root)
	d.pool = p
	return d
}

// room reports whether that much may be copied in addition to what is held.
// That is measured now and then, when enough has grown since, so that copying
// costs what is copied.
func room(grown *int, copied int, held func() int) bool {
	if *grown+copied > MaxCopy {
		if held()+copied > MaxGrown {
			return false
		}
		*grown = 0
	}
	*grown += copied
	return true
}

// weighed is a size, and the version of the document that has it.
type weighed struct {
	known   bool
	version uint64
	size    int
}

// Size is how much the document holds, in the values that MaxGrown counts.
// While it does not change it is measured once: refusing costs nothing.
func (d *Doc) Size() int {
	if !d.weighed.known || d.weighed.version != d.version {
		d.weighed = weighed{true, d.version, d.root.size()}
	}
	return d.weighed.size
}
