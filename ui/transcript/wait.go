package transcript

import (
	"slices"

	"agtui/store"
)

// wait is what a tool call waits for whose result has not come.
type wait uint8

const (
	waitNothing wait = iota // the result is there, or will not come
	waitAgent               // its run goes on
	waitAnswer              // an open question is about it
	waitResume              // that was answered, and a run is under way
	waitClient              // its run left it to the client
)

// waits works out what a block waits for. It depends on other blocks and on
// runs, so it is a part of what a layout is kept by.
func (l *List) waits(b *store.Block) wait {
	if b.Kind != store.ToolCall || b.Phase != store.Waiting || l.conv == nil {
		return waitNothing
	}
	runs := l.conv.Runs()
	if q := l.questionAbout(b); q != nil {
		switch {
		case openQuestion(q):
			return waitAnswer
		case q.Answer != nil && len(runs) > 0 && runs[len(runs)-1].Status == store.Running:
			return waitResume
		}
	}
	switch i := b.Run; {
	case i < 0 || i >= len(runs):
		return waitNothing
	case runs[i].Status == store.Running:
		return waitAgent
	case slices.Contains(runs[i].Pending, b.Key):
		return waitClient
	}
	return waitNothing
}

func (l *List) questionAbout(call *store.Block) *store.Block {
	id, ok := l.asks[call.Key]
	if !ok {
		return nil
	}
	return l.items[id].block
}

// openQuestion tells whether a block asks and nobody has answered, or the
// answer went to a run that did not finish.
func openQuestion(b *store.Block) bool { return b.Kind == store.Question && b.Phase == store.Waiting }
