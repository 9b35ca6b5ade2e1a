package remote_test

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"agtui/stream"
	"agtui/stream/agui"
	"agtui/stream/remote"
)

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

const event = "data: {\"type\":\"RUN_STARTED\"}\n\n"

func TestEndpoint_SendsOnePOST(t *testing.T) {
	t.Parallel()
	s := serve(t, say(200, "text/event-stream", event))
	res, frames, err := run(t, remote.Options{
		URL: s.URL + "/agent?x=1", UserAgent: "agtui/1",
		Header: http.Header{"x-tenant": {"a", "b"}, "Accept": {"*/*"}, "content-type": {"text/plain"}, "Content-Length": {"7"}},
	})
	if err != nil || len(frames) != 1 || res.Status != 200 || len(res.Notes) != 0 {
		t.Fatalf("%v, %d frames, %+v", err, len(frames), res)
	}
	if s.count() != 1 || s.bodies[0] != string(agui.AppendInput(nil, input)) {
		t.Fatalf("%d requests: %q", s.count(), s.bodies)
	}
	r := s.requests[0]
	got := map[string][]string{}
	for _, name := range []string{"Accept", "Content-Type", "X-Tenant", "User-Agent", "Accept-Encoding"} {
		got[name] = r.Header[name]
	}
	want := map[string][]string{
		"Accept": {"text/event-stream"}, "Content-Type": {"application/json"}, "X-Tenant": {"a", "b"},
		"User-Agent": {"agtui/1"}, "Accept-Encoding": {"gzip, deflate"},
	}
	if d := cmp.Diff(want, got); d != "" || r.Method != http.MethodPost || r.URL.String() != "/agent?x=1" {
		t.Errorf("%s %s: %s", r.Method, r.URL, d)
	}
	if res.Headed.Before(res.Started) || res.Started.IsZero() || frames[0].At.Before(res.Headed) {
		t.Errorf("started %v, headed %v, frame %v", res.Started, res.Headed, frames[0].At)
	}
}

func TestEndpoint_UsesTheUsersHostAndAgent(t *testing.T) {
	t.Parallel()
	s := serve(t, say(200, "text/event-stream", event))
	if _, _, err := run(t, remote.Options{URL: s.URL, UserAgent: "agtui", Header: http.Header{"Host": {"agent.test"}, "User-Agent": {"mine"}}}); err != nil {
		t.Fatal(err)
	}
	if r := s.requests[0]; r.Host != "agent.test" || r.UserAgent() != "mine" {
		t.Errorf("host %q, agent %q", r.Host, r.UserAgent())
	}
}

func TestEndpoint_ShowsItsRequestWithoutSecrets(t *testing.T) {
	t.Parallel()
	s := serve(t, say(200, "text/event-stream", event))
	res, _, err := run(t, remote.Options{
		URL: strings.Replace(s.URL, "://", "://me:pw-1@", 1) + "/?api_key=pw-2&q=plain&access_token=pw-3",
		Header: http.Header{
			"Authorization": {"Bearer pw-4"}, "Cookie": {"c=pw-5"}, "X-Mine": {"pw-6"}, "X-Api-Key": {"pw-7"}, "X-Plain": {"plain"}, "Proxy-Authorization": {"pw-8"},
		},
		Masked: map[string]bool{"x-mine": true, "x-plain": false},
	})
	if err != nil {
		t.Fatal(err)
	}
	shown := res.Request.URL
	for name, values := range res.Request.Header {
		shown += "\n" + name + ": " + strings.Join(values, ",")
	}
	if strings.Contains(shown, "pw-") || !strings.Contains(shown, "q=plain") || !strings.Contains(shown, "X-Plain: plain") || !strings.Contains(shown, "me:***@") {
		t.Errorf("shown: %s", shown)
	}
	if r := s.requests[0]; r.Header.Get("Authorization") != "Bearer pw-4" || r.URL.Query().Get("api_key") != "pw-2" || r.Header.Get("X-Mine") != "pw-6" {
		t.Errorf("sent: %v %v", r.URL, r.Header)
	}
}

func TestEndpoint_ErrorsHaveNoSecrets(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(nil)
	s.Close()
	_, _, err := run(t, remote.Options{URL: strings.Replace(s.URL, "://", "://me:pw-1@", 1) + "/?key=pw-2"})
	if err == nil || strings.Contains(err.Error(), "pw-") {
		t.Errorf("error: %v", err)
	}
}

func TestEndpoint_ShowsTheAnswersHeadWithoutSecrets(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/login?state=1&token=pw-1")
		w.Header().Set("Set-Cookie", "sid=pw-1")
		w.Header().Set("X-Plain", "e")
		w.WriteHeader(http.StatusFound)
	})
	res, _, err := run(t, remote.Options{URL: s.URL})
	if !errors.Is(err, stream.ErrRedirect) || res.Header.Get("Location") != "/login?state=1&token=***" ||
		res.Header.Get("Set-Cookie") != "***" || res.Header.Get("X-Plain") != "e" {
		t.Errorf("%v, %v", err, res.Header)
	}
}

func TestMasked_HidesOnlySecrets(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"localhost:8000/agent":             "localhost:8000/agent",
		"https://a.example/?q=1":           "https://a.example/?q=1",
		"localhost:1/?token=pw-1&q=1":      "http://localhost:1/?token=***&q=1",
		"https://me:pw-1@a.example":        "https://me:***@a.example",
		"https://pw-1@a.example/x":         "https://***@a.example/x",
		"me:pw-1@a.example:x/?token=pw-1":  "a.example:x/",
		"ftp://me:pw-1@a.example?key=pw-1": "a.example",
		"":                                 "",
	} {
		if got := remote.Masked(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestNew_RefusesWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]remote.Options{
		"no host":                    {URL: "http://"},
		"no URL":                     {URL: "::"},
		"a header name with a space": {URL: "http://a", Header: http.Header{"a b": {"c"}}},
		"a header over two lines":    {URL: "http://a", Header: http.Header{"a": {"secret\nb"}}},
		"a missing authority file":   {URL: "http://a", CACert: "missing.pem"},
		"an empty authority file":    {URL: "http://a", CACert: empty},
	} {
		if _, err := remote.New(o); err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestParseURL_CompletesAddresses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"localhost:8000/agent":     "http://localhost:8000/agent",
		"localhost":                "http://localhost",
		":8000/agent":              "http://localhost:8000/agent",
		"a.localhost:1":            "http://a.localhost:1",
		"127.0.0.1:8000":           "http://127.0.0.1:8000",
		"127.1.2.3/x":              "http://127.1.2.3/x",
		"[::1]:8000/x":             "http://[::1]:8000/x",
		"0.0.0.0:8000":             "http://0.0.0.0:8000",
		"agent.example/x?y=1":      "https://agent.example/x?y=1",
		"agent.example:8443":       "https://agent.example:8443",
		"10.0.0.1:8000":            "https://10.0.0.1:8000",
		"http://agent.example/x":   "http://agent.example/x",
		"https://localhost/x":      "https://localhost/x",
		"HTTPS://agent.example":    "https://agent.example",
		"http://a.example/x#there": "http://a.example/x",
		"me:pw@localhost:1":        "http://me:pw@localhost:1",
	} {
		if got, err := remote.ParseURL(" " + in + "\n"); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestParseURL_RefusesWhatIsNoAddress(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"", "/agent", "http://", "ftp://a.example", "file:///x", "localhost:99999", "localhost:0", "localhost:port", "a b", "http://a b/", "http://[::1", "ws://a", "https://%zz",
	} {
		if got, err := remote.ParseURL(in); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	if _, err := remote.ParseURL("ftp://me:pw-1@a.example"); err == nil || strings.Contains(err.Error(), "pw-1") {
		t.Errorf("a secret in %v", err)
	}
}

func TestEndpoint_FollowsRedirectsThatKeepTheMethod(t *testing.T) {
	t.Parallel()
	other := serve(t, say(200, "text/event-stream", event))
	for _, status := range []int{307, 308} {
		s := serve(t, nil)
		s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/here":
				body, _ := io.ReadAll(r.Body)
				if r.Header.Get("Authorization") == "" || r.Method != http.MethodPost || len(body) == 0 {
					t.Errorf("same origin: %s %v %q", r.Method, r.Header, body)
				}
				http.Redirect(w, r, other.URL+"/there", status)
			default:
				http.Redirect(w, r, "/here", status)
			}
		})
		res, frames, err := run(t, remote.Options{
			URL: s.URL + "/start", Masked: map[string]bool{"X-Mine": true},
			Header: http.Header{"Authorization": {"a"}, "Cookie": {"b"}, "X-Mine": {"c"}, "X-Api-Key": {"d"}, "X-Plain": {"e"}},
		})
		if err != nil || len(frames) != 1 || res.Request.URL != other.URL+"/there" {
			t.Fatalf("%d: %v, %+v", status, err, res.Request)
		}
		last := other.requests[len(other.requests)-1]
		for _, name := range []string{"Authorization", "Cookie", "X-Mine", "X-Api-Key"} {
			if last.Header.Get(name) != "" {
				t.Errorf("%d: %s went to another origin", status, name)
			}
		}
		if last.Header.Get("X-Plain") != "e" || last.Method != http.MethodPost || other.bodies[len(other.bodies)-1] != string(agui.AppendInput(nil, input)) {
			t.Errorf("%d: %s %v", status, last.Method, last.Header)
		}
	}
}

func TestEndpoint_TellsTheRequestBeforeItIsSent(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/start" {
			http.Redirect(w, r, "/there", http.StatusTemporaryRedirect)
			return
		}
		say(200, "text/event-stream", event)(w, r)
	})
	var told []stream.Request
	e := endpoint(t, remote.Options{URL: s.URL + "/start?token=pw-1", Header: http.Header{"Authorization": {"pw-2"}, "X-Plain": {"e"}}})
	res, err := e.RunTelling(t.Context(), input, func(at time.Time, r stream.Request) {
		if s.count() != 0 || at.IsZero() {
			t.Errorf("told at %v, after %d requests", at, s.count())
		}
		told = append(told, r)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	if len(told) != 1 {
		t.Fatalf("told %d times", len(told))
	}
	r := told[0]
	if r.URL != s.URL+"/start?token=***" || r.Header.Get("Authorization") != "***" || r.Header.Get("X-Plain") != "e" ||
		r.Method != http.MethodPost || string(r.Body) != string(agui.AppendInput(nil, input)) {
		t.Errorf("told %+v", r)
	}
	if res.Request.URL != s.URL+"/there" {
		t.Errorf("it went to %s", res.Request.URL)
	}
}

func TestEndpoint_RefusesOtherRedirects(t *testing.T) {
	t.Parallel()
	target := serve(t, say(200, "text/event-stream", event))
	secure := unstarted(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target.URL+"/plain", http.StatusTemporaryRedirect)
	})
	secure.StartTLS()
	t.Cleanup(secure.Close)
	loop := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"x", http.StatusPermanentRedirect)
	})
	urls := map[string]string{"https to http": secure.URL, "in circles": loop.URL + "/"}
	for _, status := range []int{301, 302, 303} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, target.URL+"/login?token=pw-1", status)
		})
		urls[http.StatusText(status)] = s.URL
	}
	for name, url := range urls {
		res, _, err := run(t, remote.Options{URL: url, Insecure: true})
		if !errors.Is(err, stream.ErrRedirect) || strings.Contains(err.Error(), "pw-1") || res == nil || res.Status < 300 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if target.count() != 0 || loop.count() > 6 {
		t.Errorf("%d and %d requests", target.count(), loop.count())
	}
}

func TestEndpoint_NamesTheStatusAndWhatTheServerSaid(t *testing.T) {
	t.Parallel()
	page := "<!doctype html><html><head><title>502 Bad\n Gateway &amp; more</title><style>" + strings.Repeat("body{margin:0} ", 100) + "</style></head></html>"
	for name, row := range map[string]struct {
		status      int
		contentType string
		body        string
		says        []string
	}{
		"an error object":        {401, "application/json", `{"error":{"message":"token expired","type":"auth"}}`, []string{"401 Unauthorized: token expired", "-H"}},
		"an error text":          {400, "application/json", `{"error":"bad thread"}`, []string{"400 Bad Request: bad thread"}},
		"a detail":               {404, "application/problem+json", `{"title":"No","detail":"no such agent"}`, []string{"404 Not Found: no such agent", "path"}},
		"a list of faults":       {422, "application/json", `{"detail":[{"loc":["body"],"msg":"field required"}]}`, []string{"422 Unprocessable Entity: field required"}},
		"plain text":             {429, "text/plain", "slow down, baker", []string{"429 Too Many Requests: slow down, baker", "retry after 7 s"}},
		"a page":                 {502, "text/html", page, []string{"502 Bad Gateway: 502 Bad Gateway & more"}},
		"nothing":                {403, "application/json", "", []string{"403 Forbidden"}},
		"JSON without a message": {500, "application/json", `{"a": 1}`, []string{`500 Internal Server Error: {"a": 1}`}},
		"broken JSON":            {500, "application/json", `{"a`, []string{`{"a`}},
		"control characters":     {500, "text/plain", "a\x1b[31mb\r\n\u202Ec", []string{"a[31mb c"}},
		"a long text":            {500, "text/plain", strings.Repeat("long ", 20000), []string{"long", "…"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Retry-After", "7")
				say(row.status, row.contentType, row.body)(w, r)
			})
			res, _, err := run(t, remote.Options{URL: s.URL})
			var status *stream.StatusError
			if !errors.As(err, &status) || !errors.Is(err, stream.ErrStatus) || status.Code != row.status || status.ContentType != row.contentType {
				t.Fatalf("error: %#v", err)
			}
			if res == nil || res.Status != row.status || s.count() != 1 || len(status.Body) > 64<<10 {
				t.Errorf("status of the response: %+v, %d requests, %d bytes", res, s.count(), len(status.Body))
			}
			for _, words := range row.says {
				if !strings.Contains(err.Error(), words) {
					t.Errorf("%q lacks %q", err, words)
				}
			}
			if line := err.Error(); len(line) > 450 || strings.ContainsAny(line, "\n\r\x1b") || strings.Contains(line, "<") {
				t.Errorf("not one short line: %q", line)
			}
		})
	}
}

func TestEndpoint_ReadsAnswersByWhatTheyAre(t *testing.T) {
	t.Parallel()
	json := `{"type":"A"}`
	for name, row := range map[string]struct {
		contentType, body string
		data              string // frames
		warns             bool
		err               error
		says              string
	}{
		"an event stream":                   {"text/event-stream", event, `{"type":"RUN_STARTED"}`, false, nil, ""},
		"with parameters":                   {"Text/Event-Stream; charset=utf-8", event, `{"type":"RUN_STARTED"}`, false, nil, ""},
		"no content type":                   {"", event, `{"type":"RUN_STARTED"}`, true, nil, ""},
		"events as JSON":                    {"application/json", event, `{"type":"RUN_STARTED"}`, true, nil, ""},
		"a comment first, as text":          {"text/plain", ": hi\n\n" + event, `|{"type":"RUN_STARTED"}`, true, nil, ""},
		"events as HTML":                    {"text/html", "\n" + event, `|{"type":"RUN_STARTED"}`, true, nil, ""},
		"a JSON object":                     {"application/json", json, json, true, nil, ""},
		"a JSON array":                      {"application/json", "[" + json + "," + json + "]", json + "|" + json, true, nil, ""},
		"a JSON object over lines":          {"application/json", "{\n  \"type\": \"A\"\n}\n", "{\n  \"type\": \"A\"\n}", true, nil, ""},
		"JSON lines":                        {"application/x-ndjson", json + "\n" + json + "\n", json + "|" + json, true, nil, ""},
		"an error in an event stream":       {"text/event-stream", json + "\n\n", "", false, nil, ""},
		"a page":                            {"text/html; charset=utf-8", "<html><title>Welcome home</title>", "", false, stream.ErrContent, "HTML: “Welcome home”"},
		"a page without a title":            {"text/html", "<p>hello", "", false, stream.ErrContent, "HTML;"},
		"a page as text":                    {"text/plain", " <!DOCTYPE html><h1>Hi</h1>", "", false, stream.ErrContent, "HTML: “Hi”"},
		"text as HTML":                      {"text/html", "hello there", "", false, stream.ErrContent, "hello there"},
		"the binary format":                 {"application/vnd.ag-ui.event+proto; v=1", "\x00\x00\x00\x01x", "", false, stream.ErrContent, "application/vnd.ag-ui.event+proto"},
		"binary data":                       {"application/octet-stream", "\x00\x01", "", false, stream.ErrContent, "binary"},
		"nothing at all":                    {"text/event-stream", "", "", false, stream.ErrContent, "without a body"},
		"a body that is no stream, as text": {"text/plain", "hello\n\n", "", true, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, say(200, row.contentType, row.body))
			res, frames, err := run(t, remote.Options{URL: s.URL})
			if !errors.Is(err, row.err) || (err != nil && !strings.Contains(err.Error(), row.says)) {
				t.Fatalf("error: %v", err)
			}
			if got := datas(frames); got != row.data {
				t.Errorf("frames: %q", got)
			}
			warned := slices.ContainsFunc(res.Notes, func(f agui.Finding) bool { return f.Rule == agui.RuleWrongContentType })
			if warned != row.warns {
				t.Errorf("notes: %+v", res.Notes)
			}
		})
	}
}

func TestEndpoint_SaysThatABodyIsMissing(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{
		"204":           func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) },
		"an empty body": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/event-stream") },
		"an empty chunk": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
		},
		"an untyped chunk": func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			w.(http.Flusher).Flush()
		},
		"an empty gzip one": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.(http.Flusher).Flush()
		},
	} {
		s := serve(t, h)
		if _, frames, err := run(t, remote.Options{URL: s.URL}); !errors.Is(err, stream.ErrContent) || len(frames) != 0 {
			t.Errorf("%s: %d frames, %v", name, len(frames), err)
		}
	}
}
