// Command sdk takes one run with the community's Go SDK and prints what it
// cost in processor time: request, reading, decoding. The SDK neither checks
// the order nor reduces. It is a module of its own, so that the program does not
// require it.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/client/sse"
	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/core/events"
	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/core/types"
	"github.com/sirupsen/logrus"
)

func main() {
	if err := take(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sdk:", err)
		os.Exit(1)
	}
}

func take(url string) error {
	silent := logrus.New()
	silent.SetOutput(io.Discard)
	start := spent()
	client := sse.NewClient(sse.Config{Endpoint: url, Logger: silent, BufferSize: 4096})
	frames, errs, err := client.Stream(sse.StreamOptions{Payload: types.RunAgentInput{ThreadID: "t", RunID: "r"}})
	if err != nil {
		return err
	}
	n, size := 0, 0
	for f := range frames {
		ev, err := events.EventFromJSON(f.Data)
		if err != nil {
			return err
		}
		switch ev := ev.(type) {
		case *events.TextMessageContentEvent:
			size += len(ev.Delta)
		case *events.ToolCallArgsEvent:
			size += len(ev.Delta)
		}
		n++
	}
	if err := <-errs; err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"ms": float64((spent() - start).Microseconds()) / 1000, "events": n, "bytes": size,
	})
}

// spent is the processor time of the process so far.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
