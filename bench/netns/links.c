/* What each link carried: the plan's moves, counted one by one, beside the counters of the interfaces. */
#define _GNU_SOURCE
#include "measure.h"
#include "mpi/choose.h"
#include "mpi/engine.h"
#include "mpi/sides.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a link may carry beyond the plan. TCP's headers: 66 bytes with up to 3948 of data, and up to 66 for each such
 * packet that comes the other way. For a packet of the plan, TCP's and MPI's headers once more, since its end need not
 * fill a packet, and an answer. And the barriers around. */
static const double overhead = 0.03, answers = 0.02, per_packet = 200, per_answer = 80, beside = 6000;

/* The counters of the interfaces p0, p1, ... of this rank's namespace: bytes sent. */
static bool read_counters(unsigned ports, uint64_t *bytes) {
    char line[512];
    unsigned found = 0;
    FILE *file = fopen("/proc/self/net/dev", "r");
    while (file && fgets(line, sizeof line, file)) {
        unsigned port;
        uint64_t sent;
        if (sscanf(line, " p%u: %*u %*u %*u %*u %*u %*u %*u %*u %" SCNu64, &port, &sent) == 2 && port < ports) {
            bytes[port] = sent;
            found++;
        }
    }
    if (file)
        fclose(file);
    return found == ports;
}

/* The engine's own plan. */
static lb_plan *make_plan(const bench *b, const point *p) {
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    bool pipelined;
    lb_want want = {.kind = p->call->kind, .bytes = p->bytes, .unit = 1};
    if (lb_task_create(lb_mpi_net_network(b->net), p->call->kind, NULL, &task, NULL) == LB_OK)
        lb_mpi_plan(b->net, task, &want, &plan, &pipelined, NULL);
    lb_task_free(task);
    return plan;
}

/* What the engine does not cut: elements that are combined, else its own grains. */
static uint64_t grain_of(const lb_task *task, uint64_t bytes) {
    return lb_task_class(task) == LB_SUM ? sizeof(uint32_t) : lb_grain(bytes);
}

static uint64_t move_bytes(const lb_plan *plan, const lb_move *move, uint64_t bytes) {
    const lb_task *task = lb_plan_task(plan);
    uint64_t sum = 0, grain = grain_of(task, bytes);
    for (uint32_t i = 0; i < move->nitems; i++) {
        const lb_item *item = &move->items[i];
        uint64_t block, first, last;
        if (lb_task_find(task, item->origin, item->dest, item->copy, &block) != LB_OK)
            return 0;
        lb_piece_bytes(task, block, item->lo, item->hi, lb_plan_denominator(plan), bytes / grain, &first, &last);
        sum += (last - first) * grain;
    }
    return sum;
}

static bool count_plan(bench *b, point *p, carried *c, uint64_t *packets) {
    lb_plan *plan = make_plan(b, p);
    lb_cursor *cursor = NULL;
    lb_move move;
    unsigned ports = lb_net_ports(lb_mpi_net_network(b->net));
    if (!plan || lb_cursor_open(plan, &cursor, NULL) != LB_OK) {
        lb_plan_free(plan);
        return false;
    }
    snprintf(p->algorithm, sizeof p->algorithm, "%s", lb_plan_algorithm(plan));
    while (lb_cursor_next(cursor, &move) == 1) {
        c->plan[move.from * ports + move.port] += move_bytes(plan, &move, p->bytes) * c->repeats;
        packets[move.from * ports + move.port] += c->repeats;
    }
    lb_cursor_close(cursor);
    lb_plan_free(plan);
    return true;
}

static void let_settle(void) {
    const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
    MPI_Barrier(MPI_COMM_WORLD);
    nanosleep(&pause, NULL);
}

static bool count_run(bench *b, const point *p, carried *c) {
    unsigned ports = lb_net_ports(lb_mpi_net_network(b->net));
    uint64_t before[LB_MAX_PORTS] = {0}, after[LB_MAX_PORTS] = {0}, sent[LB_MAX_PORTS];
    let_settle();
    bool fine = read_counters(ports, before);
    let_settle();
    uint64_t engine = lb_mpi_net_facts(b->net).bytes, planned = 0;
    for (unsigned i = 0; i < c->repeats; i++)
        run_call(b, p->call, p->bytes, true);
    engine = lb_mpi_net_facts(b->net).bytes - engine;
    let_settle();
    fine = read_counters(ports, after) && fine;
    for (unsigned port = 0; port < ports; port++) {
        sent[port] = after[port] - before[port];
        planned += c->plan[(unsigned)b->rank * ports + port];
    }
    if (engine != planned) {
        fprintf(stderr, "rank %d: %s: the engine sent %" PRIu64 " bytes, the plan %" PRIu64 "\n", b->rank,
                p->call->name, engine, planned);
        fine = false;
    }
    MPI_Allgather(sent, (int)ports, MPI_UINT64_T, c->seen, (int)ports, MPI_UINT64_T, MPI_COMM_WORLD);
    return fine;
}

static void compare(const bench *b, carried *c, const uint64_t *packets) {
    const lb_net *net = lb_mpi_net_network(b->net);
    unsigned ports = lb_net_ports(net);
    c->least = 1e9;
    c->most = -1e9;
    for (uint32_t node = 0; node < (uint32_t)b->size; node++) {
        for (unsigned port = 0; port < ports; port++) {
            unsigned at = node * ports + port,
                     back = lb_neighbor(net, node, port) * ports + lb_port_opposite(net, port);
            double plan = (double)c->plan[at], seen = (double)c->seen[at];
            double most = plan * (1 + overhead) + (double)c->plan[back] * answers + beside +
                          (double)packets[at] * per_packet + (double)packets[back] * per_answer;
            c->bad += seen < plan || seen > most;
            if (plan > 0) {
                c->least = seen / plan - 1 < c->least ? seen / plan - 1 : c->least;
                c->most = seen / plan - 1 > c->most ? seen / plan - 1 : c->most;
            }
        }
    }
}

/* So often that barriers count for little. */
static unsigned repeats_for(uint64_t bytes) {
    uint64_t times = (UINT64_C(512) << 10) / bytes;
    return times < 1 ? 1 : times > 32 ? 32 : (unsigned)times;
}

bool watch_links(bench *b, point *p, carried *c) {
    static uint64_t packets[MAX_NODES * LB_MAX_PORTS];
    memset(packets, 0, sizeof packets);
    memset(c, 0, sizeof *c);
    c->repeats = repeats_for(p->bytes);
    int fine = count_plan(b, p, c, packets), all;
    MPI_Allreduce(&fine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    fine = all && count_run(b, p, c);
    MPI_Allreduce(&fine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (all)
        compare(b, c, packets);
    return all;
}
