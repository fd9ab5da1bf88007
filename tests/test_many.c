/* K broadcasts on cubes (003): totals, every set of sources on the 3-cube, random ones on larger cubes, and what lies
 * beyond the paper. */
#include "algo/many/many.h"
#include "base/random.h"
#include "plan/plan.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static const char *const algorithms[] = {
    "three-phase-scan", "three-phase", "three-phase-wide", "randomised",  "same-order", "rank-order", "own-trees",
    "random-trees",     "auto",        "many-roots",       "rarest-first"};

static uint64_t state = 1;

static uint32_t pick(uint32_t below) {
    return t_draw(&state, below);
}

static lb_task *task_of(unsigned d, const uint32_t *list, size_t count) {
    char name[16];
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    lb_task *task = NULL;
    assert_int_equal(
        lb_task_create(net, LB_MULTIBROADCAST, &(lb_task_params){.list = list, .count = count}, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

static lb_task *random_task(unsigned d, uint32_t count, uint32_t among) {
    uint32_t *list = malloc((count + 1) * sizeof *list), first = pick(UINT32_C(1) << d);
    assert_non_null(list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (first + pick(among)) % (UINT32_C(1) << d);
    lb_task *task = task_of(d, list, count);
    free(list);
    return task;
}

/* What the algorithm promises for K packets; 0 where it promises nothing exact. */
static uint64_t promised(const char *name, unsigned d, uint64_t k) {
    uint64_t share = t_ceil(k, d);
    if (strcmp(name, "three-phase-scan") == 0)
        return 2 * share + 3 * d - 2;
    if (strcmp(name, "three-phase") == 0)
        return 2 * share + 4 * d - 1;
    if (strcmp(name, "rank-order") == 0)
        return 2 * d;
    if ((strcmp(name, "own-trees") == 0 || strcmp(name, "auto") == 0) && k <= d)
        return *name == 'o' ? d : 2 * d;
    return 0;
}

static uint64_t most(const char *name, unsigned d, uint64_t k) {
    if (strcmp(name, "same-order") == 0)
        return d + k - 1;
    if (strcmp(name, "three-phase-wide") == 0)
        return 2 * t_ceil(k, d) + 3 * d - 2;
    return UINT64_MAX;
}

static void check_bound(const lb_task *task, unsigned d, uint64_t packets, const lb_plan *plan) {
    lb_bound bound;
    lb_why why = {""};
    uint64_t n = UINT64_C(1) << d, k = lb_task_params_of(task).count * packets;
    T_EQUAL(lb_bound_unit(task, 0, packets, &bound, &why), LB_OK);
    uint64_t links = t_ceil((n - 1) * k, d * n);
    T_TRUE(bound.steps >= (k == 0 ? 0 : links > d ? links : d));
    T_EQUAL(lb_witness_verify(task, 0, packets, &bound.steps_witness, &why), LB_OK);
    T_TRUE(lb_plan_steps(plan) >= bound.steps);
}

static void try_one(const lb_task *task, const char *name, uint64_t packets, uint64_t seed) {
    unsigned d = lb_net_ports(lb_task_net(task));
    uint64_t k = lb_task_params_of(task).count * packets;
    lb_plan_options o = {.algorithm = name, .packets = packets, .seed = seed};
    t_note("%s, d = %u, %u packets, seed %u", name, d, (unsigned)k, (unsigned)seed);
    lb_plan *plan = t_plan_or_null(task, &o);
    T_EQUAL(plan == NULL, strcmp(name, "rank-order") == 0 && k > d);
    if (!plan)
        return;
    t_check(plan, LB_REPLAY_FULL);
    check_bound(task, d, packets, plan);
    if (k == 0)
        T_EQUAL(lb_plan_steps(plan), 0);
    else if (promised(name, d, k))
        T_EQUAL(lb_plan_steps(plan), promised(name, d, k));
    T_TRUE(k == 0 || lb_plan_steps(plan) <= most(name, d, k));
    lb_plan_free(plan);
}

static void try_all(const lb_task *task, uint64_t packets, uint64_t seed) {
    for (size_t a = 0; a < T_COUNT(algorithms); a++)
        try_one(task, algorithms[a], packets, seed);
}

/* Every set of sources on the 3-cube, none at all among them. */
static void test_all_sets(void **unused) {
    (void)unused;
    for (unsigned set = 0; set < 256; set++) {
        uint32_t list[8];
        size_t count = 0;
        for (uint32_t v = 0; v < 8; v++) {
            if (set >> v & 1)
                list[count++] = v;
        }
        lb_task *task = task_of(3, list, count);
        try_all(task, 1, set);
        lb_task_free(task);
    }
}

static void test_random_sets(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 8; d++) {
        uint32_t n = UINT32_C(1) << d;
        for (unsigned round = 0; round < 12; round++) {
            uint32_t count = pick(round % 3 ? 3 * d : n + d), among = round % 4 == 0 ? 1 + pick(d) : n;
            lb_task *task = random_task(d, count, among);
            try_all(task, round % 5 == 4 ? 3 : 1, round);
            lb_task_free(task);
        }
    }
    for (unsigned d = 9; d <= 10; d++) {
        lb_task *task = random_task(d, 200, UINT32_C(1) << d);
        try_all(task, 1, d);
        lb_task_free(task);
    }
}

/* A packet's place in line, as the algorithm ranks them: from the first node, or (the paper's) from the last. */
static uint32_t rank_of(const lb_task *task, const lb_item *item, bool down) {
    lb_task_params p = lb_task_params_of(task);
    uint32_t before = 0;
    for (size_t i = 0; i < p.count; i++)
        before += down ? p.list[i] > item->origin : p.list[i] < item->origin;
    return before + item->copy;
}

static uint32_t bits(uint32_t x) {
    return (uint32_t)__builtin_popcount(x);
}

/* Slot by slot: in phase 2 place i of tree j comes to e_j in slot d+i and is q hops away q slots before; in phase 3 it
 * leaves distance q from e_j in slot i+q+1. Nothing moves in phase 1. */
static void check_slots(const lb_plan *plan, bool paper) {
    const lb_task *task = lb_plan_task(plan);
    unsigned d = lb_net_ports(lb_task_net(task));
    uint32_t before = paper ? 2 * d + 1 : d, k = (uint32_t)lb_task_params_of(task).count;
    uint32_t second = before + (uint32_t)t_ceil(k, d) + d - 1;
    T_EQUAL(lb_plan_control(plan, false), before);
    T_EQUAL(lb_plan_control(plan, true), paper);
    t_moves all = t_moves_of(plan);
    uint64_t down = 0;
    for (uint64_t m = 0; m < all.count; m++) {
        const lb_move *move = &all.at[m];
        uint32_t rank = rank_of(task, &move->items[0], paper), place = rank / d, root = UINT32_C(1) << rank % d;
        uint32_t q = bits(move->from ^ root);
        T_TRUE(move->step > before);
        if (move->step <= second)
            T_EQUAL(move->step, before + d + place - q + 1);
        else
            T_EQUAL(move->step, second + place + q + 1);
        T_EQUAL(bits(move->to ^ root), move->step <= second ? q - 1 : q + 1);
        down += move->step > second;
    }
    T_EQUAL(down, (uint64_t)k * (lb_net_nodes(lb_task_net(task)) - 1)); /* every other node once */
    t_moves_free(&all);
}

static void test_slots(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 7; d++) {
        uint32_t n = UINT32_C(1) << d;
        const uint32_t counts[] = {1, d, d + 1, 2 * d, n - 1, n};
        for (size_t i = 0; i < T_COUNT(counts); i++) {
            lb_task *task = random_task(d, counts[i], n);
            for (int paper = 0; paper < 2; paper++) {
                lb_plan *plan =
                    t_plan(task, &(lb_plan_options){.algorithm = paper ? "three-phase" : "three-phase-scan"});
                t_note("d = %u, %u packets, paper %d", d, (unsigned)counts[i], paper);
                check_slots(plan, paper);
                uint64_t total = lb_plan_steps(plan) + lb_plan_control(plan, true);
                T_EQUAL(total, 2 * t_ceil(counts[i], d) + (paper ? 4 * d : 3 * d - 2));
                /* K = 2^d: without phase 1, and without saying that it is over (errata 2) */
                if (counts[i] == n)
                    T_EQUAL(lb_plan_steps(plan) - lb_plan_control(plan, false), 2 * t_ceil(n, d) + 2 * d - 2);
                lb_plan_free(plan);
            }
            lb_task_free(task);
        }
    }
}

/* Section 3.3.2 as printed: packet r (from 1) may cross dimensions in the order r mod d + 1, ..., but in slot m only
 * dimension (r+m-2) mod d + 1, which is one behind: what would be crossed first comes last. */
static unsigned missing_as_printed(unsigned d, unsigned r, bool shifted) {
    uint32_t n = UINT32_C(1) << d;
    bool *has = calloc(n, sizeof *has);
    assert_non_null(has);
    has[0] = true;
    for (unsigned m = 1; m <= d; m++) {
        unsigned dim = shifted ? (r + m - 1) % d : (r + m - 2) % d; /* from 0 */
        for (uint32_t v = 0; v < n; v++) {
            /* an arc of the tree: all dimensions crossed so far come before this one in its order r, r+1, ... */
            unsigned place = (dim + d - r % d) % d;
            bool arc = !(v >> dim & 1);
            for (unsigned i = 0; i < d; i++)
                arc &= !(v >> i & 1) || (i + d - r % d) % d < place;
            if (arc && has[v])
                has[v ^ UINT32_C(1) << dim] = true;
        }
    }
    unsigned missing = 0;
    for (uint32_t v = 0; v < n; v++)
        missing += !has[v];
    free(has);
    return missing;
}

static void test_rank_order_is_off_by_one(void **unused) {
    (void)unused;
    for (unsigned d = 2; d <= 7; d++) {
        for (unsigned r = 1; r <= d; r++) {
            t_note("d = %u, rank %u", d, r);
            T_TRUE(missing_as_printed(d, r, false) > 0);
            T_EQUAL(missing_as_printed(d, r, true), 0);
        }
    }
}

/* Phases 2 and 3 share most links: they must not overlap. */
static void test_phases_share_links(void **unused) {
    (void)unused;
    for (unsigned d = 3; d <= 6; d++) {
        uint32_t n = UINT32_C(1) << d, both = 0;
        lb_task *task = random_task(d, 8 * n, n);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "three-phase-scan"});
        uint8_t *used = calloc((size_t)n * d, 1);
        assert_non_null(used);
        t_moves all = t_moves_of(plan);
        uint32_t second = d + (uint32_t)t_ceil(8 * n, d) + d - 1;
        for (uint64_t m = 0; m < all.count; m++)
            used[all.at[m].from * d + all.at[m].port] |= all.at[m].step <= second ? 1 : 2;
        for (uint32_t i = 0; i < n * d; i++)
            both += used[i] == 3;
        T_TRUE(2 * both > n * d);
        t_moves_free(&all);
        free(used);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* Control is part of a plan wherever it is moved to. */
static void test_translated(void **unused) {
    (void)unused;
    lb_task *task = random_task(4, 9, 16);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "three-phase"}), *moved;
    assert_int_equal(lb_plan_translate(plan, 5, &moved, NULL), LB_OK);
    t_check(moved, LB_REPLAY_FULL);
    T_EQUAL(lb_plan_control(moved, false), 9);
    T_EQUAL(lb_plan_control(moved, true), 1);
    T_EQUAL(lb_plan_steps(moved), lb_plan_steps(plan));
    lb_plan_free(moved);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* What one node does, from its program, is what the cursor says of it. */
static void check_programs(const lb_plan *plan) {
    t_moves all = t_moves_of(plan);
    const lb_net *net = lb_plan_net(plan);
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        lb_program *program;
        assert_int_equal(lb_program_create(plan, v, &program, NULL), LB_OK);
        for (unsigned port = 0; port < lb_net_ports(net); port++) {
            uint64_t sends = 0, receives = 0;
            lb_move move;
            for (uint64_t m = 0; m < all.count; m++) {
                if (all.at[m].from == v && all.at[m].port == port) {
                    lb_program_packet(program, port, LB_SENDS, sends++, &move);
                    t_same_move(&move, &all.at[m]);
                } else if (all.at[m].to == v && lb_port_opposite(net, all.at[m].port) == port) {
                    lb_program_packet(program, port, LB_RECEIVES, receives++, &move);
                    t_same_move(&move, &all.at[m]);
                }
            }
            T_EQUAL(lb_program_count(program, port, LB_SENDS), sends);
            T_EQUAL(lb_program_count(program, port, LB_RECEIVES), receives);
        }
        lb_program_free(program);
    }
    t_moves_free(&all);
}

static void test_programs(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 4; d++) {
        for (uint64_t packets = 1; packets <= 2; packets++) {
            lb_task *task = random_task(d, 2 * d + 1, UINT32_C(1) << d), *few = random_task(d, 1, 1);
            for (size_t a = 0; a < T_COUNT(algorithms); a++) {
                lb_plan_options o = {.algorithm = algorithms[a], .packets = packets};
                t_note("programs of %s, d = %u, %u packets", algorithms[a], d, (unsigned)packets);
                bool small = strcmp(algorithms[a], "rank-order") == 0;
                lb_plan *plan = t_plan_or_null(small ? few : task, &o);
                if (plan)
                    check_programs(plan);
                lb_plan_free(plan);
            }
            lb_task_free(task);
            lb_task_free(few);
        }
    }
}

/* One packet of every node: a multinode broadcast. All packets of one node: a broadcast in pieces. Both optimal. */
static void test_special_cases(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 8; d++) {
        uint32_t n = UINT32_C(1) << d, list[256], same[40];
        for (uint32_t v = 0; v < n; v++)
            list[v] = v;
        for (uint32_t i = 0; i < 40; i++)
            same[i] = n - 1;
        lb_task *each = task_of(d, list, n), *one = task_of(d, same, 40);
        lb_plan *known = t_plan(each, &(lb_plan_options){.algorithm = "own-trees"});
        lb_plan *found = t_plan(each, &(lb_plan_options){.algorithm = "auto"});
        lb_plan *single = t_plan(one, &(lb_plan_options){.algorithm = "own-trees"});
        t_note("d = %u", d);
        t_check(known, LB_REPLAY_FULL);
        t_check(found, LB_REPLAY_FULL);
        t_check(single, LB_REPLAY_FULL);
        if (n > d) { /* all nodes do the same */
            t_check(known, LB_REPLAY_RELATIVE);
            t_check(found, LB_REPLAY_RELATIVE);
        }
        if (d <= 4)
            check_programs(found);
        T_EQUAL(lb_plan_steps(known), n <= d ? d : t_ceil(n - 1, d));
        T_EQUAL(lb_plan_steps(found), n <= d ? 2 * d : d + t_ceil(n - 1, d));
        T_EQUAL(lb_plan_steps(single), t_ceil(40, d) + d - 1);
        lb_plan_free(known);
        lb_plan_free(found);
        lb_plan_free(single);
        lb_task_free(each);
        lb_task_free(one);
    }
}

/* 2^32 moves, of which node 0's are looked at. */
static void test_every_node_of_many(void **unused) {
    (void)unused;
    static uint32_t list[1 << 16];
    for (uint32_t v = 0; v < T_COUNT(list); v++)
        list[v] = v;
    lb_task *each = task_of(16, list, T_COUNT(list));
    lb_plan *plan = t_plan(each, &(lb_plan_options){.algorithm = "auto"});
    t_check(plan, LB_REPLAY_AUTO);
    T_EQUAL(lb_plan_steps(plan), 16 + t_ceil(T_COUNT(list) - 1, 16));
    lb_plan_free(plan);
    lb_task_free(each);
}

/* Looked at from node 0 only where every node is a source, once: of another task that would show nothing. */
static void test_only_every_node_relatively(void **unused) {
    (void)unused;
    uint32_t list[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    lb_task *each = task_of(3, list, T_COUNT(list));
    lb_plan *plan = t_plan(each, &(lb_plan_options){.algorithm = "auto"});
    t_check(plan, LB_REPLAY_RELATIVE);
    lb_report report;
    plan->task->list[1] = 0;
    assert_int_equal(lb_check_plan(plan, &(lb_check_options){.replay = LB_REPLAY_RELATIVE}, &report, NULL), LB_ERR_ARG);
    plan->task->list[1] = 1;
    lb_plan_free(plan);
    lb_task_free(each);
}

/* No more than d steps above the bound, for sources here and there and side by side. */
static void test_near_the_bound(void **unused) {
    (void)unused;
    for (unsigned d = 3; d <= (T_SLOW ? 6 : 8); d++) {
        uint32_t n = UINT32_C(1) << d;
        for (uint32_t k = 1; k <= 2 * n; k += 1 + k / 3) {
            for (int side_by_side = 0; side_by_side < 2; side_by_side++) {
                lb_task *task = random_task(d, k, side_by_side ? 1 + n / 4 : n);
                lb_bound bound;
                assert_int_equal(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
                lb_plan *plan = t_plan(task, &(lb_plan_options){.effort = 1});
                t_note("%s, d = %u, %u packets", lb_plan_algorithm(plan), d, (unsigned)k);
                T_TRUE(lb_plan_steps(plan) <= bound.steps + d);
                T_TRUE(lb_plan_steps(plan) < 2 * bound.steps);
                lb_plan_free(plan);
                lb_task_free(task);
            }
        }
    }
}

/* On tori: valid, and near the bound. */
static void test_tori(void **unused) {
    (void)unused;
    static const char *const nets[] = {"1",   "ring:2", "ring:5", "ring:8",  "3x3",
                                       "4x3", "2x3x4",  "4x4x4",  "1x7x1x2", "8x8"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        uint32_t n = lb_net_nodes(net), list[200];
        for (unsigned round = 0; round < 20; round++) {
            uint32_t count = pick(round % 2 ? 200 : 12), among = round % 3 ? n : 1, first = pick(n);
            for (uint32_t k = 0; k < count; k++)
                list[k] = (first + pick(among)) % n;
            lb_task *task;
            lb_bound bound;
            uint64_t packets = 1 + round % 2;
            assert_int_equal(
                lb_task_create(net, LB_MULTIBROADCAST, &(lb_task_params){.list = list, .count = count}, &task, NULL),
                LB_OK);
            lb_plan_options o = {.algorithm = "torus-own-trees", .packets = packets};
            t_note("%s, %u messages of %u packets", nets[i], (unsigned)count, (unsigned)packets);
            lb_plan *plan = t_plan(task, &o);
            t_check(plan, LB_REPLAY_FULL);
            assert_int_equal(lb_bound_unit(task, 0, packets, &bound, NULL), LB_OK);
            T_TRUE(lb_plan_steps(plan) >= bound.steps);
            T_TRUE(lb_plan_steps(plan) <= bound.steps + lb_diameter(net) + bound.steps / 4);
            lb_plan_free(plan);
            lb_task_free(task);
        }
        lb_net_free(net);
    }
}

/* The same seed, the same plan; another one, another plan. */
static void test_seeds(void **unused) {
    (void)unused;
    static const char *const random[] = {"randomised", "random-trees"};
    lb_task *task = random_task(5, 60, 32);
    for (size_t a = 0; a < T_COUNT(random); a++) {
        lb_plan *plans[3];
        for (int i = 0; i < 3; i++)
            plans[i] = t_plan(task, &(lb_plan_options){.algorithm = random[a], .seed = i == 2 ? 8 : 7});
        t_same_moves(plans[0], plans[1]);
        t_moves first = t_moves_of(plans[0]), other = t_moves_of(plans[2]);
        bool differ = first.count != other.count;
        for (uint64_t i = 0; i < first.count && !differ; i++)
            differ = first.at[i].step != other.at[i].step || first.at[i].from != other.at[i].from;
        T_TRUE(differ);
        t_moves_free(&first);
        t_moves_free(&other);
        for (int i = 0; i < 3; i++)
            lb_plan_free(plans[i]);
    }
    lb_task_free(task);
}

/* Going up first, the randomised variant takes no more than if its phases did not overlap, N being the packets of the
 * busiest tree: seen in trials, not proved. */
static void test_randomised_total(void **unused) {
    (void)unused;
    for (unsigned d = 2; d <= 7; d++) {
        for (uint64_t seed = 0; seed < 40; seed++) {
            uint32_t n = UINT32_C(1) << d, count = 1 + pick(2 * n), trees[LB_MAX_PORTS] = {0}, busiest = 0;
            lb_task *task = random_task(d, count, seed % 3 ? n : 1 + pick(n));
            lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "randomised", .seed = seed});
            uint64_t random = seed;
            for (uint32_t i = 0; i < count; i++) {
                uint32_t *tree = &trees[lb_random_mixed(&random) % d];
                busiest = ++*tree > busiest ? *tree : busiest;
            }
            t_note("d = %u, %u packets, seed %u", d, (unsigned)count, (unsigned)seed);
            T_TRUE(lb_plan_steps(plan) <= 2 * busiest + 2 * d - 2);
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
}

/* A plan of four thousand million packets is made, and asked what a node does, without being held. */
static void test_large(void **unused) {
    (void)unused;
    uint32_t *list = malloc(65536 * sizeof *list);
    assert_non_null(list);
    for (uint32_t i = 0; i < 65536; i++)
        list[i] = pick(65536);
    lb_task *task = task_of(16, list, 65536);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "three-phase-scan"});
    lb_program *program;
    uint64_t received = 0;
    T_EQUAL(lb_plan_steps(plan), 2 * 4096 + 46);
    T_TRUE(lb_plan_bytes(plan) < 65536);
    assert_int_equal(lb_program_create(plan, 12345, &program, NULL), LB_OK);
    for (unsigned port = 0; port < 16; port++)
        received += lb_program_count(program, port, LB_RECEIVES);
    T_TRUE(received >= 65536); /* in phase 3 every packet, in phase 2 those on their way */
    lb_program_free(program);
    lb_plan_free(plan);
    lb_task_free(task);
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_sets),
        cmocka_unit_test(test_random_sets),
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_rank_order_is_off_by_one),
        cmocka_unit_test(test_phases_share_links),
        cmocka_unit_test(test_translated),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_special_cases),
        cmocka_unit_test(test_every_node_of_many),
        cmocka_unit_test(test_only_every_node_relatively),
        cmocka_unit_test(test_near_the_bound),
        cmocka_unit_test(test_tori),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_randomised_total),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
