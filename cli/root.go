package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"stdioscope/framing/printable"

	"github.com/spf13/cobra"
)

// Main runs the command line and gives the exit code.
func Main(args []string) int {
	root := newRoot()
	root.SetArgs(args)
	err := root.Execute()
	var status statusError
	if err != nil && !errors.As(err, &status) {
		report(err)
	}
	return exitCode(err)
}

// flagError points to the help, and to the way of starting a program that is
// called like one of our commands.
func flagError(cmd *cobra.Command, err error) error {
	if !cmd.HasParent() {
		return usage("%w (see `%s --help`)", err, cmd.CommandPath())
	}
	return usage("%w (see `%s --help`; to start a program called %s, put -- before it)", err, cmd.CommandPath(), cmd.Name())
}

// report says an error in one line. It may quote what a server or a file said.
func report(err error) {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	fmt.Fprintln(os.Stderr, "stdioscope: "+printable.Text([]byte(text)))
}

func newRoot() *cobra.Command {
	var start startFlags
	root := &cobra.Command{
		Use:   "stdioscope [flags] [--] CMD [ARG...]",
		Short: "Inspect the stdio traffic of an MCP server in the terminal",
		Long: "stdioscope starts an MCP server as a child process, shows every line that crosses\n" +
			"its stdin, stdout and stderr, and sends what you write.\n\n" +
			"Flags of stdioscope come before CMD; what follows CMD belongs to CMD.",
		Example: "  stdioscope demo\n" +
			"  stdioscope npx -y @modelcontextprotocol/server-everything stdio\n" +
			"  stdioscope --cwd ~/work -e LOG=debug -- python3 server.py --verbose",
		Version:       version(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no command given: try `stdioscope demo`, or `stdioscope --help`")
			}
			return inspect(cmd.Context(), start, args)
		},
	}
	start.register(root.Flags())
	root.Flags().SetInterspersed(false)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("stdioscope {{.Version}}\n")
	root.AddCommand(newCall(), newDemo(), newDemoServer(), newGuard(), newList(), newMan(), newMock(), newOpen(), newPrune(), newReplay(), newSend(), newShow(), newWrap(), newWrapRecorder())
	return root
}
