package agui

// The operations of RFC 6902.
const (
	OpAdd     = "add"
	OpRemove  = "remove"
	OpReplace = "replace"
	OpMove    = "move"
	OpCopy    = "copy"
	OpTest    = "test"
)

// Operations are open objects: RFC 6902 has members that an operation does not
// define ignored, so they are kept without a word.
//
//nolint:gochecknoglobals // tables that nothing writes to
var (
	opType  = constant("op", func(o *Operation) string { return o.Op })
	opPath  = pointerField("path", func(o *Operation) *string { return &o.Path })
	opFrom  = fromField()
	opValue = opaque("value", func(o *Operation) *Raw { return &o.Value }).with(anyValue)

	valueOperation  = openSchema(opType, opPath, opValue.with(required))
	fromOperation   = openSchema(opType, opFrom.with(required), opPath)
	removeOperation = openSchema(opType, opPath, opValue)
	anyOperation    = openSchema(opType, opFrom, opPath, opValue)
)

func openSchema(fields ...field[Operation]) *schema[Operation] {
	s := newSchema(fields...)
	s.open = true
	return s
}

func operationSchema(op string) *schema[Operation] {
	switch op {
	case OpAdd, OpReplace, OpTest:
		return valueOperation
	case OpMove, OpCopy:
		return fromOperation
	case OpRemove:
		return removeOperation
	default:
		return nil
	}
}

// pointerField is a JSON pointer.
func pointerField(name string, at func(*Operation) *string) field[Operation] {
	f := reqText(name, at)
	f.read = func(p *parser, o *Operation) status { return p.pointer(at(o)) }
	return f
}

func fromField() field[Operation] {
	f := optText("from", func(o *Operation) *Opt[string] { return &o.From })
	f.read = func(p *parser, o *Operation) status {
		st := p.pointer(&o.From.Value)
		o.From.Set = st == good
		return st
	}
	return f
}

// pointer reads a string that must be a JSON pointer.
func (p *parser) pointer(at *string) status {
	if st := p.ident(at); st != good || isPointer(*at) {
		return st
	}
	p.report(RuleBadPointer, "must be a JSON pointer, but is "+quote(*at))
	return faulty
}

// isPointer reports whether s is empty or made of parts that each begin with a
// slash, in which a tilde stands only before 0 or 1.
func isPointer(s string) bool {
	if s == "" {
		return true
	}
	if s[0] != '/' {
		return false
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}

func readOperation(p *parser, o *Operation) status {
	op, ok, st := p.tag("op")
	if st != good {
		return st
	}
	s := operationSchema(op)
	if s == nil {
		if !p.keep || !ok {
			return p.leave("op", op, ok)
		}
		s = anyOperation
	}
	o.Op = op
	return object(p, s, o, &o.Extra)
}

func appendOperation(dst []byte, o *Operation) []byte {
	return appendObject(dst, anyOperation, o, o.Extra)
}
