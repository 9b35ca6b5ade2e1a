package demo

import (
	"encoding/json"
	"fmt"
	"strings"

	"agtui/stream/agui"
)

// frontendTool calls a tool that runs on the client's side. The call stays
// open: the client answers it with a tool message in a new run.
func frontendTool(c *call, args []string) script {
	tool := c.offered(args)
	if tool == nil {
		return pending(
			say("§intro", "Your client offers me no tools, so I call one that it cannot have. The run ends in success, and the call stays **pending**. "+
				"A careful client answers it for you, as not run, when you write your next message."),
			speaker{}.call("§call", "ring_bell", `{"times": 3, "softly": true}`))
	}
	return pending(
		say("§intro", fmt.Sprintf("Your client offers %s. I call %s with arguments made from its schema; your side runs it and tells me.",
			counted(len(c.in.Tools), "tool"), quoted(tool.Name))),
		speaker{}.call("§call", tool.Name, sample(tool.Parameters, 0)))
}

func pending(body ...script) script {
	return runTo(`{"type":"success","pendingToolCallIds":["§call"]}`, body...)
}

// offered is the tool of the client that is named, or the first one.
func (c *call) offered(args []string) *agui.Tool {
	for i := range c.in.Tools {
		if len(args) == 0 || c.in.Tools[i].Name == args[0] {
			return &c.in.Tools[i]
		}
	}
	return nil
}

// toolAnswered goes on after the client has answered a call.
func (c *call) toolAnswered(m *agui.Message) script {
	if m.Error.Set {
		return run(say("§text", fmt.Sprintf("Your side could not run the tool: %s. That is fine, I asked nicely and got an honest answer.", quoted(m.Error.Value))))
	}
	return run(say("§text", fmt.Sprintf("Your side answered %s. Thank you, that is exactly how a tool on the client's side works.", quoted(textOf(m.Content)))))
}

func counted(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// maxSample bounds how deep a sample follows a schema.
const maxSample = 4

// A shape is the part of a JSON Schema that a sample needs.
type shape struct {
	Type       any                        `json:"type"`
	Enum       []json.RawMessage          `json:"enum"`
	Default    json.RawMessage            `json:"default"`
	Properties map[string]json.RawMessage `json:"properties"`
	Required   []string                   `json:"required"`
	Items      json.RawMessage            `json:"items"`
}

// sample makes a value that fits a simple JSON Schema, as JSON text.
func sample(schema []byte, depth int) string {
	var s shape
	if depth > maxSample || json.Unmarshal(schema, &s) != nil {
		return "{}"
	}
	if len(s.Default) > 0 {
		return string(s.Default)
	}
	if len(s.Enum) > 0 {
		return string(s.Enum[0])
	}
	switch s.Type {
	case "string":
		return `"something from the demo"`
	case "integer", "number":
		return "1"
	case "boolean":
		return "true"
	case "array":
		if len(s.Items) == 0 {
			return "[]"
		}
		return "[" + sample(s.Items, depth+1) + "]"
	}
	var parts []string
	for _, name := range s.Required {
		parts = append(parts, jsonString(name)+": "+sample(s.Properties[name], depth+1))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
