package cli

import (
	"os"

	"github.com/spf13/cobra"

	"stdioscope/session/process"
)

// guardName is the hidden command that is a session's guard.
const guardName = "guard"

func newGuard() *cobra.Command {
	return &cobra.Command{
		Use:    guardName,
		Short:  "End the servers of another stdioscope when that has ended",
		Hidden: true,
		Args:   noArgs,
		Run:    func(*cobra.Command, []string) { process.BeGuard(os.Stdin) },
	}
}

// guardCommand starts a guard; none where we do not know our own file.
func guardCommand() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, guardName}
}
