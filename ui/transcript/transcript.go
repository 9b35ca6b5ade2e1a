// Package transcript is the scrolling list of a conversation's blocks: it
// turns blocks into lines, keeps what it drew, and shows a window of them.
//
// It is not a program: it knows no keys, no terminal and no Bubble Tea. The
// host gives it what the store changed (Sync), moves it (ScrollBy, CursorDown,
// …) and takes exactly Height lines from View. Time is passed in.
//
// # What holds
//
//   - Work of a frame depends on the window, never on the length of the
//     history: only blocks on screen are laid out, a text that streams is laid
//     out where it grew, and what lies above or below is not even measured.
//   - At the bottom the view follows. Anywhere else the first visible line
//     stays where it is, whatever arrives: the place is kept as block and line,
//     and a block on screen neither folds itself nor scrolls its own tail until
//     it has left the screen or the view follows again.
//   - Every line is at most Width cells by the method in use, ends with its
//     styles reset, and has no control character but our own SGR (and OSC 8
//     where Options allow it).
//   - The end of a stream that could still become part of a wider cluster is
//     held back until more comes, its block ends, its owner goes on to another
//     block, or 150 ms pass.
//
// # What stands at the right
//
// A terminal that counts wide text otherwise than we do would push what stands
// to the right of it. So the state of a call (✓ 1.2 s) stands in a column at
// the right unless there is a rune to its left that terminals are known to
// count in their own ways (marks of Indic and South-East Asian scripts, joined
// and new emoji, right-to-left text); with such text it moves to the left,
// before the text, in both width models. Texts are in their canonical form (ui/cell), so even there the
// two models agree but for marks of some Indic and South-East Asian scripts.
//
// The list belongs to one goroutine, the one that owns the store: it reads
// blocks during Sync and View. Laid-out lines are kept for some thousand blocks
// around the window, in some 16 MB besides what is on screen; 10,000 lines is the
// most that one result or one set of arguments gets; a Pager shows what is
// longer.
package transcript

import (
	"time"

	"agtui/store"
	"agtui/stream/agui"
	"agtui/theme"
	"agtui/ui/cell"
	"agtui/ui/markdown"
)

// Conversation is what the list reads; *store.Conversation has it.
type Conversation interface {
	Blocks() []*store.Block
	Runs() []*store.Run
	Agent(id string) *store.Agent
}

// Options say how the list starts.
type Options struct {
	Width, Height int
	Method        cell.Method
	Theme         *theme.Theme // nil: theme.Plain
	// Styles is the style of Markdown for a theme; nil means StyleFor.
	Styles     func(*theme.Theme) *markdown.Style
	Hyperlinks bool // the terminal understands OSC 8
	// Clock measures what it costs to lay out a text that grows, so that it
	// does not take all the time there is; nil means that it may.
	Clock func() time.Time
}

// List is the scrolling list of blocks.
type List struct {
	width, height int
	pen           pen
	styles        func(*theme.Theme) *markdown.Style
	look          int // grows with every change of theme, style or method

	conv  Conversation
	items []*item // by block ID
	order Order
	vis   []int // IDs of the blocks that are shown, in order
	lanes lanes
	names names
	veil  veil
	said  map[agui.Opt[string]][]int // the blocks of an owner, ascending
	// spawned are the heads of the subagents that a call spawned.
	spawned map[string][]int
	calls   map[string]int
	asks    map[string]int // tool call → the question about it that came last
	talks   map[string]int // owner → the block that it changed last
	drawn   []int          // IDs of the items that hold lines
	weight  int            // about how many bytes these take

	hidden map[store.Kind]bool
	choice int // counts the changes of which kinds and owners are hidden
	events map[agui.EventType]bool
	folds  folds

	now    time.Time
	follow bool
	at     place
	cursor int // block ID, -1 for none
	parked parked

	bare   bool // no gutter
	search search
	fence  fence

	// What the last View drew.
	first, last int   // block IDs, -1 for none
	frame       int   // counts the windows that were drawn
	rows        []int // the block ID of each row, -1 for none
	next        time.Time
	news        [away]int // how many blocks changed, by where they are
}

// place is a line of a block. Line -1 is the line that sets the block apart
// from the one above.
type place struct{ block, line int }

// New returns an empty list that follows.
func New(o Options) *List {
	l := &List{
		width:  max(o.Width, 0),
		height: max(o.Height, 0),
		pen:    pen{method: o.Method, links: o.Hyperlinks, clock: o.Clock},
		hidden: map[store.Kind]bool{},
		events: map[agui.EventType]bool{agui.RawEvent: false, agui.Custom: false},
	}
	l.folds = newFolds()
	if l.styles = o.Styles; l.styles == nil {
		l.styles = StyleFor
	}
	l.SetTheme(o.Theme, nil)
	l.reset(nil)
	return l
}

func (l *List) reset(c Conversation) {
	l.conv = c
	l.items, l.vis, l.drawn, l.rows, l.weight = nil, nil, nil, nil, 0
	l.calls, l.asks, l.talks = map[string]int{}, map[string]int{}, map[string]int{}
	l.follow, l.cursor, l.parked = true, -1, parked{}
	l.at = place{}
	l.first, l.last, l.news = -1, -1, [away]int{}
	l.lanes = newLanes()
	l.names = names{count: map[string]int{}, nth: map[named]int{}}
	l.said, l.spawned = map[agui.Opt[string]][]int{}, map[string][]int{}
	l.veil = newVeil()
	l.SearchEnd()
	l.fence = fence{block: -1}
}

// SetSize changes the window; the place that is read stays.
func (l *List) SetSize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width != l.width {
		l.rescale(func() { l.width = width })
	}
	l.height = height
}

// FillUp moves a window that ends in blank rows up to where the list fills it:
// after the terminal has grown, or blocks have left or folded.
func (l *List) FillUp() {
	if l.follow || len(l.vis) == 0 || l.at.block >= len(l.items) {
		return
	}
	if end, _ := l.endSpot(); l.before(end, l.at) {
		l.moved()
		l.at = end
	}
}

// rescale keeps the place in its block about where it was when the block gets
// another height, and so the place that showing again goes back to.
func (l *List) rescale(change func()) {
	back := l.keep(&l.parked.at, l.parked.is)
	here := l.keep(&l.at, !l.follow)
	change()
	here()
	back()
}

// keep returns what finds a place again after its block was laid out anew.
func (l *List) keep(at *place, wanted bool) (find func()) {
	if !wanted || at.line <= 0 || at.block >= len(l.items) {
		return func() {}
	}
	m := l.layout(at.block).anchor(at.line)
	m.words.wrapped = l.items[at.block].text.flow != nil
	return func() { at.line = l.layout(at.block).find(m, l.items[at.block].key.inner) }
}

// SetMethod changes how text is measured.
func (l *List) SetMethod(m cell.Method) {
	if m == l.pen.method {
		return
	}
	l.rescale(func() {
		l.pen.method = m
		l.look++
	})
}

// SetTheme changes the look; a nil style takes the one that fits the theme.
func (l *List) SetTheme(t *theme.Theme, s *markdown.Style) {
	if t == nil {
		t = theme.Plain()
	}
	if s == nil {
		s = l.styles(t)
	}
	l.rescale(func() {
		l.pen.th, l.pen.md = t, s
		l.look++
	})
}

// StyleFor is the style of Markdown that goes with a theme.
func StyleFor(t *theme.Theme) *markdown.Style {
	return markdown.ForTheme(t, StyleOptions(t))
}

// StyleOptions adapt a style of Markdown to a theme.
func StyleOptions(t *theme.Theme) markdown.StyleOptions {
	return markdown.StyleOptions{NoColor: !t.Colour, ASCII: t.Symbols == theme.Plain().ASCII().Symbols}
}

// Sync takes in what the store changed. Another conversation than before
// starts the list anew.
func (l *List) Sync(c Conversation, ch store.Change) {
	if c != l.conv {
		l.reset(c)
	}
	if c == nil {
		return
	}
	blocks := c.Blocks()
	known := len(l.items)
	for _, b := range blocks[known:] {
		l.add(b)
	}
	gone := false
	for _, id := range ch.Blocks {
		if id >= 0 && id < len(l.items) {
			was := l.items[id].shown
			l.touch(l.items[id], id < known)
			gone = gone || was && !l.items[id].shown
		}
	}
	if gone {
		l.FillUp()
	}
}

func (l *List) add(b *store.Block) {
	it := newItem(b)
	l.folds.remember(it)
	l.items = append(l.items, it)
	if b.Kind == store.ToolCall {
		l.calls[b.Key] = b.ID
	}
	l.enlist(it)
	if l.shows(b) {
		l.setShown(it, true)
	}
	l.touch(it, false)
}

// touch takes in that a block changed.
func (l *List) touch(it *item, check bool) {
	id := it.block.ID
	if b := it.block; b.Kind == store.Question && b.ParentCall != "" {
		l.asks[b.ParentCall] = max(id, l.asks[b.ParentCall])
	}
	if check {
		l.move(it)
		if l.shows(it.block) != it.shown {
			l.setShown(it, !it.shown)
			l.quit(it)
		}
	}
	l.follows(it)
	owner := it.block.Owner.Or("")
	if before, ok := l.talks[owner]; ok && before != id {
		l.items[before].flush = true
	}
	l.talks[owner] = id
	if l.search.on {
		l.enqueue(id)
	}
	if it.shown {
		l.changed(it)
	}
}

// Following tells whether new lines move the view.
func (l *List) Following() bool { return l.follow }

// Job is a code fence that wants highlighting: hand markdown.Highlight's spans
// of its code to Highlighted, whatever the theme is then.
type Job struct {
	Lang, Code string
	doc        *markdown.Doc
	block, id  int
}

// Jobs returns the fences on screen that wait for highlighting, each once.
func (l *List) Jobs() []Job {
	var out []Job
	for i, id := range l.rows {
		if id < 0 || (i > 0 && l.rows[i-1] == id) {
			continue
		}
		if d := l.items[id].text.md; d != nil {
			for _, j := range d.Jobs() {
				out = append(out, Job{Lang: j.Lang, Code: j.Code, doc: d, block: id, id: j.ID})
			}
		}
	}
	return out
}

// Highlighted takes the result of a Job; false if it came too late.
func (l *List) Highlighted(j Job, spans []markdown.Span) bool {
	if j.block >= len(l.items) || j.doc == nil || j.doc != l.items[j.block].text.md {
		return false
	}
	return j.doc.Highlighted(j.id, spans)
}
