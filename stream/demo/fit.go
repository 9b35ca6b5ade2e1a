package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A rulebook is the part of JSON Schema that the agent's own forms use.
type rulebook struct {
	Type       string              `json:"type"`
	Properties map[string]rulebook `json:"properties"`
	Required   []string            `json:"required"`
	Items      *rulebook           `json:"items"`
	Enum       []string            `json:"enum"`
	Format     string              `json:"format"`
	MinLength  int                 `json:"minLength"`
	MaxLength  int                 `json:"maxLength"`
	Minimum    *float64            `json:"minimum"`
	Maximum    *float64            `json:"maximum"`
}

// misfits says in words how a payload fails one of the agent's own schemas.
func misfits(schema string, payload []byte) []string {
	var rules rulebook
	if err := json.Unmarshal([]byte(schema), &rules); err != nil {
		return []string{"the demo's own schema is broken: " + err.Error()}
	}
	var value any
	dec := json.NewDecoder(bytes.NewReader(payload))
	dec.UseNumber()
	if dec.Decode(&value) != nil {
		return []string{"there was no answer"}
	}
	return rules.check("the answer", value)
}

func (r rulebook) check(name string, value any) []string {
	switch v := value.(type) {
	case map[string]any:
		if r.Type == "object" {
			return r.checkObject(v)
		}
	case []any:
		if r.Type == "array" {
			return r.checkArray(name, v)
		}
	case string:
		if r.Type == "string" {
			return r.checkString(name, v)
		}
	case json.Number:
		if r.Type == "number" || r.Type == "integer" {
			return r.checkNumber(name, v)
		}
	case bool:
		if r.Type == "boolean" {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s should be of type %s", name, r.Type)}
}

func (r rulebook) checkObject(v map[string]any) []string {
	var wrong []string
	for _, name := range r.Required {
		if _, ok := v[name]; !ok {
			wrong = append(wrong, name+" is missing")
		}
	}
	for name, rules := range r.Properties {
		if value, ok := v[name]; ok {
			wrong = append(wrong, rules.check(name, value)...)
		}
	}
	slices.Sort(wrong)
	return wrong
}

func (r rulebook) checkArray(name string, v []any) []string {
	wrong := make([]string, 0, len(v))
	for i := range v {
		wrong = append(wrong, r.Items.check(fmt.Sprintf("%s %d", name, i+1), v[i])...)
	}
	return wrong
}

func (r rulebook) checkString(name, v string) []string {
	n := utf8.RuneCountInString(v)
	switch {
	case n < r.MinLength:
		return []string{fmt.Sprintf("%s needs at least %d letters", name, r.MinLength)}
	case r.MaxLength > 0 && n > r.MaxLength:
		return []string{fmt.Sprintf("%s is longer than %d letters", name, r.MaxLength)}
	case len(r.Enum) > 0 && !slices.Contains(r.Enum, v):
		return []string{fmt.Sprintf("%s should be one of: %s", name, strings.Join(r.Enum, ", "))}
	case r.Format == "email" && !strings.Contains(v, "@"):
		return []string{name + " does not look like an address"}
	case r.Format == "date":
		if _, err := time.Parse(time.DateOnly, v); err != nil {
			return []string{name + " should be a date like 2026-06-30"}
		}
	}
	return nil
}

func (r rulebook) checkNumber(name string, v json.Number) []string {
	f, err := v.Float64()
	switch {
	case err != nil:
		return []string{name + " is not a number I can read"}
	case r.Type == "integer" && f != float64(int64(f)):
		return []string{name + " should be a whole number"}
	case r.Minimum != nil && f < *r.Minimum:
		return []string{fmt.Sprintf("%s should be at least %g", name, *r.Minimum)}
	case r.Maximum != nil && f > *r.Maximum:
		return []string{fmt.Sprintf("%s should be at most %g", name, *r.Maximum)}
	}
	return nil
}
