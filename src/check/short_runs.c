/* The short way through runs (plan/runs.h), which looks at every run once.
 *
 * It is the replay on relative addresses, with the hops of a run taken together: the packet is where the run begins,
 * and has been since before its first step; then it is where every hop begins, for it goes hop by hop, a step each. Of
 * each packet it is enough to know where it is and since when. Runs of a port that have no step in common use no link
 * twice. What passes the node where it began or where it is wanted, or leaves it again, is left to the replay. */
#include "check/short.h"
#include "plan/runs.h"

#include <stdlib.h>

typedef struct packet {
    uint32_t place, since; /* seen from its origin; the step in which it came there */
} packet;

typedef struct following {
    lb_short *s;
    const lb_runs *runs;
    const lb_task *task;
    const lb_net *net;
    packet *packets;
    uint64_t rows;
    uint64_t next[LB_TORUS_PORTS]; /* run */
    uint32_t end[LB_TORUS_PORTS];  /* the last step of the run before it */
    bool comes[LB_TORUS_PORTS];    /* and with it its packet, to where it is wanted: not counted yet */
    uint32_t step;
    uint64_t moves, stored; /* stored: packets under way */
} following;

/* How many hops through a port lead from one place to another; 0: none do, or it is the same place. */
static uint32_t hops_along(const lb_net *net, unsigned port, uint32_t from, uint32_t to) {
    unsigned dim = net->port_dim[port];
    uint32_t way = lb_net_sub(net, to, from), digit = way / net->stride[dim];
    if (digit >= net->radix[dim] || digit * net->stride[dim] != way)
        return 0;
    return net->port_sign[port] < 0 && digit ? net->radix[dim] - digit : digit;
}

static uint32_t place_after(const lb_net *net, unsigned port, uint32_t place, uint32_t hops) {
    unsigned dim = net->port_dim[port];
    uint32_t way = net->port_sign[port] < 0 ? net->radix[dim] - hops : hops;
    return lb_net_add(net, place, way * net->stride[dim]);
}

/* Packets that have come by the end of this step are no longer under way. */
static void count_arrived(following *f, uint32_t step) {
    for (unsigned p = 0; p < f->net->ports; p++) {
        if (f->comes[p] && f->end[p] <= step) {
            f->stored--;
            f->comes[p] = false;
        }
    }
}

/* All runs that begin in a step have begun: how many ports are busy, how many packets are kept when it ends. */
static void end_step(following *f) {
    lb_short *s = f->s;
    uint32_t busy = 0;
    for (unsigned p = 0; p < f->net->ports; p++)
        busy += f->step > 0 && f->end[p] >= f->step;
    s->most_sends = busy > s->most_sends ? busy : s->most_sends;
    count_arrived(f, f->step);
    s->peak_stored = f->stored > s->peak_stored ? f->stored : s->peak_stored;
}

static bool may_begin(const following *f, unsigned port, const lb_run *run) {
    uint32_t radix = f->net->radix[f->net->port_dim[port]], steps = f->s->plan->steps;
    if (run->step <= f->end[port] || run->hops == 0 || run->hops >= radix || run->row >= f->rows)
        return false;
    if (run->step > steps || run->hops > steps - run->step + 1)
        return false;
    const packet *p = &f->packets[run->row];
    uint32_t to = lb_runs_offset(f->runs, f->task, run->row);
    uint32_t wanted = hops_along(f->net, port, p->place, to), home = hops_along(f->net, port, p->place, 0);
    return p->place == run->place && p->since < run->step && p->place != to && (wanted == 0 || wanted >= run->hops) &&
           (home == 0 || home > run->hops);
}

static bool follow(following *f, unsigned port, const lb_run *run) {
    lb_short *s = f->s;
    if (!may_begin(f, port, run))
        return false;
    packet *p = &f->packets[run->row];
    f->stored += p->place == 0;
    *p = (packet){place_after(f->net, port, p->place, run->hops), run->step + run->hops - 1};
    f->end[port] = p->since;
    f->comes[port] = p->place == lb_runs_offset(f->runs, f->task, run->row);
    if (f->comes[port]) {
        s->delay += p->since;
        s->delivered++;
    }
    f->moves += run->hops;
    if (s->report->busy) { /* so far where numbers change */
        s->report->busy[run->step - 1]++;
        if (p->since < s->plan->steps)
            s->report->busy[p->since]--;
    }
    return true;
}

/* The port whose next run begins first; LB_NONE: there is none. */
static unsigned first_port(const following *f) {
    unsigned first = LB_NONE;
    uint32_t step = UINT32_MAX;
    for (unsigned p = 0; p < f->net->ports; p++) {
        if (f->next[p] < f->runs->count[p] && f->runs->at[p][f->next[p]].step < step) {
            first = p;
            step = f->runs->at[p][f->next[p]].step;
        }
    }
    return first;
}

static bool follow_all(following *f) {
    for (unsigned port; (port = first_port(f)) != LB_NONE;) {
        const lb_run *run = &f->runs->at[port][f->next[port]++];
        if (run->step < f->step)
            return false;
        if (run->step > f->step) {
            end_step(f);
            f->step = run->step;
            count_arrived(f, f->step);
        }
        if (!follow(f, port, run))
            return false;
    }
    end_step(f);
    return true;
}

/* All packets are where they must be, and everything was counted rightly. */
static bool all_came(const following *f) {
    uint32_t last = 0;
    for (unsigned p = 0; p < f->net->ports; p++)
        last = f->end[p] > last ? f->end[p] : last;
    for (uint64_t row = 0; row < f->rows; row++) {
        if (f->packets[row].place != lb_runs_offset(f->runs, f->task, row))
            return false;
    }
    return last == f->s->plan->steps && f->moves == f->s->plan->nmoves && f->s->most_sends <= f->s->plan->ports;
}

static void finish_busy(lb_report *report, uint32_t copies) {
    for (uint32_t i = 1; i < report->busy_steps; i++)
        report->busy[i] += report->busy[i - 1];
    for (uint32_t i = 0; i < report->busy_steps; i++)
        report->busy[i] *= copies;
}

bool lb_short_runs(lb_short *s) {
    const lb_plan *plan = s->plan;
    const lb_runs *runs = lb_plan_runs(plan);
    uint64_t rows = runs ? lb_runs_rows(runs, plan->task) : 0;
    bool exchange =
        plan->task->kind == LB_ALLTOALL || plan->task->kind == LB_ISOTROPIC || plan->task->kind == LB_NEIGHBORS;
    s->bytes = lb_times(rows, sizeof(packet));
    if (!runs || !exchange || plan->orbit != LB_SYMMETRIC || !lb_short_is_plain(plan, runs->packets) ||
        s->bytes > s->limit - s->limit / 8 || plan->steps > s->limit / 32)
        return false;
    following f = {.s = s, .runs = runs, .task = plan->task, .net = &plan->task->net, .rows = rows};
    f.packets = lb_zeroed(rows, sizeof *f.packets);
    bool right = f.packets && lb_short_busy(s) && follow_all(&f) && all_came(&f);
    free(f.packets);
    if (!right)
        return false;
    finish_busy(s->report, f.net->nodes);
    s->relative = true;
    lb_short_holds(s);
    return true;
}
