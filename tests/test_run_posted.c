/* The contiguous half of the runner, without MPI: a transport in one thread whose messages are late, early, and
 * finished in any order. Every task, by every algorithm, with nodes that run ahead of each other into the next call.
 * And whatever comes first, sums and scans are made in the same order: the same bits in every round. */
#include "run/trial.h"
#include "support/cubes.h"
#include "support/oracle.h"
#include "support/runs.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 32, MOST = 64, ROUNDS = 2 };

typedef enum sending { NOT_SENT, OWED, COPIED, RETURNED } sending; /* OWED: the sender's memory is in use */

/* A message between two nodes: what its two ends have done about it so far. */
typedef struct message {
    sending sent;
    bool posted, received;
    uint64_t send_index, post_index, bytes, room;
    unsigned char *from, *into;
} message;

typedef struct channel {
    message slot[SLOTS];
    uint64_t sends, posts; /* so far, over all runs */
} channel;

typedef struct world world;

typedef struct node {
    world *world;
    uint32_t id;
    lb_script *script;
    lb_runner *runner;
    unsigned char *in, *out, *before; /* before: the result of the round before */
    uint64_t in_bytes, out_bytes;
    unsigned round;
} node;

struct world {
    const lb_net *net;
    const lb_task *task;
    uint64_t bytes, random;
    bool order;                           /* by an operator that tells everything apart */
    channel channel[MOST * LB_MAX_PORTS]; /* by sender and port */
    node node[MOST];
};

static uint64_t dice(world *w, uint64_t sides) {
    w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (w->random >> 33) % sides;
}

static channel *out_of(node *n, unsigned port) {
    return &n->world->channel[n->id * LB_MAX_PORTS + port];
}

static channel *into(node *n, unsigned port) {
    const lb_net *net = n->world->net;
    return &n->world->channel[lb_neighbor(net, n->id, port) * LB_MAX_PORTS + lb_port_opposite(net, port)];
}

/* ---- The transport ---- */

static int send_message(void *user, unsigned port, uint64_t index, const lb_packet *what) {
    node *n = user;
    channel *c = out_of(n, port);
    message *m = &c->slot[c->sends % SLOTS];
    assert_int_equal(what->count, 1);
    assert_true(what->bytes > 0);
    if (m->sent != NOT_SENT || dice(n->world, 4) == 0)
        return LB_BUSY;
    const lb_stretch *s = what->stretches;
    m->from = what->base[s->place >> 62] + (s->place & ((UINT64_C(1) << 62) - 1));
    m->send_index = index;
    m->bytes = what->bytes;
    m->sent = OWED;
    c->sends++;
    if (dice(n->world, 2))
        return 0;
    unsigned char *copy = malloc(m->bytes);
    memcpy(copy, m->from, m->bytes);
    m->from = copy;
    m->sent = RETURNED;
    return 1;
}

static int post_message(void *user, unsigned port, uint64_t index, void *place, uint64_t bytes) {
    channel *c = into(user, port);
    message *m = &c->slot[c->posts++ % SLOTS];
    assert_false(m->posted);
    m->posted = true;
    m->post_index = index;
    m->into = place;
    m->room = bytes;
    return 0;
}

/* Late messages: a copy is taken some time after sending, and the sender told some time after that. */
static int look_at_sent(node *n, unsigned port, message *m) {
    if (m->sent == OWED && dice(n->world, 3) == 0) {
        unsigned char *copy = malloc(m->bytes);
        memcpy(copy, m->from, m->bytes);
        m->from = copy;
        m->sent = COPIED;
    } else if (m->sent == COPIED && dice(n->world, 2)) {
        m->sent = RETURNED;
        lb_runner_sent(n->runner, port, m->send_index);
        return 1;
    }
    return 0;
}

static int look_at_posted(node *n, unsigned port, message *m) {
    if (!m->posted || m->received || m->sent < COPIED || dice(n->world, 2))
        return 0;
    assert_int_equal(m->bytes, m->room);
    memcpy(m->into, m->from, m->bytes);
    free(m->from);
    m->from = NULL;
    m->received = true;
    lb_runner_received(n->runner, port, m->post_index);
    return 1;
}

static void clear(message *m) {
    if (m->sent == RETURNED && m->received)
        *m = (message){0};
}

static int look(void *user, lb_runner *runner, bool wait) {
    node *n = user;
    int any = 0;
    (void)wait;
    assert_ptr_equal(runner, n->runner);
    for (unsigned p = 0; p < lb_net_ports(n->world->net); p++) {
        uint64_t first = dice(n->world, SLOTS);
        for (unsigned i = 0; i < SLOTS; i++) {
            message *out = &out_of(n, p)->slot[(first + i * 5) % SLOTS];
            message *in = &into(n, p)->slot[(first + i * 5) % SLOTS];
            any |= look_at_sent(n, p, out);
            any |= look_at_posted(n, p, in);
            clear(out);
            clear(in);
        }
    }
    return any;
}

/* ---- Running a plan on all nodes, in one thread ---- */

static void begin_round(node *n) {
    world *w = n->world;
    uint64_t own = oracle_own(n->id);
    lb_trial_fill(w->task, n->id, w->bytes, n->round, n->in, n->out);
    for (uint64_t i = 0; w->order && i < n->in_bytes; i += 8)
        memcpy(n->in + i, &own, 8);
    lb_runner_start(n->runner, n->in, n->out);
}

static void end_round(node *n) {
    world *w = n->world;
    lb_why why;
    if (!w->order && lb_trial_check(w->task, n->id, w->bytes, n->round, n->out, &why))
        fail_msg("%s", why.text);
    if (w->order && n->round > 0)
        T_TRUE(memcmp(n->before, n->out, n->out_bytes) == 0);
    memcpy(n->before, n->out, n->out_bytes);
}

static void set_up(node *n, const lb_plan *plan, unsigned window) {
    world *w = n->world;
    lb_why why;
    lb_data data = lb_trial_data(w->task, w->bytes);
    if (w->order)
        data.op = (lb_operator){oracle_tell_apart, NULL, 8};
    lb_transport transport = {
        .user = n, .window = window, .send = send_message, .post = post_message, .progress = look};
    assert_int_equal(lb_trial_sizes(w->task, n->id, w->bytes, &n->in_bytes, &n->out_bytes), LB_OK);
    n->in = malloc(n->in_bytes + 1);
    n->out = malloc(n->out_bytes + 1);
    n->before = malloc(n->out_bytes + 1);
    assert_int_equal(lb_script_create(plan, n->id, &data, &n->script, &why), LB_OK);
    assert_int_equal(lb_runner_create(n->script, &transport, &n->runner, &why), LB_OK);
    assert_true(lb_runner_memory(n->runner) >= lb_script_facts_of(n->script).scratch);
    begin_round(n);
}

/* Whether it has done all its rounds. */
static bool advance(node *n) {
    if (n->round == ROUNDS)
        return true;
    int result = lb_runner_progress(n->runner, false);
    assert_true(result >= 0);
    if (result == 0)
        return false;
    end_round(n);
    if (++n->round < ROUNDS)
        begin_round(n);
    return n->round == ROUNDS;
}

static void run_all(world *w) {
    uint32_t n = lb_net_nodes(w->net), over = 0;
    for (uint64_t turns = 0; over < n; turns++) {
        if (turns > 200000)
            fail_msg("nothing moves any more");
        over = 0;
        for (uint32_t i = 0, first = (uint32_t)dice(w, n); i < n; i++)
            over += dice(w, 4) ? advance(&w->node[(first + i) % n]) : w->node[(first + i) % n].round == ROUNDS;
    }
    for (size_t i = 0; i < n * LB_MAX_PORTS; i++) {
        for (unsigned k = 0; k < SLOTS; k++) {
            clear(&w->channel[i].slot[k]);
            assert_int_equal(w->channel[i].slot[k].sent, NOT_SENT); /* nobody got more than was meant for him */
        }
    }
}

static void same_everywhere(const world *w) {
    for (uint32_t v = 1; v < lb_net_nodes(w->net); v++)
        T_TRUE(memcmp(w->node[0].out, w->node[v].out, w->node[0].out_bytes) == 0);
}

static void run_posted(const lb_plan *plan, uint64_t bytes, unsigned window, bool order) {
    world *w = calloc(1, sizeof *w);
    w->task = lb_plan_task(plan);
    w->net = lb_task_net(w->task);
    w->bytes = bytes;
    w->order = order;
    w->random = bytes * 31 + window;
    for (uint32_t v = 0; v < lb_net_nodes(w->net); v++) {
        w->node[v] = (node){.world = w, .id = v};
        set_up(&w->node[v], plan, window);
    }
    run_all(w);
    if (order && lb_task_kind_of(w->task) == LB_ALLREDUCE)
        same_everywhere(w);
    for (uint32_t v = 0; v < lb_net_nodes(w->net); v++) {
        lb_runner_free(w->node[v].runner);
        lb_script_free(w->node[v].script);
        free(w->node[v].in);
        free(w->node[v].out);
        free(w->node[v].before);
    }
    free(w);
}

/* ---- Every task, every algorithm ---- */

static void try_one(const lb_task *task, const char *algorithm, lb_clock clock, unsigned *plans) {
    static const uint64_t lengths[] = {40, 1000, 7, 256, 0};
    lb_cost cost = {.bytes = 500, .tau = {1, 1}, .beta = {32, 1}};
    lb_plan_options o = {.algorithm = algorithm, .clock = clock, .cost = clock == LB_LINEAR ? &cost : NULL};
    o.effort = 1; /* what is tried here is the engine, not what the planner finds */
    lb_plan *plan;
    lb_why why;
    int error = lb_plan_create(task, &o, &plan, &why);
    if (error == LB_ERR_UNSUPPORTED || error == LB_ERR_SIZE)
        return;
    assert_int_equal(error, LB_OK);
    t_note("%s by %s, clock %d", lb_task_kind_name(lb_task_kind_of(task)), algorithm, (int)clock);
    run_posted(plan, lengths[*plans % T_COUNT(lengths)], 1 + *plans % 4, false);
    if (lb_task_class(task) == LB_SUM || lb_task_class(task) == LB_SPAN)
        run_posted(plan, 8 * lengths[*plans % T_COUNT(lengths)], 1 + *plans % 4, true);
    ++*plans;
    lb_plan_free(plan);
}

static void try_all(const lb_task *task, void *user) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        for (int clock = LB_UNIT; clock <= LB_LINEAR; clock++) {
            lb_plan_options o = {.clock = (lb_clock)clock};
            if (!lb_algorithm_obstacle(i, task, &o))
                try_one(task, lb_algorithm_at(i)->name, (lb_clock)clock, user);
        }
    }
}

static void try_best(const lb_task *task, void *user) {
    try_one(task, NULL, LB_LINEAR, user);
}

static void on(const char *name, run_visit visit) {
    unsigned plans = 0;
    lb_net *net = t_net(name);
    t_note("on %s", name);
    run_each_task(net, visit, &plans);
    assert_true(plans > 10);
    lb_net_free(net);
}

static void test_every_algorithm(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:1", "cube:2", "ring:3", "cube:3", "4x3", "5x1x2", "cube:4"};
    for (size_t i = 0; i < T_COUNT(nets) - (T_SLOW ? 1 : 0); i += T_SLOW ? 2 : 1)
        on(nets[i], try_all);
}

static void test_every_size(void **state) {
    (void)state;
    char name[16];
    for (uint32_t n = 1; n <= 17; n += T_SLOW ? 8 : n < 6 ? 1 : 3) {
        snprintf(name, sizeof name, n < 3 ? "%u" : "ring:%u", n);
        on(name, try_best);
    }
    if (!T_SLOW)
        on("4x4x4", try_best);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_algorithm),
        cmocka_unit_test(test_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
