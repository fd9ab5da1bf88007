/* torus-tree-allgather: an allgather at the bound of the links on any torus, whatever its radices; the reduce-scatter
 * that is its reverse, and the allreduce of both.
 *
 * Every node broadcasts down p arc-disjoint trees (by rule, tree/arc_disjoint.h, or grown, tree/arc_disjoint_grown.h:
 * whichever is faster), a p-th of its block each, all at the same time. Of the trees' links each port has n-1, one into
 * every node but the root, so a node's links all carry (n-1)/p blocks: the bound, whatever the radices. What remains is
 * that no link waits. Links along long dimensions get their data earlier or later than others; a link that is free
 * sends whatever has come for it (batch.h), and on every torus tried none is then idle before the end when beta is 0.
 * With start-ups in the way they may be: the formula is found by following one node through the prices given, and is
 * exact.
 *
 * With a dimension of radix 2 left over by the rule, p-1 trees in either half carry the blocks; the link across takes
 * its node's block, then the rest of all that comes, so that it carries (n-1)/p too. */
#include "algo/torus/algorithms.h"
#include "algo/torus/batch.h"

#include <stdlib.h>

#define MOST_LOOKS (UINT64_C(1) << 19) /* links that a formula may look at: some tens of ms */

/* Without a cost, or with one whose numbers are too long: for long messages. */
static bool run(const lb_task *task, const lb_plan_options *o, lb_batch *b) {
    lb_price price = {1, 0};
    bool priced = o->cost && b->forest.trees && lb_price_of(task, o->cost, b->part * b->forest.trees, &price);
    lb_batch_run(b, price);
    return priced || b->forest.trees == 0;
}

/* About: which trees are better only has to be decided, and always in the same way. */
static double about(const lb_task *task, const lb_plan_options *o, const lb_batch *b) {
    double data = (double)b->time.units / (double)(b->part * b->forest.trees), startups = (double)b->time.startups;
    if (!o->cost)
        return data + startups * 1e-9;
    return data * lb_ratio_value(o->cost->tau) * (double)o->cost->bytes / lb_task_parts(task) +
           startups * lb_ratio_value(o->cost->beta);
}

/* By rule or grown, whichever is faster: grown trees need fewer start-ups, those by rule keep the links of elongated
 * networks busy. *priced: the cost could be taken into account. */
static int choose(const lb_task *task, const lb_plan_options *o, lb_batch *best, bool *priced, lb_why *why) {
    lb_batch grown;
    int error = lb_batch_open(best, &task->net, false, why);
    if (error)
        return error;
    *priced = run(task, o, best);
    if (task->net.ports && lb_batch_open(&grown, &task->net, true, NULL) == LB_OK) {
        bool also = run(task, o, &grown);
        double a = about(task, o, &grown), b = about(task, o, best);
        if (also == *priced && (a < b || (a <= b && grown.time.startups < best->time.startups))) {
            lb_batch other = *best;
            *best = grown;
            grown = other;
        }
        lb_batch_close(&grown);
    }
    return LB_OK;
}

typedef struct gather {
    lb_builder *b;
    const lb_batch *batch;
    const uint8_t *port;
    const uint32_t *depth;
    uint64_t lo; /* of the tree at hand */
} gather;

/* A chunk's data of one origin, as its sender sees it. */
static void put(const gather *g, uint64_t chunk, unsigned port, uint32_t sender, uint64_t lo, uint64_t hi) {
    const lb_net *net = g->batch->forest.net;
    lb_build_move(g->b, g->batch->chunk[chunk].step, 0, port, LB_OP_COPY);
    lb_build_item(g->b, (lb_item){.origin = lb_net_sub(net, 0, sender), .lo = lo, .hi = hi});
}

static void emit_link(const gather *g, uint32_t y) {
    const lb_batch *b = g->batch;
    const lb_forest *f = &b->forest;
    const lb_net *net = f->net;
    unsigned port = g->port[y];
    uint32_t parent = lb_net_sub(net, y, net->unit[port]), level = g->depth[y];
    unsigned slot = parent ? g->port[parent] + 1U : 0;
    uint64_t middle = g->lo + b->near, end = g->lo + b->part;
    put(g, lb_batch_index(b, LB_CHUNK_TREE, level, port, slot), port, parent, g->lo, end);
    if (f->left == LB_NONE)
        return;
    put(g, lb_batch_index(b, LB_CHUNK_TWIN, level, port, slot), port, parent + net->stride[f->left], g->lo, middle);
    put(g, lb_batch_index(b, LB_CHUNK_OVER, level, port, 0), net->first_port[f->left], y, middle, end);
}

static void emit_tree(const gather *g) {
    const lb_batch *b = g->batch;
    const lb_forest *f = &b->forest;
    for (uint32_t y = 1; y < f->net->nodes; y++) {
        if (f->left == LB_NONE || lb_digit(f->net, y, f->left) == 0)
            emit_link(g, y);
    }
    if (f->left == LB_NONE)
        return;
    unsigned across = f->net->first_port[f->left];
    put(g, lb_batch_index(b, LB_CHUNK_OWN, 1, 0, 0), across, 0, g->lo, g->lo + b->near);
    put(g, lb_batch_index(b, LB_CHUNK_OWN, 1, 0, 1), across, 0, g->lo + b->near, g->lo + b->part);
}

static int emit(lb_builder *builder, const lb_batch *batch, lb_why *why) {
    const lb_forest *f = &batch->forest;
    uint64_t n = f->net->nodes;
    uint32_t *depth = lb_array(n, sizeof *depth);
    for (unsigned tree = 0; depth && tree < f->trees; tree++) {
        gather g = {builder, batch, batch->port + tree * n, depth, tree * batch->part};
        lb_tree_depths(f->net, g.port, depth);
        emit_tree(&g);
    }
    free(depth);
    return depth ? LB_OK : lb_fail_memory(why, "spanning trees");
}

/* Pieces that a node sends, at most: a tree's links are n-1, and a dimension left over has each twice more in half. */
static uint64_t most_items(const lb_net *net) {
    return 2 * (uint64_t)net->nodes * (net->ports + 1);
}

static int build_gather(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_batch batch;
    lb_builder b;
    bool priced;
    lb_build_begin(&b, task, LB_SYMMETRIC, o->clock, 0, 1, 0);
    int error = lb_build_expect(&b, most_items(&task->net), most_items(&task->net), why);
    if (error)
        return error;
    error = choose(task, o, &batch, &priced, why);
    if (!error) {
        b.denominator = batch.forest.trees ? batch.forest.trees * batch.part : 1;
        error = emit(&b, &batch, why);
        lb_batch_close(&batch);
    }
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, "torus-tree-allgather", plan, why);
}

/* The halves of an allreduce see blocks that are n-ths of the message. */
static int build_allreduce(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_plan_options half = *o;
    lb_cost cost;
    if (o->cost) {
        cost = *o->cost;
        half.cost = lb_ratio_scale(&cost.tau, 1, lb_task_parts(task)) ? &cost : NULL;
    }
    return lb_build_then(&lb_algo_torus_tree_allgather, LB_REDUCE_SCATTER, &lb_algo_torus_tree_allgather, LB_ALLGATHER,
                         task, &half, plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return task->kind == LB_ALLREDUCE ? build_allreduce(task, o, plan, why) : build_gather(task, o, plan, why);
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_batch batch;
    bool priced;
    if (!o->cost || (uint64_t)task->net.nodes * task->net.ports > MOST_LOOKS)
        return LB_ERR_UNSUPPORTED;
    int error = choose(task, o, &batch, &priced, NULL);
    if (error)
        return error;
    uint64_t units = batch.forest.trees ? batch.part * batch.forest.trees : 1;
    const char *text = task->kind == LB_ALLREDUCE
                           ? "2*(n-1)/(n*p)*tau*m for long messages, p the ports; every link sends what has come"
                           : "(n-1)/p*tau*m for long messages, p the ports; every link sends what has come";
    error = priced ? lb_span_formula(task, batch.time, units, false, text, f) : LB_ERR_SIZE;
    lb_batch_close(&batch);
    return error;
}

/* What it was never faster than, on any torus and at any cost tried (tests/test_long_torus.c): the data at the bound,
 * and as many start-ups as the way is long. */
static int least(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    uint64_t n = task->net.nodes, ports = task->net.ports ? task->net.ports : 1, far = lb_diameter(&task->net);
    bool both = task->kind == LB_ALLREDUCE;
    return lb_formula_set(f, NULL, both ? 2 * (n - 1) : n - 1, both ? n * ports : ports, both ? 2 * far : far);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return task->net.cube ? 50 : 77;
}

const lb_algo lb_algo_torus_tree_allgather = {
    .info = {.name = "torus-tree-allgather",
             .source = "COMPLETE BROADCAST (001, section 6) down arc-disjoint trees",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .linear = true,
             .promise = "(n-1)/p*tau*m for long messages on every torus tried: the data term is at the bound"},
    .suits = suits,
    .time = time,
    .least = least,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE_SCATTER),
};
