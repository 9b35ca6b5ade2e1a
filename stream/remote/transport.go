package remote

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// How long connecting may take. The answer itself may take as long as the
// agent thinks.
const (
	dialTimeout = 15 * time.Second
	tlsTimeout  = 15 * time.Second
)

// newTransport makes connections that serve one request each: none is kept, so
// none can have been closed by the server in the meantime.
func newTransport(o Options) (*http.Transport, error) {
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: o.Insecure, //nolint:gosec // the user asked for it by name
	}
	if o.CACert != "" {
		pool, err := authorities(o.CACert)
		if err != nil {
			return nil, err
		}
		config.RootCAs = pool
	}
	proxy := httpproxy.FromEnvironment().ProxyFunc()
	return &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		OnProxyConnectResponse: connected,
		DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    tlsTimeout,
		ForceAttemptHTTP2:      true,
		DisableKeepAlives:      true,
		DisableCompression:     true, // decoded here, without delay
		MaxResponseHeaderBytes: 1 << 20,
	}, nil
}

// authorities returns the system's certificate authorities and those of a file.
func authorities(path string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("remote: read the certificate authorities: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("remote: read the certificate authorities: %s has no PEM certificate", path)
	}
	return pool, nil
}

// errProxyRefused is a proxy that does not open the tunnel.
var errProxyRefused = errors.New("the proxy refused the tunnel")

func connected(_ context.Context, proxy *url.URL, _ *http.Request, res *http.Response) error {
	if res.StatusCode == http.StatusOK {
		return nil
	}
	return fmt.Errorf("%w: %s answered %s", errProxyRefused, proxy.Host, res.Status)
}
