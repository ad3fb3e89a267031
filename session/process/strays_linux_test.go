package process

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

func TestAProcessThatIsEndingDoesNotLiveOn(t *testing.T) {
	if stray, ok := living(os.Getpid()); !ok || stray.Command == "" {
		t.Errorf("we live, but it says %v %v", stray, ok)
	}
	cmd := exec.Command("true")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	if err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != nil {
		t.Fatal(err)
	}
	if stray, ok := living(cmd.Process.Pid); ok {
		t.Errorf("it has ended and is not reaped, but it says %v", stray)
	}
}
