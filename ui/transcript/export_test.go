package transcript

import (
	"agtui/store"
	"agtui/theme"
)

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

// PaintMarks marks pieces of a line, from and to in turn, in one style.
func PaintMarks(s string, st theme.Style, at ...int) string {
	var marks []tint
	for i := 0; i+1 < len(at); i += 2 {
		marks = append(marks, tint{extent{at[i], at[i+1]}, st})
	}
	return paintMarks(s, marks)
}

// Unstyled is a line without our sequences.
func Unstyled(s string) string { return plain(s) }

// Sources are the texts of a block that a search looks through.
func Sources(b *store.Block) [][]byte {
	var out [][]byte
	for _, s := range sources(b) {
		out = append(out, s.text)
	}
	return out
}

// FormOf names what a text is written as.
func FormOf(s string) string {
	return [...]string{"plain", "json", "diff", "markdown"}[formOf(s)]
}

// Veiled tells whether the owner of a block is hidden.
func (l *List) Veiled(id int) bool { return l.items[id].ownLane().veiled }

// Weight is about how many bytes the kept lines take.
func (l *List) Weight() int { return l.weight }

// Rows returns the block of each row of the last View, -1 for none.
func (l *List) Rows() []int { return l.rows }

// Width is the number of columns.
func (l *List) Width() int { return l.width }
