//go:build !windows

package e2e_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agtui/e2e/term"
	"agtui/ui/cli"
)

// answering serves the same answer to every request.
func answering(t *testing.T, status int, contentType, body string) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// begun is a stream that began well: a text that must never be lost.
const begun = "data: " + runStarted + "\n\ndata: " + textStart + "\n\n" +
	`data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Half an answer"}` + "\n\n"

// cutting sends half a body and closes the connection.
func cutting(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(begun))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// closedPort is an address where nothing listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return "http://" + l.Addr().String()
}

// a bad thing from the network, and what must come of it.
type bad struct {
	name   string
	url    func(t *testing.T) string
	code   int
	status string
	says   []string // in the one line
	// kept is what the report must still have; received what the recording
	// must have of the answer.
	kept, received string
}

func badAnswers() []bad {
	const sse = "text/event-stream"
	huge := `data: {"type":"CUSTOM","name":"x","value":"` + strings.Repeat("y", 11<<20) + "\"}\n\n"
	fixed := func(status int, contentType, body string) func(*testing.T) string {
		return func(t *testing.T) string { t.Helper(); return answering(t, status, contentType, body) }
	}
	return []bad{
		{"a refused connection", closedPort, 4, "failed", []string{"connection refused", "is the server running?"}, "", ""},
		{
			"a certificate that nobody vouches for", func(t *testing.T) string {
				t.Helper()
				srv := httptest.NewUnstartedServer(http.NotFoundHandler())
				srv.Config.ErrorLog = log.New(io.Discard, "", 0)
				srv.StartTLS()
				t.Cleanup(srv.Close)
				return srv.URL
			}, 4, "failed", []string{"certificate", "--cacert"}, "", "",
		},
		{
			"no TLS where it was asked for", func(t *testing.T) string {
				t.Helper()
				return strings.Replace(answering(t, 200, sse, ""), "http:", "https:", 1)
			}, 4, "failed", []string{"http:"}, "", "",
		},
		{"401", fixed(401, "text/plain", "who are you"), 3, "failed", []string{"401 Unauthorized", "who are you", "Authorization"}, "", "who are you"},
		{"403", fixed(403, "text/plain", "not you"), 3, "failed", []string{"403 Forbidden", "not you"}, "", "not you"},
		{"404", fixed(404, "text/plain", "nothing here"), 4, "failed", []string{"404 Not Found", "path"}, "", "nothing here"},
		{"429", fixed(429, "text/plain", "slow down"), 4, "failed", []string{"429 Too Many Requests", "slow down"}, "", "slow down"},
		{"500", fixed(500, "application/json", `{"error":"it broke"}`), 4, "failed", []string{"500 Internal Server Error", "it broke"}, "", "it broke"},
		{"500 with a page", fixed(500, "text/html", "<html><title>Oops</title><body>"+strings.Repeat("x", 100_000)), 4, "failed", []string{"500", "Oops"}, "", "Oops"},
		{"HTML with 200", fixed(200, "text/html", "<!DOCTYPE html><title>Welcome</title>"), 4, "failed", []string{"HTML", "Welcome"}, "", "Welcome"},
		{"an empty body", fixed(200, sse, ""), 4, "failed", []string{"without a body"}, "", ""},
		{"a body that is cut", cutting, 4, "failed", []string{"cut"}, "Half an answer", "Half an answer"},
		{"a body that just ends", fixed(200, sse, begun), 7, "incomplete", []string{"without a terminal event"}, "Half an answer", "Half an answer"},
		{"a frame over the limit", fixed(200, sse, begun+huge), 4, "failed", []string{"limit", "--frame-limit"}, "Half an answer", "Half an answer"},
		{
			"bytes that are not UTF-8", fixed(200, sse, begun+frame("\xff\xfe bytes")+closing),
			0, "finished", nil, "Half an answer�� bytes", "",
		},
		{
			"JSON that is not an object", fixed(200, sse, begun+"data: [1]\n\ndata: 7\n\ndata: null\n\n"+closing),
			0, "finished", nil, "Half an answer", "[1]",
		},
		{"what is not JSON", fixed(200, sse, begun+"data: Internal Server Error\n\n"+closing), 0, "finished", nil, "Half an answer", "Internal Server Error"},
		{"an error object in place of a stream", fixed(200, "application/json", `{"error":"no agent"}`), 4, "failed", []string{"no agent"}, "", "no agent"},
	}
}

const closing = "data: " + textEnd + "\n\ndata: " + runFinished + "\n\n"

// frame is a piece of the message as it is on the wire.
func frame(text string) string { return "data: " + content(text) + "\n\n" }

func TestBadInput_FromTheNetwork(t *testing.T) {
	t.Parallel()
	for _, tc := range badAnswers() {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			out, stderr, code := program(t, nil, "run", tc.url(t), "hello there", "--format", "json", "--data-dir", data)
			if code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
			oneLine(t, stderr, tc.says)
			var report struct {
				Status   string
				Error    *struct{ Message string }
				Messages json.RawMessage
				Findings []struct{ Rule string }
				Requests int
			}
			decode(t, []byte(out), &report)
			if report.Status != tc.status || report.Requests != 1 {
				t.Errorf("the report says %s after %d requests, want %s after 1", report.Status, report.Requests, tc.status)
			}
			if tc.code == 4 && (report.Error == nil || report.Error.Message == "") {
				t.Error("the report does not say why")
			}
			if tc.code == 0 && len(report.Findings) == 0 {
				t.Error("the report has no finding")
			}
			if !strings.Contains(string(report.Messages), "hello there") || !strings.Contains(string(report.Messages), tc.kept) {
				t.Errorf("the messages are %s, want %q in them", report.Messages, tc.kept)
			}
			files, _ := filepath.Glob(filepath.Join(data, "threads", "*", "*.jsonl"))
			if len(files) != 1 {
				t.Fatalf("there are %d recordings", len(files))
			}
			kept := string(read(t, files[0]))
			for _, want := range []string{"hello there", strings.ReplaceAll(tc.received, `"`, `\"`), `"end"`} {
				if !strings.Contains(kept, want) {
					t.Errorf("the recording has no %q: %.2000s", want, kept)
				}
			}
		})
	}
}

// oneLine: what failed is told in exactly one line, that of the program; a
// success needs none.
func oneLine(t *testing.T, stderr string, says []string) {
	t.Helper()
	if len(says) == 0 {
		return
	}
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "agtui: ") {
		t.Errorf("stderr is not one line: %q", stderr)
	}
	for _, want := range says {
		if !strings.Contains(stderr, want) {
			t.Errorf("stderr has no %q: %s", want, stderr)
		}
	}
	if len(stderr) > 700 {
		t.Errorf("the line has %d bytes", len(stderr))
	}
}

func TestBadInput_OnTheScreen(t *testing.T) {
	t.Parallel()
	for _, tc := range badAnswers() {
		if len(tc.says) == 0 || tc.status == "errored" {
			continue
		}
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tm := open(t, term.Options{Width: 160, Height: 30}, tc.url(t))
			tm.See("Type a message")
			said(tm, "hello there")
			settled(tm)
			why := tc.says[0]
			if tc.status == "incomplete" {
				why = "incomplete"
			}
			tm.See("hello there", tc.kept, why)
			tm.Type("still alive")
			tm.See("› still alive")
		})
	}
}

func TestBadInput_Files(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, body string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tc := range []struct {
		name string
		args []string
		code int
		says []string
	}{
		{"a missing file", []string{"reduce", filepath.Join(dir, "nope.sse")}, 2, []string{"nope.sse", "no such file"}},
		{"a directory", []string{"reduce", dir}, 2, []string{dir, "directory"}},
		{"an empty file", []string{"reduce", file("empty.sse", "")}, 2, []string{"empty.sse"}},
		{"a file of something else", []string{"reduce", file("letter.txt", "Dear Sir,\nthis is no stream.\n")}, 2, []string{"letter.txt"}},
		{"a binary file", []string{"reduce", file("x.bin", "\x00\x01\x02\xff\xfe")}, 2, []string{"x.bin"}},
		{"an input that is missing", []string{"reduce", file("body.sse", begun), "--input", filepath.Join(dir, "in.json")}, 2, []string{"in.json"}},
		{"an input that is no object", []string{"run", "localhost:1", "x", "--input", file("in2.json", "[1]")}, 2, []string{"in2.json"}},
		{"check of a missing file", []string{"check", filepath.Join(dir, "nope.sse")}, 2, []string{"nope.sse"}},
		{"no URL", nil, 2, []string{"agtui URL", "agtui demo"}},
		{"no URL for run", []string{"run"}, 2, []string{"URL"}},
		{"what is no URL", []string{"run", "not a url", "x"}, 2, []string{"not the address of an endpoint"}},
		{"a scheme that is none of ours", []string{"run", "ftp://host/x", "x"}, 2, []string{"ftp"}},
		{"a certificate file that is missing", []string{"run", "localhost:1", "x", "--cacert", filepath.Join(dir, "ca.pem")}, 2, []string{"ca.pem"}},
		{"a certificate file that has none", []string{"run", "localhost:1", "x", "--cacert", file("ca2.pem", "hello")}, 2, []string{"ca2.pem"}},
		{"a screen without a terminal", []string{"localhost:1"}, 2, []string{"terminal", "agtui run"}},
		{"a demo without a terminal", []string{"demo"}, 2, []string{"terminal", "agtui run"}},
		{"a data directory that can't be made", []string{"run", "localhost:1", "x", "--data-dir", "/dev/null/x"}, 2, []string{"/dev/null/x", "--no-record"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, stderr, code := program(t, nil, tc.args...)
			if code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
			oneLine(t, stderr, tc.says)
		})
	}
}

func TestBadInput_ADumbTerminal(t *testing.T) {
	t.Parallel()
	tm := open(t, term.Options{Width: 80, Height: 24, Env: []string{"TERM=dumb"}}, "localhost:1")
	if code := tm.Exit(); code != cli.ExitUsage {
		t.Errorf("exit code %d", code)
	}
	if raw := tm.Raw(); strings.Contains(raw, "\x1b") || !strings.Contains(raw, "TERM=dumb") || !strings.Contains(raw, "agtui run") {
		t.Errorf("it says %q", raw)
	}
	run := open(t, term.Options{Width: 80, Height: 24, Env: []string{"TERM=dumb"}}, "run", agent(t), "hello")
	if code := run.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if raw := run.Raw(); strings.Contains(raw, "\x1b") || !strings.Contains(raw, "awkward agent") {
		t.Errorf("it says %q", raw)
	}
}

func TestBadInput_AFileThatMustNotBeRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(public(t), "secret.sse")
	if err := os.WriteFile(path, []byte(begun), 0); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"reduce", path}, {"check", path}, {"run", "localhost:1", "x", "--input", path}} {
		_, stderr, code := program(t, nobody(), args...)
		if code != cli.ExitUsage {
			t.Errorf("%v: exit code %d", args, code)
		}
		oneLine(t, stderr, []string{path, "permission denied"})
	}
}

// nobody are the attributes of a process that may not read everything: root
// may, so it becomes another user.
func nobody() *syscall.SysProcAttr {
	if os.Geteuid() != 0 {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

// public is a directory that everybody may enter.
func public(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "agtui-e2e-*") //nolint:usetesting // that one is closed to others
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// program runs the built binary without a terminal.
func program(t *testing.T, as *syscall.SysProcAttr, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	home := t.TempDir()
	if as != nil {
		home = "/nonexistent"
	}
	cmd.Env = []string{"XDG_DATA_HOME=" + home, "XDG_CONFIG_HOME=" + home, "HOME=" + home, "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = as
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(fmt.Errorf("running agtui: %w", err))
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
