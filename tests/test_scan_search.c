/* The bounds of scan and exscan against the truth: on tiny networks, whole or with something dead, a search of all
 * schedules of whole packets finds none with fewer steps than the bound. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 4, SPANS = 10, PACKETS = 6, TOO_MUCH = 10000 };

/* Which spans of which packet a node can put together: bit last*(last+1)/2 + first. */
typedef struct state {
    uint16_t has[PACKETS][NODES];
} state;

typedef struct search {
    const lb_task *task;
    const lb_net *net;
    unsigned n, packets, ports;
    state now, *next; /* before the step; after it */
    size_t count, room;
    unsigned sends[NODES], receives[NODES];
    uint64_t work;
} search;

static unsigned bit_of(unsigned first, unsigned last) {
    return last * (last + 1) / 2 + first;
}

/* Whatever fits together is had together; dead nodes have nothing, which anybody has. */
static uint16_t closed(const search *s, unsigned has) {
    for (unsigned v = 0; v < s->n; v++)
        has |= (unsigned)!lb_node_alive(s->net, v) << bit_of(v, v);
    for (unsigned a = s->n; a-- > 0;)
        for (unsigned b = a; b < s->n; b++)
            for (unsigned c = b + 1; c < s->n; c++)
                if ((has >> bit_of(a, b) & 1) && (has >> bit_of(b + 1, c) & 1))
                    has |= 1u << bit_of(a, c);
    return (uint16_t)has;
}

static bool content(const search *s, unsigned node, unsigned has) {
    unsigned last = lb_task_kind_of(s->task) == LB_SCAN ? node : node - 1;
    return !lb_node_alive(s->net, node) || last == UINT32_MAX || (has >> bit_of(0, last) & 1);
}

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, sizeof((state *)0)->has[0]);
}

static int by_state(const void *a, const void *b) {
    return memcmp(a, b, sizeof(state));
}

/* Packets are alike: their order says nothing. */
static void keep(search *s, state t) {
    qsort(t.has, s->packets, sizeof t.has[0], by_bytes);
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->next = realloc(s->next, s->room * sizeof t);
        assert_non_null(s->next);
    }
    s->next[s->count++] = t;
}

/* What link `link` carries in this step, then the links after it. */
static void choose(search *s, unsigned link, state t) {
    unsigned degree = lb_net_ports(s->net), from = link / degree, port = link % degree;
    if (s->work++ > TOO_MUCH)
        return;
    if (link == s->n * degree) {
        keep(s, t);
        return;
    }
    unsigned to = lb_neighbor(s->net, from, port);
    bool useful = false;
    if (lb_link_alive(s->net, from, port) && s->sends[from] < s->ports && s->receives[to] < s->ports) {
        s->sends[from]++;
        s->receives[to]++;
        for (unsigned x = 0; x < s->packets; x++) {
            for (unsigned i = 0; i < s->n * (s->n + 1) / 2; i++) {
                if (!(s->now.has[x][from] >> i & 1) || (s->now.has[x][to] >> i & 1))
                    continue;
                state with = t;
                with.has[x][to] = closed(s, with.has[x][to] | 1u << i);
                useful = true;
                choose(s, link + 1, with);
            }
        }
        s->sends[from]--;
        s->receives[to]--;
    }
    if (!useful || s->ports < degree) /* with all ports an idle link gains nothing */
        choose(s, link + 1, t);
}

static bool all_content(const search *s, const state *t, unsigned node) {
    for (unsigned x = 0; x < s->packets; x++) {
        if (!content(s, node, t->has[x][node]))
            return false;
    }
    return true;
}

/* Whether one step more is enough for `node`, over `port` and those after it, and for the nodes after it: of each
 * packet it may get some of its neighbours' spans, if those still have a port for it. */
static bool ends(search *s, const state *t, unsigned node, unsigned port, state now, unsigned taken) {
    if (node == s->n)
        return true;
    if (s->work++ > TOO_MUCH)
        return false;
    if (all_content(s, &now, node))
        return ends(s, t, node + 1, 0, *t, 0);
    if (port == lb_net_ports(s->net) || taken == s->ports)
        return false;
    unsigned from = lb_neighbor(s->net, node, port);
    if (lb_link_alive(s->net, from, lb_port_opposite(s->net, port)) && s->sends[from] < s->ports) {
        s->sends[from]++;
        for (unsigned x = 0; x < s->packets; x++) {
            for (unsigned i = 0; i < s->n * (s->n + 1) / 2; i++) {
                state with = now;
                if (!(t->has[x][from] >> i & 1) || (now.has[x][node] >> i & 1))
                    continue;
                with.has[x][node] = closed(s, now.has[x][node] | 1u << i);
                if (ends(s, t, node, port + 1, with, taken + 1)) {
                    s->sends[from]--;
                    return true;
                }
            }
        }
        s->sends[from]--;
    }
    return ends(s, t, node, port + 1, now, taken);
}

static state begin(const search *s) {
    state t;
    memset(&t, 0, sizeof t);
    for (unsigned x = 0; x < s->packets; x++)
        for (unsigned v = 0; v < s->n; v++)
            t.has[x][v] = closed(s, lb_node_alive(s->net, v) ? 1u << bit_of(v, v) : 0);
    return t;
}

static void step(search *s, state **level, size_t *count) {
    s->next = NULL;
    s->count = s->room = 0;
    for (size_t i = 0; i < *count && s->work <= TOO_MUCH; i++) {
        s->now = (*level)[i];
        choose(s, 0, s->now);
    }
    free(*level);
    qsort(s->next, s->count, sizeof(state), by_state);
    *count = 0;
    for (size_t i = 0; i < s->count; i++)
        if (i == 0 || memcmp(&s->next[i], &s->next[*count - 1], sizeof(state)) != 0)
            s->next[(*count)++] = s->next[i];
    *level = s->next;
}

/* 1: there is a schedule of so many steps; 0: there is none; -1: too much to search. */
static int can(const lb_task *task, unsigned ports, unsigned packets, uint64_t steps) {
    search s = {.task = task, .net = lb_task_net(task), .packets = packets};
    s.n = lb_net_nodes(s.net);
    s.ports = ports ? ports : lb_net_ports(s.net);
    state *level = malloc(sizeof *level);
    size_t count = 1;
    int answer = 0;
    assert_non_null(level);
    level[0] = begin(&s);
    for (uint64_t i = 1; i < steps && s.work <= TOO_MUCH; i++)
        step(&s, &level, &count);
    for (size_t i = 0; i < count && !answer && steps && s.work <= TOO_MUCH; i++)
        answer = ends(&s, &level[i], 0, 0, level[i], 0);
    free(level);
    return s.work > TOO_MUCH ? -1 : answer;
}

static unsigned searched, met;

static void compare(const lb_net *net, const char *name) {
    for (int kind = LB_SCAN; kind <= LB_EXSCAN; kind++) {
        lb_task *task;
        assert_int_equal(lb_task_create(net, (lb_task_kind)kind, NULL, &task, NULL), LB_OK);
        for (uint32_t ports = 0; ports <= 1; ports++) {
            for (unsigned packets = 1; packets <= PACKETS; packets++) {
                lb_bound bound;
                T_EQUAL(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
                T_EQUAL(lb_witness_verify(task, ports, packets, &bound.steps_witness, NULL), LB_OK);
                t_note("%s on %s, %u ports, %u packets, %u steps", lb_task_kind_name((lb_task_kind)kind), name,
                       (unsigned)ports, packets, (unsigned)bound.steps);
                int before = bound.steps ? can(task, ports, packets, bound.steps - 1) : 0;
                T_TRUE(before != 1);
                searched += before == 0;
                met += ports == 0 && can(task, ports, packets, bound.steps) == 1;
            }
        }
        lb_task_free(task);
    }
}

static void test_search(void **unused) {
    (void)unused;
    static const char *const names[] = {"2", "3", "4", "2x2", "1x4", "1x3x1"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]), *net;
        compare(whole, names[i]);
        for (uint32_t v = 0; v < lb_net_nodes(whole); v++) {
            for (unsigned port = 0; port < lb_net_ports(whole); port++) {
                lb_fault link = {v, lb_neighbor(whole, v, port), port == 0};
                if (lb_net_without(whole, &link, 1, NULL, 0, &net, NULL))
                    continue;
                compare(net, names[i]);
                lb_net_free(net);
            }
            if (lb_net_without(whole, NULL, 0, &v, 1, &net, NULL) == LB_OK) {
                compare(net, names[i]);
                lb_net_free(net);
            }
        }
        lb_net_free(whole);
    }
    print_message("%u bounds of scans searched, %u are met\n", searched, met);
    assert_true(searched > 200 && met > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
