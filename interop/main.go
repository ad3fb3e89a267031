package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

func main() {
	status, err := runMain()
	if err != nil {
		fmt.Fprintln(os.Stderr, "interop:", err)
		status = 1
	}
	os.Exit(status)
}

// runMain gives the status to exit with.
func runMain() (int, error) {
	if len(os.Args) > 4 && os.Args[1] == "tee" {
		return tee(os.Args[2], os.Args[4:])
	}
	light := flag.Bool("light", false, "leave out what takes long to install or much room")
	tables := flag.Bool("tables", true, "write what was seen into README.md")
	flag.Usage = func() {
		_, _ = fmt.Fprintln(flag.CommandLine.Output(), "usage: go run . [-light] [-tables=false] [NAME...]     a NAME is a part of a peer's")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ran := chosen(*light, flag.Args())
	ok, err := interop(ctx, ran)
	if err == nil && *tables {
		err = writeTables("README.md", tablesOf(ran))
	}
	if err != nil || !ok {
		return 1, err
	}
	return 0, nil
}

// chosen are the jobs whose names hold one of the given; all, where none is given.
func chosen(light bool, names []string) []*job {
	var some []*job
	for _, j := range jobs() {
		if light && j.isLarge() {
			continue
		}
		wanted := len(names) == 0
		for _, name := range names {
			wanted = wanted || strings.Contains(j.name, name)
		}
		if wanted {
			some = append(some, j)
		}
	}
	return some
}

// interop runs the jobs and says what became of each. It is false where the program did
// something wrong, or a peer did not run that has to.
func interop(ctx context.Context, jobs []*job) (bool, error) {
	cache, err := cacheFolder()
	if err != nil {
		return false, err
	}
	scratch, err := os.MkdirTemp("", "interop-")
	if err != nil {
		return false, fmt.Errorf("make a folder: %w", err)
	}
	r := runner{cache: cache, scratch: scratch}
	if r.program, err = buildProgram(ctx, scratch); err != nil {
		return false, err
	}
	if r.self, err = os.Executable(); err != nil {
		return false, fmt.Errorf("find this program: %w", err)
	}
	counts := r.runAll(ctx, jobs)
	fmt.Printf("%d well, %d at fault, %d not run\n", counts[well], counts[atFault], counts[lacking])
	if counts[atFault] > 0 {
		fmt.Println("what was recorded is in", scratch)
	} else if err := os.RemoveAll(scratch); err != nil {
		return false, fmt.Errorf("tidy up: %w", err)
	}
	isRequired := os.Getenv("CI") == "true"
	return counts[atFault] == 0 && (counts[lacking] == 0 || !isRequired), nil
}

func cacheFolder() (string, error) {
	folder := os.Getenv("INTEROP_CACHE")
	if folder == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("find the cache: %w", err)
		}
		folder = filepath.Join(user, "stdioscope-interop")
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("find the cache: %w", err)
	}
	return folder, nil
}

// outcome is what became of a job.
type outcome string

const (
	well    outcome = "ok"
	atFault outcome = "FAIL"
	lacking outcome = "not run"
)

// runner is what jobs need.
type runner struct {
	cache, scratch, program, self string
}

// runAll runs every job on a goroutine that ends with it, and has ended when it returns.
// As many work at a time as there are processors; what they need is installed meanwhile.
func (r runner) runAll(ctx context.Context, jobs []*job) map[outcome]int {
	counts := map[outcome]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	slots := make(chan struct{}, runtime.NumCPU())
	for _, j := range jobs {
		all.Go(func() {
			became, why := r.run(ctx, j, slots)
			mu.Lock()
			defer mu.Unlock()
			counts[became]++
			fmt.Println(strings.TrimRight(fmt.Sprintf("%-8s %s %s  %s", became, j.name, j.version, why), " "))
		})
	}
	all.Wait()
	return counts
}

// run installs what the job needs, waits for a slot and goes through its steps.
func (r runner) run(ctx context.Context, j *job, slots chan struct{}) (became outcome, why string) {
	folders := map[*kit]string{}
	for _, k := range j.kits {
		folder, err := k.ready(ctx, r.cache)
		if err != nil {
			return lacking, err.Error()
		}
		folders[k] = folder
	}
	slots <- struct{}{}
	defer func() { <-slots }()
	home, err := os.MkdirTemp(r.scratch, strings.NewReplacer(" ", "-", "/", "-").Replace(j.name)+"-")
	if err != nil {
		return lacking, err.Error()
	}
	work := j.work(r, program{r.program, home}, folders)
	if path := work.needs(); path != "" {
		if _, err := exec.LookPath(path); err != nil {
			return lacking, "not made for this machine"
		}
	}
	result := work.result()
	for _, step := range work.steps() {
		if err := step(ctx); err != nil {
			result.fault("%v", err)
		}
	}
	if len(result.faults) > 0 {
		return atFault, "\n  " + strings.ReplaceAll(strings.Join(result.faults, "\n"), "\n", "\n  ")
	}
	j.report = result
	return well, ""
}

// work is what is done with one peer.
type work interface {
	needs() string // a command that has to be there
	steps() []func(context.Context) error
	result() *report
}

// job is a peer to be run, and then what became of it.
type job struct {
	table         string
	name, version string
	about         []string // what the table says of it beside that
	kits          []*kit
	work          func(r runner, p program, folders map[*kit]string) work
	report        *report // nil unless all was well
}

func (j *job) isLarge() bool {
	for _, k := range j.kits {
		if k.large {
			return true
		}
	}
	return false
}

func jobs() []*job {
	var all []*job
	for _, s := range servers {
		all = append(all, &job{
			table: "servers", name: s.name, version: s.version, about: []string{s.sdk}, kits: []*kit{s.kit},
			work: func(_ runner, p program, folders map[*kit]string) work { return newVisit(s, p, folders[s.kit]) },
		})
	}
	for _, c := range clients {
		s := serverNamed(c.server)
		all = append(all, &job{
			table: "clients", name: c.name, version: c.version, about: []string{c.sdk, c.server}, kits: []*kit{c.kit, s.kit},
			work: func(r runner, p program, folders map[*kit]string) work {
				return newAccompany(c, r.self, p, folders[c.kit], newVisit(s, p, folders[s.kit]).command)
			},
		})
	}
	return all
}

func serverNamed(name string) *server {
	for _, s := range servers {
		if s.name == name {
			return s
		}
	}
	panic("no server is named " + name)
}
