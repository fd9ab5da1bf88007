/* Measuring: all processes exchange with their neighbours at the same time, as the collectives do. What the slowest
 * takes counts, and of several trials the quickest: whatever disturbs only adds.
 *
 * Within a limit of time every measurement has its share of it. All this is decided by times that all processes have in
 * common. */
#include "mpi/measure.h"

#include "mpi/machine.h"
#include "mpi/memory.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ROUNDS = 16 };

bool lb_bench_goes_on(const lb_bench *b, int code) {
    return code == MPI_SUCCESS && b->spent < b->limit;
}

/* Whom to exchange with: what leaves through a port is received through its opposite. */
int lb_bench_peer(const lb_bench *b, unsigned port, bool sends) {
    const lb_net *net = b->net->net;
    uint32_t me = (uint32_t)b->net->node, offset = b->far;
    if (offset)
        return lb_mpi_peer(b->net, (int)(sends ? lb_add(net, me, offset) : lb_sub(net, me, offset)));
    return lb_mpi_peer(b->net, (int)lb_neighbor(net, me, sends ? port : lb_port_opposite(net, port)));
}

/* Dead links are left alone; and of a node's processes one alone uses its links. */
bool lb_bench_usable(const lb_bench *b, unsigned port, bool sends) {
    const lb_net *net = b->net->net;
    uint32_t me = (uint32_t)b->net->node;
    if (b->net->machine && b->net->machine->slot > 0)
        return false;
    if (b->far)
        return !b->alone || me == (sends ? 0 : b->far);
    if (sends)
        return lb_link_alive(net, me, port);
    return lb_link_alive(net, lb_neighbor(net, me, lb_port_opposite(net, port)), port);
}

/* One exchange of `bytes` each way on the first `ports` ports, in messages of `chunk` bytes (0: in one). */
static int exchange(lb_bench *b, unsigned ports, int bytes, int chunk) {
    int step = chunk > 0 ? chunk : bytes, count = 0;
    for (unsigned p = 0; p < ports; p++) {
        if (!lb_bench_usable(b, p, false))
            continue;
        int from = lb_bench_peer(b, p, false);
        for (int at = 0; at < bytes; at += step) {
            int now = bytes - at < step ? bytes - at : step;
            MPI_Irecv(b->in + (size_t)p * LB_BENCH_LARGE + at, now, MPI_BYTE, from, (int)p, b->net->comm,
                      &b->requests[count++]);
        }
    }
    for (unsigned p = 0; p < ports; p++) {
        if (!lb_bench_usable(b, p, true))
            continue;
        int to = lb_bench_peer(b, p, true);
        for (int at = 0; at < bytes; at += step) {
            int now = bytes - at < step ? bytes - at : step;
            MPI_Isend(b->out + (size_t)p * LB_BENCH_LARGE + at, now, MPI_BYTE, to, (int)p, b->net->comm,
                      &b->requests[count++]);
        }
    }
    return MPI_Waitall(count, b->requests, b->statuses);
}

/* Processes leave a barrier one after the other, by some of its start-ups. After as many short exchanges as the network
 * is wide everybody has waited for everybody. */
static int settle(lb_bench *b) {
    uint32_t far = b->far, rounds = lb_diameter(b->net->net);
    int code = MPI_Barrier(b->net->comm);
    b->far = 0;
    for (uint32_t i = 0; i < rounds && i < MOST_ROUNDS && code == MPI_SUCCESS; i++)
        code = exchange(b, lb_net_ports(b->net->net), LB_BENCH_SMALL, 0);
    b->far = far;
    return code;
}

/* Nanoseconds of an exchange, of so many one after the other. */
int lb_bench_trial(lb_bench *b, unsigned ports, int bytes, int chunk, int repeats, double *ns) {
    double took[2], slowest[2] = {0, 0};
    int code = settle(b);
    double begin = MPI_Wtime();
    for (int i = 0; i < repeats && code == MPI_SUCCESS; i++)
        code = exchange(b, ports, bytes, chunk);
    took[0] = (MPI_Wtime() - begin) * 1e9 / repeats;
    took[1] = MPI_Wtime() - b->begin;
    if (code == MPI_SUCCESS)
        code = MPI_Allreduce(took, slowest, 2, MPI_DOUBLE, MPI_MAX, b->net->comm);
    *ns = slowest[0];
    b->spent = slowest[1];
    return code;
}

/* How many exchanges there is time for, by the first of them. */
void lb_bench_afford(const lb_bench *b, double first, int *trials, int *repeats) {
    double most = *trials * *repeats, count = fmin(b->slice * 1e9 / first, most);
    if (count >= most)
        return;
    *trials = count < 1 ? 0 : count < 6 ? 1 : 3;
    *repeats = *trials ? (int)count / *trials : 0;
}

/* Nanoseconds that an exchange takes. The first does not count, unless there is no time for more. */
int lb_bench_measure(lb_bench *b, unsigned ports, int bytes, int chunk, double *ns) {
    int trials = LB_BENCH_TRIALS, repeats = bytes <= 4096 ? 50 : 4;
    *ns = INFINITY;
    int code = isinf(b->slice) ? exchange(b, ports, bytes, chunk) : lb_bench_trial(b, ports, bytes, chunk, 1, ns);
    if (!isinf(b->slice))
        lb_bench_afford(b, *ns, &trials, &repeats);
    if (trials > 0)
        *ns = INFINITY;
    for (int i = 0; i < trials && code == MPI_SUCCESS; i++) {
        double slowest;
        code = lb_bench_trial(b, ports, bytes, chunk, repeats, &slowest);
        bool again = fabs(slowest - *ns) < 1e-6 * slowest; /* nothing disturbs: a simulator */
        *ns = slowest < *ns ? slowest : *ns;
        if (again)
            break;
    }
    return code;
}

/* Of those that nobody can be farther from; on lines the middle, which is as far from most as it can be. */
uint32_t lb_farthest(const lb_net *net) {
    bool rings = lb_net_is_torus(net) || lb_net_is_mesh(net);
    uint32_t at = 0, diameter = lb_diameter(net);
    for (uint32_t v = 0, far = 0; v < lb_net_nodes(net) && !rings && far < diameter; v++) {
        uint32_t hops = lb_distance(net, 0, v);
        at = hops > far ? v : at;
        far = hops > far ? hops : far;
    }
    for (unsigned dim = 0; dim < lb_net_dims(net) && rings; dim++) {
        for (uint32_t i = 0; i < lb_net_radix(net, dim) / 2; i++)
            at = lb_neighbor(net, at, lb_port_of(net, dim, 1));
    }
    return at;
}

static bool take_memory(lb_bench *b) {
    uint64_t ports = lb_net_ports(b->net->net);
    b->room = (int)(2 * ports * (LB_BENCH_LARGE / (12 * 1024) + 2 + LB_BENCH_MANY));
    b->out = lb_mpi_take(ports, LB_BENCH_LARGE);
    b->in = lb_mpi_take(ports, LB_BENCH_LARGE);
    b->requests = lb_mpi_take((uint64_t)b->room, sizeof(MPI_Request)); /* NOLINT(bugprone-sizeof-expression) */
    b->statuses = lb_mpi_take((uint64_t)b->room, sizeof *b->statuses);
    return b->out && b->in && b->requests && b->statuses;
}

/* Connections are made when they are first used, which takes its time. */
static int connect_all(lb_bench *b) {
    int code = exchange(b, lb_net_ports(b->net->net), LB_BENCH_SMALL, 0);
    b->far = lb_farthest(b->net->net);
    if (code == MPI_SUCCESS && b->far)
        code = exchange(b, 1, LB_BENCH_SMALL, 0);
    b->far = 0;
    return code;
}

int lb_bench_open(lb_bench *b, double seconds) {
    int all = 0, mine = take_memory(b), code;
    b->large = LB_BENCH_LARGE;
    b->middle = LB_BENCH_LARGE / 4;
    b->begin = MPI_Wtime();
    b->limit = seconds > 0 ? seconds : 0;
    b->slice = b->limit / (16 + lb_net_ports(b->net->net)); /* about so many measurements */
    code = MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, b->net->comm);
    if (code == MPI_SUCCESS && !all)
        code = MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS && !isinf(seconds))
        code = connect_all(b);
    return code;
}

void lb_bench_close(lb_bench *b) {
    free(b->out);
    free(b->in);
    free(b->requests);
    free(b->statuses);
}
