package demo

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A player sends scripts to one client.
type player struct {
	w     io.Writer
	flush func()
	pace  float64
	buf   []byte
}

// flushAt is how much may wait unsent when there are no pauses.
const flushAt = 16 << 10

// play sends s, filling placeholders in. It returns early when ctx is done or
// the client is gone, which needs no report: there is nobody left to tell.
func (p *player) play(ctx context.Context, c *call, s script) {
	defer p.send()
	names := c.placeholders(s)
	for i := range s {
		if !p.wait(ctx, s[i].wait) {
			return
		}
		switch s[i].do {
		case event:
			p.buf = append(p.buf, "data: "+names.Replace(s[i].data)+"\n\n"...)
		case comment:
			p.buf = append(p.buf, ": "+s[i].data+"\n\n"...)
		case octets:
			p.buf = append(p.buf, s[i].data...)
		case hangUp:
			p.send()
			panic(http.ErrAbortHandler) // how net/http cuts a connection
		}
		if len(p.buf) >= flushAt && !p.send() {
			return
		}
	}
}

// wait sends what is there and pauses; false: stop playing.
func (p *player) wait(ctx context.Context, d time.Duration) bool {
	d = time.Duration(float64(d) * p.pace)
	if d <= 0 {
		return ctx.Err() == nil
	}
	return p.send() && sleep(ctx, d)
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (p *player) send() bool {
	if len(p.buf) == 0 {
		return true
	}
	_, err := p.w.Write(p.buf)
	p.buf = p.buf[:0]
	p.flush()
	return err == nil
}

// placeholders fills in what the request and the script decide.
func (c *call) placeholders(s script) *strings.Replacer {
	return strings.NewReplacer(
		"§", c.prefix(),
		"†", c.origin,
		`"¶thread"`, jsonString(c.in.ThreadID),
		`"¶run"`, jsonString(c.in.RunID),
		"¶now", strconv.FormatInt(c.now().UnixMilli(), 10),
		"¶expiry", strconv.FormatInt(c.now().Add(ttl).Unix(), 10),
		"¶expires", c.now().Add(ttl).UTC().Format(time.RFC3339),
		"¶usage", usage(c.size, s),
	)
}

// usage is what a run used: four bytes of the request are a token, and so is a
// word of the answer.
func usage(request int, s script) string {
	in, out, thought := request/4, 0, 0
	for i := range s {
		out += s[i].tokens
		thought += s[i].thought
	}
	return fmt.Sprintf(`[{"provider":"agtui","model":"demo","inputTokens":%d,"outputTokens":%d,"totalTokens":%d,"reasoningTokens":%d}]`,
		in, out, in+out, thought)
}
