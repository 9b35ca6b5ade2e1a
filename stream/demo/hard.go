package demo

import (
	"fmt"
	"strings"
)

func textScenes() []scene {
	return []scene{
		named("emoji", "chunks cut inside an emoji",
			"Chunk events that end inside a ZWJ sequence, inside a flag and inside a surrogate pair; nothing may flash or move.", emoji),
		named("languages", "hello in many scripts",
			"Korean, Japanese, Hindi, Thai, Arabic, Hebrew and more, cut without respect for letters.", languages),
		named("long", "an answer of 50 kB",
			"Forty chapters at speed: follow it, scroll away, come back.", func() script { return run(speaker{wide: true}.say("§text", longWalk())) }),
		named("hostile", "text that wants your terminal",
			"Escape sequences, clipboard writes, direction overrides and control characters in text, names, arguments and errors.", hostile),
	}
}

// emoji is written as JSON text, because no Go string can be cut like this.
func emoji() script {
	pieces := []string{
		`Somebody at a laptop: `, `👩`, `🏽`, `\u200d`, `💻`, `. `,
		`A family of four: `, `👨`, `\u200d`, `👩`, `\u200d`, `👧`, `\u200d`, `👦`, `.\n\n`,
		`Half a mountain, `, `\ud83c`, `\udfd4\ufe0f`, ` and the other half. `,
		`A flag in three parts: `, `\ud83c`, `\udde8\ud83c`, `\udded`, `.\n\n`,
		`An accent that comes late: caf`, `e`, `\u0301`, `. A keycap: `, `1`, `\ufe0f`, `\u20e3`, `. `,
		`A heart that turns red: `, `\u2764`, `\ufe0f`, `. `,
		`A rainbow flag: `, `🏳`, `\ufe0f`, `\u200d`, `🌈`, `. `, `Hangul from its letters: `, `\u1112`, `\u1161`, `\u11ab`, `.\n\n`,
		`And one half that never meets its other: `, `\ud83d`,
	}
	s := make(script, 0, 1+len(pieces))
	s = append(s, step{data: `{"type":"TEXT_MESSAGE_CHUNK","messageId":"§text","role":"assistant","delta":"These pieces are cut where no one should cut.\n\n"}`, wait: beat})
	for i, p := range pieces {
		id := `"messageId":"§text",`
		if i%3 == 1 {
			id = "" // a chunk may leave its id out
		}
		s = append(s, step{data: `{"type":"TEXT_MESSAGE_CHUNK",` + id + `"delta":"` + p + `"}`, wait: 5 * tick, tokens: 1})
	}
	return run(s)
}

func languages() script {
	s := raw(`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant"}`)
	for i, p := range crumbs(page("languages.md"), 3, 5) {
		s = append(s, step{
			data: `{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":` + quote(p) + `}`, wait: rhythm(i, false), tokens: 2,
		})
	}
	return run(s, raw(`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`))
}

// longWalk is a text of a little more than 50 kB.
func longWalk() string {
	places := strings.Split("the bridge|the mill|the old quarry|a gate without a fence|the larch wood|the upper spring|a field of stones|the chapel", "|")
	sights := strings.Split("a dog that knew the way|three goats with opinions|a sign that pointed at the sky|a bench with a name on it|"+
		"a woman selling plums|snow in a ditch|a train, far below and very small", "|")
	ends := strings.Split("We drank some water and went on.|Nobody said much.|The map disagreed, so we folded it.|It began to smell of rain.|"+
		"Somebody laughed, and then everybody did.", "|")
	var b strings.Builder
	b.WriteString("# A long walk in forty chapters\n")
	for ch := 1; ch <= 40; ch++ {
		fmt.Fprintf(&b, "\n## %d. From %s to %s\n", ch, places[ch%8], places[(ch*3+1)%8])
		for p := range 5 {
			k := ch*5 + p
			fmt.Fprintf(&b, "\nAfter %d minutes we came to %s, where we met %s. It was %d metres higher than the last place, or so it felt. ",
				7+k*11%50, places[(k*5+2)%8], sights[k*3%7], 10+k*37%190)
			fmt.Fprintf(&b, "Then the path turned %s. %s\n", []string{"left", "right", "back on itself"}[k%3], ends[k%5])
		}
		if ch%4 == 0 {
			fmt.Fprintf(&b, "\n| Hour | Height | Mood |\n|---|---:|---|\n| %d | %d m | good |\n| %d | %d m | better |\n", ch, ch*31, ch+1, ch*31+40)
		}
		if ch%5 == 0 {
			fmt.Fprintf(&b, "\n- steps so far: %d\n- blisters: %d\n- songs: *%d*, all out of tune\n", ch*1931, ch/7, ch/5)
		}
	}
	b.WriteString("\nThat was the last chapter. The stew was worth it.")
	return b.String()
}

// hostile attacks every place where a client shows text.
func hostile() script {
	const (
		clip52  = `\u001b]52;c;cm0gLXJmIC8K\u0007`
		title   = `\u001b]0;owned\u001b\\`
		wipe    = `\u001b[2J\u001b[H\u001b[?1049l\u001b[?25l`
		c1      = `\u009b31m\u009d0;owned\u009c`
		rlo     = `\u202egnp.exe\u202c`
		isolate = `\u2067\u2066`
	)
	text := []string{
		`Everything here tries something. `, `Red: \u001b[31mred\u001b[0m, cut in two: \u001b`, `[31mred\u001b[`, `0m. `,
		`The clipboard: `, clip52, `. The title: `, title, `. A clean screen: `, wipe, `. `, `The same with C1: `, c1, `.\n\n`,
		`A harmless picture: photo_`, rlo, `. Isolates left open: `, isolate, `. Questions to the terminal: \u001b[6n\u001b[c\u001bP$qm\u001b\\`,
		`. Bells: \u0007\u0007. Backspaces: secret\b\b\b\b\b\bhidden. A carriage return: before\rafter. `,
		`NUL: a\u0000b. Delete: a\u007fb. Line separators: a\u2028b\u2029c. Invisible: a\u200b\u2060\ufeffb. `,
		`Tags: a\udb40\udc41\udb40\udc42b. Too many marks: z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030d.\n\n`,
		`A link that lies: [https://example.com](javascript:alert(1)), and one by escape: \u001b]8;;https://evil.example\u001b\\safe\u001b]8;;\u001b\\. `,
		`<script>alert(1)</script> &#27;[31m &#x202e;\n`,
	}
	s := raw(`{"type":"TEXT_MESSAGE_START","messageId":"§text","role":"assistant","name":"demo` + wipe + `"}`)
	for _, t := range text {
		s = append(s, step{data: `{"type":"TEXT_MESSAGE_CONTENT","messageId":"§text","delta":"` + t + `"}`, wait: 2 * tick, tokens: len(t) / 4})
	}
	return join(raw(started),
		raw(`{"type":"STEP_STARTED","stepName":"step`+title+`"}`), s,
		raw(`{"type":"TEXT_MESSAGE_END","messageId":"§text"}`,
			`{"type":"TOOL_CALL_START","toolCallId":"§call\u001b[1m","toolCallName":"rm`+rlo+wipe+`"}`,
			`{"type":"TOOL_CALL_ARGS","toolCallId":"§call\u001b[1m","delta":"{\"path`+`\\u001b]52;c;AA==\\u0007\": \"\\u202e\\u009b2J\", \"raw\": \"\u001b[5m\"}"}`,
			`{"type":"TOOL_CALL_END","toolCallId":"§call\u001b[1m"}`,
			`{"type":"TOOL_CALL_RESULT","messageId":"§result","toolCallId":"§call\u001b[1m","content":"`+wipe+clip52+`done\r\nand\rdusted"}`,
			`{"type":"ACTIVITY_SNAPSHOT","messageId":"§act","activityType":"PLAN`+wipe+`","content":{"`+title+`":"`+rlo+`"}}`,
			`{"type":"STATE_SNAPSHOT","snapshot":{"`+clip52+`":"`+rlo+`","ok":true}}`,
			`{"type":"SUBAGENT_STARTED","subagentRunId":"§sub`+rlo+`","name":"helper`+wipe+`"}`,
			`{"type":"SUBAGENT_ERROR","subagentRunId":"§sub`+rlo+`","message":"`+title+`","code":"`+c1+`"}`,
			`{"type":"CUSTOM","name":"`+wipe+`","value":"`+clip52+`"}`,
			`{"type":"STEP_FINISHED","stepName":"step`+title+`"}`),
		after(beat, raw(`{"type":"RUN_ERROR","message":"The last try is in the error: `+wipe+clip52+rlo+` still here?","code":"\u001b[7mHOSTILE"}`)))
}
