package remote

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// errURL is the cause of every error of ParseURL.
var errURL = errors.New("not the address of an endpoint")

// ParseURL completes and checks the address of an endpoint: without a scheme it
// is http for this machine and https for any other. ":8000/agent" is this
// machine.
func ParseURL(s string) (string, error) {
	s = strings.TrimSpace(s)
	given := withoutSecrets(s) // what it is called in an error
	if strings.HasPrefix(s, ":") {
		s = "localhost" + s
	}
	bare := !strings.Contains(s, "://")
	if bare {
		s = "https://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		if in, ok := errors.AsType[*url.Error](err); ok {
			err = in.Err
		}
		return "", fmt.Errorf("remote: read the URL %q: %w: %w", given, errURL, err)
	}
	host := u.Hostname()
	if bare && loopback(host) {
		u.Scheme = "http"
	}
	port, portErr := strconv.Atoi(u.Port())
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return "", fmt.Errorf("remote: read the URL %s: %w: the scheme is %s, not http or https", maskURL(u), errURL, u.Scheme)
	case host == "" || strings.ContainsAny(host, " \t\"<>"):
		return "", fmt.Errorf("remote: read the URL %q: %w: it has no host name; write it like localhost:8000/agent", given, errURL)
	case u.Port() != "" && (portErr != nil || port < 1 || port > 65535):
		return "", fmt.Errorf("remote: read the URL %s: %w: %s is no port", maskURL(u), errURL, u.Port())
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String(), nil
}

// loopback reports whether host is this machine.
func loopback(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}
