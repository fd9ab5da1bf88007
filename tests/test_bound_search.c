/* Bounds against the truth: on tiny networks the fastest schedule is found by search, on larger ones a simple valid
 * schedule is played through. No bound may exceed either. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linkbound.h"
#include <stdlib.h>
#include <string.h>

static lb_task *make(const char *net_name, lb_task_kind kind, const lb_task_params *params) {
    lb_net *net;
    lb_task *task;
    assert_int_equal(lb_net_parse(net_name, &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, kind, params, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

/* ---- Search ------------------------------------------------------------------------------------------------- */

/* A set of 64-bit states, open addressing; 0 is never a state. */
typedef struct set {
    uint64_t *slot, size, count;
} set;

static bool set_add(set *s, uint64_t value);

static void set_grow(set *s) {
    set old = *s;
    s->size = old.size ? 2 * old.size : 1024;
    s->count = 0;
    s->slot = calloc(s->size, sizeof *s->slot);
    assert_non_null(s->slot);
    for (uint64_t i = 0; i < old.size; i++) {
        if (old.slot[i])
            set_add(s, old.slot[i]);
    }
    free(old.slot);
}

static bool set_add(set *s, uint64_t value) {
    if (2 * s->count >= s->size)
        set_grow(s);
    uint64_t at = value * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    for (;; at++) {
        uint64_t *slot = &s->slot[at % s->size];
        if (*slot == value)
            return false;
        if (!*slot) {
            *slot = value;
            s->count++;
            return true;
        }
    }
}

/* Who knows what: for each packet and node, which of the packet's contributions have come there (one bit where there
 * is only one origin). Knowing is never forgotten and joins freely, so this is at least as fast as any real schedule of
 * whole packets. */
typedef struct search {
    const lb_net *net;
    unsigned n, packets, bits, ports;
    uint64_t mask, goal, work;
    uint64_t now; /* the state before the step, while its successors are made */
    unsigned sends[16], receives[16];
    set next;
    bool reached;
} search;

#define TOO_MUCH UINT64_C(150000)

static uint64_t know(const search *s, uint64_t state, unsigned packet, unsigned node) {
    return state >> ((packet * s->n + node) * s->bits) & s->mask;
}

static uint64_t bits_of(const search *s, unsigned packet, unsigned node, uint64_t contributions) {
    return contributions << ((packet * s->n + node) * s->bits);
}

/* Chooses what link `link` carries, then the links after it. */
static void choose(search *s, unsigned link, uint64_t state) {
    if (s->reached || s->work++ > TOO_MUCH)
        return;
    unsigned degree = lb_net_ports(s->net);
    if (link == s->n * degree) {
        s->reached = (state & s->goal) == s->goal;
        set_add(&s->next, state);
        return;
    }
    unsigned from = link / degree, to = lb_neighbor(s->net, from, link % degree);
    bool useful = false;
    if (lb_link_alive(s->net, from, link % degree) && s->sends[from] < s->ports && s->receives[to] < s->ports) {
        s->sends[from]++;
        s->receives[to]++;
        for (unsigned x = 0; x < s->packets; x++) {
            uint64_t news = know(s, s->now, x, from) & ~know(s, s->now, x, to);
            if (news) {
                useful = true;
                choose(s, link + 1, state | bits_of(s, x, to, news));
            }
        }
        s->sends[from]--;
        s->receives[to]--;
    }
    /* Where all links may be used at once, leaving one idle that could do something gains nothing. */
    if (!useful || s->ports < degree)
        choose(s, link + 1, state);
}

/* All contributions there are: of sums, those of the nodes that are alive. */
static uint64_t everybody(const search *s) {
    uint64_t all = 0;
    for (unsigned v = 0; v < s->bits; v++)
        all |= (uint64_t)(s->bits == 1 || lb_node_alive(s->net, v)) << v;
    return all;
}

static uint64_t begin(search *s, const lb_task *task, unsigned per_block) {
    uint64_t first = 0;
    for (unsigned x = 0; x < s->packets; x++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, x / per_block, &origin, &dest, &copy);
        for (unsigned v = 0; v < s->n; v++) {
            if (!lb_node_alive(s->net, v))
                continue;
            if (origin == LB_NONE || origin == v)
                first |= bits_of(s, x, v, origin == LB_NONE ? UINT64_C(1) << v : 1);
            if (lb_task_wants(task, x / per_block, v))
                s->goal |= bits_of(s, x, v, everybody(s));
        }
    }
    return first;
}

/* The least number of steps; 0 when the search grew too large. */
static unsigned fastest(const lb_task *task, unsigned ports, unsigned per_block) {
    search s = {.net = lb_task_net(task)};
    s.n = lb_net_nodes(s.net);
    s.ports = ports ? ports : lb_net_ports(s.net);
    s.packets = (unsigned)lb_task_blocks(task) * per_block;
    s.bits = lb_task_class(task) == LB_SUM ? s.n : 1;
    s.mask = (UINT64_C(1) << s.bits) - 1;
    if (s.packets * s.n * s.bits > 64)
        return 0;
    set level = {0};
    set_add(&level, begin(&s, task, per_block));
    unsigned steps = 0;
    while (!s.reached && s.work <= TOO_MUCH) {
        steps++;
        for (uint64_t i = 0; i < level.size && !s.reached; i++) {
            s.now = level.slot[i];
            if (s.now)
                choose(&s, 0, s.now);
        }
        free(level.slot);
        level = s.next;
        s.next = (set){0};
    }
    free(level.slot);
    return s.reached ? steps : 0;
}

static uint64_t steps_bound(const lb_task *task, uint32_t ports, uint64_t packets) {
    lb_bound bound;
    assert_int_equal(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
    assert_int_equal(lb_witness_verify(task, ports, packets, &bound.steps_witness, NULL), LB_OK);
    return bound.steps;
}

/* Over all comparisons of test_search. */
static unsigned searched, tight;

static void compare_task(const lb_task *task, const char *net, uint32_t ports, unsigned packets) {
    unsigned truth = fastest(task, ports, packets);
    if (truth) {
        uint64_t bound = steps_bound(task, ports, packets);
        if (bound > truth)
            print_error("%s on %s, %u ports, %u packets: %u\n", lb_task_kind_name(lb_task_kind_of(task)), net, ports,
                        packets, truth);
        assert_true(bound <= truth);
        searched++;
        tight += bound == truth;
    }
}

static void compare(const char *net, lb_task_kind kind, const lb_task_params *params, uint32_t ports,
                    unsigned packets) {
    lb_task *task = make(net, kind, params);
    compare_task(task, net, ports, packets);
    lb_task_free(task);
}

static void compare_all(const char *net, lb_task_kind kind, const lb_task_params *params) {
    for (uint32_t ports = 0; ports <= 2; ports++) {
        for (unsigned packets = 1; packets <= 3; packets++)
            compare(net, kind, params, ports, packets);
    }
}

static void test_search(void **state) {
    (void)state;
    static const char *const nets[] = {"2", "3", "4", "5", "2x2", "3x2", "2x2x2"};
    static const lb_task_kind kinds[] = {LB_BROADCAST,      LB_SCATTER,   LB_GATHER, LB_ALLGATHER, LB_REDUCE,
                                         LB_REDUCE_SCATTER, LB_ALLREDUCE, LB_SEND,   LB_ALLTOALL};
    for (unsigned i = 0; i < sizeof nets / sizeof nets[0]; i++) {
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            compare_all(nets[i], kinds[k], &(lb_task_params){.root = 1, .to = 0});
    }
    for (unsigned i = 1; i < sizeof nets / sizeof nets[0]; i++) {
        static const uint32_t twice[] = {1, 1}, two[] = {0, 2}, three[] = {0, 0, 1};
        compare_all(nets[i], LB_MULTIBROADCAST, &(lb_task_params){.list = two, .count = 2});
        compare_all(nets[i], LB_MULTIBROADCAST, &(lb_task_params){.list = three, .count = 3});
        compare_all(nets[i], LB_ISOTROPIC, &(lb_task_params){.list = twice, .count = 1});
        compare_all(nets[i], LB_ISOTROPIC, &(lb_task_params){.list = twice, .count = 2});
        compare_all(nets[i], LB_NEIGHBORS, &(lb_task_params){.nearest = 1, .farthest = 1});
    }
    static const uint32_t swap[] = {3, 1, 2, 0}, reverse[] = {3, 2, 1, 0}, cross[] = {2, 3, 0, 1};
    compare_all("4", LB_PERMUTE, &(lb_task_params){.list = swap, .count = 4});
    compare_all("4", LB_PERMUTE, &(lb_task_params){.list = reverse, .count = 4});
    compare_all("4", LB_PERMUTE, &(lb_task_params){.list = cross, .count = 4});
    compare_all("2x2", LB_PERMUTE, &(lb_task_params){.list = cross, .count = 4});
    print_message("%u tasks searched, %u bounds are the truth\n", searched, tight);
    assert_true(searched > 200);       /* the others were too large to search */
    assert_true(tight + 2 > searched); /* 414 of 415 */
}

/* The same with something dead. */
static void compare_faulty(const char *name, const lb_fault *links, size_t count, const uint32_t *nodes,
                           size_t node_count) {
    static const uint32_t two[] = {2, 2}, cross[] = {2, 3, 0, 1}, turn[] = {1, 2, 3, 4, 0};
    lb_net *whole, *net;
    assert_int_equal(lb_net_parse(name, &whole, NULL), LB_OK);
    if (lb_net_without(whole, links, count, nodes, node_count, &net, NULL) == LB_OK) {
        for (int kind = 0; kind <= LB_MULTIBROADCAST; kind++) {
            uint32_t n = lb_net_nodes(net);
            lb_task_params p = {.root = 2, .nearest = 1, .farthest = 2, .list = two, .count = 2};
            if (kind == LB_PERMUTE) {
                p.list = n == 4 ? cross : turn;
                p.count = n;
            }
            lb_task *task;
            if (kind == LB_PERMUTE && n > 5)
                continue;
            assert_int_equal(lb_task_create(net, (lb_task_kind)kind, &p, &task, NULL), LB_OK);
            for (unsigned i = 0; i < (n < 6 ? 4 : 2); i++) /* larger ones take long */
                compare_task(task, name, i % 2, 1 + i / 2);
            lb_task_free(task);
        }
        lb_net_free(net);
    }
    lb_net_free(whole);
}

static void test_search_faulty(void **state) {
    (void)state;
    static const char *const nets[] = {"4", "5", "2x2", "3x2", "2x2x2"};
    searched = tight = 0;
    for (unsigned i = 0; i < sizeof nets / sizeof nets[0]; i++) {
        lb_net *net;
        assert_int_equal(lb_net_parse(nets[i], &net, NULL), LB_OK);
        uint32_t nodes = lb_net_nodes(net), apart = nodes > 5 ? 3 : 2; /* others are alike, and it takes long */
        for (uint32_t v = 0; v < nodes; v += apart) {
            for (unsigned port = 0; port < lb_net_ports(net); port++) {
                lb_fault link = {v, lb_neighbor(net, v, port), false};
                compare_faulty(nets[i], &link, 1, NULL, 0);
                link.both = true;
                if (link.from < link.to || link.to % apart > 0)
                    compare_faulty(nets[i], &link, 1, NULL, 0);
            }
            if (v != 2 && v != 0)
                compare_faulty(nets[i], NULL, 0, &v, 1);
        }
        lb_net_free(net);
    }
    print_message("%u tasks with faults searched, %u bounds are the truth\n", searched, tight);
    assert_true(searched > 500);
}

/* ---- A schedule that is valid, if not good ------------------------------------------------------------------ */

static uint64_t random_state = 88172645463325252u;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 20) % limit);
}

/* The first port on a shortest way. */
static unsigned port_towards(const lb_net *net, uint32_t from, uint32_t to) {
    for (unsigned p = 0; p < lb_net_ports(net); p++) {
        if (lb_distance(net, lb_neighbor(net, from, p), to) < lb_distance(net, from, to))
            return p;
    }
    return LB_NONE;
}

/* One step of the greedy schedule; returns whether anything moved, adds the moves. */
static bool greedy_step(const lb_net *net, uint32_t *at, const uint32_t *dest, size_t count, uint32_t ports,
                        uint64_t *moves) {
    bool busy[64][LB_MAX_PORTS] = {{false}}, moved = false;
    uint32_t sends[64] = {0}, receives[64] = {0};
    for (size_t i = 0; i < count; i++) {
        unsigned p = port_towards(net, at[i], dest[i]);
        if (p == LB_NONE || busy[at[i]][p] || sends[at[i]] == ports || receives[lb_neighbor(net, at[i], p)] == ports)
            continue;
        busy[at[i]][p] = true;
        sends[at[i]]++;
        at[i] = lb_neighbor(net, at[i], p);
        receives[at[i]]++;
        ++*moves;
        moved = true;
    }
    return moved;
}

static void greedy(const lb_task *task, uint32_t ports, unsigned per_block, uint64_t *steps, uint64_t *moves) {
    const lb_net *net = lb_task_net(task);
    size_t count = (size_t)lb_task_blocks(task) * per_block;
    uint32_t *at = calloc(count + 1, sizeof *at), *dest = calloc(count + 1, sizeof *dest), copy;
    assert_true(at && dest);
    for (size_t i = 0; i < count; i++)
        lb_task_name(task, i / per_block, &at[i], &dest[i], &copy);
    *steps = *moves = 0;
    while (greedy_step(net, at, dest, count, ports ? ports : lb_net_ports(net), moves))
        ++*steps;
    free(at);
    free(dest);
}

static void random_list(uint32_t *list, uint32_t n, bool permutation) {
    for (uint32_t v = 0; v < n; v++)
        list[v] = permutation ? v : random_below(n);
    for (uint32_t v = n; v > 1 && permutation; v--) {
        uint32_t other = random_below(v), keep = list[v - 1];
        list[v - 1] = list[other];
        list[other] = keep;
    }
}

static void test_greedy(void **state) {
    (void)state;
    static const char *const nets[] = {"7", "3x3", "2x5", "4x4", "2x2x2x2", "3x4x2", "12"};
    static const lb_task_kind kinds[] = {LB_PERMUTE, LB_ISOTROPIC, LB_SEND, LB_SCATTER, LB_GATHER, LB_ALLTOALL};
    for (int i = 0; i < 600; i++) {
        const char *name = nets[random_below(7)];
        lb_task_kind kind = kinds[random_below(6)];
        lb_net *net;
        assert_int_equal(lb_net_parse(name, &net, NULL), LB_OK);
        uint32_t n = lb_net_nodes(net), list[64], ports = random_below(4);
        unsigned packets = 1 + random_below(3);
        lb_net_free(net);
        random_list(list, n, kind == LB_PERMUTE);
        lb_task_params params = {.root = random_below(n), .to = random_below(n), .list = list, .count = n};
        if (kind == LB_ISOTROPIC)
            params.count = 1 + random_below(6);
        lb_task *task = make(name, kind, &params);
        uint64_t steps, moves;
        lb_bound bound;
        greedy(task, ports, packets, &steps, &moves);
        assert_int_equal(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
        assert_true(bound.steps <= steps);
        assert_int_equal(bound.transmissions, moves); /* shortest ways only */
        lb_task_free(task);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_search_faulty),
        cmocka_unit_test(test_greedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
