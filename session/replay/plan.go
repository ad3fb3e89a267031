package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stdioscope/exchange"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
)

// Errors of a history that cannot be replayed.
var (
	ErrNothing = errors.New("nothing to replay")
	ErrMasked  = errors.New("masks stand where secrets stood")
	ErrCut     = errors.New("only the beginning of a line was kept")
)

// Choice says which messages of the client a plan is made of.
type Choice struct {
	// Keep chooses by position; nil keeps all.
	Keep func(position int) bool
	// Handshake has the recorded handshake sent like everything else.
	Handshake bool
}

// Plan is what is to be sent, and what came back then.
type Plan struct {
	Source *history.Journal
	Steps  []*Step
	// Revision is what was agreed on then, Client how the client introduced itself; empty
	// and nil where nothing tells.
	Revision string
	Client   *mcp.Client
	// Whole says that all that the client sent is in the plan.
	Whole bool

	choice  Choice
	replies map[string][]reply
	hints   hints
	notes   map[string]int // notifications of the server, by method
	// origins are the places of values that steps use, by the step that was answered.
	origins map[int][]*origin
	// byAnswer are the steps that the event at a position answered.
	byAnswer map[int][]int
	// died says that the server ended by itself, toTheEnd that its end is on record.
	died, toTheEnd bool
}

// NewPlan makes a plan of a journal that has been read to its end.
func NewPlan(ctx context.Context, j *history.Journal, choice Choice) (*Plan, error) {
	p := &Plan{
		Source: j, Whole: true, choice: choice, replies: map[string][]reply{}, hints: hints{},
		notes: map[string]int{}, byAnswer: map[int][]int{}, origins: map[int][]*origin{},
	}
	if err := p.gather(ctx); err != nil {
		return nil, err
	}
	if len(p.Steps) == 0 {
		return nil, fmt.Errorf("%w: the history holds no message of the client that is to be sent", ErrNothing)
	}
	if err := p.trace(ctx); err != nil {
		return nil, err
	}
	if exit, ok := j.LastExit(); ok {
		p.toTheEnd = true
		asked := j.Header().Mode == history.ModeWrap && exit.Code != nil && *exit.Code == 0 // by its client
		p.died = !exit.Stopped && !asked
	}
	return p, p.refuse()
}

// Asks are the methods of requests of the server that the replay answers.
func (p *Plan) Asks() []string {
	var methods []string
	for method := range p.replies {
		methods = append(methods, method)
	}
	slices.Sort(methods)
	return methods
}

// Prepare sets a configuration up for a fresh session: the recorded client and revision,
// unless another revision was chosen, and the requests that are answered as then left open.
func (p *Plan) Prepare(cfg *session.Config) {
	cfg.Source, cfg.Client = p.Source.Header().ID, p.Client
	if cfg.Protocol == "" || cfg.Protocol == session.ProtocolAuto {
		cfg.Protocol = cmp.Or(p.Revision, session.ProtocolLegacy) // requests of the modern era name theirs
	}
	answers := map[string]session.Answer{}
	for _, method := range p.Asks() {
		answers[method] = session.Ask
	}
	for method, answer := range cfg.Answers {
		answers[method] = answer
	}
	cfg.Answers = answers
}

// refuse tells of what cannot be sent, by place.
func (p *Plan) refuse() error {
	var masked []string
	first := uint32(0)
	for _, s := range p.Steps {
		if e := p.Source.Event(s.Index); e.Cut {
			return fmt.Errorf("%w: event %d, of %d bytes; leave it out with --filter '-seq:%d'", ErrCut, s.Seq, e.Size, s.Seq)
		}
		masked = append(masked, s.masked()...)
		if first == 0 && len(masked) > 0 {
			first = s.Seq
		}
	}
	if len(masked) == 0 {
		return nil
	}
	const most = 3
	more := ""
	if n := len(masked) - most; n > 0 {
		masked, more = masked[:most], fmt.Sprintf(" and in %d more places", n)
	}
	return fmt.Errorf("%w, which cannot be sent: %s%s; leave such messages out, as with --filter '-seq:%d'", ErrMasked, strings.Join(masked, ", "), more, first)
}

// isLost says whether the end of the server is what became of a request then.
func (p *Plan) isLost(s *Step) bool { return s.Status == exchange.Lost && p.died }
