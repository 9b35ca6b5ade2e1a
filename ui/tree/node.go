package tree

import (
	"slices"
	"strconv"
	"strings"

	"agtui/store/doc"
)

// node is an unfolded container.
type node struct {
	value  *doc.Value
	parent *node
	index  int    // in its parent
	key    string // its name there, "" in an array
	open   []*node
	rows   int // members, and the rows of those that are open
}

func container(v *doc.Value) bool { return v.Kind() == doc.Object || v.Kind() == doc.Array }

// at finds the open child with an index, or where it would stand.
func (n *node) at(index int) (int, bool) {
	return slices.BinarySearchFunc(n.open, index, func(c *node, i int) int { return c.index - i })
}

func (n *node) child(index int) *node {
	if i, found := n.at(index); found {
		return n.open[i]
	}
	return nil
}

// expand unfolds a member; one that has nothing in it stays as it is.
func (n *node) expand(index int) {
	i, found := n.at(index)
	if found || n.value.At(index).Len() == 0 {
		return
	}
	c := &node{value: n.value.At(index), parent: n, index: index}
	if n.value.Kind() == doc.Object {
		c.key = n.value.Key(index)
	}
	c.rows = c.value.Len()
	n.open = slices.Insert(n.open, i, c)
	n.grow(c.rows)
}

func (n *node) collapse(index int) {
	if i, found := n.at(index); found {
		n.grow(-n.open[i].rows)
		n.open = slices.Delete(n.open, i, i+1)
	}
}

func (n *node) grow(rows int) {
	for ; n != nil; n = n.parent {
		n.rows += rows
	}
}

// rebind takes in a value that may have changed anywhere: members that are
// still there stay unfolded, wherever they stand now.
func (n *node) rebind(v *doc.Value) {
	object := n.value != nil && n.value.Kind() == doc.Object
	if object != (v.Kind() == doc.Object) {
		n.open = nil
	}
	n.value = v
	n.rows = v.Len()
	var places map[string]int
	kept := n.open[:0]
	for _, c := range n.open {
		if object && (c.index >= v.Len() || v.Key(c.index) != c.key) {
			if places == nil {
				places = keys(v)
			}
			i, ok := places[c.key]
			if !ok {
				continue
			}
			c.index = i
		}
		if c.index >= v.Len() || v.At(c.index).Len() == 0 {
			continue
		}
		c.rebind(v.At(c.index))
		n.rows += c.rows
		kept = append(kept, c)
	}
	clear(n.open[len(kept):])
	n.open = kept
	slices.SortFunc(n.open, func(a, b *node) int { return a.index - b.index })
}

func keys(v *doc.Value) map[string]int {
	m := make(map[string]int, v.Len())
	for i := range v.Len() {
		m[v.Key(i)] = i
	}
	return m
}

// find returns the container of a row and the index of its member there, nil
// where there is no such row.
func (t *Tree) find(row int) (*node, int) {
	n := t.root
	if n.value == nil || row < 0 || row >= n.rows {
		return nil, 0
	}
	for {
		below := 0
		var in *node
		for _, c := range n.open {
			at := c.index + below
			if row <= at {
				break
			}
			if row <= at+c.rows {
				in, row = c, row-at-1
				break
			}
			below += c.rows
		}
		if in == nil {
			return n, row - below
		}
		n = in
	}
}

// rowAt is the row of a member of an unfolded container.
func (t *Tree) rowAt(n *node, index int) int {
	row := 0
	for n != nil {
		row += index
		for _, c := range n.open {
			if c.index >= index {
				break
			}
			row += c.rows
		}
		index = n.index
		n = n.parent
		if n != nil {
			row++
		}
	}
	return row
}

// step is one level of a path: a member by name, or an element by index.
type step struct {
	index  int
	key    string
	object bool
}

// steps is the path of a row.
func (t *Tree) steps(row int) []step {
	n, i := t.find(row)
	var out []step
	for n != nil {
		s := step{index: i, object: n.value.Kind() == doc.Object}
		if s.object {
			s.key = n.value.Key(i)
		}
		out = append(out, s)
		i, n = n.index, n.parent
	}
	slices.Reverse(out)
	return out
}

// rowOf is the row of a path, or of what is left of it.
func (t *Tree) rowOf(path []step) int {
	n, row := t.root, 0
	for _, s := range path {
		i := s.index
		if object := n.value.Kind() == doc.Object; object != s.object {
			break
		}
		if s.object {
			i = place(n.value, s.key, s.index)
		}
		if i < 0 || n.value.Len() == 0 {
			break
		}
		i = min(i, n.value.Len()-1)
		row = t.rowAt(n, i)
		if n = n.child(i); n == nil {
			break
		}
	}
	return row
}

// place is the index of a member, looked for first where it was.
func place(v *doc.Value, key string, hint int) int {
	if hint < v.Len() && v.Key(hint) == key {
		return hint
	}
	if v.Get(key) == nil {
		return -1
	}
	for i := range v.Len() {
		if v.Key(i) == key {
			return i
		}
	}
	return -1
}

// follow returns the indexes along a JSON pointer.
func (t *Tree) follow(pointer string) ([]int, bool) {
	v := t.root.value
	if v == nil || (pointer != "" && pointer[0] != '/') {
		return nil, false
	}
	var out []int
	for _, token := range strings.Split(pointer, "/")[1:] {
		i := -1
		switch v.Kind() {
		case doc.Object:
			i = place(v, unescape(token), 0)
		case doc.Array:
			if n, err := strconv.Atoi(token); err == nil && strconv.Itoa(n) == token {
				i = n
			}
		case doc.Null, doc.False, doc.True, doc.Number, doc.String:
		}
		if i < 0 || i >= v.Len() {
			return nil, false
		}
		out = append(out, i)
		v = v.At(i)
	}
	return out, true
}

// pointer writes a path as RFC 6901 does.
func pointer(path []step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.object {
			b.WriteString(escape(s.key))
		} else {
			b.WriteString(strconv.Itoa(s.index))
		}
	}
	return b.String()
}

func escape(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// element is the pointer of what changed: an element that was appended is its
// array.
func element(pointer string) string { return strings.TrimSuffix(pointer, "/-") }
