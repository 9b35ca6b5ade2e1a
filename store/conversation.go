package store

import (
	"agtui/store/doc"
	"agtui/store/reducer"
	"agtui/stream/agui"
)

// Conversation is a thread as it stands. The zero value is not usable: New
// makes one.
type Conversation struct {
	reducer *reducer.Reducer
	blocks  []*Block
	index   map[blockKey]*Block
	// results finds the block that shows the result of a call.
	results map[resultKey]*Block
	// orphans are the results that came for calls that nobody knew.
	orphans map[string]*Block
	// openers are the owners of messages and calls, by id.
	openers map[string]*opener

	runs   []*Run
	used   usage
	now    current
	agents []*Agent
	owners map[string]*Agent
	alive  []*Agent         // all that may be running
	tagged map[string][]int // the blocks that were a subagent's, by its id
	steps  steps
	spans  spans
	open   phased // all that is live
	await  phased // all calls that wait for a result
	// asked are the questions that wait for an answer or for the outcome of
	// the run that was given one.
	asked []*Block

	pieces   pieces // the deltas of all texts
	findings findings
	failed   failedPatches

	// call numbers the calls that change something; it is the Version of what
	// they change.
	call   uint64
	sent   agui.Opt[int64] // the timestamp of the event at hand
	change Change
}

// FailedPatch is a delta that could not be applied; the last good value stays.
type FailedPatch struct {
	// Target is the activity that the patch was for; unset for the shared
	// state.
	Target agui.Opt[string]
	Op     string
	Path   string
	Reason string
	Frame  int
}

// failedPatches are the deltas that could not be applied: the newest, and how
// many there were.
type failedPatches struct {
	list []FailedPatch
	n    int
}

// add keeps a failed patch. At least as many are kept as of findings that are
// alike, and less than twice as many.
func (l *failedPatches) add(f FailedPatch) {
	l.n++
	if len(l.list) == 2*mostAlike {
		l.list = append(make([]FailedPatch, 0, 2*mostAlike), l.list[mostAlike:]...)
	}
	l.list = append(l.list, f)
}

// Ending says how the body of a response ended, for a run whose terminal event
// may not have come.
type Ending struct {
	Broken   bool // the connection or the request failed
	Stopped  bool // the user stopped it
	TimedOut bool // the time for the whole run was over
	Fatal    bool // strict mode stopped at a fatal finding
	// Err says why, for people.
	Err string
}

// New returns a conversation that starts with what the client held before. A
// nil state is {}.
func New(messages []agui.Message, state agui.Raw) *Conversation {
	c := &Conversation{
		reducer: reducer.New(messages, state),
		index:   map[blockKey]*Block{},
		results: map[resultKey]*Block{},
		orphans: map[string]*Block{},
		openers: map[string]*opener{},
		owners:  map[string]*Agent{},
		tagged:  map[string][]int{},
		now:     current{end: -1},
		open:    phased{phase: Live},
		await:   phased{phase: Waiting},
		pieces:  pieces{most: bound{MostDeltas / pageSize, MostPastText}},
	}
	c.start()
	c.placeMessages(messages, place{run: noRun})
	c.change = Change{}
	return c
}

// Blocks returns the transcript in the order in which its blocks opened.
func (c *Conversation) Blocks() []*Block { return c.blocks }

// Runs returns all runs, oldest first.
func (c *Conversation) Runs() []*Run { return c.runs }

// Current returns the last run, or nil before the first.
func (c *Conversation) Current() *Run {
	if len(c.runs) == 0 {
		return nil
	}
	return c.runs[len(c.runs)-1]
}

// Agents returns the subagents in the order in which they were first seen.
func (c *Conversation) Agents() []*Agent { return c.agents }

// Agent returns the subagent with the id, or nil.
func (c *Conversation) Agent(id string) *Agent { return c.owners[id] }

// FailedPatches returns the deltas that could not be applied; of many it has the
// newest.
func (c *Conversation) FailedPatches() []FailedPatch { return c.failed.list }

// FailedPatchCount is how many deltas could not be applied.
func (c *Conversation) FailedPatchCount() int { return c.failed.n }

// Messages returns the messages as the reducer holds them.
func (c *Conversation) Messages() []agui.Message { return c.reducer.Messages() }

// State returns the shared state.
func (c *Conversation) State() *doc.Doc { return c.reducer.State() }

// start begins a call that changes something.
func (c *Conversation) start() {
	c.call++
	c.change = Change{}
	c.sent = agui.Opt[int64]{}
}
