package reducer_test

import (
	"reflect"
	"testing"

	"agtui/store/reducer"
	"agtui/stream/agui"
)

// filled sets every field of a struct to something.
func filled(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); x := f.Addr().Interface().(type) {
		case *string:
			*x = v.Type().Field(i).Name
		case *agui.Opt[string]:
			*x = agui.Some(v.Type().Field(i).Name)
		case *agui.Raw:
			*x = agui.Raw(`{"a":1}`)
		case *[]agui.Field:
			*x = []agui.Field{{Name: "x", Value: agui.Raw("1")}}
		case **agui.Content:
			*x = agui.Text("hello")
		case *[]agui.ToolCall:
			*x = make([]agui.ToolCall, 1)
			filled(reflect.ValueOf(&(*x)[0]).Elem())
		default:
			panic("a field of a type that the test does not know: " + v.Type().Field(i).Name)
		}
	}
}

func TestReducer_KeepsEveryFieldOfAMessage(t *testing.T) {
	t.Parallel()
	var m agui.Message
	filled(reflect.ValueOf(&m).Elem())
	m.Role = agui.RoleAssistant
	r := reducer.New([]agui.Message{m}, nil)
	if got := r.Messages(); len(got) != 1 || !reflect.DeepEqual(got[0], m) {
		t.Errorf("got  %+v\nwant %+v", got, m)
	}
	bare := agui.Message{ID: "b", Role: agui.RoleUser, Content: agui.Text("")}
	r.Add(bare)
	if got, _ := r.Message("b"); !reflect.DeepEqual(got, bare) {
		t.Errorf("got  %+v\nwant %+v", got, bare)
	}
}
