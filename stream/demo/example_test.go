package demo_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"

	"agtui/stream/demo"
)

// A run that says nothing, asked for over a real connection.
func ExampleListen() {
	server, err := demo.Listen("127.0.0.1:0", demo.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()

	input := `{"threadId":"t","runId":"r","state":{},"tools":[],"context":[],"forwardedProps":{},
		"messages":[{"id":"u","role":"user","content":"demo nothing"}]}`
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, server.URL(), strings.NewReader(input))
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if kind, _, ok := strings.Cut(lines.Text(), ","); ok {
			fmt.Println(kind)
		}
	}
	// Output:
	// data: {"type":"RUN_STARTED"
	// data: {"type":"RUN_FINISHED"
}
