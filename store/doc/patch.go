package doc

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"agtui/stream/agui"
)

// How much may be copied, in values, of which each 64 bytes of a text count for
// one more. Without bounds a few dozen operations that copy a value into itself
// could ask for all memory there is.
const (
	// MaxCopy is what one delta may copy.
	MaxCopy = 1 << 20
	// MaxGrown is how large a document may be for deltas to go on copying.
	MaxGrown = 4 << 20
)

// PatchError says which operation of a delta failed, and why.
type PatchError struct {
	Index  int    // of the operation in the delta, from 0
	Op     string // add, remove, …
	Path   string
	Reason string // in words, for people
}

// Error implements error.
func (e *PatchError) Error() string {
	path := e.Path
	if path == "" {
		path = `"" (the root)`
	}
	return "doc: " + e.Op + " " + cut(path) + " (operation " + strconv.Itoa(e.Index) + "): " + e.Reason
}

// patcher applies the operations of one delta. Its errors are reasons; Apply
// says of which operation.
type patcher struct {
	doc    *Doc
	log    []change
	copied int
}

func (p *patcher) apply(op *agui.Operation) error {
	var few [8]string
	tokens, err := split(few[:0], op.Path)
	if err != nil {
		return err
	}
	if err := banned(tokens); err != nil {
		return err
	}
	switch op.Op {
	case "add":
		return p.add(tokens, op.Value)
	case "remove":
		return p.remove(tokens)
	case "replace":
		return p.replace(tokens, op.Value)
	case "test":
		return p.test(tokens, op.Value)
	case "move":
		return p.transfer(op, tokens, p.move)
	case "copy":
		return p.transfer(op, tokens, p.copy)
	default:
		return errors.New("there is no such operation")
	}
}

// operand reads the value of an operation whose place is depth levels down.
func operand(raw agui.Raw, depth int) (*Value, error) {
	if raw == nil {
		return nil, errors.New("the operation has no value")
	}
	if depth > MaxDepth {
		return nil, errDeep
	}
	v, err := parse(raw, MaxDepth-depth)
	switch {
	case errors.Is(err, ErrDepth):
		return nil, errDeep
	case err != nil:
		return nil, errors.New("the value is not JSON")
	}
	return v, nil
}

var errDeep = fmt.Errorf("the result would be nested deeper than %d levels", MaxDepth)

// resolve returns the value at the place of the tokens.
func (p *patcher) resolve(tokens []string) (*Value, error) {
	v := p.doc.root
	for i, token := range tokens {
		kid := v.child(token)
		if kid == nil {
			return nil, missing(v, tokens[:i], token)
		}
		v = kid
	}
	return v, nil
}

// missing says why v, which is at the place of the tokens, has no child.
func missing(v *Value, at []string, token string) error {
	switch v.kind {
	case Object:
		return fmt.Errorf("there is no %q in %s", cut(token), join(at))
	case Array:
		i, ok := index(token)
		if token != "-" && !ok {
			return fmt.Errorf("%q is not an index of the array at %s", cut(token), join(at))
		}
		if token == "-" || i >= v.Len() {
			return fmt.Errorf("the array at %s has only %d elements", join(at), v.Len())
		}
		return nil
	default:
		return fmt.Errorf("%s is %v, not an object or an array", join(at), v.kind)
	}
}

// parent returns the array or object that holds the place of the tokens.
func (p *patcher) parent(tokens []string) (*Value, error) {
	at := tokens[:len(tokens)-1]
	v, err := p.resolve(at)
	if err != nil {
		return nil, err
	}
	if v.kind != Array && v.kind != Object {
		return nil, missing(v, at, "")
	}
	return v, nil
}

func (p *patcher) add(tokens []string, raw agui.Raw) error {
	v, err := operand(raw, len(tokens))
	if err != nil {
		return err
	}
	return p.insert(tokens, v, false)
}

// insert puts v at the place of the tokens. Copy and move append to an array
// when the index is past its end; add must not.
func (p *patcher) insert(tokens []string, v *Value, clamp bool) error {
	if len(tokens) == 0 {
		p.setRoot(v)
		return nil
	}
	in, err := p.parent(tokens)
	if err != nil {
		return err
	}
	last := tokens[len(tokens)-1]
	if in.kind == Object {
		p.setMember(in, last, v)
		return nil
	}
	i, err := place(in, tokens)
	if err != nil {
		return err
	}
	if i > in.Len() {
		if !clamp {
			return missing(in, tokens[:len(tokens)-1], last)
		}
		i = in.Len()
	}
	p.putItem(in, i, v)
	return nil
}

// place returns where in an array the last token inserts: "-" is the end, and
// an empty token the front, as the reference has it.
func place(in *Value, tokens []string) (int, error) {
	last := tokens[len(tokens)-1]
	switch last {
	case "-":
		return in.Len(), nil
	case "":
		return 0, nil
	}
	i, ok := index(last)
	if !ok {
		return 0, missing(in, tokens[:len(tokens)-1], last)
	}
	return i, nil
}

// existing finds the container of a value that must be there, and the value's
// own token in it. The path is not the root's.
func (p *patcher) existing(tokens []string) (in *Value, last string, err error) {
	if _, err := p.resolve(tokens); err != nil {
		return nil, "", err
	}
	in, err = p.parent(tokens)
	return in, tokens[len(tokens)-1], err
}

func (p *patcher) remove(tokens []string) error {
	if len(tokens) == 0 {
		p.setRoot(&Value{})
		return nil
	}
	in, last, err := p.existing(tokens)
	if err != nil {
		return err
	}
	if in.kind == Object {
		p.cutMember(in, in.find(last))
	} else {
		i, _ := index(last)
		p.cutItem(in, i)
	}
	return nil
}

func (p *patcher) replace(tokens []string, raw agui.Raw) error {
	v, err := operand(raw, len(tokens))
	if err != nil {
		return err
	}
	if len(tokens) == 0 {
		p.setRoot(v)
		return nil
	}
	in, last, err := p.existing(tokens)
	if err != nil {
		return err
	}
	if in.kind == Object {
		p.setMember(in, last, v)
	} else {
		i, _ := index(last)
		p.setItem(in, i, v)
	}
	return nil
}

func (p *patcher) test(tokens []string, raw agui.Raw) error {
	want, err := operand(raw, 0)
	if err != nil {
		return err
	}
	v, err := p.resolve(tokens)
	if err != nil {
		return err
	}
	if !v.Equal(want) {
		return fmt.Errorf("the test failed: %s is %s, not %s", join(tokens), v.brief(), want.brief())
	}
	return nil
}

// transfer does a move or a copy.
func (p *patcher) transfer(op *agui.Operation, to []string, do func(from, to []string) error) error {
	if !op.From.Set {
		return errors.New("the operation has no from")
	}
	var few [8]string
	from, err := split(few[:0], op.From.Value)
	if err != nil {
		return err
	}
	if err := banned(from); err != nil {
		return err
	}
	return do(from, to)
}

func (p *patcher) copy(from, to []string) error {
	v, err := p.resolve(from)
	if err != nil {
		return err
	}
	if err := p.fits(v, from, to); err != nil {
		return err
	}
	budget := MaxCopy - p.copied
	w := v.clone(&budget)
	if w == nil {
		return fmt.Errorf("the patch copies more than %d values", MaxCopy)
	}
	copied := MaxCopy - budget - p.copied
	if !room(&p.doc.grown, copied, p.doc.Size) {
		return fmt.Errorf("the document has more than %d values, too many to copy more", MaxGrown)
	}
	if pool := p.doc.pool; pool != nil && !room(&pool.grown, copied, pool.held) {
		return fmt.Errorf("the documents of the thread have more than %d values, too many to copy more", MaxGrown)
	}
	p.copied += copied
	return p.insert(to, w, true)
}

func (p *patcher) move(from, to []string) error {
	v, err := p.resolve(from)
	if err != nil {
		return err
	}
	if len(to) > len(from) && slices.Equal(from, to[:len(from)]) {
		return errors.New("a value cannot move into itself")
	}
	if len(to) == 0 {
		p.setRoot(v)
		return nil
	}
	// The reference wants the place to exist before the value leaves its own.
	if _, err := p.parent(to); err != nil {
		return err
	}
	if len(from) == 0 {
		return nil // the root to the root
	}
	if err := p.fits(v, from, to); err != nil {
		return err
	}
	if err := p.remove(from); err != nil {
		return err
	}
	return p.insert(to, v, true)
}

// fits checks that v, which is at the place from, may be put at to.
func (p *patcher) fits(v *Value, from, to []string) error {
	if len(to) > len(from) && len(to)+v.height() > MaxDepth {
		return errDeep
	}
	return nil
}
