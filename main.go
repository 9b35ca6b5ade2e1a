// Command agtui is a terminal client for agents that speak AG-UI.
package main

import (
	"os"
	"runtime/debug"

	"agtui/ui/cli"
)

// version is set by the linker in a release.
var version = ""

func main() {
	if version == "" {
		version = "dev"
		if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
			version = info.Main.Version
		}
	}
	os.Exit(cli.Main(cli.OS(), version))
}
