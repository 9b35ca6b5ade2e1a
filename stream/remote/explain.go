package remote

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"agtui/stream"
)

// failure is an error for people: one line that says what was done, to what,
// why it failed and what to try. What it wraps is for programs.
type failure struct {
	text   string
	causes []error
}

// Error returns the line.
func (f *failure) Error() string { return f.text }

// Unwrap returns the sentinel and the cause.
func (f *failure) Unwrap() []error { return f.causes }

// fail returns an error of that kind about this exchange.
func (x *exchange) fail(kind error, format string, args ...any) error {
	return x.because(kind, nil, format, args...)
}

// because is fail with the error that was the cause.
func (x *exchange) because(kind, cause error, format string, args ...any) error {
	f := &failure{text: "POST " + maskURL(x.url) + ": " + oneLine(fmt.Sprintf(format, args...), most), causes: []error{kind}}
	if cause != nil {
		f.causes = append(f.causes, cause)
	}
	return f
}

// stopped returns err, or what ended the exchange from this side if that was
// the reason.
func (x *exchange) stopped(err error) error {
	cause := x.cause()
	if cause == nil || errors.Is(err, stream.ErrStatus) || errors.Is(err, stream.ErrRedirect) || errors.Is(err, stream.ErrContent) {
		return err
	}
	return cause
}

// cause says why this side ended the exchange, nil if it did not.
func (x *exchange) cause() error {
	err := x.parent.Err()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return x.because(stream.ErrTimeout, err, "the time for the run is over")
	case err != nil:
		return x.because(stream.ErrStopped, err, "stopped")
	case x.closed.Load():
		return x.because(stream.ErrStopped, nil, "stopped")
	}
	return nil
}

// explain says why no answer came.
func (x *exchange) explain(err error) error {
	var op *net.OpError
	proxied := errors.As(err, &op) && op.Op == "proxyconnect"
	var dns *net.DNSError
	var timeout net.Error
	text := err.Error()
	switch {
	case errors.Is(err, errProxyRefused):
		return x.because(stream.ErrProxy, err, "%v; check HTTPS_PROXY and its credentials, or set NO_PROXY", err)
	case proxied:
		return x.because(stream.ErrProxy, err, "the proxy cannot be reached: %v; check HTTP_PROXY and HTTPS_PROXY, or set NO_PROXY", op.Err)
	case strings.Contains(text, "server gave HTTP response to HTTPS client"):
		return x.because(stream.ErrTLS, err, "the server speaks plain HTTP; try http://")
	case secure(err):
		return x.certificate(err)
	case errors.As(err, &dns) && dns.IsNotFound:
		return x.because(stream.ErrUnreachable, err, "there is no host %s; check the spelling and the network", dns.Name)
	case errors.As(err, &dns):
		return x.because(stream.ErrUnreachable, err, "the name %s cannot be looked up: %s; check the network", dns.Name, dns.Err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return x.because(stream.ErrUnreachable, err, "connection refused; is the server running?")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return x.because(stream.ErrUnreachable, err, "the server closed the connection without an answer; its log may say why")
	case errors.As(err, &timeout) && timeout.Timeout():
		return x.because(stream.ErrUnreachable, err, "no connection in time; check the address, the network and the proxy variables")
	case strings.Contains(text, "malformed HTTP"):
		return x.because(stream.ErrContent, err, "the answer is not HTTP; check the port, and whether it wants https://")
	}
	return x.because(stream.ErrUnreachable, err, "%s", plainText(text))
}

// secure reports whether err is about TLS.
func secure(err error) bool {
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	return errors.As(err, &verify) || errors.As(err, &record) || errors.As(err, &alert) || strings.Contains(err.Error(), "tls: ")
}

// certificate says what is wrong with a secure connection.
func (x *exchange) certificate(err error) error {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &unknown):
		return x.because(stream.ErrTLS, err, "the certificate is signed by an unknown authority; try --cacert FILE, or --insecure")
	case errors.As(err, &name):
		return x.because(stream.ErrTLS, err, "the certificate is for another host (%s); check the address, or try --insecure", plainText(name.Error()))
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return x.because(stream.ErrTLS, err, "the certificate has expired or is not yet valid; check the clock, or try --insecure")
	}
	return x.because(stream.ErrTLS, err, "%s; check the port, or try http://, --cacert FILE or --insecure", plainText(err.Error()))
}

// plainText drops the package prefixes that mean nothing to people.
func plainText(s string) string {
	for _, prefix := range []string{"net/http: ", "http: ", "x509: ", "tls: ", "remote error: "} {
		s = strings.ReplaceAll(s, prefix, "")
	}
	return s
}
