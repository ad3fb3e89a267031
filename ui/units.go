package ui

import (
	"fmt"
	"strings"
	"time"
)

// size writes a number of bytes for people: 88 B, 1.2 kB, 10 MB.
func size(n int64) safe {
	const k = 1000
	switch {
	case n < k:
		return safe(fmt.Sprintf("%d B", n))
	case n < k*k:
		return scaled(float64(n)/k, "kB")
	case n < k*k*k:
		return scaled(float64(n)/(k*k), "MB")
	default:
		return scaled(float64(n)/(k*k*k), "GB")
	}
}

func scaled(n float64, name string) safe {
	if n < 9.95 {
		return safe(strings.TrimSuffix(fmt.Sprintf("%.1f", n), ".0") + " " + name)
	}
	return safe(fmt.Sprintf("%.0f %s", n, name))
}

// latency writes how long something took: 0.3 ms, 14 ms, 1.2 s, 41 s, 3 min.
func latency(d time.Duration) safe {
	switch {
	case d < time.Millisecond/10:
		return "<0.1 ms"
	case d < time.Second:
		return scaled(float64(d)/float64(time.Millisecond), "ms")
	case d < 2*time.Minute:
		return scaled(d.Seconds(), "s")
	default:
		return scaled(d.Minutes(), "min")
	}
}

// perSecond writes a rate.
func perSecond(rate float64) safe {
	const k = 1000
	switch {
	case rate < 10:
		return safe(fmt.Sprintf("%.1f/s", rate))
	case rate < 10*k:
		return safe(fmt.Sprintf("%.0f/s", rate))
	}
	return safe(fmt.Sprintf("%.0fk/s", rate/k))
}

// waiting writes how long something has lasted so far, in whole seconds.
func waiting(d time.Duration) safe {
	if d < 2*time.Minute {
		return safe(fmt.Sprintf("%d s", max(0, int(d.Seconds()))))
	}
	return safe(fmt.Sprintf("%d min", int(d.Minutes())))
}

// lived writes when in its life something ended.
func lived(d time.Duration) safe {
	if d < time.Millisecond {
		return "at once"
	}
	return "after " + latency(d)
}

// count writes a number with its noun: 1 finding, 2 findings.
func count(n int, noun safe) safe {
	if n == 1 {
		return "1 " + noun
	}
	return safe(fmt.Sprintf("%d %ss", n, noun))
}
