/* INVERSION, the complete opposite-corner send, and every other translation (001, section 6).
 *
 * Every node v sends to v^b; b has n bits. The message goes in n parts; part i crosses the dimensions of b in cyclic
 * order from the i-th:
 *
 *      part 0   dimensions 0, 1, 2, ..., n-1
 *      part 1   dimensions 1, 2, ..., n-1, 0
 *      ...
 *
 * which is O.C. SEND 2 in the subcube that b spans, completed. In every stage each of the n links of a node carries one
 * part: n stages, time tau*m + n*beta. With b all ones this is the paper's INVERSION, with one bit a reflection.
 *
 * Why tau*m cannot be beaten: every one of the 2^d messages must cross each dimension of b, which has 2^d links
 * (section 9); and n start-ups are as many as the hops to be made, one after another. On the unit clock with P packets
 * a stage takes as many steps as a part has packets: n*ceil(P/n), at the bound of P when n divides P.
 *
 * The plan is generated: a node knows what it sends in O(n). As an isotropic task with one offset it is symmetric. */
#include "algo/common/formula.h"
#include "algo/permute/algorithms.h"

#include <stdlib.h>

/* b: the offset, or what the permutation adds everywhere; 0: it is not a translation, or there is nothing to do. */
static uint32_t offset_of(const lb_task *task) {
    if (task->kind != LB_PERMUTE)
        return task->count == 1 ? task->list[0] : 0;
    for (uint32_t v = 1; v < task->net.nodes; v++) {
        if ((task->list[v] ^ v) != task->list[0])
            return 0;
    }
    return task->list[0];
}

/* The dimensions of b, which are also the generator's data. */
typedef struct translation {
    uint32_t offset;
    unsigned count;
    uint8_t dim[LB_TORUS_PORTS], place[LB_TORUS_PORTS];
} translation;

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const translation *t = plan->generator.data;
    if (!(t->offset >> port & 1))
        return;
    unsigned stage = step - 1, part = (t->place[port] + t->count - stage) % t->count;
    uint32_t origin = node;
    for (unsigned l = 0; l < stage; l++)
        origin ^= UINT32_C(1) << t->dim[(part + l) % t->count];
    uint64_t unit = plan->denominator / t->count;
    lb_room_move(room, node, port);
    lb_room_item(room, origin, origin ^ t->offset, part * unit, (part + 1) * unit);
}

static int build_stages(const lb_task *task, uint64_t denominator, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    translation *t = lb_zeroed(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "a plan");
    t->offset = offset_of(task);
    for (uint32_t rest = t->offset; rest; rest &= rest - 1) {
        unsigned dim = (unsigned)__builtin_ctz(rest);
        t->place[dim] = (uint8_t)t->count;
        t->dim[t->count++] = (uint8_t)dim;
    }
    lb_generator generator = {
        .one = one,
        .free = free,
        .data = t,
        .bytes = sizeof *t,
        .denominator = denominator,
        .has_origin = true,
        .has_dest = true,
    };
    lb_orbit orbit = task->kind == LB_PERMUTE ? LB_EXPLICIT : LB_SYMMETRIC;
    uint64_t moves = (orbit == LB_EXPLICIT ? (uint64_t)task->net.nodes : 1) * t->count * t->count;
    return lb_plan_generated(task, "inversion", orbit, t->count, moves, generator, plan, why);
}

/* The least denominator in which an n-th and a P-th of the message are whole is lcm(n,P). */
static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint64_t n = (uint64_t)__builtin_popcount(offset_of(task)), common = lb_gcd(n, o->packets);
    if (o->packets / common > LB_MAX_DENOMINATOR / n)
        return lb_fail(why, LB_ERR_SIZE, "a block of %.3g packets cannot be cut into %u parts", (double)o->packets,
                       (unsigned)n);
    lb_plan *stages;
    int error = build_stages(task, o->packets / common * n, &stages, why);
    if (error)
        return error;
    stages->clock = o->clock;
    if (o->clock == LB_LINEAR || o->packets == 1) {
        *plan = stages;
        return LB_OK;
    }
    error = lb_plan_packetize(stages, n / common, plan, why);
    lb_plan_free(stages);
    return error;
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return lb_formula_set(f, "tau*m + n*beta", 1, 1, (uint64_t)__builtin_popcount(offset_of(task)));
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    if (offset_of(task) == 0)
        return 0;
    if (o->clock == LB_LINEAR)
        return 85;
    return task->kind == LB_PERMUTE && o->packets > 1 ? 60 : 30; /* one packet is better not cut */
}

const lb_algo lb_algo_inversion = {
    .info = {.name = "inversion",
             .source = "Stout & Wagar 1990 (001), section 6: INVERSION",
             .tasks = LB_TASK_BIT(LB_PERMUTE) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .cubes_only = true,
             .unit = true,
             .linear = true,
             .promise = "to v^b, n bits set: tau*m + n*beta, tau*m optimal; n*ceil(P/n) steps for P packets"},
    .suits = suits,
    .needs = "it is for translations, v to v^b with b not 0",
    .time = time_of,
    .build = build,
};
