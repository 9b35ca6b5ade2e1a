package doc

// change is one step of a patch, with what it takes to undo it.
type change struct {
	kind changeKind
	in   *Value  // the array or object that changed
	at   int     // the place in it
	old  *Value  // what was there
	m    *member // the member in question
}

type changeKind uint8

const (
	rootSet changeKind = iota
	itemSet
	itemPut
	itemCut
	memberSet
	memberPut
	memberCut
)

func (p *patcher) setRoot(v *Value) {
	p.log = append(p.log, change{kind: rootSet, old: p.doc.root})
	p.doc.root = v
}

func (p *patcher) setItem(in *Value, i int, v *Value) {
	p.log = append(p.log, change{kind: itemSet, in: in, at: i, old: in.kids.items[i]})
	in.kids.items[i] = v
}

func (p *patcher) putItem(in *Value, i int, v *Value) {
	p.log = append(p.log, change{kind: itemPut, in: in, at: i})
	in.putItem(i, v)
}

func (p *patcher) cutItem(in *Value, i int) {
	p.log = append(p.log, change{kind: itemCut, in: in, at: i, old: in.cutItem(i)})
}

// setMember gives a member its value; a new one comes last.
func (p *patcher) setMember(in *Value, key string, v *Value) {
	if m := in.find(key); m != nil {
		p.log = append(p.log, change{kind: memberSet, m: m, old: m.value})
		m.value = v
		return
	}
	m := &member{key: key, value: v}
	p.log = append(p.log, change{kind: memberPut, in: in, m: m})
	in.addMember(m)
}

func (p *patcher) cutMember(in *Value, m *member) {
	p.log = append(p.log, change{kind: memberCut, in: in, m: m, at: in.cutMember(m)})
}

// undo takes back what was done, the last step first.
func (p *patcher) undo() {
	for i := len(p.log) - 1; i >= 0; i-- {
		c := &p.log[i]
		switch c.kind {
		case rootSet:
			p.doc.root = c.old
		case itemSet:
			c.in.kids.items[c.at] = c.old
		case itemPut:
			c.in.cutItem(c.at)
		case itemCut:
			c.in.putItem(c.at, c.old)
		case memberSet:
			c.m.value = c.old
		case memberPut:
			c.in.cutMember(c.m)
		case memberCut:
			c.in.putMember(c.at, c.m)
		}
	}
	p.log = nil
}
