package jq

import (
	"context"
	"runtime/metrics"
)

// meter is the context that the interpreter is run with. It asks for Done before each of
// its steps, which is where the memory can be watched.
type meter struct {
	context.Context
	cancel context.CancelCauseFunc
	steps  uint
	most   uint64 // bytes of the heap
}

// stepsBetween is how many steps are made between two looks at the heap: about 0.5 ms.
const stepsBetween = 1 << 14

func newMeter(ctx context.Context, cancel context.CancelCauseFunc, memory int64) *meter {
	if memory == 0 {
		memory = DefaultMemory
	}
	return &meter{Context: ctx, cancel: cancel, most: heap() + uint64(memory)}
}

// Done is that of the context, which it ends when there is too much on the heap.
func (m *meter) Done() <-chan struct{} {
	if m.steps++; m.steps%stepsBetween == 0 && heap() > m.most {
		m.cancel(ErrMemory)
	}
	return m.Context.Done()
}

// heap is how many bytes there are on the heap, garbage that has not been swept with them.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
