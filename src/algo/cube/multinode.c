/* Multinode broadcast, the allgather that keeps every link of the d-cube busy (000, section 2), and its reverse.
 *
 * Every node broadcasts down the same spanning tree, translated. If no two links of the tree that are used in the same
 * step go through the same port, the 2^d broadcasts never meet: so the tree's links are to be numbered 0 .. 2^d-2 such
 * that link i goes through port i mod d in step i/d + 1, and leads on from a node that was reached in an earlier step.
 *
 * The numbering. Nodes come necklace by necklace, by weight, within weight k the necklace of 2^k-1 first. The member
 * with number i is the necklace's smallest word rotated to the left by i mod d. That word has its lowest bit set, so
 * the member has bit i mod d set, and clearing it gives its parent, one weight down. Successive members are successive
 * rotations, as in the paper; members of the first necklaces (runs of k ones) lose the lowest one of the run, which
 * leads from the run of k to the run of k-1, a full weight earlier. All parents turn out to be at least one step
 * earlier (000 proves it; tests check it for d to 20), and 2^d-1 is not divisible by d for d >= 2, so all ones, the
 * last, is not with its parent.
 *
 *      d = 3     step 1        step 2        step 3
 *      port 0    000 -> 001    010 -> 011    110 -> 111
 *      port 1    000 -> 010    100 -> 110
 *      port 2    000 -> 100    001 -> 101
 *
 * Steps: ceil((2^d-1)/d), since every node must receive 2^d-1 blocks over d links: optimal. Transmissions: 2^d(2^d-1),
 * each block received once by each node: optimal.
 *
 * multinode-reduce, a reduce-scatter, is the reverse, as good in both counts. multinode-allreduce is first the one,
 * then the other: 2*ceil((2^d-1)/d) steps of an n-th of the vector. Each of the n blocks needs 2(n-1) transmissions, so
 * ceil(2(2^d-1)/d) is a lower bound; the two differ by at most one step. */
#include "algo/common/formula.h"
#include "algo/cube/algorithms.h"
#include "net/necklace.h"

/* Hands on every link in order: its number, its port, the node it leads to. */
typedef void (*each_link)(lb_plan *plan, uint32_t number, unsigned port, uint32_t node);

static int number_links(unsigned d, each_link each, lb_plan *plan, lb_why *why) {
    lb_necklaces n;
    int error = lb_necklaces_create(d, &n, why);
    if (error)
        return error;
    uint32_t number = 0;
    unsigned port = 0;
    for (uint32_t i = 1; i < n.count; i++) { /* all but 0 */
        for (unsigned member = 0; member < n.period[i]; member++) {
            each(plan, number++, port, lb_rotate_bits(n.word[i], port, d));
            port = port + 1 < d ? port + 1 : 0;
        }
    }
    lb_necklaces_free(&n);
    return LB_OK;
}

/* The sender is the node's parent; seen from it, the block's origin is as far as the parent is from node 0. */
static void forward_link(lb_plan *plan, uint32_t number, unsigned port, uint32_t node) {
    plan->port[number] = (uint8_t)port;
    plan->origin[number] = node ^ UINT32_C(1) << port;
}

/* The sender is the node itself, and steps run backwards. */
static void backward_link(lb_plan *plan, uint32_t number, unsigned port, uint32_t node) {
    uint32_t step = plan->steps - number / plan->task->net.ports;
    uint64_t place = plan->step_first[step - 1] + port;
    plan->port[place] = (uint8_t)port;
    plan->dest[place] = node;
}

static void lay_steps(lb_plan *plan, bool backward) {
    uint64_t d = plan->task->net.ports, moves = plan->nmoves;
    for (uint64_t s = 1; s <= plan->steps; s++) {
        uint64_t after = backward ? (plan->steps - s) * d : s * d; /* moves outside, or inside, steps 1..s */
        plan->step_first[s] = backward ? moves - after : after < moves ? after : moves;
    }
}

static int build_one(const lb_task *task, const lb_plan_options *o, bool backward, lb_plan **plan, lb_why *why) {
    unsigned d = task->net.ports;
    uint64_t moves = task->net.nodes - 1;
    lb_plan_shape shape = {
        .orbit = LB_SYMMETRIC,
        .clock = o->clock,
        .steps = d ? (uint32_t)lb_ceil_div(moves, d) : 0,
        .denominator = 1,
        .moves = moves,
        .items = moves,
        .has_origin = !backward,
        .has_dest = backward,
    };
    int error = lb_plan_alloc(task, "multinode-broadcast", &shape, plan, why);
    if (error || d == 0)
        return error;
    lay_steps(*plan, backward);
    error = number_links(d, backward ? backward_link : forward_link, *plan, why);
    if (error) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    return error;
}

static int build_broadcast(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, o, false, plan, why), o, plan, why);
}

static int build_reduce(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, o, true, plan, why), o, plan, why);
}

static int build_allreduce(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_then(&lb_algo_multinode_reduce, LB_REDUCE_SCATTER, &lb_algo_multinode_broadcast, LB_ALLGATHER, task,
                         o, plan, why);
}

static int time_gather(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint32_t d = task->net.ports, nodes = task->net.nodes;
    (void)o;
    return lb_formula_steps(task, "ceil((2^d-1)/d)*(tau*m + beta)", d ? lb_ceil_div(nodes - 1, d) : 0, f);
}

static int time_allreduce(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint32_t d = task->net.ports, nodes = task->net.nodes;
    (void)o;
    return lb_formula_steps(task, "2*ceil((2^d-1)/d)*(tau*m/2^d + beta)", d ? 2 * lb_ceil_div(nodes - 1, d) : 0, f);
}

#define MULTINODE                                                                                                      \
    .cubes_only = true, .unit = true, .linear = true,                                                                  \
    .promise = "ceil((2^d-1)/d) steps, 2^d(2^d-1) transmissions, both optimal"

const lb_algo lb_algo_multinode_broadcast = {
    .info = {.name = "multinode-broadcast",
             .source = "Bertsekas et al. 1991 (000), section 2",
             .tasks = LB_TASK_BIT(LB_ALLGATHER),
             MULTINODE},
    .score = 85,
    .time = time_gather,
    .build = build_broadcast,
};

const lb_algo lb_algo_multinode_reduce = {
    .info = {.name = "multinode-reduce",
             .source = "reverse of multinode-broadcast",
             .tasks = LB_TASK_BIT(LB_REDUCE_SCATTER),
             MULTINODE},
    .reverse_of = &lb_algo_multinode_broadcast,
    .build = build_reduce,
};

const lb_algo lb_algo_multinode_allreduce = {
    .info = {.name = "multinode-allreduce",
             .source = "multinode-reduce, then multinode-broadcast",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE),
             .cubes_only = true,
             .unit = true,
             .linear = true,
             .promise = "2*ceil((2^d-1)/d) steps of an n-th, within one of the bound"},
    .score = 85,
    .time = time_allreduce,
    .build = build_allreduce,
};
