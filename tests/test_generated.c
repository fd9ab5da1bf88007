/* Plans that are made step by step instead of held: whatever can be asked of one is the same as of the plan with all
 * its moves in arrays. */
#define _POSIX_C_SOURCE 200809L
#include "plan/plan.h"
#include "support/cubes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const unsigned generated[] = {CUBE_SCATTER, CUBE_GATHER, CUBE_EXCHANGE};

static lb_plan *flattened(const lb_plan *plan) {
    const lb_plan *flat;
    lb_plan *made;
    T_EQUAL(lb_plan_flat(plan, &flat, &made, NULL), LB_OK);
    assert_non_null(made);
    assert_ptr_equal(flat, made);
    assert_null(made->generator.fill);
    return made;
}

/* ---- Reading ---- */

static void check_header(const lb_plan *plan, const lb_plan *flat) {
    T_TRUE(lb_task_equal(lb_plan_task(plan), lb_plan_task(flat)));
    assert_string_equal(lb_plan_algorithm(plan), lb_plan_algorithm(flat));
    T_EQUAL(lb_plan_orbit(plan), lb_plan_orbit(flat));
    T_EQUAL(lb_plan_clock(plan), lb_plan_clock(flat));
    T_EQUAL(lb_plan_ports(plan), lb_plan_ports(flat));
    T_EQUAL(lb_plan_steps(plan), lb_plan_steps(flat));
    T_EQUAL(lb_plan_moves(plan), lb_plan_moves(flat));
    T_EQUAL(lb_plan_template_moves(plan), lb_plan_template_moves(flat));
    T_EQUAL(lb_plan_denominator(plan), lb_plan_denominator(flat));
    T_EQUAL(lb_plan_packet(plan), lb_plan_packet(flat));
    T_EQUAL(flat->step_first[flat->steps], flat->nmoves);
}

/* Steps in any order, also one twice. */
static void check_stepper(const lb_plan *plan, const lb_plan *flat) {
    lb_stepper a, b;
    T_EQUAL(lb_stepper_open(&a, plan, NULL), LB_OK);
    T_EQUAL(lb_stepper_open(&b, flat, NULL), LB_OK);
    assert_ptr_equal(b.arrays, flat);
    for (uint32_t turn = 0; turn < 2 * plan->steps; turn++) {
        uint32_t step = (turn * 7) % plan->steps + 1;
        lb_stepper_load(&a, step);
        lb_stepper_load(&b, step);
        T_EQUAL(a.to - a.from, b.to - b.from);
        T_TRUE(a.to - a.from <= plan->generator.widest);
        for (uint64_t i = a.from, j = b.from; i < a.to; i++, j++) {
            lb_item x = lb_plan_item(a.arrays, i), y = lb_plan_item(b.arrays, j);
            T_EQUAL(a.arrays->port[i], b.arrays->port[j]);
            T_EQUAL(a.arrays->node ? a.arrays->node[i] : 0, b.arrays->node ? b.arrays->node[j] : 0);
            T_EQUAL(x.origin, y.origin);
            T_EQUAL(x.dest, y.dest);
            T_EQUAL(x.hi - x.lo, y.hi - y.lo);
            if (i > a.from && a.arrays->node) /* sorted, as a template must be */
                T_TRUE(a.arrays->node[i - 1] * UINT64_C(64) + a.arrays->port[i - 1] <
                       a.arrays->node[i] * UINT64_C(64) + a.arrays->port[i]);
        }
    }
    lb_stepper_close(&a);
    lb_stepper_close(&b);
    lb_stepper_close(&a);
}

static void check_programs(const lb_plan *plan, const lb_plan *flat) {
    unsigned ports = lb_net_ports(lb_plan_net(plan));
    for (uint32_t node = 0; node < lb_net_nodes(lb_plan_net(plan)); node++) {
        lb_program *a, *b;
        lb_move left, right;
        T_EQUAL(lb_program_create(plan, node, &a, NULL), LB_OK);
        T_EQUAL(lb_program_create(flat, node, &b, NULL), LB_OK);
        for (unsigned k = 0; k < 2 * ports; k++) {
            lb_way way = k & 1 ? LB_SENDS : LB_RECEIVES;
            T_EQUAL(lb_program_count(a, k / 2, way), lb_program_count(b, k / 2, way));
            for (uint64_t i = 0; i < lb_program_count(a, k / 2, way); i++) {
                lb_program_packet(a, k / 2, way, i, &left);
                lb_program_packet(b, k / 2, way, i, &right);
                t_same_move(&left, &right);
            }
        }
        lb_program_free(a);
        lb_program_free(b);
    }
}

/* A cursor that has been read to the middle and rewound starts again. */
static void check_rewind(const lb_plan *plan) {
    lb_cursor *cursor;
    lb_move first, again;
    T_EQUAL(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    if (lb_cursor_next(cursor, &first)) {
        lb_item kept = first.items[0];
        for (uint64_t i = 0; i < lb_plan_moves(plan) / 2; i++)
            lb_cursor_next(cursor, &again);
        lb_cursor_rewind(cursor);
        T_EQUAL(lb_cursor_next(cursor, &again), 1);
        first.items = &kept;
        t_same_move(&first, &again);
    }
    lb_cursor_close(cursor);
}

static void test_reading(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(generated); i++) {
        for (unsigned d = 0; d <= 6; d++) {
            lb_plan *plan = cube_plan_of(generated[i], d, generated[i] == CUBE_EXCHANGE ? 0 : (1u << d) - 1);
            lb_plan *flat = flattened(plan);
            assert_non_null(plan->generator.fill);
            check_header(plan, flat);
            check_stepper(plan, flat);
            t_same_moves(plan, flat);
            check_programs(plan, flat);
            check_rewind(plan);
            lb_plan_free(plan);
            lb_plan_free(flat);
        }
    }
}

/* A plan with arrays is its own flat plan. */
static void test_flat_of_flat(void **state) {
    (void)state;
    lb_plan *plan = cube_plan_of(CUBE_BROADCAST, 4, 0), *made = plan;
    const lb_plan *flat = NULL;
    T_EQUAL(lb_plan_flat(plan, &flat, &made, NULL), LB_OK);
    assert_ptr_equal(flat, plan);
    assert_null(made);
    lb_plan_free(plan);
}

/* Where the packets of many nodes are made at a time they are those that are made one at a time. */
static void check_parts(const lb_task *task, const lb_plan_options *options) {
    lb_plan *plan = t_plan(task, options), *single = t_plan(task, options);
    assert_non_null(plan->generator.part);
    single->generator.part = NULL;
    t_same_moves(plan, single);
    lb_plan_free(plan);
    lb_plan_free(single);
}

static void test_parts(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:1", "cube:9", "ring:5", "3x4", "17x18", "4x1x3", "8x8x8"};
    for (size_t i = 0; i < 4 * T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i / 4], i & 1 ? LB_SCAN : LB_EXSCAN);
        check_parts(task, &(lb_plan_options){.algorithm = "prefix", .packets = i & 2 ? 3 : 1});
        lb_task_free(task);
    }
}

/* A long broadcast is not held: the plan says the same of all its nodes and of each. */
static void test_long_broadcast(void **state) {
    (void)state;
    static const char *const nets[] = {"5x6"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_BROADCAST);
        uint64_t packets = (UINT64_C(1) << 20) / (lb_net_nodes(lb_task_net(task)) - 1) + 3;
        lb_plan_options options = {.algorithm = "torus-broadcast", .packets = packets};
        check_parts(task, &options);
        lb_plan *plan = t_plan(task, &options);
        T_TRUE(lb_plan_bytes(plan) < 4096);
        T_EQUAL(t_check(plan, LB_REPLAY_AUTO).moves, (lb_net_nodes(lb_task_net(task)) - 1) * packets);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* Few sources, many, some nodes with a lot, on some of the ports. */
static void test_parts_of_many(void **state) {
    (void)state;
    static const size_t counts[] = {1, 5, 40, 300};
    static const char *const cubes[] = {"cube:2", "cube:5", "cube:9"};
    uint32_t sources[300];
    uint64_t random = 3;
    for (size_t i = 0; i < T_COUNT(counts) * T_COUNT(cubes) * 3; i++) {
        size_t count = counts[i % T_COUNT(counts)];
        lb_net *net = t_net(cubes[i / T_COUNT(counts) % T_COUNT(cubes)]);
        lb_task *task;
        for (size_t k = 0; k < count; k++)
            sources[k] = t_draw(&random, k % 3 ? lb_net_nodes(net) : 3);
        T_EQUAL(lb_task_create(net, LB_MULTIBROADCAST, &(lb_task_params){.list = sources, .count = count}, &task, NULL),
                LB_OK);
        t_note("%u sources, case %u", (unsigned)count, (unsigned)i);
        uint32_t ports = (uint32_t)(i / T_COUNT(counts) / T_COUNT(cubes));
        check_parts(task, &(lb_plan_options){.algorithm = "many-roots", .packets = 1 + i % 2, .ports = ports});
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* Two bytes, or four, and a list instead of thirteen or nine bytes a move. */
static void test_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(generated); i++) {
        lb_plan *plan = cube_plan_of(generated[i], 13, 0), *flat = flattened(plan);
        T_TRUE(lb_plan_bytes(plan) <= 8192 + 6 * 8192);
        T_TRUE(lb_plan_bytes(plan) < lb_plan_bytes(flat) / 5);
        lb_plan_free(plan);
        lb_plan_free(flat);
    }
}

/* ---- Transforms and other readers ---- */

typedef int (*transform)(const lb_plan *plan, lb_plan **out, lb_why *why);

static int shift(const lb_plan *plan, lb_plan **out, lb_why *why) {
    return lb_plan_translate(plan, lb_net_nodes(lb_plan_net(plan)) / 3, out, why);
}

static int three_groups(const lb_plan *plan, lb_plan **out, lb_why *why) {
    return lb_plan_pipeline(plan, 3, 0, out, why);
}

static int slow_groups(const lb_plan *plan, lb_plan **out, lb_why *why) {
    return lb_plan_pipeline(plan, 2, lb_plan_steps(plan) + 1, out, why);
}

static int then_allgather(const lb_plan *plan, lb_plan **out, lb_why *why) {
    unsigned d = lb_net_dims(lb_plan_net(plan));
    lb_plan *second = cube_plan_of(CUBE_BROADCAST, lb_net_ports(lb_plan_net(plan)) ? d : 0, 0);
    int error = lb_plan_then(plan, second, out, why);
    lb_plan_free(second);
    return error;
}

static const transform transforms[] = {
    lb_plan_reverse, shift, lb_plan_symmetrize, three_groups, slow_groups, lb_plan_complete, then_allgather,
};

static unsigned transformed;

static void check_transform(const lb_plan *plan, const lb_plan *flat, transform f) {
    lb_plan *a = NULL, *b = NULL;
    lb_why why_a = {""}, why_b = {""};
    int said = f(plan, &a, &why_a);
    T_EQUAL(said, f(flat, &b, &why_b));
    if (said) {
        assert_string_equal(why_a.text, why_b.text);
        assert_true(!a && !b);
        return;
    }
    check_header(a, b);
    t_same_moves(a, b);
    t_check(a, LB_REPLAY_FULL);
    lb_plan_free(a);
    lb_plan_free(b);
    transformed++;
}

static void test_transforms(void **state) {
    (void)state;
    transformed = 0;
    for (size_t i = 0; i < T_COUNT(generated); i++) {
        for (unsigned d = 0; d <= 5; d++) {
            lb_plan *plan = cube_plan_of(generated[i], d, generated[i] == CUBE_EXCHANGE ? 0 : (1u << d) / 3);
            lb_plan *flat = flattened(plan);
            for (size_t k = 0; k < T_COUNT(transforms); k++) {
                t_note("%s, d = %u, transform %u", lb_plan_algorithm(plan), d, (unsigned)k);
                check_transform(plan, flat, transforms[k]);
            }
            lb_plan_free(plan);
            lb_plan_free(flat);
        }
    }
    T_TRUE(transformed >= 90); /* most of 3*6*7 apply */
}

static char *written(const lb_plan *plan, size_t *size) {
    char path[] = "/tmp/linkbound-generated-XXXXXX", *text = malloc(1 << 20);
    int made = mkstemp(path);
    lb_why why = {""};
    T_TRUE(made >= 0 && text);
    close(made);
    if (lb_plan_write(plan, path, NULL, &why))
        fail_msg("%s", why.text);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *size = fread(text, 1, 1 << 20, file);
    T_TRUE(*size < 1 << 20);
    fclose(file);
    unlink(path);
    return text;
}

static void test_files_and_times(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(generated); i++) {
        for (unsigned d = 0; d <= 5; d++) {
            lb_plan *plan = cube_plan_of(generated[i], d, 0), *flat = flattened(plan);
            size_t size, same;
            char *a = written(plan, &size), *b = written(flat, &same);
            T_EQUAL(size, same);
            T_EQUAL(memcmp(a, b, size), 0);
            free(a);
            free(b);
            plan->clock = flat->clock = LB_LINEAR;
            lb_cost cost = {.bytes = 12, .tau = {1, 4}, .beta = {3, 1}};
            lb_timing x, y;
            T_EQUAL(lb_simulate(plan, &cost, NULL, &x, NULL), LB_OK);
            T_EQUAL(lb_simulate(flat, &cost, NULL, &y, NULL), LB_OK);
            T_EQUAL(x.makespan.num, y.makespan.num);
            T_EQUAL(x.makespan.den, y.makespan.den);
            T_EQUAL(x.packets, y.packets);
            lb_timing_free(&x);
            lb_timing_free(&y);
            lb_plan_free(plan);
            lb_plan_free(flat);
        }
    }
}

/* ---- A generator of one's own ---- */

static unsigned freed;

static void count_free(void *data) {
    T_EQUAL(*(int *)data, 17);
    freed++;
}

/* The broadcast on a ring of 5, the two ways round, with an idle step between. */
static void ring_step(const lb_plan *plan, uint32_t step, lb_plan *room) {
    (void)plan;
    room->nmoves = 0;
    for (unsigned way = 0; way < 2 && step != 2; way++) {
        room->node[room->nmoves] = step == 1 ? 0 : way ? 4 : 1;
        room->port[room->nmoves++] = (uint8_t)way;
    }
}

static void test_generator_of_ones_own(void **state) {
    (void)state;
    int data = 17;
    lb_net *net = t_net("ring:5");
    lb_task *task;
    lb_plan *plan, *flat;
    lb_generator g = {.fill = ring_step, .free = count_free, .data = &data, .bytes = 4, .widest = 2};
    T_EQUAL(lb_task_create(net, LB_BROADCAST, &(lb_task_params){.root = 3}, &task, NULL), LB_OK);
    freed = 0;
    T_EQUAL(lb_plan_generated(task, "ring", LB_ROOTED, 3, 4, g, &plan, NULL), LB_OK);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(report.steps, 3);
    T_EQUAL(report.moves, 4);
    flat = flattened(plan);
    t_same_moves(plan, flat);
    T_EQUAL(flat->step_first[1], flat->step_first[2]);
    lb_plan_free(flat);
    T_EQUAL(freed, 0); /* steppers, cursors, flat plans and checks leave it alone */
    lb_plan_free(plan);
    T_EQUAL(freed, 1);
    lb_plan_free(NULL);
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_flat_of_flat),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_parts_of_many),
        cmocka_unit_test(test_long_broadcast),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_transforms),
        cmocka_unit_test(test_files_and_times),
        cmocka_unit_test(test_generator_of_ones_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
