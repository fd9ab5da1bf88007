/* Pictures: what they show is what the plan does; what cannot be drawn is refused, and nothing is written. */
#define _POSIX_C_SOURCE 200809L
#include "draw/deliveries.h"
#include "draw/gantt.h"
#include "draw/layout.h"
#include "draw/layout_ways.h"
#include "draw/shape_make.h"
#include "linkbound-draw.h"
#include "linkbound-tree.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *draw_text(const lb_plan *plan, lb_drawing what, const lb_draw_options *options, int expected) {
    char *text = NULL;
    size_t size = 0;
    lb_why why = {""};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    int error = lb_draw(out, plan, what, options, &why);
    assert_int_equal(fclose(out), 0);
    t_note("%s: %s", lb_drawing_name(what), why.text);
    T_EQUAL(error, expected);
    if (error) {
        T_EQUAL(size, 0);
        T_TRUE(why.text[0] != '\0');
    }
    return text;
}

/* Every element that is opened is closed, and nothing but markup has angle brackets. */
static void well_formed(const char *text) {
    char open[16][16];
    int depth = 0;
    for (const char *p = strchr(text, '<'); p; p = strchr(p, '<')) {
        const char *end = strchr(p, '>');
        size_t length = strcspn(p + 1, " />");
        assert_non_null(end);
        if (p[1] == '/') {
            assert_true(depth > 0);
            depth--;
            T_EQUAL(strncmp(open[depth], p + 2, strlen(open[depth])), 0);
        } else if (end[-1] != '/') {
            assert_true(depth < 16 && length < 16);
            memcpy(open[depth], p + 1, length);
            open[depth++][length] = '\0';
        }
        size_t text_length = strcspn(end + 1, "<>");
        T_TRUE(end[1 + text_length] != '>');
        p = end;
    }
    T_EQUAL(depth, 0);
}

static unsigned drawn;

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    for (int what = 0; what < LB_DRAWINGS; what++) {
        for (int text = 0; text < 2; text++) {
            lb_draw_options how = {.node = LB_NONE, .text = text};
            lb_why why = {""};
            char *picture = NULL;
            size_t size = 0;
            FILE *out = open_memstream(&picture, &size);
            assert_non_null(out);
            int error = lb_draw(out, plan, (lb_drawing)what, &how, &why);
            assert_int_equal(fclose(out), 0);
            bool may = what == LB_DRAW_TREE && (error == LB_ERR_UNSUPPORTED || error == LB_ERR_SIZE);
            T_TRUE(error == LB_OK || may);
            if (!error && !text)
                well_formed(picture);
            drawn += !error;
            free(picture);
        }
    }
}

static void test_everything(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:3", "3x3", "2x3", "ring:4", "1", "cube:1"};
    static const uint64_t packets[] = {1, 2};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    drawn = 0;
    t_each_free_plan(&range, visit);
    assert_true(drawn > 500 / T_SPARSE);
}

/* A place along a link: straight, in a bow, or along its stub. */
static lb_spot along(const lb_net_layout *layout, uint32_t node, uint32_t to, const lb_link_run *run, double part) {
    lb_spot a = layout->at[node], b = layout->at[to];
    if (run->kind == LB_RUN_STUB)
        b = (lb_spot){a.x + run->out.x, a.y + run->out.y};
    double bow = 4 * part * (1 - part);
    return (lb_spot){a.x + (b.x - a.x) * part + bow * run->bow.x, a.y + (b.y - a.y) * part + bow * run->bow.y};
}

/* No link comes near a node that is not its end. */
static void keep_off(const lb_net_layout *layout, uint32_t v, unsigned p) {
    enum { PARTS = 24 };
    const lb_net *net = layout->net;
    uint32_t to = lb_neighbor(net, v, p);
    lb_link_run run = lb_layout_run(layout, v, p);
    T_EQUAL(run.kind != LB_RUN_NONE, lb_link_alive(net, v, p));
    for (unsigned i = 0; i <= PARTS && run.kind != LB_RUN_NONE; i++) {
        lb_spot at = along(layout, v, to, &run, (double)i / PARTS);
        for (uint32_t w = 0; w < lb_net_nodes(net); w++) {
            double x = layout->at[w].x - at.x, y = layout->at[w].y - at.y;
            if (w != v && w != to)
                T_TRUE(x * x + y * y > layout->radius * layout->radius * 1.1);
        }
    }
}

static void test_layouts(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:1",
                                       "cube:2",
                                       "cube:3",
                                       "cube:4",
                                       "cube:5",
                                       "cube:6",
                                       "4x4",
                                       "8x8",
                                       "16x16",
                                       "3x4x5",
                                       "2x3",
                                       "ring:3",
                                       "ring:64",
                                       "1",
                                       "complete:8",
                                       "complete:20",
                                       "hyperx:4x4",
                                       "circulant:16:1,4",
                                       "hyperx:8x8",
                                       "mesh:4x3",
                                       "line:5",
                                       "8-x4",
                                       "folded:3",
                                       "folded:4",
                                       "folded:5",
                                       "mesh:3x3x3",
                                       "twisted:4x8",
                                       "twisted:4x4x8",
                                       "2x2*complete:4",
                                       "4x4*complete:5",
                                       "cube:3 speeds 1,2,3",
                                       "4x4x2 speeds 4,4,1"};
    for (size_t k = 0; k < T_COUNT(nets); k++) {
        lb_net *net = t_net(nets[k]);
        lb_net_layout layout;
        t_note("%s", nets[k]);
        T_EQUAL(lb_layout_make(net, &layout, NULL), LB_OK);
        for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
            for (unsigned p = 0; p < lb_net_ports(net); p++)
                keep_off(&layout, v, p);
            T_TRUE(layout.at[v].x >= layout.radius && layout.at[v].x + layout.radius <= layout.width);
            T_TRUE(layout.at[v].y >= layout.radius && layout.at[v].y + layout.radius <= layout.height);
        }
        lb_layout_free(&layout);
        lb_net_free(net);
    }
}

/* A link is the same from both its ends; lanes are told apart. */
static void test_runs(void **state) {
    (void)state;
    static const char *const nets[] = {"hyperx:4x4",
                                       "twisted:4x8",
                                       "4x4*complete:4",
                                       "4x2 speeds 3,1",
                                       "lattice:4x8:0>0.4:1.0,0.1,1.1",
                                       "lattice:8x3::4.0,1.0,0.1"};
    for (size_t k = 0; k < T_COUNT(nets); k++) {
        lb_net *net = t_net(nets[k]);
        lb_net_layout layout;
        t_note("%s", nets[k]);
        T_EQUAL(lb_layout_make(net, &layout, NULL), LB_OK);
        for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
            for (unsigned p = 0; p < lb_net_ports(net); p++) {
                lb_link_run run = lb_layout_run(&layout, v, p);
                lb_link_run back = lb_layout_run(&layout, lb_neighbor(net, v, p), lb_port_opposite(net, p));
                T_TRUE(run.kind == back.kind && run.lanes == back.lanes && run.lane < run.lanes);
                T_TRUE(run.bow.x == back.bow.x && run.bow.y == back.bow.y);
                T_TRUE(run.kind != LB_RUN_STUB || run.out.x * back.out.x + run.out.y * back.out.y < 0);
            }
        }
        lb_layout_free(&layout);
        lb_net_free(net);
    }
}

static double apart(lb_spot a, lb_spot b) {
    return lb_svg_root((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* What is only a graph looks like what it is: a ring round, whatever its numbers, and a line straight. */
static void test_graph_layout(void **state) {
    (void)state;
    enum { N = 12 };
    for (int line = 0; line < 2; line++) {
        lb_link links[N];
        lb_net *net = NULL;
        lb_net_layout layout;
        lb_spot middle = {0, 0};
        for (uint32_t i = 0; i < N; i++)
            links[i] = (lb_link){i * 5 % N, (i + 1) * 5 % N, 1, true};
        T_EQUAL(lb_net_graph(N, links, N - (size_t)line, NULL, &net, NULL), LB_OK);
        T_EQUAL(lb_layout_make(net, &layout, NULL), LB_OK);
        for (uint32_t v = 0; v < N; v++)
            middle = (lb_spot){middle.x + layout.at[v].x / N, middle.y + layout.at[v].y / N};
        for (uint32_t v = 0; v < N && !line; v++)
            T_TRUE(apart(layout.at[v], middle) > 0.97 * apart(layout.at[0], middle));
        for (uint32_t i = 0; i + 1 < N; i++) {
            double step = apart(layout.at[i * 5 % N], layout.at[(i + 1) * 5 % N]);
            T_TRUE(step > 90 && step < 130);
        }
        T_TRUE(!line || apart(layout.at[0], layout.at[(N - 1) * 5 % N]) > 10.5 * 110);
        lb_layout_free(&layout);
        lb_net_free(net);
    }
}

/* The matrix's last step is the plan's, and what it counts is what the task asks for. */
static void test_deliveries(void **state) {
    (void)state;
    static const struct {
        lb_task_kind kind;
        uint64_t cells;
    } cases[] = {{LB_ALLTOALL, 56}, {LB_ALLGATHER, 56}, {LB_REDUCE_SCATTER, 56}, {LB_ALLREDUCE, 64}, {LB_BROADCAST, 7},
                 {LB_SCATTER, 7},   {LB_GATHER, 7},     {LB_REDUCE, 7},          {LB_SCAN, 28},      {LB_EXSCAN, 28}};
    for (size_t k = 0; k < T_COUNT(cases); k++) {
        lb_task *task = t_task_on("cube:3", cases[k].kind);
        lb_plan *plan = t_plan(task, NULL);
        lb_deliveries d;
        uint32_t last = 0;
        t_note("%s", lb_task_kind_name(cases[k].kind));
        T_EQUAL(lb_deliveries_make(plan, &d, NULL), LB_OK);
        for (uint32_t i = 0; i < d.rows * d.columns; i++)
            last = d.step[i] != LB_CELL_NONE && d.step[i] > last ? d.step[i] : last;
        T_EQUAL(d.cells, cases[k].cells);
        T_EQUAL(last, lb_plan_steps(plan));
        lb_deliveries_free(&d);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* Of an all-to-all: a cell's step is that of the move that brings the block to its destination. */
static void test_deliveries_exact(void **state) {
    (void)state;
    lb_task *task = t_task_on("3x3", LB_ALLTOALL);
    lb_plan *plan = t_plan(task, NULL);
    t_moves moves = t_moves_of(plan);
    lb_deliveries d;
    T_EQUAL(lb_deliveries_make(plan, &d, NULL), LB_OK);
    for (uint64_t k = 0; k < moves.count; k++) {
        for (uint32_t i = 0; i < moves.at[k].nitems; i++) {
            const lb_item *item = &moves.at[k].items[i];
            if (item->dest == moves.at[k].to)
                T_EQUAL(d.step[item->origin * 9 + item->dest] >= moves.at[k].step, 1);
        }
    }
    lb_deliveries_free(&d);
    t_moves_free(&moves);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* Named trees as they are; those of a broadcast along edge-disjoint trees are these. */
static void test_trees(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:4", LB_BROADCAST);
    lb_plan_options options = {.tree = "edge-disjoint", .packets = 4};
    lb_plan *plan = t_plan(task, &options);
    lb_draw_options named = {.node = LB_NONE, .tree = "edge-disjoint"}, read = {.node = LB_NONE};
    lb_shapes a, b;
    T_EQUAL(lb_shapes_make(plan, &named, &a, NULL), LB_OK);
    T_EQUAL(lb_shapes_make(plan, &read, &b, NULL), LB_OK);
    T_EQUAL(a.count, 4);
    T_EQUAL(b.count, 4);
    unsigned same = 0;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 4; j++) {
            bool equal = true;
            for (uint32_t v = 0; v < 16; v++)
                equal &= a.shape[i].node[v].parent == b.shape[j].node[v].parent;
            same += equal;
        }
        T_EQUAL(a.shape[i].count, 16);
        T_EQUAL(a.shape[i].node[a.root].size, 16);
    }
    T_EQUAL(same, 4);
    lb_shapes_free(&a);
    lb_shapes_free(&b);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* Bars are the simulation's packets: the last ends with the makespan, none of a link overlap, and what is busy adds up.
 */
static void test_times(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:3", LB_ALLGATHER);
    lb_cost cost = {.bytes = 1000, .tau = {1, 7}, .beta = {3, 1}, .whole_bytes = true};
    lb_plan_options options = {.clock = LB_LINEAR, .cost = &cost};
    lb_plan *plan = t_plan(task, &options);
    lb_timing short_timing, timing;
    T_EQUAL(lb_simulate(plan, &cost, NULL, &short_timing, NULL), LB_OK);
    T_EQUAL(lb_simulate_hops(plan, &cost, NULL, &timing, NULL), LB_OK);
    T_EQUAL(timing.critical_count, lb_plan_moves(plan));
    T_EQUAL(lb_ratio_compare(timing.makespan, short_timing.makespan), 0);
    lb_ratio last = {0, 1}, busy[24];
    for (int k = 0; k < 24; k++)
        busy[k] = (lb_ratio){0, 1};
    t_moves moves = t_moves_of(plan);
    for (size_t k = 0; k < timing.critical_count; k++) {
        const lb_hop *hop = &timing.critical[k];
        lb_ratio *link = &busy[hop->from * 3 + moves.at[k].port];
        T_EQUAL(hop->from, moves.at[k].from);
        T_EQUAL(hop->step, moves.at[k].step);
        T_TRUE(lb_ratio_compare(hop->start, *link) >= 0);
        *link = hop->finish;
        last = lb_ratio_compare(hop->finish, last) > 0 ? hop->finish : last;
    }
    T_EQUAL(lb_ratio_compare(last, timing.makespan), 0);
    lb_draw_options how = {.node = LB_NONE, .cost = &cost};
    lb_gantt *g = malloc(sizeof *g);
    assert_non_null(g);
    T_EQUAL(lb_gantt_make(plan, &how, g, NULL), LB_OK);
    double off = g->mean - short_timing.utilisation;
    T_TRUE(off < 1e-9 && off > -1e-9);
    lb_gantt_free(g);
    free(g);
    t_moves_free(&moves);
    lb_timing_free(&timing);
    lb_timing_free(&short_timing);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void refuses(const char *net, lb_task_kind kind, lb_drawing what, const lb_draw_options *options, int expected) {
    lb_task *task = t_task_on(net, kind);
    lb_plan *plan = t_plan(task, NULL);
    free(draw_text(plan, what, options, expected));
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_refused(void **state) {
    (void)state;
    lb_draw_options plain = {.node = LB_NONE}, one = {.node = 3}, none = {.node = 1 << 20},
                    late = {.node = LB_NONE, .step = 99};
    lb_draw_options bad = {.node = LB_NONE, .tree = "oak"}, text = {.node = LB_NONE, .text = true};
    refuses("cube:7", LB_BROADCAST, LB_DRAW_NETWORK, &plain, LB_ERR_SIZE);
    refuses("2x2x2x3", LB_BROADCAST, LB_DRAW_NETWORK, &plain, LB_ERR_SIZE);
    refuses("17x17", LB_BROADCAST, LB_DRAW_NETWORK, &plain, LB_ERR_SIZE);
    refuses("ring:65", LB_BROADCAST, LB_DRAW_NETWORK, &plain, LB_ERR_SIZE);
    refuses("cube:8", LB_BROADCAST, LB_DRAW_TREE, &plain, LB_ERR_SIZE);
    refuses("cube:8", LB_BROADCAST, LB_DRAW_MATRIX, &plain, LB_ERR_SIZE);
    refuses("cube:7", LB_REDUCE, LB_DRAW_MATRIX, &plain, LB_ERR_SIZE);
    refuses("cube:8", LB_ALLTOALL, LB_DRAW_TIMELINE, &plain, LB_ERR_SIZE);
    refuses("cube:8", LB_ALLTOALL, LB_DRAW_TIMELINE, &one, LB_OK);
    refuses("cube:3", LB_ALLTOALL, LB_DRAW_TIMELINE, &none, LB_ERR_ARG);
    refuses("cube:3", LB_ALLTOALL, LB_DRAW_TREE, &none, LB_ERR_ARG);
    refuses("cube:3", LB_ALLTOALL, LB_DRAW_NETWORK, &late, LB_ERR_ARG);
    refuses("cube:3", LB_ALLTOALL, LB_DRAW_MATRIX, &late, LB_ERR_ARG);
    refuses("cube:3", LB_BROADCAST, LB_DRAW_TREE, &bad, LB_ERR_ARG);
    refuses("cube:3", LB_PERMUTE, LB_DRAW_TREE, &plain, LB_ERR_UNSUPPORTED);
    refuses("cube:6", LB_ALLTOALL, LB_DRAW_NETWORK, &text, LB_ERR_SIZE);
    refuses("cube:6", LB_ALLTOALL, LB_DRAW_MATRIX, &text, LB_ERR_SIZE);
    refuses("cube:6", LB_ALLTOALL, LB_DRAW_TIMELINE, &text, LB_ERR_SIZE);
}

/* A title from anywhere is text, never markup. */
static void test_escape(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:2", LB_BROADCAST);
    lb_plan *plan = t_plan(task, NULL);
    lb_draw_options options = {.node = LB_NONE, .title = "</text><script>\"&\x01"};
    for (int what = 0; what < LB_DRAWINGS; what++) {
        char *text = draw_text(plan, (lb_drawing)what, &options, LB_OK);
        well_formed(text);
        T_TRUE(strstr(text, "<script") == NULL && strstr(text, "&lt;script&gt;&quot;&amp; ") != NULL);
        free(text);
    }
    lb_plan_free(plan);
    lb_task_free(task);
}

/* Where a link has several lanes, the numbers of their steps stand beside each other, on stubs too. */
static void test_lanes_are_numbered_apart(void **state) {
    (void)state;
    enum { MOST = 128 };
    static const char pill[] = "<rect class=\"bg\" fill-opacity=\"0.88\" ";
    double x[MOST], y[MOST], width[MOST];
    unsigned found = 0;
    lb_task *task = t_task_on("4x4 speeds 3,1", LB_BROADCAST);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = 4});
    lb_draw_options options = {.node = LB_NONE};
    char *text = draw_text(plan, LB_DRAW_NETWORK, &options, LB_OK);
    for (const char *p = strstr(text, pill); p; p = strstr(p + 1, pill), found++) {
        assert_true(found < MOST);
        T_EQUAL(sscanf(p + sizeof pill - 1, "x=\"%lf\" y=\"%lf\" width=\"%lf\"", &x[found], &y[found], &width[found]),
                3);
        for (unsigned k = 0; k < found; k++) {
            bool apart = x[k] + width[k] < x[found] + 3 || x[found] + width[found] < x[k] + 3;
            T_TRUE(apart || y[k] > y[found] + 11 || y[found] > y[k] + 11);
        }
    }
    T_TRUE(found > 30);
    free(text);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_graph_layout),
        cmocka_unit_test(test_deliveries),
        cmocka_unit_test(test_deliveries_exact),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_escape),
        cmocka_unit_test(test_lanes_are_numbered_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
