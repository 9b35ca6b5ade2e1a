package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"agtui/stream/agui"
)

// The ways in which a payload can be refused before anything is sent.
var (
	// ErrNotJSON: what was typed is not one JSON value.
	ErrNotJSON = errors.New("answer: not valid JSON")
	// ErrSchema: the payload does not satisfy the response schema.
	ErrSchema = errors.New("answer: does not fit what was asked")
)

// Approve is the entry that says yes. Edited, when not nil, replaces all of
// the call's arguments.
func Approve(id string, edited agui.Raw) agui.ResumeEntry {
	payload := []byte(`{"approved":true`)
	if edited != nil {
		payload = append(append(payload, `,"editedArgs":`...), edited...)
	}
	return Resolve(id, append(payload, '}'))
}

// Deny is the entry that says no: resolved, not cancelled (PROTOCOL section
// 8.3). The reason goes into the property that the shape names, and is left
// out where there is none: the agent would refuse the whole answer.
func Deny(id string, sh Shape, reason string) agui.ResumeEntry {
	payload := []byte(`{"approved":false`)
	if reason != "" && sh.Reason != "" {
		payload = agui.AppendString(append(payload, ','), sh.Reason)
		payload = agui.AppendString(append(payload, ':'), reason)
	}
	return Resolve(id, append(payload, '}'))
}

// Resolve is the entry with any payload.
func Resolve(id string, payload agui.Raw) agui.ResumeEntry {
	return agui.ResumeEntry{InterruptID: id, Status: agui.StatusResolved, Payload: payload}
}

// Cancel is the entry that abandons the question; the agent decides.
func Cancel(id string) agui.ResumeEntry {
	return agui.ResumeEntry{InterruptID: id, Status: agui.StatusCancelled}
}

// Parse turns what a person typed into a payload: one JSON value. Text is
// taken as a JSON string where the shape is free text and it is not JSON
// already.
func Parse(sh Shape, typed string) (agui.Raw, error) {
	trimmed := strings.TrimSpace(typed)
	var out bytes.Buffer
	err := json.Compact(&out, []byte(trimmed))
	if err == nil && trimmed != "" {
		return out.Bytes(), nil
	}
	if sh.FreeText {
		return agui.AppendString(nil, typed), nil
	}
	if trimmed == "" {
		return nil, fmt.Errorf("%w: it is empty", ErrNotJSON)
	}
	err = json.Unmarshal([]byte(trimmed), new(json.RawMessage)) // it says where
	if at, ok := errors.AsType[*json.SyntaxError](err); ok && strings.Contains(typed, "\n") {
		before, _, _ := strings.Cut(typed, trimmed)
		before += trimmed[:max(min(int(at.Offset), len(trimmed))-1, 0)]
		return nil, fmt.Errorf("%w: line %d: %w", ErrNotJSON, 1+strings.Count(before, "\n"), err)
	}
	return nil, fmt.Errorf("%w: %w", ErrNotJSON, err)
}
