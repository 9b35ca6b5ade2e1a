package agui

// Severity ranks a finding. Error: the reference client fails here, or
// material could not be used. Warning: accepted with a complaint. Info: worth
// knowing.
type Severity uint8

// The severities.
const (
	Info Severity = iota
	Warning
	Error
)

// String returns the lower-case word that reports use.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "info"
	}
}

// RuleID names a rule: those of PROTOCOL section 6 and like ones elsewhere.
type RuleID string

// Finding is something wrong or noteworthy about a stream.
type Finding struct {
	Rule     RuleID
	Severity Severity
	// Message names the event type, the id and the field, in words.
	Message string
	// Frame is the number of the frame, 0 for none.
	Frame int
	// Fatal: strict mode ends the run here, as the reference client does.
	Fatal bool
}
