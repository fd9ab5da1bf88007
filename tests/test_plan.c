/* Plans: the builder, the cursor against a naive expansion of the template, programs against the cursor, and that
 * streaming a symmetric plan needs the template's memory only. */
#include "plan/plan.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* A template without sense but with everything in it: several steps (one empty), ports, packets of 1 to 5 items, names
 * and pieces of all kinds. The cursor does not care whether it is valid. */
static lb_plan *nonsense(const lb_task *task, lb_orbit orbit, uint32_t most_items) {
    const lb_net *net = lb_task_net(task);
    uint32_t n = lb_net_nodes(net), random = 99;
    lb_builder b;
    lb_build_begin(&b, task, orbit, LB_LINEAR, 0, 12, 0);
    for (uint32_t k = 0; k < 9 * lb_net_ports(net); k++) {
        uint32_t step = 1 + k % 7 + (k % 7 >= 4);
        lb_build_move(&b, step, (k * 5 + k / 7) % n, k / 7 % lb_net_ports(net),
                      lb_task_class(task) == LB_SUM && k % 3 == 0 ? LB_OP_SUM : LB_OP_COPY);
        for (uint32_t i = 0; i < 1 + k % most_items; i++) {
            random = random * 1664525 + 1013904223;
            lb_build_item(&b, (lb_item){.origin = (random >> 4) % n,
                                        .dest = (random >> 12) % n,
                                        .copy = random >> 30,
                                        .lo = random >> 8 & 3,
                                        .hi = 4 + (random >> 16 & 7)});
        }
    }
    lb_plan *plan = NULL;
    assert_int_equal(lb_build_finish(&b, "nonsense", &plan, NULL), LB_OK);
    return plan;
}

static uint32_t moved(const lb_net *net, bool named, uint32_t name, uint32_t by) {
    return named ? t_add(net, name, by) : LB_NONE;
}

/* Template move m for one node, written out. */
static void expand(const lb_plan *plan, uint32_t step, uint64_t m, uint32_t from, uint32_t shift, lb_move *move,
                   lb_item *items) {
    const lb_net *net = &plan->task->net;
    lb_class class = lb_task_class(plan->task);
    uint64_t first = plan->item_first ? plan->item_first[m] : m;
    *move = (lb_move){.step = step, .from = from, .port = plan->port[m], .items = items};
    move->to = lb_neighbor(net, from, plan->port[m]);
    move->op = plan->op ? plan->op[m] : class == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
    move->nitems = (uint32_t)((plan->item_first ? plan->item_first[m + 1] : m + 1) - first);
    for (uint32_t k = 0; k < move->nitems; k++) {
        uint64_t i = first + k;
        items[k] = (lb_item){
            .origin = moved(net, class != LB_SUM, plan->origin ? plan->origin[i] : 0, shift),
            .dest = moved(net, class != LB_COPY, plan->dest ? plan->dest[i] : 0, shift),
            .copy = plan->copy ? plan->copy[i] : 0,
            .lo = plan->lo ? plan->lo[i] : 0,
            .hi = plan->hi ? plan->hi[i] : plan->denominator,
        };
    }
}

/* The cursor, move by move, against the expansion in the order the header promises. */
static void check_cursor(const lb_plan *plan) {
    const lb_net *net = &plan->task->net;
    lb_cursor *cursor;
    lb_move seen, wanted;
    lb_item items[64];
    uint64_t count = 0;
    const lb_plan *flat; /* a plan made step by step is held against its arrays */
    lb_plan *made;
    assert_int_equal(lb_plan_flat(plan, &flat, &made, NULL), LB_OK);
    assert_int_equal(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    for (int round = 0; round < 2; round++) { /* again after a rewind, also from the middle of a row of nodes */
        for (int i = 0; i < 5 * round && lb_cursor_next(cursor, &seen); i++)
            ;
        lb_cursor_rewind(cursor);
        count = 0;
        for (uint32_t step = 1; step <= plan->steps; step++) {
            for (uint64_t m = flat->step_first[step - 1]; m < flat->step_first[step]; m++) {
                bool symmetric = plan->orbit == LB_SYMMETRIC;
                uint32_t root = plan->orbit == LB_ROOTED ? plan->task->root : 0;
                for (uint32_t v = 0; v < (symmetric ? net->nodes : 1); v++, count++) {
                    uint32_t from = symmetric ? v : t_add(net, flat->node[m], root);
                    expand(flat, step, m, from, symmetric ? v : root, &wanted, items);
                    T_EQUAL(lb_cursor_next(cursor, &seen), 1);
                    t_same_move(&seen, &wanted);
                }
            }
        }
        T_EQUAL(lb_cursor_next(cursor, &seen), 0);
        lb_cursor_rewind(cursor);
    }
    T_EQUAL(lb_plan_moves(plan), count);
    lb_plan_free(made);
    lb_cursor_close(cursor);
}

/* What one port of one node does, against the cursor's moves in order. */
static void check_port(const t_moves *all, lb_program *program, const lb_net *net, uint32_t node, unsigned port,
                       lb_way way) {
    uint64_t index = 0, count = lb_program_count(program, port, way);
    for (uint64_t i = 0; i < all->count; i++) {
        const lb_move *m = &all->at[i];
        bool mine = way == LB_SENDS ? m->from == node && m->port == port
                                    : m->to == node && lb_port_opposite(net, m->port) == port;
        if (!mine)
            continue;
        lb_move seen;
        T_TRUE(index < count);
        lb_program_packet(program, port, way, index++, &seen);
        t_same_move(&seen, m);
    }
    T_EQUAL(index, count);
}

/* All moves at once, against the cursor's. */
static void check_rows(const lb_plan *plan) {
    t_moves all = t_moves_of(plan);
    uint64_t count = 0, total = 0;
    for (uint64_t i = 0; i < all.count; i++)
        total += all.at[i].nitems;
    assert_int_equal(lb_plan_rows(plan, NULL, NULL, &count, NULL), LB_OK);
    T_EQUAL(count, total);
    lb_row *rows = calloc(all.count + 1, sizeof *rows);
    lb_item *items = calloc(total + 1, sizeof *items);
    assert_true(rows && items);
    assert_int_equal(lb_plan_rows(plan, rows, items, &count, NULL), LB_OK);
    for (uint64_t i = 0; i < all.count; i++) {
        lb_move seen = {.step = rows[i].step,
                        .from = rows[i].from,
                        .to = rows[i].to,
                        .port = rows[i].port,
                        .op = rows[i].op,
                        .nitems = rows[i].nitems,
                        .items = items + rows[i].first};
        t_same_move(&seen, &all.at[i]);
    }
    T_EQUAL(count, total);
    if (total > 0) {
        lb_why why = {""};
        count = total - 1;
        T_EQUAL(lb_plan_rows(plan, rows, items, &count, &why), LB_ERR_SIZE);
        T_TRUE(strstr(why.text, "room"));
    }
    free(rows);
    free(items);
    t_moves_free(&all);
}

static void check_programs(const lb_plan *plan) {
    const lb_net *net = lb_plan_net(plan);
    t_moves all = t_moves_of(plan);
    uint64_t total[2] = {0, 0};
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        lb_program *program;
        assert_int_equal(lb_program_create(plan, v, &program, NULL), LB_OK);
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            for (int way = 0; way < 2; way++) {
                check_port(&all, program, net, v, p, (lb_way)way);
                total[way] += lb_program_count(program, p, (lb_way)way);
            }
        }
        lb_program_free(program);
    }
    T_EQUAL(total[LB_SENDS], lb_plan_moves(plan));
    T_EQUAL(total[LB_RECEIVES], lb_plan_moves(plan));
    t_moves_free(&all);
}

static void test_made_up_plans(void **state) {
    (void)state;
    static const char *const nets[] = {"2",   "3",     "ring:6", "cube:3", "4x4", "3x5",
                                       "1x3", "3x1x2", "2x3x4",  "7x2",    "5x1"};
    static const lb_task_kind symmetric[] = {LB_ALLTOALL, LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE, LB_ISOTROPIC};
    static const lb_task_kind rooted[] = {LB_SCATTER, LB_GATHER, LB_BROADCAST, LB_REDUCE, LB_SEND};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        for (size_t k = 0; k < 10; k++) {
            lb_task *task = t_task_on(nets[i], k < 5 ? symmetric[k] : rooted[k - 5]);
            for (uint32_t most = 1; most <= 5; most += 2) {
                lb_orbit own = k < 5 ? LB_SYMMETRIC : LB_ROOTED;
                for (int spelled = 0; spelled < 2; spelled++) {
                    lb_plan *plan = nonsense(task, spelled ? LB_EXPLICIT : own, most);
                    t_note("%s, task %d, %d items, orbit %d", nets[i], (int)k, (int)most, (int)plan->orbit);
                    check_cursor(plan);
                    check_programs(plan);
                    check_rows(plan);
                    lb_plan_free(plan);
                }
            }
            lb_task_free(task);
        }
    }
}

static void check_both(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    check_cursor(plan);
    check_programs(plan);
    check_rows(plan);
}

static void test_real_plans(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "2", "cube:3", "3x3", "ring:5", "2x1x3"};
    static const uint64_t packets[] = {1, 3};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    t_each_free_plan(&range, check_both);
}

/* Moves in any order come out by step, node, port; packets of one link and step are joined, items in order of coming;
 * what both clocks and classes leave out takes no memory. */
static void test_builder(void **state) {
    (void)state;
    lb_task *task = t_task_on("3x3", LB_PERMUTE);
    static const uint32_t added[][3] = {{3, 1, 0}, {1, 8, 2}, {1, 8, 1}, {3, 0, 3}, {1, 2, 0}, {1, 8, 1}, {3, 0, 3}};
    static const uint32_t sorted[][4] = {{1, 2, 0, 1}, {1, 8, 1, 2}, {1, 8, 2, 1}, {3, 0, 3, 2}, {3, 1, 0, 1}};
    lb_builder b;
    lb_build_begin(&b, task, LB_EXPLICIT, LB_UNIT, 2, 4, 3);
    for (uint32_t k = 0; k < T_COUNT(added); k++) {
        lb_build_move(&b, added[k][0], added[k][1], added[k][2], LB_OP_COPY);
        lb_build_item(&b, (lb_item){.origin = k, .dest = 8 - k, .lo = 1, .hi = 3});
    }
    lb_plan *plan;
    assert_int_equal(lb_build_finish(&b, "made by hand", &plan, NULL), LB_OK);
    assert_string_equal(lb_plan_algorithm(plan), "made by hand");
    t_moves all = t_moves_of(plan);
    assert_int_equal(all.count, T_COUNT(sorted));
    for (uint64_t i = 0; i < all.count; i++) {
        assert_int_equal(all.at[i].step, sorted[i][0]);
        assert_int_equal(all.at[i].from, sorted[i][1]);
        assert_int_equal(all.at[i].port, sorted[i][2]);
        assert_int_equal(all.at[i].nitems, sorted[i][3]);
    }
    assert_int_equal(all.at[1].items[0].origin, 2);
    assert_int_equal(all.at[1].items[1].origin, 5);
    assert_int_equal(lb_plan_steps(plan), 3);
    assert_int_equal(lb_plan_ports(plan), 2);
    assert_int_equal(lb_plan_packet(plan), 3);
    assert_int_equal(lb_plan_denominator(plan), 4);
    assert_true(plan->lo && plan->origin && plan->dest && !plan->copy && !plan->op);
    for (uint64_t m = 0; m < plan->nmoves; m++)
        assert_int_equal(lb_plan_step_of(plan, m), sorted[m][0]);
    t_moves_free(&all);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_empty_plan(void **state) {
    (void)state;
    lb_task *task = t_task_on("1", LB_ALLTOALL);
    lb_builder b;
    lb_build_begin(&b, task, LB_SYMMETRIC, LB_UNIT, 0, 1, 0);
    lb_plan *plan;
    assert_int_equal(lb_build_finish(&b, "nothing", &plan, NULL), LB_OK);
    assert_int_equal(lb_plan_steps(plan), 0);
    assert_int_equal(lb_plan_moves(plan), 0);
    t_moves all = t_moves_of(plan);
    assert_int_equal(all.count, 0);
    t_moves_free(&all);
    lb_program *program;
    lb_why why = {""};
    assert_int_equal(lb_program_create(plan, 0, &program, NULL), LB_OK);
    lb_program_free(program);
    assert_int_equal(lb_program_create(plan, 1, &program, &why), LB_ERR_ARG);
    assert_null(program);
    assert_true(strlen(why.text) > 10);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_plan_free(NULL);
    lb_cursor_close(NULL);
    lb_program_free(NULL);
}

static long peak_kilobytes(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* 5.2 million moves out of a template of 5120. They would take 200 MB. Runs first, while the peak is still low. */
static void test_streaming_memory(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:10", LB_ALLTOALL);
    lb_plan *plan = t_plan(task, NULL);
    assert_int_equal(lb_plan_moves(plan), 10 * 512 * 1024);
    assert_int_equal(lb_plan_template_moves(plan), 10 * 512);
    assert_true(lb_plan_bytes(plan) < 5120 * 64 + 10000);
    long before = peak_kilobytes();
    lb_cursor *cursor;
    lb_move move;
    uint64_t count = 0, hops = 0;
    assert_int_equal(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    for (; lb_cursor_next(cursor, &move); count++)
        hops += move.items[0].origin != move.from; /* all but the first hop of each block */
    assert_int_equal(count, lb_plan_moves(plan));
    assert_int_equal(hops, count - 1023 * 1024);
    assert_true(peak_kilobytes() - before < 20000);
    lb_cursor_close(cursor);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* A program at 2^20 nodes: a template of four moves makes a program of four sends and four receives. */
static void test_program_of_a_large_network(void **state) {
    (void)state;
    static const lb_task_params params = {.nearest = 1, .farthest = 1};
    lb_net *net = t_net("1024x1024");
    lb_task *task;
    assert_int_equal(lb_task_create(net, LB_NEIGHBORS, &params, &task, NULL), LB_OK);
    lb_plan *plan = t_plan(task, NULL);
    assert_int_equal(lb_plan_template_moves(plan), 4);
    assert_int_equal(lb_plan_moves(plan), 4 << 20);
    for (uint32_t v = 0; v < 1 << 20; v += 104729) {
        lb_program *program;
        assert_int_equal(lb_program_create(plan, v, &program, NULL), LB_OK);
        for (unsigned p = 0; p < 4; p++) {
            lb_move sent, received;
            assert_int_equal(lb_program_count(program, p, LB_SENDS), 1);
            assert_int_equal(lb_program_count(program, p, LB_RECEIVES), 1);
            lb_program_packet(program, p, LB_SENDS, 0, &sent);
            assert_int_equal(sent.from, v);
            assert_int_equal(sent.to, lb_neighbor(net, v, p));
            assert_int_equal(sent.items[0].dest, sent.to);
            lb_program_packet(program, p, LB_RECEIVES, 0, &received);
            assert_int_equal(received.from, lb_neighbor(net, v, p));
            assert_int_equal(received.items[0].dest, v);
        }
        lb_program_free(program);
    }
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

static void test_program_of_a_large_broadcast(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:18", LB_BROADCAST);
    lb_plan *plan = t_plan(task, NULL);
    uint32_t n = 1 << 18, root = lb_task_params_of(task).root;
    assert_int_equal(lb_plan_template_moves(plan), n - 1);
    lb_program *program;
    assert_int_equal(lb_program_create(plan, root ^ 5, &program, NULL), LB_OK);
    for (unsigned p = 0; p < 18; p++) { /* 5 = 101b hears through dimension 2 and sends through 3 and up */
        assert_int_equal(lb_program_count(program, p, LB_SENDS), p > 2);
        assert_int_equal(lb_program_count(program, p, LB_RECEIVES), p == 2);
    }
    lb_program_free(program);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streaming_memory),
        cmocka_unit_test(test_builder),
        cmocka_unit_test(test_empty_plan),
        cmocka_unit_test(test_made_up_plans),
        cmocka_unit_test(test_real_plans),
        cmocka_unit_test(test_program_of_a_large_network),
        cmocka_unit_test(test_program_of_a_large_broadcast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
