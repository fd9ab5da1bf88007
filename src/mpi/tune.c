/* Measuring the links: all processes exchange with their neighbours at the same time, as the collectives do. What the
 * slowest takes counts, and of several trials the quickest: whatever disturbs only adds. */
#include "mpi/engine.h"

#include <math.h>
#include <stdlib.h>

enum { TRIALS = 5, SMALL = 8, LARGE = 1 << 20, MIDDLE = 1 << 18, MANY = 64, WINDOW = 16 };

typedef struct bench {
    lb_mpi_net *net;
    unsigned char *out, *in; /* LARGE bytes for every port */
    MPI_Request *requests;
    MPI_Status *statuses; /* not looked at */
    int room;
    uint32_t far; /* not neighbours but those that lie so far exchange; 0: neighbours */
} bench;

/* Whom to exchange with: what leaves through a port is received through its opposite. */
static int peer_of(const bench *b, unsigned port, bool sends) {
    const lb_net *net = b->net->net;
    uint32_t me = (uint32_t)b->net->rank, offset = b->far;
    if (offset)
        return (int)(sends ? lb_add(net, me, offset) : lb_sub(net, me, offset));
    return (int)lb_neighbor(net, me, sends ? port : lb_port_opposite(net, port));
}

/* Dead links are left alone. */
static bool usable(const bench *b, unsigned port, bool sends) {
    const lb_net *net = b->net->net;
    uint32_t me = (uint32_t)b->net->rank;
    if (b->far || sends)
        return b->far || lb_link_alive(net, me, port);
    return lb_link_alive(net, lb_neighbor(net, me, lb_port_opposite(net, port)), port);
}

/* One exchange of `bytes` each way on the first `ports` ports, in messages of `chunk` bytes (0: in one). */
static int exchange(bench *b, unsigned ports, int bytes, int chunk) {
    int step = chunk > 0 ? chunk : bytes, count = 0;
    for (unsigned p = 0; p < ports; p++) {
        if (!usable(b, p, false))
            continue;
        int from = peer_of(b, p, false);
        for (int at = 0; at < bytes; at += step) {
            int now = bytes - at < step ? bytes - at : step;
            MPI_Irecv(b->in + (size_t)p * LARGE + at, now, MPI_BYTE, from, (int)p, b->net->comm, &b->requests[count++]);
        }
    }
    for (unsigned p = 0; p < ports; p++) {
        if (!usable(b, p, true))
            continue;
        int to = peer_of(b, p, true);
        for (int at = 0; at < bytes; at += step) {
            int now = bytes - at < step ? bytes - at : step;
            MPI_Isend(b->out + (size_t)p * LARGE + at, now, MPI_BYTE, to, (int)p, b->net->comm, &b->requests[count++]);
        }
    }
    return MPI_Waitall(count, b->requests, b->statuses);
}

/* Nanoseconds that an exchange takes. */
static int measure(bench *b, unsigned ports, int bytes, int chunk, double *ns) {
    int repeats = bytes <= 4096 ? 50 : 4, code = exchange(b, ports, bytes, chunk);
    *ns = INFINITY;
    for (int trial = 0; trial < TRIALS && code == MPI_SUCCESS; trial++) {
        code = MPI_Barrier(b->net->comm);
        double begin = MPI_Wtime(), took, slowest = 0;
        for (int i = 0; i < repeats && code == MPI_SUCCESS; i++)
            code = exchange(b, ports, bytes, chunk);
        took = (MPI_Wtime() - begin) * 1e9 / repeats;
        if (code == MPI_SUCCESS)
            code = MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, b->net->comm);
        bool again = fabs(slowest - *ns) < 1e-6 * slowest; /* nothing disturbs: a simulator */
        *ns = slowest < *ns ? slowest : *ns;
        if (again)
            break;
    }
    return code;
}

/* The chunk with which a link used both ways is quickest; none, unless one is better by a twentieth. */
static int find_chunk(bench *b, uint64_t *chunk, double *ns) {
    const int candidates[] = {192 * 1024, 48 * 1024, 12 * 1024};
    int code = measure(b, 1, LARGE, 0, ns);
    *chunk = 0;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates && code == MPI_SUCCESS; i++) {
        double took;
        code = measure(b, 1, LARGE, candidates[i], &took);
        if (took < *ns * 0.95) {
            *ns = took;
            *chunk = (uint64_t)candidates[i];
        }
    }
    return code;
}

/* The fewest ports that together carry nine tenths of the most that any number of them carries. */
static int find_ports(bench *b, uint64_t chunk, uint32_t *ports) {
    unsigned all = lb_net_ports(b->net->net);
    double rate[LB_MAX_PORTS + 1] = {0}, most = 0;
    int code = MPI_SUCCESS;
    for (unsigned k = 1; k <= all && code == MPI_SUCCESS; k++) {
        double ns;
        code = measure(b, k, MIDDLE, (int)chunk, &ns);
        rate[k] = k / ns;
        most = rate[k] > most ? rate[k] : most;
    }
    *ports = 0;
    for (unsigned k = all; k >= 1 && code == MPI_SUCCESS; k--) {
        if (rate[k] >= 0.9 * most)
            *ports = k == all ? 0 : k;
    }
    return code;
}

/* What a packet costs: alone on one port, or on all that are used at a time where that takes a fifth longer, since
 * processes have a slow processor, or share one. And what a short message adds where many are under way on a link,
 * beside its bytes. */
static int find_packet(bench *b, unsigned ports, double tau, double small, double *beta, double *gap) {
    double many = 0;
    int code = measure(b, ports, SMALL, 0, beta);
    bool slower = *beta > 1.2 * small;
    if (code == MPI_SUCCESS)
        code = measure(b, slower ? ports : 1, MANY * SMALL, SMALL, &many);
    *beta = slower ? *beta : small;
    *gap = (many - *beta) / (MANY - 1) - SMALL * tau;
    *gap = *gap > *beta ? *beta : *gap > 0 ? *gap : 0;
    return code;
}

/* Two messages at once to a neighbour: does the first come when half of the time is over, or nearly with the second? */
static void exchange_two(bench *b, double came[2]) {
    MPI_Request *in = b->requests, *out = b->requests + 2;
    bool sends = usable(b, 0, true), receives = usable(b, 0, false);
    double begin = MPI_Wtime();
    int count, which[2];
    for (int i = 0; i < 2 && receives; i++)
        MPI_Irecv(b->in + (size_t)i * MIDDLE, MIDDLE, MPI_BYTE, peer_of(b, 0, false), i, b->net->comm, &in[i]);
    for (int i = 0; i < 2 && sends; i++)
        MPI_Isend(b->out + (size_t)i * MIDDLE, MIDDLE, MPI_BYTE, peer_of(b, 0, true), i, b->net->comm, &out[i]);
    if (receives) {
        MPI_Waitsome(2, in, &count, which, b->statuses);
        came[0] += MPI_Wtime() - begin;
        MPI_Waitall(2, in, b->statuses);
        came[1] += MPI_Wtime() - begin;
    }
    if (sends)
        MPI_Waitall(2, out, b->statuses);
}

static int find_shared(bench *b, bool *shared) {
    double mine[2] = {0, 0}, all[2] = {0, 0};
    int code = MPI_Barrier(b->net->comm);
    for (int trial = 0; trial < TRIALS; trial++)
        exchange_two(b, mine);
    if (code == MPI_SUCCESS)
        code = MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, b->net->comm);
    *shared = all[0] > 0.75 * all[1];
    return code;
}

/* The process that is farthest away: half way around every ring. */
static uint32_t farthest(const lb_net *net) {
    uint32_t at = 0;
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        for (uint32_t i = 0; i < lb_net_radix(net, dim) / 2; i++)
            at = lb_neighbor(net, at, lb_port_of(net, dim, 1));
    }
    return at;
}

/* Everybody exchanges with the farthest. That takes every link as often as a message has hops for every port; where it
 * takes not much longer than so many messages between neighbours, nobody on the way holds them up. */
static int find_hop(bench *b, double small, double middle, int chunk, lb_mpi_profile *profile, double *hop) {
    const lb_net *net = b->net->net;
    double near = 0, far = 0, hops = lb_diameter(net), turns = fmax(1, hops / lb_net_ports(net));
    b->far = farthest(net);
    int code = measure(b, 1, SMALL, 0, &near);
    if (code == MPI_SUCCESS)
        code = measure(b, 1, MIDDLE, chunk, &far);
    b->far = 0;
    *hop = hops > 1 ? fmax(0, (near - small) / (hops - 1)) : 0;
    profile->routed = far <= 1.25 * turns * middle;
    return code;
}

static lb_ratio rounded(double value) {
    lb_ratio ratio = {1, 1};
    double thousandths = value * 1000 + 0.5;
    uint64_t number = thousandths < 1 ? 1 : thousandths > 1e12 ? UINT64_C(1000000000000) : (uint64_t)thousandths;
    lb_ratio_make(number, 1000, &ratio);
    return ratio;
}

static int tune(bench *b, lb_mpi_profile *profile) {
    double small = 0, middle = 0, large = 0, beta = 0, gap = 0, hop = 0;
    int code = measure(b, 1, SMALL, 0, &small);
    if (code == MPI_SUCCESS)
        code = find_chunk(b, &profile->chunk, &large);
    if (code == MPI_SUCCESS)
        code = measure(b, 1, MIDDLE, (int)profile->chunk, &middle);
    if (code == MPI_SUCCESS)
        code = find_ports(b, profile->chunk, &profile->ports);
    if (code != MPI_SUCCESS)
        return code;
    double tau = (large - middle) / (LARGE - MIDDLE);
    if (!(tau > 0)) /* noise */
        tau = large / LARGE;
    code = find_packet(b, profile->ports ? profile->ports : lb_net_ports(b->net->net), tau, small, &beta, &gap);
    if (code == MPI_SUCCESS)
        code = find_hop(b, small, middle, (int)profile->chunk, profile, &hop);
    if (code == MPI_SUCCESS)
        code = find_shared(b, &profile->shared);
    profile->tau = rounded(tau);
    profile->beta = rounded(floor(beta + 0.5));
    profile->gap = rounded(gap);
    profile->hop = rounded(hop);
    profile->window = gap < beta / 2 && !profile->shared ? WINDOW : profile->window;
    return code;
}

static bool open_bench(bench *b) {
    uint64_t ports = lb_net_ports(b->net->net);
    b->room = (int)(2 * ports * (LARGE / (12 * 1024) + 2 + MANY));
    b->out = lb_mpi_take(ports, LARGE);
    b->in = lb_mpi_take(ports, LARGE);
    b->requests = lb_mpi_take((uint64_t)b->room, sizeof(MPI_Request)); /* NOLINT(bugprone-sizeof-expression) */
    b->statuses = lb_mpi_take((uint64_t)b->room, sizeof *b->statuses);
    return b->out && b->in && b->requests && b->statuses;
}

int lb_mpi_tune(lb_mpi_net *net, lb_mpi_profile *profile) {
    lb_mpi_profile found = lb_mpi_profile_default();
    bench b = {.net = net};
    int code = MPI_SUCCESS, all = 0, mine = 1;
    if (lb_net_ports(net->net) > 0) {
        mine = open_bench(&b);
        code = MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, net->comm);
        if (code == MPI_SUCCESS)
            code = all ? tune(&b, &found) : MPI_ERR_NO_MEM;
    }
    /* All have measured the same, but let there be no doubt. */
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(&found, (int)sizeof found, MPI_BYTE, 0, net->comm);
    free(b.out);
    free(b.in);
    free(b.requests);
    free(b.statuses);
    if (code == MPI_SUCCESS)
        *profile = found;
    return lb_mpi_raise(net, code);
}
