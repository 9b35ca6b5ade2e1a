package sse

import (
	"bytes"
	"slices"

	"agtui/stream/frame"
)

// fields collects what the lines of one frame say.
type fields struct {
	data    []byte // the value of the one data line, or of several joined
	joined  bool   // data is a copy of our own
	has     bool   // there was a data line
	event   []byte
	other   bool // a field that is no data
	comment bool
	stray   bool
}

// Parse fills Kind, Data, Event and the faults BadUTF8 and Stray of f from its
// Raw and Offset, as a Reader does; TooLong and Unterminated stay as they are.
// A recording gives the same frames as the live stream because of it.
func Parse(f *frame.Frame) { parse(f, "") }

// parse is Parse; an event name equal to known is not allocated again.
func parse(f *frame.Frame, known string) {
	f.Form, f.Kind, f.Data, f.Event = frame.SSE, frame.Event, nil, ""
	f.Fault &= frame.TooLong | frame.Unterminated
	if f.Fault&frame.TooLong != 0 {
		return
	}
	raw := f.Raw
	if f.Offset == 0 {
		raw = bytes.TrimPrefix(raw, []byte(bom))
	}
	var c fields
	e := ends{-1, -1}
	for pos := 0; pos < len(raw); {
		i := e.next(raw, pos)
		if i > pos {
			c.line(raw[pos:i], len(raw))
		}
		pos = i + 1
	}
	c.fill(f, known)
}

// fill gives the frame what the lines said.
func (c *fields) fill(f *frame.Frame, known string) {
	if !c.has && !c.other && !c.stray {
		f.Kind = frame.Comment
		return
	}
	if c.stray {
		f.Fault |= frame.Stray
	}
	if c.has {
		data, replaced := frame.Text(c.data)
		if replaced {
			f.Fault |= frame.BadUTF8
		}
		f.Data = slices.Clip(data)
	}
	if len(c.event) == 0 {
		return
	}
	if string(c.event) == known {
		f.Event = known
		return
	}
	name, replaced := frame.Text(c.event)
	if replaced {
		f.Fault |= frame.BadUTF8
	}
	f.Event = string(name)
}

// line takes one line that is not empty; size bounds what all lines together
// can have.
func (c *fields) line(line []byte, size int) {
	name, value, found := bytes.Cut(line, []byte(":"))
	if !found {
		value = line[len(line):] // empty, but not nil: there is a value
	} else if len(value) > 0 && value[0] == ' ' {
		value = value[1:]
	}
	switch string(name) {
	case "data":
		c.addData(value, size)
	case "event":
		c.event, c.other = value, true
	case "id", "retry":
		c.other = true
	case "":
		c.comment = true
	default:
		c.stray = true
	}
}

func (c *fields) addData(value []byte, size int) {
	if !c.has {
		c.data, c.has = value, true
		return
	}
	if !c.joined {
		c.data = append(make([]byte, 0, size), c.data...)
		c.joined = true
	}
	c.data = append(c.data, '\n')
	c.data = append(c.data, value...)
}

// Stray returns the first lines of a frame's Raw that are neither a field nor a
// comment, at most so many, and how many more there are.
func Stray(raw []byte, most int) (lines [][]byte, more int) {
	e := ends{-1, -1}
	for pos := 0; pos < len(raw); {
		i := e.next(raw, pos)
		if line := bytes.TrimPrefix(raw[pos:i], []byte(bom)); len(line) > 0 {
			var c fields
			switch c.line(line, 0); {
			case !c.stray:
			case len(lines) < most:
				lines = append(lines, line)
			default:
				more++
			}
		}
		pos = i + 1
	}
	return lines, more
}

// Append appends data as one event, a data line for each of its lines.
func Append(dst, data []byte) []byte {
	e := ends{-1, -1}
	for pos := 0; ; {
		i := e.next(data, pos)
		dst = append(dst, "data: "...)
		dst = append(dst, data[pos:i]...)
		dst = append(dst, '\n')
		if i == len(data) {
			return append(dst, '\n')
		}
		pos = i + 1
		if data[i] == '\r' && pos < len(data) && data[pos] == '\n' {
			pos++
		}
	}
}
