package process

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// needsGuard is false: a job ends with the last handle to it, which is ours.
const needsGuard = false

func OwnGroup(*exec.Cmd) {}

func EndGroup(int) {}

// ownSession puts the child in a process group of its own, so that what is typed
// at our console never reaches it.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// adopt puts the child that was just started into a job that ends with us.
func (p *Process) adopt() error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return fmt.Errorf("create job: %w", err)
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		return closeJob(job, err)
	}
	child, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(p.PID))
	if err != nil {
		return closeJob(job, err)
	}
	defer func() { _ = windows.CloseHandle(child) }()
	if err := windows.AssignProcessToJobObject(job, child); err != nil {
		return closeJob(job, err)
	}
	p.job = uintptr(job)
	return nil
}

func closeJob(job windows.Handle, err error) error {
	_ = windows.CloseHandle(job)
	return fmt.Errorf("put the server into a job: %w", err)
}

// Terminate does what Windows has for it: there is no signal that asks.
func (p *Process) Terminate() { p.Kill() }

// Kill ends the whole job at once.
func (p *Process) Kill() {
	if p.job == 0 || windows.TerminateJobObject(windows.Handle(p.job), 1) != nil {
		_ = p.cmd.Process.Kill()
	}
}

// GroupAlive says whether anything of the job is left.
func (p *Process) GroupAlive() bool {
	var info struct {
		TotalUserTime, TotalKernelTime, ThisPeriodTotalUserTime, ThisPeriodTotalKernelTime int64

		TotalPageFaultCount, TotalProcesses, ActiveProcesses, TotalTerminatedProcesses uint32
	}
	err := windows.QueryInformationJobObject(windows.Handle(p.job), windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil)
	return p.job != 0 && err == nil && info.ActiveProcesses > 0
}

// Release ends the job, and whatever it still holds.
func (p *Process) Release() {
	if p.job != 0 {
		_ = windows.CloseHandle(windows.Handle(p.job))
	}
}

func signalName(*os.ProcessState) string { return "" }

// PipeFill cannot be told here.
func PipeFill(*os.File) (int, bool) { return 0, false }

// Strays gives none: nothing leaves a job.
func (p *Process) Strays() []Stray { return nil }

func (p *Process) noteChildren() {}

func adoptOrphans() {}

// ReapWhileRunning has nothing to do: there are no orphans to be asked.
func (p *Process) ReapWhileRunning() {}

// Status is the child's exit code. Only after Reaped.
func (p *Process) Status() int { return p.cmd.ProcessState.ExitCode() }

func makePipe(bool) (r, w *os.File, err error) { return os.Pipe() } //nolint:wrapcheck // the caller does
