package reducer_test

import (
	"fmt"
	"strings"
	"testing"

	"agtui/store/doc"
	"agtui/store/reducer"
	"agtui/stream/agui"
)

// Copies are bounded in all activities and the state together: each of them
// alone stays below the limit of a document.
func TestReducer_CopiesDoNotAddUpOverActivities(t *testing.T) {
	t.Parallel()
	r := reducer.New(nil, nil)
	big := `{"a":[` + strings.Repeat(`1,`, 1<<18) + `1]}`
	refused := 0
	for i := range doc.MaxGrown>>19 + 2 {
		id := agui.Some(fmt.Sprint("a", i))
		r.Apply(&agui.Event{Type: agui.ActivitySnapshot, MessageID: id, ActivityType: "x", Value: agui.Raw(big)})
		copied := r.Apply(&agui.Event{Type: agui.ActivityDelta, MessageID: id, ActivityType: "x", Patch: []agui.Operation{
			{Op: "copy", From: agui.Some("/a"), Path: "/b"},
		}})
		if len(copied) > 0 {
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
	// What is not patched is not bounded, and copying goes on once there is room.
	r.Apply(&agui.Event{Type: agui.MessagesSnapshot, Metadata: agui.Raw(`{"@ag-ui/client":{"authoritativeActivityTypes":null}}`)})
	id := agui.Some("again")
	r.Apply(&agui.Event{Type: agui.ActivitySnapshot, MessageID: id, ActivityType: "x", Value: agui.Raw(big)})
	if found := r.Apply(&agui.Event{Type: agui.ActivityDelta, MessageID: id, ActivityType: "x", Patch: []agui.Operation{
		{Op: "copy", From: agui.Some("/a"), Path: "/b"},
	}}); len(found) > 0 {
		t.Errorf("after room was made: %v", found)
	}
}
