/* lattice-swap: an allreduce of whole vectors in few start-ups, on any lattice that has the generators for it.
 *
 * Every node is a sum of digits times generators, i1*g1 + i2*g2 + ..., each in one way only. Step by step the nodes
 * that differ in one digit alone send each other the sums that they have, and add them up. A digit of q values needs
 * the links g, 2g, ... (q-1)g and q-1 ports. On complete graphs of (k+1)^s nodes it is s steps on k ports,
 *
 *      s*(tau*m + beta)
 *
 * with the fewest start-ups there can be; on cubes it is the exchange dimension by dimension. Numbers must grow with
 * digits: then all who make the same sum add it up in the same order, and get the same bits. */
#include "algo/common/algo.h"
#include "algo/lattice/algorithms.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS (UINT64_C(1) << 18) /* for each step */

typedef struct swap {
    const lb_net *net;
    bool *in; /* whom the digits so far make */
    uint32_t *members, count;
    uint32_t limit;
    lb_builder b;
} swap;

static uint32_t multiple(const swap *s, uint32_t unit, uint32_t times) {
    uint32_t at = 0;
    while (times-- > 0)
        at = lb_net_add(s->net, at, unit);
    return at;
}

/* The port whose generator this is; LB_MAX_PORTS: none. */
static unsigned port_of(const swap *s, uint32_t unit) {
    unsigned port = 0;
    while (port < s->net->ports && s->net->unit[port] != unit)
        port++;
    return port < s->net->ports ? port : LB_MAX_PORTS;
}

/* Whether adding this generator so many times leads to nobody who is there, and always to larger numbers. */
static bool leads_on(const swap *s, uint32_t unit, uint32_t times) {
    for (uint32_t m = 0; m < s->count; m++) {
        uint32_t at = s->members[m];
        for (uint32_t i = 1; i <= times; i++) {
            uint32_t next = lb_net_add(s->net, at, unit);
            if (s->in[next] || lb_sum_place(s->net, next) < lb_sum_place(s->net, at))
                return false;
            at = next;
        }
    }
    return true;
}

/* The most values that a digit of this generator can have; 1: none. */
static uint32_t values_of(const swap *s, uint32_t unit) {
    uint32_t values = 1;
    while (values <= s->limit && port_of(s, multiple(s, unit, values)) < LB_MAX_PORTS && leads_on(s, unit, values))
        values++;
    while (s->net->nodes / s->count % values)
        values--;
    return values;
}

static void enlarge(swap *s, uint32_t unit, uint32_t values) {
    uint32_t before = s->count;
    for (uint32_t i = 1; i < values; i++) {
        uint32_t shift = multiple(s, unit, i);
        for (uint32_t m = 0; m < before; m++) {
            uint32_t node = lb_net_add(s->net, s->members[m], shift);
            s->in[node] = true;
            s->members[s->count++] = node;
        }
    }
}

/* The digit with most values; false: there is none. */
static bool next_digit(swap *s, uint32_t *unit, uint32_t *values) {
    *values = 1;
    for (unsigned p = 0; p < s->net->ports; p++) {
        uint32_t some = values_of(s, s->net->unit[p]);
        if (some > *values) {
            *values = some;
            *unit = s->net->unit[p];
        }
    }
    return *values > 1;
}

static void send_all(swap *s, uint32_t step, uint32_t node, uint32_t unit) {
    lb_build_move(&s->b, step, node, port_of(s, unit), LB_OP_SUM);
    for (uint32_t block = 0; block < s->net->nodes; block++)
        lb_build_block(&s->b, 0, block);
}

/* Those that differ in one digit send to each other. All nodes are the sets that differ in later digits, which are
 * known only at the end: so digits are kept, and written then. */
static void write_step(swap *s, uint32_t step, uint32_t unit, uint32_t values, const uint32_t *digit) {
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        for (uint32_t to = 0; to < values; to++) {
            uint32_t from = digit[v], hops = to > from ? to - from : from - to, way = multiple(s, unit, hops);
            if (hops)
                send_all(s, step, v, to > from ? way : lb_net_sub(s->net, 0, way));
        }
    }
}

typedef struct digits {
    uint32_t count, unit[32], values[32];
} digits;

static int find_digits(swap *s, digits *d, lb_why *why) {
    s->in[0] = true;
    s->count = 1;
    for (d->count = 0; s->count < s->net->nodes; d->count++) {
        if (!next_digit(s, &d->unit[d->count], &d->values[d->count]))
            return lb_fail(why, LB_ERR_UNSUPPORTED, "the links or ports that it needs are not there");
        enlarge(s, d->unit[d->count], d->values[d->count]);
    }
    return LB_OK;
}

/* Members were added digit by digit, so that a member's place in the list has its digits. */
static void write_steps(swap *s, const digits *d, uint32_t *digit) {
    uint32_t below = 1;
    for (uint32_t i = 0; i < d->count; below *= d->values[i++]) {
        for (uint32_t m = 0; m < s->count; m++)
            digit[s->members[m]] = m / below % d->values[i];
        write_step(s, i + 1, d->unit[i], d->values[i], digit);
    }
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    swap s = {.net = &task->net, .limit = o->ports};
    digits d;
    uint32_t *digit = lb_array(task->net.nodes, sizeof *digit);
    *plan = NULL;
    lb_build_begin(&s.b, task, LB_EXPLICIT, LB_LINEAR, o->ports, 1, 0);
    s.in = lb_zeroed(task->net.nodes, sizeof *s.in);
    s.members = lb_zeroed(task->net.nodes, sizeof *s.members);
    int error = digit && s.in && s.members ? find_digits(&s, &d, why) : lb_fail_memory(why, "a plan");
    if (!error)
        write_steps(&s, &d, digit);
    free(s.in);
    free(s.members);
    free(digit);
    if (error) {
        lb_build_abandon(&s.b);
        return error;
    }
    return lb_build_finish(&s.b, "lattice-swap", plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes;
    return o->packets == 1 && n > 1 && lb_times(n * n, o->ports) <= MOST_ITEMS ? 12 : 0;
}

const lb_algo lb_algo_lattice_swap = {
    .info = {.name = "lattice-swap",
             .source = "recursive doubling of sums, by digits made of the generators of any lattice",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE),
             .lattices = true,
             .wide = true,
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "log(n)/log(k+1) start-ups on complete graphs of (k+1)^i nodes: the fewest"},
    .suits = suits,
    .needs = "it is for one packet a block, and not too many nodes",
    .build = build,
};
