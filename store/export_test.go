package store

// PageOfDeltas is how many deltas go at once when there are too many.
const PageOfDeltas = pageSize

// BoundDeltas makes the conversation keep less than MostDeltas and MostPastText.
func (c *Conversation) BoundDeltas(pages, bytes int) { c.pieces.most = bound{pages, bytes} }

// PastTexts returns how many bytes of replaced texts the conversation counts and
// how many it holds.
func (c *Conversation) PastTexts() (counted, held int) {
	for _, b := range c.blocks {
		if b.cut == nil {
			continue
		}
		for _, past := range b.cut.past {
			held += len(past.text)
		}
	}
	return c.pieces.bytes, held
}

// DeltaPages returns how many pages of deltas and bases of times there are.
func (c *Conversation) DeltaPages() (pages, times int) {
	return len(c.pieces.pages), len(c.pieces.times)
}

// Tracked returns how many blocks the conversation keeps as live and as waiting
// for a result, and how many are.
func (c *Conversation) Tracked() (open, live, await, waiting int) {
	for _, b := range c.blocks {
		switch {
		case b.Phase == Live:
			live++
		case b.Phase == Waiting && b.Kind == ToolCall:
			waiting++
		}
	}
	return len(c.open.list), live, len(c.await.list), waiting
}

// ResultKeys returns how many ids of results the conversation knows.
func (c *Conversation) ResultKeys() int { return len(c.results) }
