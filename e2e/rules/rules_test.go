package rules_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"agtui/store"
	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/frame"
	"agtui/stream/record"
	"agtui/stream/remote"
	"agtui/ui/plain"
)

var update = flag.Bool("update", false, "write the findings as they are")

// fixture is a file of testdata: the name of a rule, a stream that keeps it, one
// that breaks it, and what is said of that.
//
// A stream is the data of one frame a line; a section that is called .raw is the
// body itself, where \x and two digits stand for a byte and a backslash at the
// end of a line takes the line end away.
type fixture struct {
	file      string
	archive   *txtar.Archive
	rule      agui.Rule
	good, bad []byte
	want      string

	// How it is served; these hold for the bad stream, and limit for both.
	frame       int    // where the finding is
	contentType string // of the answer
	limit       int64  // of frames
	cut         bool   // the connection breaks at the end
	tap         string // what a recorder says
	recording   bool   // the streams are recordings
}

func fixtures(t *testing.T) map[agui.RuleID]*fixture {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	all := map[agui.RuleID]*fixture{}
	for _, file := range files {
		id := agui.RuleID(strings.TrimSuffix(filepath.Base(file), ".txtar"))
		all[id] = parse(t, file)
		all[id].rule, _ = agui.LookupRule(id)
	}
	return all
}

func parse(t *testing.T, file string) *fixture {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{file: file, archive: a, contentType: "text/event-stream"}
	for line := range strings.Lines(string(a.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "frame":
			f.frame, err = strconv.Atoi(value)
		case "content-type":
			f.contentType = value
		case "limit":
			f.limit, err = strconv.ParseInt(value, 10, 64)
		case "tap":
			f.tap = value
		case "cut":
			f.cut = true
		case "recording":
			f.recording = true
		case "":
		default:
			t.Fatalf("%s: nobody knows %q", file, key)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	for _, s := range a.Files {
		switch s.Name {
		case "good":
			f.good = framed(s.Data)
		case "bad":
			f.bad = framed(s.Data)
		case "good.raw":
			f.good = rawBody(s.Data)
		case "bad.raw":
			f.bad = rawBody(s.Data)
		case "want":
			f.want = string(s.Data)
		default:
			t.Fatalf("%s: nobody knows the section %q", file, s.Name)
		}
	}
	return f
}

// framed makes each line the data of a frame.
func framed(lines []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(lines) {
		fmt.Fprintf(&b, "data: %s\n\n", bytes.TrimSuffix(line, []byte("\n")))
	}
	return b.Bytes()
}

func rawBody(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\\\n"), nil)
	return regexp.MustCompile(`\\x[0-9A-F]{2}`).ReplaceAllFunc(text, func(m []byte) []byte {
		b, err := hex.DecodeString(string(m[2:]))
		if err != nil {
			return m
		}
		return b
	})
}

// recorder is a tap that says something about the first frame.
type recorder struct{ says string }

func (recorder) Request(time.Time, stream.Request) error   { return nil }
func (recorder) Response(*stream.Response) error           { return nil }
func (recorder) End(time.Time, stream.Ending, error) error { return nil }
func (r recorder) Frame(*frame.Frame) error {
	switch r.says {
	case "":
		return nil
	case "full":
		return fmt.Errorf("%w: it reached its limit of 1024 MiB", stream.ErrFull)
	default:
		return errors.New(r.says)
	}
}

// findings are what the client says about a body, and whether strict mode
// stopped.
func (f *fixture) findings(t *testing.T, body []byte, bad, strict bool) ([]agui.Finding, bool) {
	t.Helper()
	var src stream.Source
	o := stream.Options{Strict: strict}
	if f.recording {
		rec, err := record.Read(bytes.NewReader(body), "run.jsonl", 0)
		if err != nil {
			t.Fatal(err)
		}
		src = rec.Exchanges()[0]
	} else {
		src = f.endpoint(t, body, bad)
	}
	if bad {
		o.Taps = []stream.Tap{recorder{f.tap}}
	}
	in := &agui.RunAgentInput{ThreadID: "t", RunID: "r"}
	c := store.New(nil, nil)
	c.Begin(in, time.Now())
	live := stream.Start(t.Context(), src, in, o)
	for {
		b, more := live.Next(context.WithoutCancel(t.Context()))
		for _, it := range b.Items {
			switch {
			case it.Event != nil:
				c.Apply(it.Event, time.Now())
			case it.Finding != nil:
				c.Note(*it.Finding)
			}
		}
		if !more || b.End != nil {
			return c.Findings(), b.End != nil && b.End.How == stream.Fatal
		}
	}
}

// endpoint serves a body.
func (f *fixture) endpoint(t *testing.T, body []byte, bad bool) stream.Source {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		kind := "text/event-stream"
		if bad {
			kind = f.contentType
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body)
		if bad && f.cut {
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(srv.Close)
	ep, err := remote.New(remote.Options{URL: srv.URL, FrameLimit: f.limit})
	if err != nil {
		t.Fatal(err)
	}
	return ep
}

func TestRules_EachHasItsFixturesAndNoFixtureIsWithoutARule(t *testing.T) {
	t.Parallel()
	all := fixtures(t)
	for _, r := range agui.Rules() {
		f := all[r.ID]
		if f == nil || f.good == nil || f.bad == nil || f.want == "" {
			t.Errorf("%s lacks a fixture", r.ID)
		}
	}
	for id := range all {
		if _, ok := agui.LookupRule(id); !ok {
			t.Errorf("%s.txtar is of no rule", id)
		}
	}
}

func TestRules_TheBadStreamGivesThatFindingAndTheGoodOneNone(t *testing.T) {
	t.Parallel()
	for id, f := range fixtures(t) {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			for _, strict := range []bool{false, true} {
				if all, stopped := f.findings(t, f.good, false, strict); len(all) > 0 || stopped {
					t.Errorf("the good stream (strict: %t) gives %v", strict, all)
				}
			}
			all, _ := f.findings(t, f.bad, true, false)
			f.check(t, all)
			strict, stopped := f.findings(t, f.bad, true, true)
			if stopped != f.rule.Fatal || len(strict) == 0 || strict[0].Rule != id || strict[0].Frame != f.frame {
				t.Errorf("strict mode stopped: %t, %v", stopped, strict)
			}
			if f.rule.Fatal && !saysWhatWasDone(all[0].Message, strict[0].Message) {
				t.Errorf("lenient mode does not say what it did: %q", all[0].Message)
			}
		})
	}
}

// saysWhatWasDone compares what lenient mode says with what strict mode does,
// which did nothing but stop. A frame that is too long is never used.
func saysWhatWasDone(lenient, strict string) bool {
	return strings.HasPrefix(lenient, strict+"; ") || strings.HasSuffix(strict, "it is not used")
}

// check compares what a bad stream gives.
func (f *fixture) check(t *testing.T, all []agui.Finding) {
	t.Helper()
	var text strings.Builder
	for i := range all {
		found := &all[i]
		if found.Rule != f.rule.ID || found.Severity != f.rule.Severity || found.Fatal != f.rule.Fatal {
			t.Errorf("another finding: %+v", found)
		}
		// The address and the port of a test are other ones each time.
		line := regexp.MustCompile(`127\.0\.0\.1:\d+(->[0-9.:]+)?`).ReplaceAllString(plain.FindingLine("run.sse", found), "HOST")
		text.WriteString(line + "\n")
	}
	if len(all) == 0 || all[0].Frame != f.frame {
		t.Errorf("want a finding in frame %d: %v", f.frame, all)
	}
	if *update {
		at := slices.IndexFunc(f.archive.Files, func(s txtar.File) bool { return s.Name == "want" })
		f.archive.Files[at].Data = []byte(text.String())
		if err := os.WriteFile(f.file, txtar.Format(f.archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text.String() != f.want {
		t.Errorf("it says\n%swant\n%s", text.String(), f.want)
	}
}
