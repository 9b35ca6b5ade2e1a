package transcript

import "agtui/store"

// Level is how much of a block is drawn.
type Level uint8

// The fold levels.
const (
	LevelLine    Level = iota // one line
	LevelPreview              // what matters, capped
	LevelFull                 // everything, metadata too
)

// folds are the levels that were chosen: for all blocks of a kind, and per
// tool name for the calls to come.
type folds struct {
	kinds map[store.Kind]kindFold
	tools map[string]Level
	count int
}

type kindFold struct {
	level Level
	when  int
}

func newFolds() folds {
	return folds{kinds: map[store.Kind]kindFold{}, tools: map[string]Level{}}
}

// remember gives a new block the level that was chosen for its tool.
func (f *folds) remember(it *item) {
	if it.block.Kind != store.ToolCall {
		return
	}
	if v, ok := f.tools[it.block.Name]; ok {
		it.chosen, it.level, it.when = true, v, f.count
	}
}

// level returns the level of a block, and whether it was chosen by anybody.
func (f *folds) level(it *item) (Level, bool) {
	k, all := f.kinds[it.block.Kind]
	switch {
	case it.chosen && (!all || it.when >= k.when):
		return it.level, true
	case all:
		return k.level, true
	case it.block.Kind == store.Reasoning:
		return LevelLine, false
	default:
		return LevelPreview, false
	}
}

// cycle lists the levels that differ for a kind of block, in the order in
// which they follow each other.
func cycle(b *store.Block) []Level {
	switch b.Kind {
	case store.Reasoning:
		return []Level{LevelLine, LevelPreview, LevelFull}
	case store.SubagentHead, store.RunEnd, store.Notice, store.Step:
		return []Level{LevelPreview, LevelFull}
	case store.Message, store.ToolCall, store.Activity, store.Question:
	}
	return []Level{LevelPreview, LevelFull, LevelLine}
}

func next(b *store.Block, v Level) Level {
	c := cycle(b)
	for i := range c {
		if c[i] == v {
			return c[(i+1)%len(c)]
		}
	}
	return c[0]
}

// FoldToggle gives the selected block its next fold level, of those that look
// different. Calls to come of the same tool start with it.
func (l *List) FoldToggle() {
	b := l.Selected()
	if b == nil {
		return
	}
	before := l.layout(b.ID).height()
	for range len(cycle(b)) - 1 {
		v, _ := l.folds.level(l.items[b.ID])
		l.SetLevel(next(b, v))
		if l.layout(b.ID).height() != before {
			return
		}
	}
}

// Exceeds tells that the selected block is shown in full and that there is
// still more of it.
func (l *List) Exceeds() bool {
	b := l.Selected()
	if b == nil {
		return false
	}
	v, _ := l.folds.level(l.items[b.ID])
	return v == LevelFull && l.layout(b.ID).more
}

// SetLevel gives the selected block a fold level. Calls to come of the same
// tool start with it.
func (l *List) SetLevel(v Level) {
	b := l.Selected()
	if b == nil {
		return
	}
	it := l.items[b.ID]
	held := l.hold(b.ID)
	l.folds.count++
	it.chosen, it.level, it.when = true, v, l.folds.count
	if b.Kind == store.ToolCall {
		l.folds.tools[b.Name] = v
	}
	if l.at.block == b.ID && l.at.line > 0 {
		l.at.line = 0
	}
	l.refit(b.ID)
	if held {
		end, _ := l.endSpot()
		l.settle(end)
	}
}

// hold stops the window where it is before a block changes its level that is
// not the last one, and tells whether it followed: what is opened must not
// push itself out of the window.
func (l *List) hold(id int) bool {
	p, found := l.position(id)
	if !l.follow || !found || p == len(l.vis)-1 {
		return false
	}
	l.at, _ = l.endSpot()
	l.follow = false
	return true
}

// refit puts the window right after a block has changed its level: the last
// block shows its first line when it is taller than the window, and there is
// no void below the end.
func (l *List) refit(id int) {
	p, found := l.position(id)
	if !found {
		return
	}
	end, _ := l.endSpot()
	last := p == len(l.vis)-1
	switch {
	case l.follow && last:
		l.at = end
		if end.block == id && end.line > 0 {
			l.at.line = 0
		}
		l.settle(end)
	case !l.follow && l.before(end, l.at):
		l.at, l.follow = end, last
	}
}

// LevelOf returns the fold level of a block.
func (l *List) LevelOf(id int) Level {
	if id < 0 || id >= len(l.items) {
		return LevelLine
	}
	v, _ := l.folds.level(l.items[id])
	return v
}

// FoldAll gives all blocks of a kind the next fold level, those to come too,
// and returns it.
func (l *List) FoldAll(k store.Kind) Level {
	probe := &store.Block{Kind: k}
	v, _ := l.folds.level(&item{block: probe})
	v = next(probe, v)
	l.folds.count++
	l.folds.kinds[k] = kindFold{level: v, when: l.folds.count}
	if k == store.ToolCall {
		clear(l.folds.tools)
	}
	l.FillUp()
	return v
}
