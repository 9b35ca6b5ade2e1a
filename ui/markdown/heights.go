package markdown

import "math/bits"

// heights are the numbers of lines of the frozen blocks, as a Fenwick tree: a
// block, a change and a search cost the logarithm of their number.
type heights struct {
	tree []int // tree[i] is the sum of the (i+1)&-(i+1) heights that end at i
}

// grow appends a height.
func (h *heights) grow(n int) {
	i := len(h.tree) + 1
	for step := 1; step < i&-i; step <<= 1 {
		n += h.tree[i-step-1]
	}
	h.tree = append(h.tree, n)
}

// add changes the height of a block.
func (h *heights) add(i, by int) {
	for i++; i <= len(h.tree) && by != 0; i += i & -i {
		h.tree[i-1] += by
	}
}

// before is the sum of the heights of the first n blocks.
func (h *heights) before(n int) int {
	sum := 0
	for ; n > 0; n -= n & -n {
		sum += h.tree[n-1]
	}
	return sum
}

// find is the block that has a line, and the line in it; the number of blocks
// for a line behind them all.
func (h *heights) find(line int) (block, off int) {
	for step := 1 << bits.Len(uint(len(h.tree))) >> 1; step > 0; step >>= 1 {
		if next := block + step; next <= len(h.tree) && h.tree[next-1] <= line {
			block = next
			line -= h.tree[next-1]
		}
	}
	return block, line
}
