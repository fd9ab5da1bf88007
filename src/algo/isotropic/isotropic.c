/* isotropic: any exchange that looks the same from every node, in the least number of steps that a symmetric schedule
 * of shortest paths can have (002, sections 2 to 4 and 8; with k ports section 7). On cubes detours gain nothing; on
 * tori they can, where more must go one way round than the other (detours.c).
 *
 * The task matrix has a row for each of node 0's packets (a block, or each of the P that it is made of) and a column
 * for each port; an entry says how many hops the packet must make through the port, going the shorter way round in each
 * dimension; where both are as short, P packets are shared out. In a step a node sends at most one packet through each
 * port and, by symmetry, whatever it does to its own happens to those that pass through it; so a schedule is a way of
 * writing the matrix as a sum of 0/1 matrices with at most one 1 in a row or column, one for each step. The largest sum
 * h of a row or column is a lower bound on their number, and Birkhoff's theorem says h are enough. With at most k ports
 * a step it is max(h, ceil(sum/k)).
 *
 * Near-linear time. The matrix has as many rows as packets, but rows may be put together into few: as long as a
 * bundle's entries sum to no more than T, it is used at most once a step, so its rows never get into each other's way.
 * With bundles filled one after another there are at most 2*ports+1 of them; that small matrix is decomposed
 * (decompose.c) into few permutations with large weights, and each use of a bundle is handed to its next row that still
 * needs that port, for as many steps as it needs it: the plan is a list of such runs (plan/runs.h), and making them is
 * all the work. */
#include "algo/common/algo.h"
#include "algo/isotropic/algorithms.h"
#include "algo/isotropic/decompose.h"
#include "algo/isotropic/task_matrix.h"
#include "algo/torus/algorithms.h"
#include "plan/runs.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_HELD (UINT64_C(1) << 20) /* moves of a plan that is held move by move */

enum { MOST_BUNDLES = 2 * LB_TORUS_PORTS + 2 };

/* The next row of a bundle that needs a port, and how often it still does. */
typedef struct pointer {
    uint64_t row;
    uint32_t left;
} pointer;

/* What turns terms into runs. */
typedef struct weaving {
    lb_matrix *m;
    lb_runs *runs;
    uint32_t *place;                  /* per row: where its block is, seen from its origin */
    uint64_t first[MOST_BUNDLES + 1]; /* bundles are runs of rows */
    unsigned bundles;
    uint64_t *sums; /* bundle x port */
    pointer next[MOST_BUNDLES][LB_TORUS_PORTS];
    uint32_t step;
} weaving;

/* Fills bundles one after another: a row that does not fit begins a new one. */
static int make_bundles(weaving *w, uint64_t total) {
    lb_matrix *m = w->m;
    unsigned ports = m->net->ports;
    uint64_t sum = 0;
    w->sums = lb_zeroed((uint64_t)MOST_BUNDLES * ports, sizeof *w->sums);
    if (!w->sums)
        return LB_ERR_MEMORY;
    w->bundles = 1;
    for (uint64_t row = 0; row < m->rows; row++) {
        uint32_t hops = lb_distance(m->net, 0, lb_matrix_offset(m, row)), rest = lb_matrix_offset(m, row);
        if (sum + hops > total) {
            w->first[w->bundles++] = row;
            sum = 0;
        }
        sum += hops;
        for (unsigned i = 0; i < m->net->dims; i++) {
            uint32_t digit = lb_net_split(m->net, i, &rest);
            unsigned port = 0;
            uint32_t part = digit ? lb_matrix_hops(m, row, i, digit, &port) : 0;
            w->sums[(w->bundles - 1) * ports + port] += part;
        }
    }
    w->first[w->bundles] = m->rows;
    return LB_OK;
}

/* A bundle's next uses of a port, up to `most` of them, in the steps from `step` on: all for one row. */
static int send(weaving *w, unsigned bundle, unsigned port, uint32_t step, uint64_t most, uint32_t *hops) {
    const lb_net *net = w->m->net;
    pointer *p = &w->next[bundle][port];
    while (p->left == 0) /* the sums say that there is one */
        p->left = lb_matrix_entry(w->m, ++p->row, port);
    *hops = p->left < most ? p->left : (uint32_t)most;
    p->left -= *hops;
    uint32_t place = w->place[p->row], way = net->port_sign[port] < 0 ? net->radix[net->port_dim[port]] - *hops : *hops;
    w->place[p->row] = lb_net_add(net, place, way * net->stride[net->port_dim[port]]);
    return lb_runs_add(w->runs, port, (lb_run){.row = p->row, .step = step, .hops = *hops, .place = place});
}

static int weave(void *user, const int *row_of, uint64_t weight) {
    weaving *w = user;
    for (unsigned port = 0; port < w->m->net->ports; port++) {
        uint32_t hops;
        for (uint64_t done = 0; row_of[port] >= 0 && done < weight; done += hops) {
            if (send(w, (unsigned)row_of[port], port, w->step + 1 + (uint32_t)done, weight - done, &hops))
                return LB_ERR_MEMORY;
        }
    }
    w->step += (uint32_t)weight;
    return LB_OK;
}

static void set_pointers(weaving *w) {
    for (unsigned b = 0; b < w->bundles; b++) {
        for (unsigned p = 0; p < w->m->net->ports; p++)
            w->next[b][p] = (pointer){w->first[b], lb_matrix_entry(w->m, w->first[b], p)};
    }
}

static int make_runs(weaving *w, const lb_plan_options *o, uint64_t steps, lb_why *why) {
    lb_matrix *m = w->m;
    w->runs = lb_zeroed(1, sizeof *w->runs);
    w->place = lb_zeroed(m->rows, sizeof *w->place);
    if (!w->runs || !w->place || make_bundles(w, steps))
        return lb_fail_memory(why, "a task matrix");
    w->runs->packets = m->packets;
    if (m->all == 0)
        return LB_OK;
    set_pointers(w);
    int error = lb_decompose(w->bundles, m->net->ports, w->sums, steps, o->ports, weave, w, why);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "a plan's runs") : error;
}

/* Small plans are read many times, one node at a time: they are better held move by move. */
static int make_plan(weaving *w, const lb_plan_options *o, uint64_t steps, lb_plan **plan, lb_why *why) {
    const lb_plan *flat;
    lb_plan *made;
    int error = make_runs(w, o, steps, why);
    if (error) {
        lb_runs_free(w->runs);
        return error;
    }
    error = lb_plan_of_runs(w->m->task, "isotropic", (uint32_t)steps, w->m->all, w->runs, plan, why);
    if (error)
        return error;
    (*plan)->clock = o->clock;
    (*plan)->ports = o->ports;
    if (w->m->all > MOST_HELD)
        return LB_OK;
    error = lb_plan_flat(*plan, &flat, &made, why);
    lb_plan_free(*plan);
    *plan = made;
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_matrix m;
    int error = lb_matrix_make(&m, task, o->packets, why);
    uint64_t steps = error ? 0 : lb_matrix_steps(&m, o->ports);
    weaving *w = lb_zeroed(1, sizeof *w);
    if (!w) {
        lb_matrix_free(&m);
        return error ? error : lb_fail_memory(why, "a task matrix");
    }
    if (!error && (steps >= UINT32_MAX || m.all >= UINT32_MAX))
        error = lb_fail(why, LB_ERR_SIZE, "the plan would have too many moves: %" PRIu64 " for each node", m.all);
    if (!error) {
        w->m = &m;
        error = make_plan(w, o, steps, plan, why);
    }
    free(w->place);
    free(w->sums);
    free(w);
    lb_matrix_free(&m);
    return error;
}

const lb_algo lb_algo_isotropic = {
    .info = {.name = "isotropic",
             .source = "Varvarigos & Bertsekas 1992 (002), sections 2 to 4, 7 and 8",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise =
                 "max(h, ceil(sum/k)) steps on k ports, the least with symmetric shortest paths; fewest transmissions"},
    .score = 80,
    .rival = &lb_algo_parity_exchange,
    .build = build,
};
