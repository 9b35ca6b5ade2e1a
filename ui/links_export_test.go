package ui

// Hyperlinks tells whether a setting means links in an environment.
func Hyperlinks(l Links, env []string) bool { return l.in(env) == LinksOn }
