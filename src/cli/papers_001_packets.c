/* What 001's section 2 says of packets of a fixed size: no broadcast takes fewer steps, and no send. */
#include "cli/papers_001.h"

#include "cli/say.h"

/* The steps that the paper's argument gives. A send from n < d away is our own: n straight ways and d-n ways aside, two
 * hops longer. */
static uint32_t formula(const p001_fixed *f, uint32_t packets) {
    uint32_t d = f->d, n = f->n, steps = n;
    if (n == d)
        return d + (packets + d - 1) / d - 1;
    while (n * (steps - n + 1) + (d - n) * (steps > n ? steps - n - 1 : 0) < packets)
        steps++;
    return steps;
}

static int count_steps(p001 *all, const lb_task *task, const char *algorithm, uint32_t packets, p001_fixed *f) {
    lb_why why = {""};
    lb_plan *plan = NULL;
    lb_bound bound = {0};
    int error = lb_plan_create(task, &(lb_plan_options){.algorithm = algorithm, .packets = packets}, &plan, &why);
    if (!error)
        error = lb_bound_unit(task, 0, packets, &bound, &why);
    if (!error)
        error = lb_witness_verify(task, 0, packets, &bound.steps_witness, &why);
    int status = error ? cli_fail_why(error, &why) : p001_check(all, plan);
    if (!status) {
        uint32_t steps = lb_plan_steps(plan);
        f->steps[packets] = steps;
        f->as_formula += steps == formula(f, packets);
        f->as_bound += steps == bound.steps;
    }
    lb_plan_free(plan);
    return status;
}

static int make_fixed(p001 *all, lb_task_kind kind, const char *algorithm, unsigned d, unsigned n, p001_fixed *f) {
    p001_case c = {.d = d, .n = n};
    lb_task *task = NULL;
    *f = (p001_fixed){.d = d, .n = n};
    int status = p001_task(&c, kind, P001_SEND, &task);
    for (uint32_t packets = 1; packets <= P001_PACKETS && !status; packets++)
        status = count_steps(all, task, algorithm, packets, f);
    f->holds = f->as_formula == P001_PACKETS && f->as_bound == P001_PACKETS;
    lb_task_free(task);
    all->done++;
    return status;
}

int p001_make_packets(p001 *all) {
    int status = CLI_OK;
    for (unsigned d = 1; d <= all->most && !status; d++) {
        status = make_fixed(all, LB_BROADCAST, "broadcast-4", d, d, &all->broadcast[all->broadcasts++]);
        for (unsigned n = 1; n <= d && !status; n++)
            status = make_fixed(all, LB_SEND, "arbitrary-send-2", d, n, &all->send[all->sends++]);
    }
    return status;
}
