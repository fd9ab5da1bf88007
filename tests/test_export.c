/* GOAL, CSV and DOT: what they say is what the plan does. */
#define _POSIX_C_SOURCE 200809L
#include "linkbound-export.h"
#include "support/support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *export_text(const lb_plan *plan, lb_format format, uint64_t bytes) {
    char *text = NULL;
    size_t size = 0;
    lb_why why = {""};
    lb_export_options options = {.bytes = bytes};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    int error = lb_export(out, plan, format, &options, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* ---- GOAL, read line by line ---- */

typedef struct op {
    bool sends, done, began;
    uint32_t rank, label, peer, tag;
    uint64_t bytes;
    uint32_t *needs, *starts; /* labels of the same rank */
    size_t need_count, start_count;
} op;

typedef struct goal {
    uint32_t ranks;
    op *op;
    size_t count;
} goal;

static op *find_op(const goal *g, uint32_t rank, uint32_t label) {
    for (size_t k = 0; k < g->count; k++) {
        if (g->op[k].rank == rank && g->op[k].label == label)
            return &g->op[k];
    }
    fail_msg("rank %u has no l%u", (unsigned)rank, (unsigned)label);
    return NULL;
}

static void add_label(uint32_t **list, size_t *count, uint32_t label) {
    *list = realloc(*list, (*count + 1) * sizeof **list);
    assert_non_null(*list);
    (*list)[(*count)++] = label;
}

static void read_line(goal *g, uint32_t *rank, const char *line) {
    unsigned label, other, peer, tag, nic;
    unsigned long long bytes;
    char way[8], word[12];
    int end = 0;
    if (!*line)
        return;
    if (sscanf(line, "num_ranks %u%n", &other, &end) == 1 && !line[end]) {
        assert_int_equal(g->ranks, 0);
        g->ranks = other;
    } else if (sscanf(line, "rank %u {%n", &other, &end) == 1 && end && !line[end]) {
        assert_int_equal(*rank, LB_NONE);
        assert_true(other < g->ranks);
        *rank = other;
    } else if (strcmp(line, "}") == 0) {
        assert_int_not_equal(*rank, LB_NONE);
        *rank = LB_NONE;
    } else if (sscanf(line, "l%u: %4s %llub %5s %u tag %u nic %u%n", &label, way, &bytes, word, &peer, &tag, &nic,
                      &end) == 7 &&
               !line[end]) {
        bool sends = strcmp(way, "send") == 0;
        assert_true(sends || strcmp(way, "recv") == 0);
        assert_string_equal(word, sends ? "to" : "from");
        assert_true(peer < g->ranks && nic < LB_MAX_PORTS && *rank != LB_NONE);
        g->op = realloc(g->op, (g->count + 1) * sizeof *g->op);
        assert_non_null(g->op);
        g->op[g->count++] =
            (op){.sends = sends, .rank = *rank, .label = label, .peer = peer, .tag = tag, .bytes = bytes};
    } else if (sscanf(line, "l%u %10s l%u%n", &label, word, &other, &end) == 3 && !line[end]) {
        op *mine = find_op(g, *rank, label);
        find_op(g, *rank, other); /* is there already: readers look it up at once */
        if (strcmp(word, "requires") == 0) {
            add_label(&mine->needs, &mine->need_count, other);
        } else {
            assert_string_equal(word, "irequires");
            add_label(&mine->starts, &mine->start_count, other);
        }
    } else {
        fail_msg("not GOAL: %s", line);
    }
}

static goal read_goal(const char *text) {
    goal g = {.ranks = 0};
    uint32_t rank = LB_NONE;
    while (*text) {
        char line[200];
        size_t length = strcspn(text, "\n");
        bool comment = strncmp(text, "//", 2) == 0;
        assert_true((comment || length < sizeof line) && text[length]);
        memcpy(line, text, comment ? 0 : length);
        line[comment ? 0 : length] = '\0';
        read_line(&g, &rank, line);
        text += length + 1;
    }
    assert_int_equal(rank, LB_NONE);
    return g;
}

static void free_goal(goal *g) {
    for (size_t k = 0; k < g->count; k++) {
        free(g->op[k].needs);
        free(g->op[k].starts);
    }
    free(g->op);
}

/* Whether data of b is in data that goes on as a. */
static bool meets(lb_class class, const lb_item *a, const lb_item *b) {
    bool same = a->origin == b->origin && a->dest == b->dest && a->copy == b->copy;
    if (class == LB_SPAN)
        same = b->origin >= a->origin && b->dest <= a->dest;
    return same && a->lo < b->hi && b->lo < a->hi;
}

/* Everything that reached the sender in earlier steps, and that it now sends on, has been received. */
static void check_held(const goal *g, const t_moves *moves, lb_class class, const op *send) {
    const lb_move *mine = NULL;
    for (uint64_t k = 0; k < moves->count && !mine; k++) {
        const lb_move *m = &moves->at[k];
        if (m->from == send->rank && m->to == send->peer && m->step == send->tag)
            mine = m;
    }
    assert_non_null(mine);
    for (uint64_t k = 0; k < moves->count; k++) {
        const lb_move *m = &moves->at[k];
        bool carries = false;
        if (m->to != send->rank || m->step >= mine->step)
            continue;
        for (uint32_t i = 0; i < m->nitems; i++) {
            for (uint32_t j = 0; j < mine->nitems; j++)
                carries |= meets(class, &mine->items[j], &m->items[i]);
        }
        if (!carries)
            continue;
        for (size_t i = 0; i < g->count; i++) {
            const op *o = &g->op[i];
            if (!o->sends && o->rank == m->to && o->peer == m->from && o->tag == m->step)
                T_TRUE(o->done);
        }
    }
}

static bool ready(const goal *g, const op *o) {
    for (size_t k = 0; k < o->need_count; k++) {
        if (!find_op(g, o->rank, o->needs[k])->done)
            return false;
    }
    for (size_t k = 0; k < o->start_count; k++) {
        if (!find_op(g, o->rank, o->starts[k])->began)
            return false;
    }
    return true;
}

/* A receive is done when its message has been sent; there is exactly one. */
static bool arrived(const goal *g, const op *o) {
    bool sent = false;
    unsigned found = 0;
    for (size_t k = 0; k < g->count; k++) {
        const op *s = &g->op[k];
        if (!s->sends || s->rank != o->peer || s->peer != o->rank || s->tag != o->tag)
            continue;
        T_EQUAL(s->bytes, o->bytes);
        sent = s->done;
        found++;
    }
    T_EQUAL(found, 1);
    return sent;
}

/* In an order that changes with the seed; ends with everything done, or is locked. */
static void run_goal(goal *g, const t_moves *moves, lb_class class, uint64_t seed) {
    size_t left = g->count;
    for (size_t k = 0; k < g->count; k++)
        g->op[k].done = g->op[k].began = false;
    for (bool moved = true; left && moved;) {
        moved = false;
        for (size_t k = 0; k < g->count; k++) {
            seed = seed * UINT64_C(6364136223846793005) + 1;
            op *o = &g->op[(k + (seed >> 33)) % g->count];
            if (o->done || !ready(g, o) || (!o->sends && !arrived(g, o)))
                continue;
            if (o->sends)
                check_held(g, moves, class, o);
            o->began = o->done = moved = true;
            left--;
        }
        for (size_t k = 0; k < g->count && !moved; k++) /* chance may have passed it over */
            moved = !g->op[k].done && ready(g, &g->op[k]) && (g->op[k].sends || arrived(g, &g->op[k]));
    }
    T_EQUAL(left, 0);
}

static void goal_visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    char *text = export_text(plan, LB_EXPORT_GOAL, 0);
    t_moves moves = t_moves_of(plan);
    goal g = read_goal(text);
    T_EQUAL(g.ranks, lb_net_nodes(lb_plan_net(plan)));
    T_EQUAL(g.count, 2 * moves.count);
    run_goal(&g, &moves, lb_task_class(lb_plan_task(plan)), 5);
    free_goal(&g);
    t_moves_free(&moves);
    free(text);
}

static void test_goal(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "ring:3", "2x3"};
    static const uint64_t packets[] = {1, 2};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    t_each_free_plan(&range, goal_visit);
}

/* Bytes add up to what is sent, and packets of none are left out on both sides. */
static void test_goal_bytes(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:3", LB_BROADCAST);
    lb_plan_options options = {.algorithm = "broadcast-2", .clock = LB_LINEAR};
    lb_plan *plan = t_plan(task, &options);
    for (uint64_t bytes = 1; bytes < 10; bytes += 4) {
        char *text = export_text(plan, LB_EXPORT_GOAL, bytes);
        goal g = read_goal(text);
        uint64_t sent = 0, received = 0;
        for (size_t k = 0; k < g.count; k++) {
            assert_true(g.op[k].bytes > 0);
            *(g.op[k].sends ? &sent : &received) += g.op[k].bytes;
        }
        T_EQUAL(sent, 7 * bytes);
        T_EQUAL(received, sent);
        free_goal(&g);
        free(text);
    }
    lb_plan_free(plan);
    lb_task_free(task);
}

/* ---- CSV ---- */

static void put_name(char *to, size_t size, uint32_t node) {
    if (node == LB_NONE)
        *to = '\0';
    else
        snprintf(to, size, "%" PRIu32, node);
}

static void csv_visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    char *text = export_text(plan, LB_EXPORT_CSV, 0), *at = strchr(text, '\n');
    t_moves moves = t_moves_of(plan);
    bool sums = lb_task_class(lb_plan_task(plan)) == LB_SUM;
    char unit[24] = "";
    assert_non_null(at);
    at++;
    if (lb_plan_clock(plan) == LB_UNIT)
        snprintf(unit, sizeof unit, "%" PRIu64, lb_plan_packet(plan));
    for (uint64_t k = 0; k < moves.count; k++) {
        const lb_move *m = &moves.at[k];
        for (uint32_t i = 0; i < m->nitems; i++) {
            char line[256], origin[16], dest[16];
            put_name(origin, sizeof origin, m->items[i].origin);
            put_name(dest, sizeof dest, m->items[i].dest);
            int length =
                snprintf(line, sizeof line,
                         "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%u,%s,%s,%s,%" PRIu32 ",%" PRIu64 ",%" PRIu64
                         ",%" PRIu64 ",%s,%s\n",
                         k + 1, m->step, m->from, m->to, m->port, sums && m->op == LB_OP_SUM ? "sum" : "copy", origin,
                         dest, m->items[i].copy, m->items[i].lo, m->items[i].hi, lb_plan_denominator(plan), unit,
                         lb_task_kind_name(lb_task_kind_of(lb_plan_task(plan))));
            T_EQUAL(strncmp(at, line, (size_t)length), 0);
            at += length;
        }
    }
    T_EQUAL(*at, 0);
    t_moves_free(&moves);
    free(text);
}

static void test_csv(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "3x2"};
    static const uint64_t packets[] = {1};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    t_each_free_plan(&range, csv_visit);
}

/* ---- DOT ---- */

static void test_dot(void **state) {
    (void)state;
    lb_task *task = t_task_on("ring:4", LB_BROADCAST);
    lb_plan *plan = t_plan(task, NULL);
    char *text = export_text(plan, LB_EXPORT_DOT, 0);
    t_moves moves = t_moves_of(plan);
    assert_non_null(strstr(text, "digraph linkbound {\n"));
    for (uint64_t k = 0; k < moves.count; k++) {
        char edge[64];
        snprintf(edge, sizeof edge, "  %" PRIu32 " -> %" PRIu32 " [label=\"%" PRIu32 "\", weight=1];\n",
                 moves.at[k].from, moves.at[k].to, moves.at[k].step);
        t_note("%s in %s", edge, text);
        T_TRUE(strstr(text, edge) != NULL);
    }
    unsigned edges = 0;
    for (const char *p = text; (p = strstr(p, " -> ")); p++)
        edges++;
    T_EQUAL(edges, 8);
    t_moves_free(&moves);
    free(text);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_names(void **state) {
    (void)state;
    for (int k = 0; k < LB_FORMATS; k++) {
        lb_format format = LB_FORMATS;
        assert_int_equal(lb_format_parse(lb_format_name((lb_format)k), &format), LB_OK);
        assert_int_equal(format, k);
    }
    lb_format format;
    assert_int_equal(lb_format_parse("xml", &format), LB_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goal), cmocka_unit_test(test_goal_bytes), cmocka_unit_test(test_csv),
        cmocka_unit_test(test_dot),  cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
