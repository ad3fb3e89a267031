package exchange

// batches keeps the status of batches of requests: they are pending until all of
// their requests are settled, and then as the worst of them.
type batches map[int]*batch

type batch struct {
	open  int
	worst Status
}

// maxBatches bounds how many batches are kept that wait for answers.
const maxBatches = 1 << 12

// opened notes a member of the batch at a position.
func (b batches) opened(index int, status Status, v *Verdict) {
	if status != Pending || len(b) >= maxBatches {
		return
	}
	if b[index] == nil {
		b[index] = &batch{}
	}
	b[index].open++
	v.Status = Pending
}

// merge makes changes of members changes of their batches.
func (b batches) merge(changes []Change) {
	for i := range changes {
		c := &changes[i]
		whole := b[c.Index]
		if whole == nil {
			continue
		}
		whole.open--
		if gravity[c.Status] > gravity[whole.worst] {
			whole.worst = c.Status
		}
		c.Status = whole.worst
		if whole.open > 0 {
			c.Status = Pending
		} else {
			delete(b, c.Index)
		}
	}
}

// gravity ranks the ends of requests.
var gravity = map[Status]int{OK: 1, InputRequired: 2, Cancelled: 3, ToolError: 4, Failed: 5, Malformed: 6, Lost: 7}
