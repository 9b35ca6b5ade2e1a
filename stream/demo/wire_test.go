package demo_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"agtui/stream/demo"
)

func TestHTTP_AnswersWithTheStatusItNames(t *testing.T) {
	url := agent(t)
	for _, v := range variantsOf(t, "http") {
		if v.Name == "302" || v.Name == "307" { // the client follows these
			continue
		}
		want, err := strconv.Atoi(v.Name)
		if err != nil {
			want = http.StatusOK
		}
		resp, _ := post(t, url, asking(v.Prompt))
		if resp.StatusCode != want {
			t.Errorf("%s has status %d, want %d", v.Prompt, resp.StatusCode, want)
		}
	}
}

func TestHTTP_Bodies(t *testing.T) {
	url := agent(t)
	rows := []struct {
		name, kind string
		holds      string
	}{
		{"html", "text/html; charset=utf-8", "<h1>It works!</h1>"},
		{"plain", "text/plain", "RUN_FINISHED"},
		{"notutf8", "text/event-stream", "Caf\xe9"},
		{"notobject", "text/event-stream", "data: [1,2,3]\n\n"},
		{"done", "text/event-stream", "data: [DONE]"},
		{"crlf", "text/event-stream", "\r\n\r\ndata: "},
		{"307", "text/event-stream", "whole."},
	}
	for _, row := range rows {
		resp, body := post(t, url, asking("demo http "+row.name))
		if got := resp.Header.Get("Content-Type"); got != row.kind || !bytes.Contains(body, []byte(row.holds)) {
			t.Errorf("%s is %q and %q, want %q and %q in it", row.name, got, body, row.kind, row.holds)
		}
	}
	if _, body := post(t, url, asking("demo http toolong")); len(body) < 10<<20 {
		t.Errorf("the long frame has %d bytes, want more than 10 MiB", len(body))
	}
	if _, body := post(t, url, asking("demo http empty")); len(body) != 0 {
		t.Errorf("the empty body is %q", body)
	}
}

func TestCut_BreaksTheConnection(t *testing.T) {
	for _, prompt := range []string{"demo cut", "demo http length"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, agent(t), strings.NewReader(
			`{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":"`+prompt+`"}],"tools":[],"context":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.Contains(body, []byte("RUN_STARTED")) {
			t.Errorf("%s: %v after %q", prompt, err, body)
		}
	}
}

func TestPages(t *testing.T) {
	url := agent(t)
	rows := []struct {
		name, method, path, body string
		status                   int
		holds                    string
	}{
		{"the front page says what this is", http.MethodGet, "/", "", 200, "agtui's awkward agent"},
		{"the capabilities are JSON", http.MethodGet, "/capabilities", "", 200, `"approveWithEdits": true`},
		{"another page is not there", http.MethodGet, "/other", "", 404, ""},
		{"another method is not allowed", http.MethodPut, "/", "", 405, ""},
		{"a body that is not a run input is refused", http.MethodPost, "/agent", `{"hello":1}`, 400, "not an AG-UI run input"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), row.method, url+row.path, strings.NewReader(row.body))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != row.status || !strings.Contains(string(body), row.holds) {
				t.Errorf("status %d, body %q, %v", resp.StatusCode, body, err)
			}
		})
	}
}

func TestListen(t *testing.T) {
	for _, addr := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0"} {
		if _, err := demo.Listen(addr, demo.Options{}); !errors.Is(err, demo.ErrNotLoopback) {
			t.Errorf("%s: %v, want a refusal", addr, err)
		}
	}
	if _, err := demo.Listen("nonsense", demo.Options{}); err == nil {
		t.Error("an address without a port is accepted")
	}
	s, err := demo.Listen("127.0.0.1:0", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, body := post(t, s.URL(), asking("hello")); !bytes.Contains(body, []byte("RUN_FINISHED")) {
		t.Errorf("no answer at %s: %s", s.URL(), body)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
}

func TestFlood_KeepsItsRate(t *testing.T) {
	url := agent(t)
	began := time.Now()
	_, body := post(t, url, asking("demo flood 100 500 20"))
	if n := bytes.Count(body, []byte("TEXT_MESSAGE_CONTENT")); n != 100 {
		t.Errorf("%d pieces, want 100", n)
	}
	if took := time.Since(began); took < 190*time.Millisecond {
		t.Errorf("100 pieces at 500 a second took %s", took)
	}
}

func BenchmarkFlood(b *testing.B) {
	url := agent(b)
	in := asking("demo flood 100000 0")
	for b.Loop() {
		_, body := post(b, url, in)
		b.SetBytes(int64(len(body)))
	}
}

func TestChat_AnswersWhatItRecognises(t *testing.T) {
	url := agent(t)
	rows := []struct{ name, said, holds string }{
		{"a greeting is greeted", "Hello there!", "awkward agent"},
		{"a Korean greeting too", "안녕하세요", "awkward agent"},
		{"help helps", "help", "What you can do here"},
		{"thanks are taken", "thanks a lot", "You are welcome"},
		{"a question gets an honest answer", "How tall is it?", "no model behind me"},
		{"other words come back in quotes", "I *like* `tea` \u202e\x1b[31m", "“I \\*like\\* \\`tea\\` \\[31m”"},
		{"an empty message is allowed", "", "empty message"},
		{"the list names the scenarios", "demo", "`demo subagents`"},
		{"a near miss gets a hint", "demo subagent", "Did you mean `demo subagents`?"},
		{"case and quotes do not matter", "Demo `NOTHING`", ""},
		{"the illegal streams are listed", "demo illegal", "`demo illegal chunk-ambiguous`"},
		{"a rule can be named by its number", "demo illegal 13", "helper open"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, body := post(t, url, asking(row.said))
			if got := text(body); !strings.Contains(got, row.holds) || (row.holds == "" && got != "") {
				t.Errorf("%q is answered %q, want %q in it", row.said, got, row.holds)
			}
		})
	}
}
