/* torus-tree-scatter: a scatter at the bound of the root's links on any torus, whatever its radices, and the gather
 * that is its reverse.
 *
 * A torus has p spanning trees out of the root that share no link, each leaving the root through a link of its own. The
 * message to every node is cut into p parts, one for each tree. So the root's links all carry (n-1)/p blocks, and no
 * two trees meet. Within a tree the deepest nodes' messages leave first, one packet for each depth, so that all arrive
 * in the last step. If every link carries, j hops below the root, no more to each depth than the root's link carries to
 * the depth j less, the root is never waited for:
 *
 *      (n-1)/p*tau*m + h*beta
 *
 * with h the trees' depth. The data term is at the bound. The start-ups are a few more than the diameter with grown
 * trees (tree/arc_disjoint_grown.h), which are taken if they are found and do what was said; else, with those by rule
 * (tree/arc_disjoint.h), up to twice the diameter. Where all radices are equal torus-distribute has the fewest.
 *
 * With a dimension of radix 2 left over by the rule the trees are those of either half, and they have p-1 parts. The
 * root's neighbour across gets its own message and, of those to the others of its half, a share f, which it hands on
 * down its half's trees; the rest crosses over in its last hop. With f = 2*(n-1-p)/(p*(n-2)) the root's links carry the
 * same. Crossing over, all parts that a node gets so are one packet, longer than the root's last one; it must begin
 * before the root's last packets do, one or two of them on small radices. So h is the depth of the halves' trees, one
 * for the hop across, and up to two more. */
#include "algo/torus/tree_scatter.h"
#include "algo/torus/algorithms.h"

#include "algo/common/formula.h"
#include "tree/arc_disjoint_grown.h"

#include <stdlib.h>

typedef struct scatter {
    lb_builder *b;
    lb_forest forest;
    uint32_t steps, ahead; /* ahead: how long before the end the rest crosses over */
    uint64_t part, near;   /* units of one tree; those that cross over first */
    uint64_t lo;           /* of the tree at hand */
    uint8_t *port;         /* of the tree at hand */
    uint8_t *grown;        /* all trees, or NULL: by rule */
    uint32_t *depth;
} scatter;

static void load_tree(const scatter *s, unsigned tree) {
    const lb_net *net = s->forest.net;
    if (!s->grown) {
        lb_forest_tree(&s->forest, tree, s->port, s->depth);
        return;
    }
    for (uint32_t v = 0; v < net->nodes; v++)
        s->port[v] = s->grown[(uint64_t)tree * net->nodes + v];
    lb_tree_depths(net, s->port, s->depth);
}

/* What crosses over is 1-f of a message; the root's last packets, of which each tree has a (p-1)-th, go to 1 node at
 * depth 1, `rings` at depth 2, and at depth 3 to enough for any radices. */
static uint32_t steps_ahead(const lb_forest *f) {
    if (f->left == LB_NONE || (f->rings == 1 && f->radix[0] > 4))
        return 0;
    return f->rings < 3 ? 1 : 2;
}

static uint32_t steps_on(const lb_forest *f) {
    return f->depth + (f->left != LB_NONE) + steps_ahead(f);
}

/* Whether no link of a tree is behind: how many nodes below each there are in each depth. */
static bool is_steady(const lb_net *net, const uint8_t *port, uint32_t *depth, uint32_t *below, uint32_t levels) {
    uint64_t width = (uint64_t)levels + 1;
    lb_tree_depths(net, port, depth);
    for (uint64_t i = 0; i < net->nodes * width; i++)
        below[i] = 0;
    for (uint32_t y = 1; y < net->nodes; y++) {
        below[depth[y]]++; /* node 0's: what the root's link carries */
        for (uint32_t z = y; z != 0; z = lb_net_sub(net, z, net->unit[port[z]]))
            below[z * width + depth[y]]++;
    }
    for (uint32_t z = 1; z < net->nodes; z++) {
        for (uint32_t level = depth[z]; level <= levels; level++) {
            if (below[z * width + level] > below[level - depth[z] + 1])
                return false;
        }
    }
    return true;
}

/* Grown trees that are better than those by rule: their depth, and *port, to be freed. 0: none. */
static uint32_t grown_trees(const lb_forest *f, uint8_t **port) {
    const lb_net *net = f->net;
    *port = lb_shallow_tries(f) ? lb_array(net->nodes, net->ports) : NULL;
    uint32_t levels = *port ? lb_shallow_trees(f, *port) : 0;
    if (levels >= steps_on(f))
        levels = 0;
    uint32_t *depth = lb_array(net->nodes, sizeof *depth);
    uint32_t *below = lb_array(lb_times(net->nodes, (uint64_t)levels + 1), sizeof *below);
    bool good = depth && below && levels;
    for (unsigned tree = 0; good && tree < net->ports; tree++)
        good = is_steady(net, *port + (uint64_t)tree * net->nodes, depth, below, levels);
    free(depth);
    free(below);
    if (!good) {
        free(*port);
        *port = NULL;
    }
    return good ? levels : 0;
}

/* From a root (0, or its neighbour across) down the tree to z; the last hop comes in step `last`. */
static void descend(const scatter *s, uint32_t z, uint32_t last, uint32_t dest, uint64_t lo, uint64_t hi) {
    const lb_net *net = s->forest.net;
    while (s->port[z] != LB_NO_PARENT) {
        unsigned port = s->port[z];
        z = lb_net_sub(net, z, net->unit[port]);
        lb_build_move(s->b, last--, z, port, LB_OP_COPY);
        lb_build_item(s->b, (lb_item){.dest = dest, .lo = lo, .hi = hi});
    }
}

static void cross(const scatter *s, uint32_t from, uint32_t step, uint32_t dest, uint64_t lo, uint64_t hi) {
    lb_build_move(s->b, step, from, s->forest.net->first_port[s->forest.left], LB_OP_COPY);
    lb_build_item(s->b, (lb_item){.dest = dest, .lo = lo, .hi = hi});
}

static void deliver(const scatter *s, uint32_t y) {
    const lb_forest *f = &s->forest;
    uint64_t middle = s->lo + s->near, end = s->lo + s->part;
    if (f->left == LB_NONE || lb_digit(f->net, y, f->left) == 0) {
        descend(s, y, s->steps, y, s->lo, end);
        return;
    }
    uint32_t across = f->net->stride[f->left];
    if (y == across) {
        cross(s, 0, s->steps, y, s->lo, end);
        return;
    }
    if (s->near) {
        cross(s, 0, s->steps - s->depth[y], y, s->lo, middle);
        descend(s, y, s->steps, y, s->lo, middle);
    }
    if (s->near < s->part) {
        descend(s, y - across, s->steps - s->ahead - 1, y, middle, end);
        cross(s, y - across, s->steps - s->ahead, y, middle, end);
    }
}

/* Moves of all trees, not less than they are. */
static uint64_t count_hops(const scatter *s) {
    const lb_forest *f = &s->forest;
    uint64_t sum = 0, times = f->left == LB_NONE ? 1 : 2;
    for (unsigned tree = 0; tree < f->trees; tree++) {
        load_tree(s, tree);
        for (uint32_t v = 0; v < f->net->nodes; v++)
            sum += (s->depth[v] + (uint64_t)1) * times;
    }
    return sum;
}

static int emit(scatter *s, lb_why *why) {
    uint64_t hops = count_hops(s);
    int error = lb_build_expect(s->b, hops, hops, why);
    for (unsigned tree = 0; !error && tree < s->forest.trees; tree++) {
        load_tree(s, tree);
        s->lo = tree * s->part;
        for (uint32_t y = 1; y < s->forest.net->nodes; y++)
            deliver(s, y);
    }
    return error;
}

/* Grown trees span the whole network: nothing is left over. */
static void choose_trees(scatter *s, bool grow) {
    lb_forest *f = &s->forest;
    s->steps = grow ? grown_trees(f, &s->grown) : 0;
    if (s->grown) {
        f->trees = f->net->ports;
        f->left = LB_NONE;
    } else {
        s->steps = steps_on(f);
        s->ahead = steps_ahead(f);
    }
}

int lb_tree_scatter_plan(const lb_task *task, bool grow, uint32_t *steps, lb_plan **plan, lb_why *why) {
    lb_builder b;
    scatter s = {.b = &b};
    /* every message is in each tree, and makes half as many hops as the diameter has or more, on average: what is far
     * too large is refused at once */
    uint64_t hops = lb_times(task->net.nodes, (uint64_t)task->net.ports * (lb_diameter(&task->net) / 2));
    int error = lb_affordable(lb_times(hops, sizeof(lb_item)), "making the plan", why);
    if (error)
        return error;
    lb_forest_open(&s.forest, &task->net);
    choose_trees(&s, grow);
    lb_forest_units(&s.forest, &s.part, &s.near);
    *steps = s.steps;
    lb_build_begin(&b, task, LB_ROOTED, LB_LINEAR, 0, s.forest.trees ? s.forest.trees * s.part : 1, 0);
    s.port = lb_array(task->net.nodes, sizeof *s.port);
    s.depth = lb_array(task->net.nodes, sizeof *s.depth);
    error = s.port && s.depth ? emit(&s, why) : lb_fail_memory(why, "spanning trees");
    free(s.port);
    free(s.grown);
    free(s.depth);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, "torus-tree-scatter", plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint32_t steps;
    (void)o;
    return lb_tree_scatter_plan(task, true, &steps, plan, why);
}

/* What the trees take. They are grown to know it, once for a task. */
static uint32_t steps_for(const lb_task *task) {
    _Atomic uint32_t *known = &((lb_task *)task)->trees_steps;
    uint32_t steps = *known;
    if (steps == 0) {
        lb_forest forest;
        uint8_t *port;
        lb_forest_open(&forest, &task->net);
        steps = grown_trees(&forest, &port);
        free(port);
        *known = steps = steps ? steps : steps_on(&forest);
    }
    return steps;
}

static int time_in(const lb_net *net, uint32_t steps, lb_formula *f) {
    return lb_formula_set(f, "(n-1)/p*tau*m + h*beta, p the ports, h the depth of the trees", net->nodes - 1,
                          net->ports ? net->ports : 1, steps);
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return time_in(&task->net, steps_for(task), f);
}

/* No tree is shallower than the network. */
static int least(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return time_in(&task->net, lb_diameter(&task->net), f);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return task->net.cube ? 50 : 80;
}

const lb_algo lb_algo_torus_tree_scatter = {
    .info =
        {.name = "torus-tree-scatter",
         .source = "DISTRIBUTE 1 (001, section 5) down arc-disjoint trees",
         .tasks = LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER),
         .linear = true,
         .promise =
             "(n-1)/p*tau*m + h*beta, h the depth of p disjoint trees: the data term is at the bound on every torus"},
    .suits = suits,
    .time = time,
    .least = least,
    .build = build,
    .turned = LB_TASK_BIT(LB_GATHER),
};
