/* snake-ring: the ring algorithm (Patarasuk & Yuan 2009), which machine learning calls ring allreduce, along rings that
 * wind through all nodes of a torus: an allgather, its reverse, and the allreduce of both.
 *
 * Every node passes on what it received last, to the next node on the ring; after n-1 steps all have everything. With c
 * rings of which no two share a link (loops.h), and both ways round each, a block is cut into 2c parts, one for every
 * ring and way. On k ports the first k of them are used:
 *
 *      (n-1)/k*tau*m + (n-1)*beta
 *
 * The data term is at the bound where k is all the ports that a node has. n-1 start-ups are the most that anybody
 * needs: torus-tree-allgather has the same data term and fewer. It is here because it is what everybody knows, to be
 * compared with. */
#include "algo/torus/algorithms.h"
#include "algo/torus/loops.h"
#include "algo/torus/rings.h"

static unsigned parts_of(const lb_task *task, const lb_plan_options *o) {
    unsigned both = task->net.nodes > 2 ? 2 * lb_loops_count(&task->net) : 1;
    return both < o->ports ? both : o->ports ? o->ports : 1;
}

/* One way round one ring. What a node sends in a step came step-1 hops. */
static void emit(lb_builder *b, const uint32_t *at, unsigned part) {
    const lb_net *net = &b->task->net;
    uint32_t n = net->nodes, ahead = part % 2 ? n - 1 : 1;
    for (uint32_t place = 0; place < n; place++) {
        unsigned port = lb_port_to(net, at[place], at[(place + ahead) % n]);
        for (uint32_t step = 1; step < n; step++) {
            uint64_t back = (uint64_t)(n - ahead) * (step - 1);
            lb_build_move(b, step, at[place], port, LB_OP_COPY);
            lb_build_item(b, (lb_item){.origin = at[(place + back) % n], .lo = part, .hi = part + 1});
        }
    }
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_loops loops;
    int error = lb_loops_find(&task->net, &loops, why);
    if (error)
        return error;
    unsigned parts = parts_of(task, o);
    uint64_t n = task->net.nodes, moves = parts * n * (n - 1);
    lb_builder b;
    lb_build_begin(&b, task, LB_EXPLICIT, o->clock, o->ports, parts, 0);
    error = lb_build_expect(&b, moves, moves, why);
    for (unsigned part = 0; !error && n > 1 && part < parts; part++)
        emit(&b, loops.at + part / 2 * n, part);
    lb_loops_free(&loops);
    return error ? error : lb_build_finish(&b, "snake-ring", plan, why);
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint64_t steps = task->net.nodes - 1;
    const char *text = task->kind == LB_ALLREDUCE ? "2*(n-1)*(tau*m/(n*k) + beta), k the ports that are used"
                                                  : "(n-1)*(tau*m/k + beta), k the ports that are used";
    return lb_span_formula(task, (lb_duration){steps, steps}, parts_of(task, o), true, text, f);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return task->net.nodes <= LB_LOOPS_NODES ? 3 : 0;
}

const lb_algo lb_algo_snake_ring = {
    .info = {.name = "snake-ring",
             .source = "ring allreduce: Patarasuk & Yuan 2009, along Hamiltonian cycles",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .any_ports = true,
             .linear = true,
             .promise = "(n-1)*(tau*m/k + beta): the least data, the most start-ups"},
    .turned = LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
    .suits = suits,
    .needs = "it needs a torus of up to 1024 nodes",
    .time = time,
    .build = build,
};
