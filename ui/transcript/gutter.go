package transcript

import (
	"strconv"
	"strings"

	"agtui/store"
	"agtui/theme"
)

// gutter is what stands left of a block's lines: the cursor's column and one
// bar per owner above and including its own.
type gutter struct {
	text  string // bars, drawn
	mark  int    // cells of the cursor's column
	inner int    // cells that are left
}

// The narrowest list with a cursor's column, and with bars; the cells that a
// level of nesting may take are a share of the rest.
const (
	minMarked  = 4
	minBarred  = 10
	perLevel   = 6
	maxParents = 64
)

// SetBare draws without the gutter: for text that is to be selected.
func (l *List) SetBare(on bool) {
	if on != l.bare {
		l.rescale(func() { l.bare = on })
	}
}

func (l *List) gutter(b *store.Block) gutter {
	g := gutter{inner: l.width}
	if l.bare {
		return g
	}
	if l.width >= minMarked {
		g.mark = 1
		g.inner--
	}
	who := speaker(b)
	if !who.Set || l.width < minBarred {
		return g
	}
	bars := l.bars(who.Value)
	bars = bars[l.cutBars(len(bars)):]
	g.text = drawBars(bars)
	g.inner -= 2 * len(bars)
	return g
}

// cutBars is how many of so many bars have no room; the outer ones go first.
func (l *List) cutBars(n int) int { return max(n-max((l.width-minBarred)/perLevel, 1), 0) }

func drawBars(bars []theme.Owner) string {
	var t strings.Builder
	for _, o := range bars {
		t.WriteString(o.Style.Render(o.Bar))
		t.WriteByte(' ')
	}
	return t.String()
}

// through are the bars that go on from the block above position p to the one
// there: those of the lanes that both are in.
func (l *List) through(p int) string {
	b := l.items[l.vis[p]]
	if p == 0 || !b.owner.Set || l.bare || l.width < minBarred {
		return ""
	}
	n, o := b.ownLane(), l.items[l.vis[p-1]].ownLane()
	depth := n.depth
	for n != o {
		if n.depth >= o.depth {
			n = n.parent
		} else {
			o = o.parent
		}
	}
	bars := l.bars(b.owner.Value)
	cut := l.cutBars(len(bars))
	end := len(bars) - depth + n.depth
	if n.depth == 0 || end <= cut {
		return ""
	}
	return drawBars(bars[cut:min(end, len(bars))])
}

// bars are the looks of an owner and of those above it, outermost first.
func (l *List) bars(id string) []theme.Owner {
	var out []theme.Owner
	for range maxParents {
		a := l.agent(id)
		if a == nil {
			break
		}
		out = append(out, l.pen.th.Owner(a.Index))
		if !a.Parent.Set {
			break
		}
		id = a.Parent.Value
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	if len(out) == 0 {
		out = append(out, l.pen.th.Owner(0))
	}
	return out
}

func (l *List) agent(id string) *store.Agent {
	if l.conv == nil {
		return nil
	}
	return l.conv.Agent(id)
}

// ownerName is the line that says who takes the word again, in the colour of
// the bar beside it.
func (l *List) ownerName(b *store.Block, w int) string {
	name, st := l.owner(b.Owner.Or(""))
	if st == (theme.Style{}) {
		st = l.pen.th.Dim // without colour the name must still not look like text
	}
	return l.pen.say(st, name, w).Text
}

// owner is a subagent's short name and style.
func (l *List) owner(id string) (string, theme.Style) {
	a := l.agent(id)
	if a == nil {
		return id, l.pen.th.Dim
	}
	name := a.Name
	if n := l.names.nth[named{id, name}]; n > 1 {
		name += " #" + strconv.Itoa(n)
	}
	if name == "" {
		name = a.ID
	}
	return name, l.pen.th.Owner(a.Index).Style
}
