package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"stdioscope/session/demo"
)

// demoServerName is the hidden command that is the demo's server.
const demoServerName = "demo-server"

func newDemo() *cobra.Command {
	var start startFlags
	var misbehave bool
	cmd := &cobra.Command{
		Use:   "demo [flags]",
		Short: "Inspect a server that is built in",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			self, err := os.Executable()
			if err != nil {
				return fmt.Errorf("demo: %w", err)
			}
			command := []string{self, demoServerName}
			if misbehave {
				command = append(command, "--misbehave")
			}
			if start.label == "" {
				start.label = "demo"
			}
			return inspect(cmd.Context(), start, command)
		},
	}
	start.register(cmd.Flags())
	cmd.Flags().BoolVar(&misbehave, "misbehave", false, "let the server break the protocol, on demand")
	return cmd
}

func newDemoServer() *cobra.Command {
	opt := demo.Options{Version: version()}
	cmd := &cobra.Command{
		Use:    demoServerName,
		Short:  "Be the server that the demo inspects",
		Hidden: true,
		Args:   noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			os.Exit(demo.Serve(cmd.Context(), os.Stdin, os.Stdout, os.Stderr, opt))
			return nil
		},
	}
	cmd.Flags().BoolVar(&opt.Misbehave, "misbehave", false, "break the protocol, on demand")
	return cmd
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no arguments, but there is %q", cmd.CommandPath(), args[0])
	}
	return nil
}
