package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"agtui/stream/agui"
)

// Damage is a line that could not be read and is left out, or the first of those
// that are only counted.
type Damage struct {
	File   string
	Line   int
	Offset int64  // where the line begins, in bytes
	Reason string // what is wrong with it, what was done, and what to try
}

// maxDamage is how many damaged lines of a recording are told one by one: what
// is no recording at all may have millions.
const maxDamage = 100

// damaged notes a line that is left out: the first ones with what is wrong with
// them, of the others how many there are.
func (r *Recording) damaged(number int, at int64, text []byte, err error) {
	if len(r.damage) < maxDamage {
		d := Damage{File: r.name, Line: number, Offset: at, Reason: reason(at, text, err)}
		r.damage = append(r.damage, d)
		r.tell(d)
		return
	}
	r.counted.n++
	if r.counted.n == 1 {
		r.counted.first = Damage{File: r.name, Line: number, Offset: at}
	}
}

// counted are the damaged lines that are not told one by one.
type counted struct {
	n     int
	first Damage
}

// settle tells how many damaged lines were only counted.
func (r *Recording) settle() {
	if r.counted.n == 0 {
		return
	}
	d := r.counted.first
	d.Reason = fmt.Sprintf("from here on %d more line%s cannot be read and are left out; the first %d are told one by one",
		r.counted.n, plural(r.counted.n), maxDamage)
	r.damage = append(r.damage, d)
	r.tell(d)
}

// tell adds a finding about damage to the last exchange.
func (r *Recording) tell(d Damage) {
	f := agui.NewFinding(agui.RuleDamagedRecording, 0, "%s", d.String())
	if n := len(r.exchanges); n > 0 {
		r.exchanges[n-1].notes = append(r.exchanges[n-1].notes, f)
	} else {
		r.early = append(r.early, f)
	}
}

// String is the damage in one line, for people.
func (d Damage) String() string { return fmt.Sprintf("%s:%d: %s", d.File, d.Line, d.Reason) }

// reason says for people what is wrong with a line that begins at a byte of the
// file. What the decoder says stands in brackets.
func reason(at int64, text []byte, err error) string {
	const mend = "; left out: mend the line in an editor to have it back"
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, errTorn):
		return fmt.Sprintf("the last line, from byte %d on, has no end: it was still being written when the program, the machine or the copy stopped; left out, the lines before it are used", at)
	case errors.Is(err, errLong):
		return fmt.Sprintf("the line, from byte %d on, is longer than %d MB, which no frame is; left out, the other lines are used", at, longest>>20)
	case errors.Is(err, errBegin):
		return "the file does not begin with a header of this format: its first line is missing, or an editor changed it; the other lines are used"
	case errors.Is(err, errType):
		return fmt.Sprintf("the line is of no known type (%s); left out: a newer agtui may know it", typeIn(text))
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(text)):
		return fmt.Sprintf("the line breaks off at byte %d of the file (%v)%s", at+int64(len(text)), syntax, mend)
	case errors.As(err, &syntax):
		return fmt.Sprintf("the line is not JSON at byte %d of the file (%v)%s", at+syntax.Offset-1, syntax, mend)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Sprintf("the line, from byte %d on, has a %q that cannot be a %s (%v)%s", at, kind.Field, kind.Value, kind, mend)
	default:
		return fmt.Sprintf("the line, from byte %d on, is none of a recording (%v)%s", at, err, mend)
	}
}

// typeIn quotes the type of a line.
func typeIn(text []byte) string {
	const most = 40
	var l struct{ Type string }
	if json.Unmarshal(text, &l) != nil || l.Type == "" {
		return "it has none"
	}
	if len(l.Type) > most {
		l.Type = l.Type[:most] + "…"
	}
	return strconv.QuoteToGraphic(l.Type)
}
