package jq

import (
	"context"
	"runtime/metrics"
)

// meter is the context that the interpreter is run with. It asks for Done before each of
// its steps, which is where the memory can be watched.
type meter struct {
	context.Context
	done   <-chan struct{}
	cancel context.CancelCauseFunc
	steps  uint
	most   uint64 // bytes of the heap
}

const (
	// stepsToDone is how many steps are made between two looks at the context, which
	// take longer than a step.
	stepsToDone = 1 << 6
	// stepsToHeap is how many are made between two looks at the heap: about 0.5 ms.
	stepsToHeap = 1 << 14
)

func newMeter(ctx context.Context, cancel context.CancelCauseFunc, memory int64) *meter {
	if memory == 0 {
		memory = DefaultMemory
	}
	return &meter{Context: ctx, done: ctx.Done(), cancel: cancel, most: heap() + uint64(memory)}
}

// Done is now and then that of the context, which it ends when there is too much on the
// heap, and else nil, which is never done.
func (m *meter) Done() <-chan struct{} {
	m.steps++
	if m.steps%stepsToDone != 0 {
		return nil
	}
	if m.steps%stepsToHeap == 0 && heap() > m.most {
		m.cancel(ErrMemory)
	}
	return m.done
}

// heap is how many bytes there are on the heap, garbage that has not been swept with them.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
