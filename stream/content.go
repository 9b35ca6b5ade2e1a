package stream

import (
	"mime"
	"strings"

	"agtui/stream/agui"
	"agtui/stream/frame"
)

// MediaSSE is the media type of an event stream.
const MediaSSE = "text/event-stream"

// MediaType is the media type of a Content-Type header, in small letters and
// without its parameters.
func MediaType(contentType string) string {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		media, _, _ = strings.Cut(contentType, ";")
		media = strings.ToLower(strings.TrimSpace(media))
	}
	return media
}

// ContentNotes are the findings about an answer that is read as frames of a form
// though its Content-Type header promises something else.
func ContentNotes(contentType string, form frame.Form) []agui.Finding {
	media, as := MediaType(contentType), "an event stream"
	switch media {
	case MediaSSE:
		return nil
	case "":
		media = "no content type"
	}
	if form == frame.JSON {
		as = "JSON lines"
	}
	return []agui.Finding{agui.NewFinding(agui.RuleWrongContentType, 0, "the server answers %s, not %s; read as %s", media, MediaSSE, as)}
}
