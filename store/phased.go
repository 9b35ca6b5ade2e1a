package store

// phased finds the blocks that are in a phase. Some of its list may have left it
// since; they are dropped now and then, so that the list is as long as what is
// in the phase, however often that was entered.
type phased struct {
	phase Phase
	list  []*Block
	due   int // how long the list may become before some are dropped
}

// leastDue is a length below which nothing is dropped.
const leastDue = 64

// bit marks a block that is in the list.
func (p *phased) bit() uint8 { return 1 << p.phase }

// add notes a block that is about to enter the phase.
func (p *phased) add(b *Block) {
	if b.listed&p.bit() != 0 {
		return
	}
	if len(p.list) >= max(p.due, leastDue) {
		p.drop()
		p.due = 2 * len(p.list)
	}
	b.listed |= p.bit()
	p.list = append(p.list, b)
}

// drop drops the blocks that left the phase.
func (p *phased) drop() {
	kept := p.list[:0]
	for _, b := range p.list {
		if b.Phase == p.phase {
			kept = append(kept, b)
		} else {
			b.listed &^= p.bit()
		}
	}
	clear(p.list[len(kept):])
	p.list = kept
}

// take empties the list and returns what is in the phase, as it stands in the
// transcript.
func (p *phased) take() []*Block {
	p.drop()
	list := p.list
	p.list, p.due = nil, 0
	for _, b := range list {
		b.listed &^= p.bit()
	}
	inOrder(list)
	return list
}
