package agui

import "fmt"

// The rules of ordering (PROTOCOL section 6).
const (
	RuleFirstEvent          RuleID = "first-event"
	RuleRunEnded            RuleID = "run-ended"
	RuleDuplicateRunStarted RuleID = "duplicate-run-started"
	RuleDuplicateStart      RuleID = "duplicate-start"
	RuleNotOpen             RuleID = "not-open"
	RuleUnknownID           RuleID = "unknown-id"
	RuleOpenAtFinish        RuleID = "open-at-finish"
	RuleOwnerMismatch       RuleID = "owner-mismatch"
)

// The rules of decoding and enforcement (PROTOCOL sections 1.3, 1.7, 3, 4).
const (
	RuleBadField           RuleID = "bad-field"
	RuleMissingField       RuleID = "missing-field"
	RuleNullField          RuleID = "null-field"
	RuleDeprecatedNull     RuleID = "deprecated-null"
	RuleUnknownField       RuleID = "unknown-field"
	RuleUnknownEvent       RuleID = "unknown-event"
	RuleUnknownUnionMember RuleID = "unknown-union-member"
	RuleBadPointer         RuleID = "bad-pointer"
	RuleBadJSON            RuleID = "bad-json"
	RuleTooDeep            RuleID = "too-deep"
	RuleNotAnObject        RuleID = "not-an-object"
	RuleMissingType        RuleID = "missing-type"
	RuleErrorObject        RuleID = "error-object"
	RuleNewerProtocol      RuleID = "newer-protocol"
	RuleDraftEvent         RuleID = "draft-event"
	RuleLegacyEvent        RuleID = "legacy-event"
	RuleLegacyBinary       RuleID = "legacy-binary"
)

// The rules of chunk expansion (PROTOCOL section 5).
const (
	RuleChunkAmbiguous  RuleID = "chunk-ambiguous"
	RuleChunkNoID       RuleID = "chunk-no-id"
	RuleChunkMismatch   RuleID = "chunk-mismatch"
	RuleChunkIncomplete RuleID = "chunk-incomplete"
	RuleChunkTag        RuleID = "chunk-tag"
)

// The rules of reduction (PROTOCOL sections 7 and 8).
const (
	RulePatchFailed        RuleID = "patch-failed"
	RuleDroppedDelta       RuleID = "dropped-delta"
	RuleSnapshotTypeClash  RuleID = "snapshot-type-clash"
	RuleNameChanged        RuleID = "name-changed"
	RuleParentClash        RuleID = "parent-clash"
	RuleSharedID           RuleID = "shared-id"
	RuleReplayedCall       RuleID = "replayed-call"
	RuleRunIDMismatch      RuleID = "run-id-mismatch"
	RuleThreadIDMismatch   RuleID = "thread-id-mismatch"
	RuleRequestIDMismatch  RuleID = "request-id-mismatch"
	RuleDuplicateInterrupt RuleID = "duplicate-interrupt"
	RuleUnanswered         RuleID = "unanswered-interrupt"
)

// The rules of transport and of the client's own files (PROTOCOL section 1).
const (
	RuleTruncated         RuleID = "truncated"
	RuleBrokenBody        RuleID = "broken-body"
	RuleEmptyData         RuleID = "empty-data"
	RuleDoneMarker        RuleID = "done-marker"
	RuleStrayLine         RuleID = "stray-line"
	RuleUnterminatedFrame RuleID = "unterminated-frame"
	RuleFrameTooLong      RuleID = "frame-too-long"
	RuleBadUTF8           RuleID = "bad-utf8"
	RuleWrongContentType  RuleID = "wrong-content-type"
	RuleRecordFailed      RuleID = "record-failed"
	RuleRecordLimit       RuleID = "record-limit"
	RuleDamagedRecording  RuleID = "damaged-recording"
)

// Rule describes one rule of the program.
type Rule struct {
	ID       RuleID
	Severity Severity
	// Fatal: strict mode ends the run here.
	Fatal bool
	// Section is the section of PROTOCOL that has the rule.
	Section string
	// Title says in one line what the rule is about.
	Title string
}

// ruleTable is the one table of rules: every finding of the program takes its
// severity from here.
//
//nolint:gochecknoglobals // a table that nothing writes to
var ruleTable = [...]Rule{
	{RuleFirstEvent, Error, true, "6", "the first event is neither RUN_STARTED nor RUN_ERROR"},
	{RuleRunEnded, Error, true, "6", "an event after the end of its run"},
	{RuleDuplicateRunStarted, Error, true, "6", "RUN_STARTED while a run is active"},
	{RuleDuplicateStart, Error, true, "6", "a start for something that is open already"},
	{RuleNotOpen, Error, true, "6", "content or an end for something that is not open"},
	{RuleUnknownID, Error, true, "6", "a reference to something that never started in this run"},
	{RuleOpenAtFinish, Error, true, "6", "RUN_FINISHED while something is still open"},
	{RuleOwnerMismatch, Error, true, "6", "a subagentRunId that differs from the recorded owner"},

	{RuleBadField, Error, true, "1.7", "a known field with a value of the wrong type"},
	{RuleMissingField, Error, true, "1.7", "a required field is missing"},
	{RuleNullField, Error, true, "1.7", "an explicit null where the field must be absent"},
	{RuleDeprecatedNull, Warning, false, "1.7", "an explicit null that older servers send, read as absent"},
	{RuleUnknownField, Warning, false, "1.7", "a field the protocol does not know, dropped"},
	{RuleUnknownEvent, Warning, false, "1.7", "an event type the protocol does not know, dropped"},
	{RuleUnknownUnionMember, Warning, false, "1.7", "a variant the protocol does not know, dropped"},
	{RuleBadPointer, Error, true, "3", "a patch path that is not a JSON pointer"},
	{RuleBadJSON, Error, true, "1.3", "a frame that is not JSON"},
	{RuleTooDeep, Error, true, "1.3", "a frame that nests too deeply"},
	{RuleNotAnObject, Error, true, "1.3", "a frame that is not a JSON object"},
	{RuleMissingType, Error, true, "1.3", "a frame without an event type"},
	{RuleErrorObject, Error, true, "1.3", "an error object in place of an event"},
	{RuleNewerProtocol, Warning, false, "1.7", "the server speaks a newer or unreadable protocol version"},
	{RuleDraftEvent, Info, false, "3.3", "an event of a draft, shown but not reduced"},
	{RuleLegacyEvent, Info, false, "3.2", "a deprecated event, read as its successor"},
	{RuleLegacyBinary, Info, false, "4", "a deprecated binary part, read as its successor"},

	{RuleChunkAmbiguous, Error, true, "5", "a chunk without id that several streams could continue"},
	{RuleChunkNoID, Error, true, "5", "a first chunk without id"},
	{RuleChunkMismatch, Error, true, "5", "a chunk that contradicts the one that opened its stream"},
	{RuleChunkIncomplete, Error, true, "5", "a first tool call chunk without a name"},
	{RuleChunkTag, Error, true, "5", "a chunk tagged with another owner than its stream"},

	{RulePatchFailed, Warning, false, "7", "a patch that does not apply, ignored whole"},
	{RuleDroppedDelta, Warning, false, "7", "content for a message or call that does not exist"},
	{RuleSnapshotTypeClash, Warning, false, "7", "an id is used for a message of another kind"},
	{RuleNameChanged, Warning, false, "7", "a tool call that is started again under another name"},
	{RuleParentClash, Warning, false, "7", "a tool call whose parent is not an assistant message"},
	{RuleSharedID, Warning, false, "7", "text and reasoning share one message id"},
	{RuleReplayedCall, Warning, false, "8.3", "a tool call that is started again after it ended"},
	{RuleRunIDMismatch, Warning, false, "6", "RUN_FINISHED names another run than RUN_STARTED"},
	{RuleThreadIDMismatch, Warning, false, "6", "a run of another thread than the one before"},
	{RuleRequestIDMismatch, Info, false, "6", "the server answers under other ids than the request's"},
	{RuleDuplicateInterrupt, Warning, false, "8.1", "two interrupts of one run share an id"},
	{RuleUnanswered, Warning, false, "8.2", "an interrupt that the agent dropped before it was answered"},

	{RuleTruncated, Warning, false, "1.6", "the stream ended without a terminal event"},
	{RuleBrokenBody, Error, false, "1.6", "the connection broke before the stream ended"},
	{RuleEmptyData, Info, false, "1.3", "an empty data field, dropped"},
	{RuleDoneMarker, Info, false, "1.3", "an end marker of another protocol, dropped"},
	{RuleStrayLine, Error, false, "1.3", "a line outside of any field of the event stream"},
	{RuleUnterminatedFrame, Warning, false, "1.3", "the last frame has no end"},
	{RuleFrameTooLong, Error, true, "1.3", "a frame over the size limit"},
	{RuleBadUTF8, Warning, false, "1.3", "bytes that are not UTF-8, shown as U+FFFD"},
	{RuleWrongContentType, Warning, false, "1.2", "a content type other than that of an event stream"},
	{RuleRecordFailed, Warning, false, "1", "the recording could not be written"},
	{RuleRecordLimit, Warning, false, "1", "the recording reached its size limit, later frames are missing in it"},
	{RuleDamagedRecording, Warning, false, "1", "a line of a recording that cannot be read, skipped"},
}

// Rules returns every rule of the program, in the order of the pipeline's
// stages within each group.
func Rules() []Rule { return append([]Rule(nil), ruleTable[:]...) }

// LookupRule returns the rule with that id.
func LookupRule(id RuleID) (Rule, bool) {
	for i := range ruleTable {
		if ruleTable[i].ID == id {
			return ruleTable[i], true
		}
	}
	return Rule{}, false
}

// NewFinding returns a finding of that rule, with the severity and fatality of
// the table. An id that the table lacks gives a finding of severity error.
func NewFinding(id RuleID, frame int, format string, args ...any) Finding {
	f := Finding{Rule: id, Severity: Error, Frame: frame, Message: fmt.Sprintf(format, args...)}
	if r, ok := LookupRule(id); ok {
		f.Severity, f.Fatal = r.Severity, r.Fatal
	}
	return f
}
