/* detours: exchanges that look the same from every node, where some blocks had better go the long way round, or half of
 * them this way and half that. Beyond 002, whose ways are shortest.
 *
 * Where more must go one way round a ring than the other, links of one direction do most of the work. A hop that is
 * needed in a dimension can be saved only by going round the other way, r-a hops for a, so a way is a choice of + or -
 * in every dimension. For T steps, blocks that go the farthest (to whom the other way is least dear) change over until
 * the fuller direction has no more than T hops: no other choice leaves the emptier one less to do. What is left is the
 * task matrix of 002 with other entries, and Birkhoff's theorem as there: T steps suffice if no row or column sums to
 * more than T, and with k ports all together to no more than k*T.
 *
 * Where whole packets do not come out even, packets are cut into s parts, of which a link takes s a step: a column then
 * stands for s lanes, and directions may share a packet. (Three blocks to the + neighbour on a ring of three take 2
 * steps; all nodes of a ring of four, 2.) Only without a port limit: lanes of one packet need one port.
 *
 * The bound by skewed weights (docs/bounds.md) says how few steps can do; T begins at the least that the hops allow. */
#include "algo/isotropic/algorithms.h"
#include "algo/isotropic/decompose.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_PARTS = 4, MOST_LANES = 32 };

#define MOST_ROWS (UINT64_C(1) << 13)
#define MOST_WORK (UINT64_C(1) << 26)

typedef struct exchange {
    const lb_task *task;
    const lb_net *net;
    const lb_plan_options *o;
    uint32_t steps, parts;           /* T and s */
    uint64_t rows;                   /* parts of packets of node 0's blocks */
    uint64_t *minus;                 /* per row: bit i, it goes through - in dimension i */
    uint32_t *hops, *place;          /* per row: in all; where it is */
    uint64_t column[LB_TORUS_PORTS]; /* hops through each port */
    uint64_t all, work;
    /* bundles of rows: runs that have no more than T hops together */
    uint64_t *first; /* bundles+1 */
    unsigned bundles;
    uint64_t *sums;                   /* bundle * lanes of all ports */
    uint64_t (*next)[LB_TORUS_PORTS]; /* per bundle and port: its row that comes next */
    uint32_t (*left)[LB_TORUS_PORTS]; /* and the hops that this row still has there */
    lb_builder builder;
    uint32_t step;
} exchange;

static uint64_t blocks_of(const lb_task *task) {
    return task->list ? task->count : task->net.nodes;
}

static uint32_t offset_of(const exchange *x, uint64_t row) {
    uint64_t block = row / (x->o->packets * x->parts);
    return x->task->list ? x->task->list[block] : (uint32_t)block;
}

static unsigned port_of(const exchange *x, unsigned dim, bool minus) {
    return x->net->first_port[dim] + (minus && x->net->radix[dim] > 2);
}

/* Hops of a row in a dimension, and through which port. */
static uint32_t hops_in(const exchange *x, uint64_t row, unsigned dim, unsigned *port) {
    uint32_t digit = lb_digit(x->net, offset_of(x, row), dim), radix = x->net->radix[dim];
    bool minus = radix > 2 && (x->minus[row] >> dim & 1);
    if (digit)
        *port = port_of(x, dim, minus);
    return digit && minus ? radix - digit : digit;
}

/* ---- Which way round ---- */

static void go(exchange *x, uint64_t row, unsigned dim, bool minus, uint32_t hops) {
    x->minus[row] |= (uint64_t)minus << dim;
    x->hops[row] += hops;
    x->column[port_of(x, dim, minus)] += hops;
    x->all += hops;
}

/* The shorter way; where both are as short, the one with less to do. */
static void go_shortest(exchange *x, unsigned dim, bool ties) {
    uint32_t radix = x->net->radix[dim];
    for (uint64_t row = 0; row < x->rows; row++) {
        uint32_t digit = lb_digit(x->net, offset_of(x, row), dim);
        if (digit == 0 || (2 * digit == radix && radix > 2) != ties)
            continue;
        bool minus = ties ? x->column[port_of(x, dim, true)] < x->column[port_of(x, dim, false)] : 2 * digit > radix;
        go(x, row, dim, minus, minus ? radix - digit : digit);
    }
    x->work += x->rows;
}

/* Rows with so many hops through the fuller direction change over, as long as it is too full. */
static void change_over(exchange *x, unsigned dim, bool from, uint32_t hops, uint64_t most) {
    unsigned full = port_of(x, dim, from), other = port_of(x, dim, !from), port = 0;
    uint32_t longer = x->net->radix[dim] - hops;
    for (uint64_t row = 0; row < x->rows && x->column[full] > most; row++) {
        if (hops_in(x, row, dim, &port) != hops || port != full || x->hops[row] + longer - hops > x->steps)
            continue;
        x->minus[row] ^= UINT64_C(1) << dim;
        x->hops[row] += longer - hops;
        x->column[full] -= hops;
        x->column[other] += longer;
        x->all += longer - hops;
    }
    x->work += x->rows;
}

static bool balance(exchange *x, unsigned dim) {
    unsigned plus = x->net->first_port[dim];
    uint64_t most = (uint64_t)x->steps * x->parts;
    if (x->net->radix[dim] > 2) {
        bool from = x->column[plus + 1] > x->column[plus];
        for (uint32_t hops = x->net->radix[dim] / 2; hops > 0 && x->column[plus + from] > most; hops--)
            change_over(x, dim, from, hops, most);
    }
    return x->column[plus] <= most && (x->net->radix[dim] == 2 || x->column[plus + 1] <= most);
}

/* Whether T steps do with so many parts. */
static bool fits(exchange *x, uint32_t steps, uint32_t parts) {
    bool good = true;
    x->steps = steps;
    x->parts = parts;
    x->rows = blocks_of(x->task) * x->o->packets * parts;
    x->all = 0;
    for (unsigned p = 0; p < x->net->ports; p++)
        x->column[p] = 0;
    for (uint64_t row = 0; row < x->rows; row++)
        x->minus[row] = x->hops[row] = 0;
    for (unsigned i = 0; i < x->net->dims; i++) {
        if (x->net->radix[i] == 1)
            continue;
        go_shortest(x, i, false);
        go_shortest(x, i, true);
    }
    for (uint64_t row = 0; row < x->rows; row++)
        good = good && x->hops[row] <= steps;
    for (unsigned i = 0; i < x->net->dims && good; i++)
        good = x->net->radix[i] == 1 || balance(x, i);
    return good && x->all <= (uint64_t)x->o->ports * steps * parts;
}

static uint32_t most_parts(const lb_net *net, const lb_plan_options *o) {
    if (o->ports < net->ports || net->ports == 0)
        return 1;
    return MOST_LANES / net->ports < MOST_PARTS ? 1 + (MOST_LANES / net->ports > 1) : MOST_PARTS;
}

/* ---- Weaving ---- */

static int make_bundles(exchange *x) {
    unsigned lanes = x->net->ports * x->parts;
    uint64_t sum = 0, *poured = lb_zeroed(x->net->ports, sizeof *poured);
    x->bundles = 0;
    for (uint64_t row = 0; row < x->rows; row++) {
        if (row == 0 || sum + x->hops[row] > x->steps) {
            x->first[x->bundles++] = row;
            sum = 0;
        }
        sum += x->hops[row];
    }
    x->first[x->bundles] = x->rows;
    x->sums = lb_zeroed((uint64_t)x->bundles * lanes, sizeof *x->sums);
    x->next = lb_zeroed(x->bundles, sizeof *x->next);
    x->left = lb_zeroed(x->bundles, sizeof *x->left);
    if (!poured || !x->sums || !x->next || !x->left) {
        free(poured);
        return LB_ERR_MEMORY;
    }
    for (unsigned b = 0; b < x->bundles; b++) {
        for (uint64_t row = x->first[b]; row < x->first[b + 1]; row++) {
            for (unsigned i = 0; i < x->net->dims; i++) {
                unsigned port = 0;
                for (uint32_t hops = hops_in(x, row, i, &port); hops > 0; hops--) /* lane after lane */
                    x->sums[(uint64_t)b * lanes + port * x->parts + poured[port]++ / x->steps]++;
            }
        }
        for (unsigned p = 0; p < x->net->ports; p++)
            x->next[b][p] = x->first[b];
    }
    free(poured);
    return LB_OK;
}

static uint32_t hops_through(const exchange *x, uint64_t row, unsigned port) {
    unsigned used = 0;
    uint32_t hops = hops_in(x, row, x->net->port_dim[port], &used);
    return hops && used == port ? hops : 0;
}

/* The bundle's row that goes through the port next: left counts from the row's hops down to 1. */
static uint64_t take_row(exchange *x, unsigned bundle, unsigned port) {
    uint64_t *row = &x->next[bundle][port];
    uint32_t *left = &x->left[bundle][port];
    while (*left == 0) { /* the sums say that there is one */
        *left = hops_through(x, *row, port);
        if (*left == 0)
            ++*row;
    }
    uint64_t taken = *row;
    if (--*left == 0)
        ++*row;
    return taken;
}

static void send(exchange *x, uint64_t row, unsigned port) {
    uint64_t each = x->o->packets * x->parts, piece = row % each;
    uint32_t offset = offset_of(x, row), place = x->place[row];
    lb_build_move(&x->builder, x->step, 0, port, LB_OP_COPY);
    lb_build_item(&x->builder, (lb_item){.origin = lb_net_sub(x->net, 0, place),
                                         .dest = lb_net_sub(x->net, offset, place),
                                         .copy = x->task->list ? (uint32_t)(row / each) - x->task->first[offset] : 0,
                                         .lo = piece,
                                         .hi = piece + 1});
    x->place[row] = lb_neighbor(x->net, place, port);
}

static int weave(void *user, const int *row_of, uint64_t weight) {
    exchange *x = user;
    for (uint64_t i = 0; i < weight; i++) {
        x->step++;
        for (unsigned lane = 0; lane < x->net->ports * x->parts; lane++) {
            if (row_of[lane] >= 0)
                send(x, take_row(x, (unsigned)row_of[lane], lane / x->parts), lane / x->parts);
        }
    }
    return x->builder.error;
}

static int write_plan(exchange *x, lb_plan **plan, lb_why *why) {
    const lb_plan_options *o = x->o;
    unsigned lanes = x->net->ports * x->parts;
    lb_build_begin(&x->builder, x->task, LB_SYMMETRIC, o->clock, o->ports, o->packets * x->parts, x->parts);
    int error =
        make_bundles(x) ? lb_fail_memory(why, "a task matrix") : lb_build_expect(&x->builder, x->all, x->all, why);
    if (!error && x->all)
        error = lb_decompose(x->bundles, lanes, x->sums, x->steps, o->ports * x->parts, weave, x, why);
    if (!error)
        return lb_build_finish(&x->builder, "detours", plan, why);
    lb_build_abandon(&x->builder);
    return error;
}

/* ---- The fewest steps ---- */

static int find_and_write(exchange *x, lb_plan **plan, lb_why *why) {
    uint32_t most = most_parts(x->net, x->o);
    fits(x, 0, 1); /* sums up the shortest ways */
    for (uint64_t steps = lb_ceil_div(x->all, x->o->ports); x->work < MOST_WORK; steps++) {
        for (uint32_t parts = 1; parts <= most; parts++) {
            if (fits(x, (uint32_t)steps, parts))
                return write_plan(x, plan, why);
        }
    }
    return lb_fail(why, LB_ERR_SIZE, "looking for detours takes too long");
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    exchange x = {.task = task, .net = &task->net, .o = o};
    uint64_t rows = blocks_of(task) * o->packets * MOST_PARTS;
    *plan = NULL;
    x.minus = lb_zeroed(rows, sizeof *x.minus);
    x.hops = lb_zeroed(rows, sizeof *x.hops);
    x.place = lb_zeroed(rows, sizeof *x.place);
    x.first = lb_zeroed(rows + 1, sizeof *x.first);
    int error =
        x.minus && x.hops && x.place && x.first ? find_and_write(&x, plan, why) : lb_fail_memory(why, "a task matrix");
    free(x.minus);
    free(x.hops);
    free(x.place);
    free(x.first);
    free(x.sums);
    free(x.next);
    free(x.left);
    return error;
}

/* On cubes and where everything is wanted everywhere shortest ways are as good as any. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t rows = lb_times(blocks_of(task), o->packets);
    return task->net.ports && rows && rows <= MOST_ROWS && !lb_net_is_cube(&task->net) ? 30 : 0;
}

const lb_algo lb_algo_detours = {
    .info = {.name = "detours",
             .source = "after Varvarigos & Bertsekas 1992 (002), sections 4 and 8, with longer ways",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "the fewest steps of a symmetric schedule with packets in up to four parts"},
    .suits = suits,
    .needs = "it is for tori with longer rings, and for short lists",
    .build = build,
};
