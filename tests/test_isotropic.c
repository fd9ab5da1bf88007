/* isotropic against what its theorem says: random tasks on random networks, every torus of up to 30 nodes, the tables
 * of the paper and its errata, and an exhaustive search for anything shorter. The task matrix is made here anew. */
#include "support/cubes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 256, MOST_TIES = 10 };

static uint64_t random_state;

static uint32_t below(uint32_t limit) {
    return t_draw(&random_state, limit);
}

/* ---- The task matrix ---------------------------------------------------------------------------------------- */

/* Half-way digits are left open: they are counted by dimension. */
typedef struct matrix {
    const lb_net *net;
    unsigned ports;
    uint32_t rows, offset[MOST_ROWS];
    uint32_t entry[MOST_ROWS][LB_MAX_PORTS];
    uint64_t column[LB_MAX_PORTS], row_most, all;
    unsigned ties, tie_dim[MOST_ROWS * 4];
} matrix;

static void add_row(matrix *m, uint32_t offset) {
    uint32_t *entry = m->entry[m->rows], rest = offset, sum = 0;
    m->offset[m->rows++] = offset;
    for (unsigned i = 0, port = 0; i < lb_net_dims(m->net); i++) {
        uint32_t radix = lb_net_radix(m->net, i), digit = rest % radix;
        uint32_t hops = digit < radix - digit ? digit : radix - digit;
        rest /= radix;
        sum += hops;
        if (radix > 2 && 2 * digit == radix)
            m->tie_dim[m->ties++] = i;
        else if (hops)
            m->column[port + (radix > 2 && 2 * digit > radix)] += entry[port + (radix > 2 && 2 * digit > radix)] = hops;
        port += radix > 2 ? 2 : radix - 1;
    }
    m->row_most = sum > m->row_most ? sum : m->row_most;
    m->all += sum;
}

static matrix *matrix_of(const lb_task *task) {
    matrix *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->net = lb_task_net(task);
    m->ports = lb_net_ports(m->net);
    uint64_t rows = lb_task_blocks(task) / lb_net_nodes(m->net);
    assert_true(rows <= MOST_ROWS);
    for (uint64_t block = 0, found = 0; found < rows; block++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, block, &origin, &dest, &copy);
        if (origin != 0)
            continue;
        add_row(m, dest);
        found++;
    }
    return m;
}

static uint64_t most_of(const matrix *m, const uint64_t *column) {
    uint64_t most = m->row_most;
    for (unsigned p = 0; p < m->ports; p++)
        most = column[p] > most ? column[p] : most;
    return most;
}

static void add_tie(const matrix *m, unsigned dim, unsigned minus, uint64_t *column) {
    column[lb_port_of(m->net, dim, minus ? -1 : 1)] += lb_net_radix(m->net, dim) / 2;
}

/* The least h of all 2^ties choices, each tried. */
static uint64_t least_h_tried(const matrix *m) {
    uint64_t least = UINT64_MAX;
    for (uint32_t choice = 0; choice < UINT32_C(1) << m->ties; choice++) {
        uint64_t column[LB_MAX_PORTS];
        memcpy(column, m->column, sizeof column);
        for (unsigned t = 0; t < m->ties; t++)
            add_tie(m, m->tie_dim[t], choice >> t & 1, column);
        uint64_t h = most_of(m, column);
        least = h < least ? h : least;
    }
    return least;
}

/* The same where there are many: dimensions do not touch each other, and in one only the number that goes each way
 * matters. */
static uint64_t least_h_counted(const matrix *m) {
    uint64_t h = most_of(m, m->column);
    for (unsigned i = 0; i < lb_net_dims(m->net); i++) {
        unsigned ties = 0;
        for (unsigned t = 0; t < m->ties; t++)
            ties += m->tie_dim[t] == i;
        uint64_t least = UINT64_MAX, half = lb_net_radix(m->net, i) / 2;
        for (unsigned minus = 0; minus <= ties && ties; minus++) {
            uint64_t a = m->column[lb_port_of(m->net, i, 1)] + (ties - minus) * half;
            uint64_t b = m->column[lb_port_of(m->net, i, -1)] + minus * half;
            uint64_t most = a > b ? a : b;
            least = most < least ? most : least;
        }
        h = ties && least > h ? least : h;
    }
    return h;
}

static unsigned tried; /* tasks whose ties were all tried */

static uint64_t least_h(const matrix *m) {
    uint64_t h = least_h_counted(m);
    if (m->ties > 0 && m->ties <= MOST_TIES) {
        T_EQUAL(h, least_h_tried(m));
        tried++;
    }
    return h;
}

/* ---- A plan against the matrix ------------------------------------------------------------------------------ */

/* Origin 0's blocks in a plan: where they are, what they did. */
typedef struct trace {
    uint32_t place[MOST_ROWS], step[MOST_ROWS], hops[MOST_ROWS][LB_MAX_PORTS];
    uint32_t port_step[LB_MAX_PORTS], now, sends;
} trace;

static uint32_t row_of(const matrix *m, const lb_item *item) {
    uint32_t row = 0;
    while (row < m->rows && m->offset[row] != item->dest)
        row++;
    row += item->copy;
    T_TRUE(row < m->rows && m->offset[row] == item->dest);
    return row;
}

/* A step is a matrix of 0 and 1 with at most one 1 in a row or column, k in all. */
static void trace_move(const matrix *m, trace *t, const lb_move *move, uint32_t ports) {
    uint32_t row = row_of(m, move->items);
    t->sends = move->step == t->now ? t->sends + 1 : 1;
    t->now = move->step;
    T_TRUE(t->sends <= ports);
    T_EQUAL(move->from, t->place[row]);
    T_TRUE(t->step[row] < move->step);
    T_TRUE(t->port_step[move->port] < move->step);
    t->place[row] = move->to;
    t->step[row] = t->port_step[move->port] = move->step;
    t->hops[row][move->port]++;
}

/* The steps sum to the matrix, half-way digits going one way or the other as a whole. */
static void compare_row(const matrix *m, const trace *t, uint32_t row) {
    T_EQUAL(t->place[row], m->offset[row]);
    for (unsigned i = 0; i < lb_net_dims(m->net); i++) {
        uint32_t radix = lb_net_radix(m->net, i), digit = lb_digit(m->net, m->offset[row], i);
        unsigned plus = lb_port_of(m->net, i, 1), minus = lb_port_of(m->net, i, -1);
        if (radix == 1)
            continue;
        if (radix > 2 && 2 * digit == radix) {
            T_EQUAL(t->hops[row][plus] + t->hops[row][minus], digit);
            T_TRUE(t->hops[row][plus] == 0 || t->hops[row][minus] == 0);
            continue;
        }
        T_EQUAL(t->hops[row][plus], m->entry[row][plus]);
        T_EQUAL(t->hops[row][minus], m->entry[row][minus]);
    }
}

static void compare_matrix(const matrix *m, const lb_plan *plan, uint32_t ports) {
    trace t = {.now = 0};
    lb_cursor *cursor = NULL;
    lb_move move;
    T_EQUAL(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    while (lb_cursor_next(cursor, &move)) {
        T_EQUAL(move.nitems, 1);
        if (move.items->origin == 0)
            trace_move(m, &t, &move, ports);
    }
    lb_cursor_close(cursor);
    for (uint32_t row = 0; row < m->rows; row++)
        compare_row(m, &t, row);
}

static uint64_t expected_steps(const matrix *m, uint64_t h, uint32_t ports) {
    uint64_t shared = ports ? t_ceil(m->all, ports) : 0;
    return shared > h ? shared : h;
}

static void try_ports(const lb_task *task, const matrix *m, uint64_t h, uint32_t ports, bool full) {
    lb_bound bound;
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "isotropic", .ports = ports});
    uint32_t nodes = lb_net_nodes(m->net);
    T_EQUAL(lb_plan_steps(plan), expected_steps(m, h, ports));
    T_EQUAL(lb_plan_orbit(plan), LB_SYMMETRIC);
    T_EQUAL(lb_bound_unit(task, ports, 1, &bound, NULL), LB_OK);
    T_EQUAL(lb_plan_moves(plan), bound.transmissions);
    T_EQUAL(lb_plan_moves(plan), m->all * nodes);
    T_TRUE(bound.steps <= lb_plan_steps(plan));
    lb_report report = t_check(plan, LB_REPLAY_RELATIVE);
    T_TRUE(report.most_sends <= ports);
    if (full) {
        T_EQUAL(t_check(plan, LB_REPLAY_FULL).moves, report.moves);
        compare_matrix(m, plan, ports);
    }
    lb_plan_free(plan);
}

/* Every number of ports. */
static uint64_t try_task(const lb_task *task, bool all_full) {
    matrix *m = matrix_of(task);
    uint64_t h = least_h(m);
    uint32_t chosen = m->ports ? 1 + below(m->ports) : 0;
    for (uint32_t k = m->ports ? 1 : 0; k <= m->ports; k++)
        try_ports(task, m, h, k, all_full || k == chosen);
    free(m);
    return h;
}

/* ---- Random tasks ------------------------------------------------------------------------------------------- */

static lb_net *random_net(uint32_t most_nodes) {
    static const uint32_t radices[] = {1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 11};
    uint32_t radix[6], nodes = 1;
    unsigned dims = 1 + below(5), cube = below(6) == 0;
    for (unsigned i = 0; i < dims; i++) {
        radix[i] = cube ? 2 : radices[below(T_COUNT(radices))];
        if (nodes * radix[i] > most_nodes)
            radix[i] = 1 + below(2);
        if (nodes * radix[i] > most_nodes)
            radix[i] = 1;
        nodes *= radix[i];
    }
    lb_net *net = NULL;
    T_EQUAL(lb_net_create(dims, radix, &net, NULL), LB_OK);
    return net;
}

/* Offsets with repeats; sometimes only half-way ones, or few different ones many times. */
static lb_task *random_task(const lb_net *net, uint32_t most) {
    uint32_t list[MOST_ROWS], n = lb_net_nodes(net), count = below(most + 1), style = below(4), few = 1 + below(3);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = i >= few && style == 0 ? list[i % few] : below(n);
        if (style != 1)
            continue;
        uint32_t stride = 1, offset = 0;
        for (unsigned k = 0; k < lb_net_dims(net); k++) {
            uint32_t radix = lb_net_radix(net, k);
            offset += (below(2) ? radix / 2 : 0) * stride;
            stride *= radix;
        }
        list[i] = offset;
    }
    lb_task *task = NULL;
    lb_why why = {""};
    if (lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = list, .count = count}, &task, &why))
        fail_msg("%s", why.text);
    return task;
}

static void test_random(void **state) {
    (void)state;
    uint64_t seed = 4711;
    int cases = T_SLOW ? 500 : 4000;
    tried = 0;
    for (int i = 0; i < cases; i++) {
        char name[80];
        random_state = seed + (uint64_t)i * 1000003;
        lb_net *net = random_net(i % 4 ? 48 : 160);
        lb_task *task = random_task(net, below(4) ? 12 : 60);
        lb_net_name(net, name, sizeof name);
        t_note("seed %" PRIu64 ", case %d: %s, %u blocks a node", seed, i, name,
               (unsigned)(lb_task_blocks(task) / lb_net_nodes(net)));
        try_task(task, false);
        lb_task_free(task);
        lb_net_free(net);
    }
    print_message("seed %" PRIu64 ": %d tasks, %u of them with all half-way choices tried\n", seed, cases, tried);
    assert_true(tried > (unsigned)cases / 20);
}

/* ---- Every small torus -------------------------------------------------------------------------------------- */

static unsigned visited;

static void exchange_on(unsigned dims, const uint32_t *radix) {
    char name[80];
    lb_net *net = NULL;
    T_EQUAL(lb_net_create(dims, radix, &net, NULL), LB_OK);
    lb_task *task = t_task(net, LB_ALLTOALL);
    lb_net_name(net, name, sizeof name);
    t_note("alltoall on %s", name);
    try_task(task, !T_SLOW);
    lb_task_free(task);
    lb_net_free(net);
    visited++;
}

/* All orders of the radices too. */
static void each_torus(unsigned dims, uint32_t *radix, uint32_t nodes, uint32_t most) {
    for (uint32_t r = 2; nodes * r <= most; r++) {
        radix[dims] = r;
        exchange_on(dims + 1, radix);
        each_torus(dims + 1, radix, nodes * r, most);
    }
}

static void test_small_tori(void **state) {
    (void)state;
    uint32_t radix[8] = {1};
    visited = 0;
    exchange_on(1, radix);
    each_torus(0, radix, 1, 30);
    print_message("%u tori, orders of dimensions counted\n", visited);
    assert_int_equal(visited, 119);
}

/* ---- Tables ------------------------------------------------------------------------------------------------- */

static uint32_t steps_on(const char *name, lb_task_kind kind, uint32_t nearest, uint32_t farthest, uint32_t ports) {
    lb_net *net = t_net(name);
    lb_task *task = NULL;
    t_note("%s %u..%u on %s, %u ports", lb_task_kind_name(kind), nearest, farthest, name, ports);
    lb_task_params params = {.nearest = nearest, .farthest = farthest};
    T_EQUAL(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "isotropic", .ports = ports});
    uint32_t steps = lb_plan_steps(plan);
    t_check(plan, LB_REPLAY_RELATIVE);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    return steps;
}

static void test_exchange_table(void **state) {
    (void)state;
    static const struct {
        const char *net;
        uint32_t steps;
    } pins[] = {{"3x3", 3},    {"4x4", 8},      {"5x5", 15},   {"6x6", 27},     {"7x7", 42}, {"8x8", 64},
                {"3x3x3", 9},  {"4x4x4", 32},   {"5x5x5", 75}, {"3x4", 7},      {"4x6", 18}, {"3x5", 9},
                {"3x5x4", 36}, {"3x3x3x3", 27}, {"2x2x2", 4},  {"cube:10", 512}};
    static const uint32_t rings[] = {1, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 28, 28, 36};
    for (size_t i = 0; i < T_COUNT(pins); i++)
        T_EQUAL(steps_on(pins[i].net, LB_ALLTOALL, 0, 0, 0), pins[i].steps);
    for (unsigned n = 2; n <= 16; n++) {
        char name[16];
        snprintf(name, sizeof name, "ring:%u", n);
        T_EQUAL(steps_on(name, LB_ALLTOALL, 0, 0, 0), rings[n - 2]);
    }
}

static void test_ports_table(void **state) {
    (void)state;
    static const uint32_t pins[][8] = {
        {12, 6, 4}, {32, 16, 11, 8}, {80, 40, 27, 20, 16}, {192, 96, 64, 48, 39, 32}, {448, 224, 150, 112, 90, 75, 64}};
    for (unsigned d = 3; d <= 7; d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        for (unsigned k = 1; k <= d; k++)
            T_EQUAL(steps_on(name, LB_ALLTOALL, 0, 0, k), pins[d - 3][k - 1]);
    }
}

static uint64_t choose(unsigned n, unsigned k) {
    uint64_t value = 1;
    for (unsigned i = 1; i <= k; i++)
        value = value * (n - k + i) / i;
    return value;
}

/* Distances K..L on the d-cube: the columns have sum C(d-1,i-1) for each distance i. */
static void test_distances_table(void **state) {
    (void)state;
    static const uint32_t pins[4][4] = {{1, 4, 7, 8}, {0, 3, 6, 7}, {0, 0, 3, 4}, {0, 0, 0, 4}};
    for (unsigned k = 1; k <= 4; k++) {
        for (unsigned l = k; l <= 4; l++)
            T_EQUAL(steps_on("cube:4", LB_NEIGHBORS, k, l, 0), pins[k - 1][l - 1]);
    }
    for (unsigned d = 1; d <= 9; d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        for (unsigned k = 1; k <= d; k++) {
            uint64_t column = 0;
            for (unsigned l = k; l <= d; l++) {
                column += choose(d - 1, l - 1);
                T_EQUAL(steps_on(name, LB_NEIGHBORS, k, l, 0), k == d ? d : column);
            }
        }
    }
}

/* ---- Nothing shorter ---------------------------------------------------------------------------------------- */

/* All symmetric schedules, or those of shortest paths: the state is where each of origin 0's blocks is, a number with a
 * digit for each block; in a step each port takes at most one block, and each block at most one port, k in all. */
typedef struct search {
    const lb_net *net;
    unsigned rows, ports;
    bool detours;
    uint32_t offset[10];
    uint64_t states, goal, count[2], *level[2];
    uint8_t *seen;
} search;

static void reach(search *s, const uint32_t *place) {
    uint64_t code = 0;
    for (unsigned r = s->rows; r-- > 0;)
        code = code * lb_net_nodes(s->net) + place[r];
    if (!s->seen[code]) {
        s->seen[code] = 1;
        s->level[1][s->count[1]++] = code;
    }
}

static void assign(search *s, unsigned port, unsigned uses, uint32_t moving, uint32_t *place) {
    if (port == lb_net_ports(s->net) || uses == s->ports) {
        reach(s, place);
        return;
    }
    assign(s, port + 1, uses, moving, place);
    for (unsigned r = 0; r < s->rows; r++) {
        uint32_t before = place[r];
        if (moving >> r & 1 || before == s->offset[r])
            continue; /* a block that has arrived need not leave again: it would have to come back */
        uint32_t after = lb_neighbor(s->net, before, port), left = lb_distance(s->net, before, s->offset[r]);
        if (!s->detours && lb_distance(s->net, after, s->offset[r]) >= left)
            continue;
        place[r] = after;
        assign(s, port + 1, uses + 1, moving | UINT32_C(1) << r, place);
        place[r] = before;
    }
}

static void search_step(search *s) {
    s->count[1] = 0;
    for (uint64_t i = 0; i < s->count[0]; i++) {
        uint32_t place[10];
        uint64_t rest = s->level[0][i];
        for (unsigned r = 0; r < s->rows; r++, rest /= lb_net_nodes(s->net))
            place[r] = (uint32_t)(rest % lb_net_nodes(s->net));
        assign(s, 0, 0, 0, place);
    }
    uint64_t *old = s->level[0];
    s->level[0] = s->level[1];
    s->level[1] = old;
    s->count[0] = s->count[1];
}

/* Whether some schedule has `steps` steps at the most. */
static bool can_do(const lb_task *task, uint32_t ports, uint32_t steps, bool detours) {
    search s = {.net = lb_task_net(task), .ports = ports, .states = 1, .detours = detours};
    matrix *m = matrix_of(task);
    for (uint32_t r = 0; r < m->rows; r++) {
        if (m->offset[r])
            s.offset[s.rows++] = m->offset[r];
    }
    free(m);
    for (unsigned r = s.rows; r-- > 0; s.states *= lb_net_nodes(s.net))
        s.goal = s.goal * lb_net_nodes(s.net) + s.offset[r];
    s.seen = calloc(s.states, 1);
    for (int i = 0; i < 2; i++)
        s.level[i] = malloc(s.states * sizeof *s.level[i]);
    assert_true(s.seen && s.level[0] && s.level[1]);
    s.level[0][s.count[0]++] = 0;
    s.seen[0] = 1;
    while (steps-- > 0 && !s.seen[s.goal])
        search_step(&s);
    bool reached = s.seen[s.goal];
    free(s.seen);
    free(s.level[0]);
    free(s.level[1]);
    return reached;
}

/* The search finds a schedule of as many steps as the plan has (where it can get so far), and none of fewer. */
static void none_shorter(const lb_task *task, uint32_t ports, bool detours, bool find) {
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "isotropic", .ports = ports});
    uint32_t steps = lb_plan_steps(plan);
    T_TRUE(steps == 0 || !can_do(task, ports, steps - 1, detours));
    if (find)
        T_TRUE(can_do(task, ports, steps, detours));
    lb_plan_free(plan);
}

static void test_search_exchange(void **state) {
    (void)state;
    static const char *const nets[] = {"3", "4", "5", "6", "7", "2x2", "2x3", "3x2x1", "2x2x2", "3x3"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_ALLTOALL);
        uint32_t degree = lb_net_ports(lb_task_net(task)), nodes = lb_net_nodes(lb_task_net(task));
        for (uint32_t k = nodes > 7 ? degree : 1; k <= degree; k++) {
            t_note("search, alltoall on %s, %u ports", nets[i], k);
            none_shorter(task, k, true, nodes <= 7);
        }
        lb_task_free(task);
    }
}

/* On cubes detours gain nothing, whatever the task; on tori shortest paths alone are promised. */
static void test_search_random(void **state) {
    (void)state;
    uint64_t seed = 99;
    int cases = T_SLOW ? 60 : 400, done = 0;
    for (int i = 0; i < cases; i++) {
        char name[80];
        random_state = seed + (uint64_t)i * 1000003;
        lb_net *net = random_net(12);
        lb_task *task = random_task(net, 4);
        lb_net_name(net, name, sizeof name);
        for (uint32_t k = 1; k <= lb_net_ports(net); k++, done++) {
            t_note("search, seed %" PRIu64 ", case %d: %s, %u ports", seed, i, name, k);
            none_shorter(task, k, lb_net_is_cube(net), true);
        }
        lb_task_free(task);
        lb_net_free(net);
    }
    print_message("seed %" PRIu64 ": %d searches\n", seed, done);
}

/* Where more has to go one way round than the other a torus has room for detours: three blocks to the next node of a
 * ring of three take three steps by shortest paths; one of them going the long way round leaves two. */
static void test_detour(void **state) {
    (void)state;
    static const uint32_t three[] = {1, 1, 1};
    lb_net *net = t_net("3");
    lb_task *task = NULL;
    t_note("three blocks to the next node");
    T_EQUAL(lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = three, .count = 3}, &task, NULL), LB_OK);
    T_EQUAL(try_task(task, true), 3);
    none_shorter(task, 2, false, true);
    T_TRUE(can_do(task, 2, 2, true));
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
    T_TRUE(bound.steps <= 2);
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),          cmocka_unit_test(test_small_tori),
        cmocka_unit_test(test_exchange_table),  cmocka_unit_test(test_ports_table),
        cmocka_unit_test(test_distances_table), cmocka_unit_test(test_search_exchange),
        cmocka_unit_test(test_search_random),   cmocka_unit_test(test_detour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
