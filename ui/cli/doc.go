// Package cli is the command line: it reads flags, environment and the
// configuration file, builds the engine and the screen from them, and turns
// outcomes into exit codes and one line on stderr.
//
// It is the only package that knows everybody. It does not interpret streams
// and draws nothing itself. Main may be called several times in one process:
// everything from outside (arguments, environment, standard streams, clock) is
// in Env.
package cli
