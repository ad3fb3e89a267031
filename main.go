// Command stdioscope is an interactive terminal inspector for MCP stdio traffic.
package main

import (
	"os"

	"stdioscope/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
