package cli

import (
	"io"

	"agtui/stream"
	"agtui/stream/record"
	"agtui/stream/remote"
)

// endpoint is the source behind a URL.
func (p *program) endpoint(s *settings, url string) (*remote.Endpoint, error) {
	full, err := remote.ParseURL(url)
	if err != nil {
		return nil, &exitError{code: ExitUsage, err: err}
	}
	headers, masked, err := p.headerSet(s)
	if err != nil {
		return nil, err
	}
	ep, err := remote.New(remote.Options{
		URL: full, Header: headers, Masked: masked, CACert: s.caCert, Insecure: s.insecure,
		FrameLimit: int64(s.limit), UserAgent: "agtui/" + p.version, Now: p.env.Now,
	})
	if err != nil {
		return nil, &exitError{code: ExitUsage, err: err}
	}
	return ep, nil
}

// kept is a recorder that can be closed; closing nothing is fine.
type kept struct {
	io.Closer
	path string
}

// Close implements io.Closer.
func (k kept) Close() error {
	if k.Closer == nil {
		return nil
	}
	return k.Closer.Close() //nolint:wrapcheck // record says which file
}

// recorder is what keeps the exchanges of a thread: a file, or the last frames
// in memory with --no-record.
func (p *program) recorder(s *settings, threadID string) ([]stream.Tap, kept, error) {
	if s.noRecord {
		return []stream.Tap{&record.Memory{}}, kept{}, nil
	}
	w, err := record.CreateNext(s.dataDir, threadID, "agtui "+p.version)
	if err != nil {
		return nil, kept{}, usageError("keeping the recording: %w: choose another --data-dir, or --no-record", err)
	}
	w.Mask(p.mask)
	return []stream.Tap{w}, kept{Closer: w, path: w.Path()}, nil
}
