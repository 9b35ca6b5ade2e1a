package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/google/uuid"

	"agtui/stream/agui"
)

// readInput reads --input; without one the run input is empty but for its
// ids.
func (p *program) readInput(ctx context.Context, name string) (in *agui.RunAgentInput, given bool, err error) {
	if name == "" {
		return &agui.RunAgentInput{ThreadID: uuid.NewString(), RunID: uuid.NewString()}, false, nil
	}
	var data []byte
	if name == "-" {
		data, err = p.readStdin(ctx)
	} else if data, err = os.ReadFile(name); err != nil {
		err = fileError("reading --input", name, err)
	}
	if err != nil {
		return nil, false, err
	}
	got, err := agui.DecodeInput(complete(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))))
	if err != nil {
		return nil, false, usageError("reading --input %s: %w: it must be a RunAgentInput, such as {\"messages\":[]}", shownName(name), err)
	}
	return &got, true, nil
}

// readStdin reads all of stdin, until the program is stopped.
func (p *program) readStdin(ctx context.Context) ([]byte, error) {
	data, err := io.ReadAll(&interruptibleReader{ctx, p.env.Stdin})
	switch {
	case errors.Is(err, errStopped):
		return nil, &exitError{code: ExitStopped, err: errStopped}
	case err != nil:
		return nil, usageError("reading stdin: %w", err)
	}
	return data, nil
}

// complete adds to a run input what a person need not write: the ids and the
// list of messages. What is no run input stays as it is.
func complete(data []byte) []byte {
	var top map[string]json.RawMessage
	if json.Unmarshal(data, &top) != nil || top == nil {
		return data
	}
	changed := false
	for _, id := range []string{"threadId", "runId"} {
		if _, ok := top[id]; !ok {
			top[id], changed = freshID(), true
		}
	}
	messages := top["messages"]
	var list []json.RawMessage
	if messages == nil {
		top["messages"], changed = json.RawMessage("[]"), true
	} else if json.Unmarshal(messages, &list) == nil && mint(list) {
		top["messages"], changed = encoded(list), true
	}
	if !changed {
		return data
	}
	return encoded(top)
}

// mint gives ids to messages that have none.
func mint(messages []json.RawMessage) bool {
	changed := false
	for i, m := range messages {
		var fields map[string]json.RawMessage
		if json.Unmarshal(m, &fields) != nil || fields == nil {
			continue
		}
		if _, ok := fields["id"]; !ok {
			fields["id"], changed = freshID(), true
			messages[i] = encoded(fields)
		}
	}
	return changed
}

func freshID() json.RawMessage { return json.RawMessage(`"` + uuid.NewString() + `"`) }

// encoded is JSON that leaves the text of its parts alone.
func encoded(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return nil
	}
	return b.Bytes()
}
