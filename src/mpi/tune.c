/* Measuring the links: all processes exchange with their neighbours at the same time, as the collectives do. What the
 * slowest takes counts, and of several trials the quickest: whatever disturbs only adds. */
#include "mpi/engine.h"

#include <math.h>
#include <stdlib.h>

enum { TRIALS = 5, SMALL = 8, LARGE = 1 << 20, MIDDLE = 1 << 18 };

typedef struct bench {
    lb_mpi_net *net;
    unsigned char *out, *in; /* LARGE bytes for every port */
    MPI_Request *requests;
    MPI_Status *statuses; /* not looked at */
    int room;
} bench;

/* One exchange of `bytes` each way on the first `ports` ports, in messages of `chunk` bytes (0: in one). What leaves
 * through a port is received through its opposite. */
static int exchange(bench *b, unsigned ports, int bytes, int chunk) {
    const lb_net *net = b->net->net;
    uint32_t me = (uint32_t)b->net->rank;
    int step = chunk > 0 ? chunk : bytes, count = 0;
    for (unsigned p = 0; p < ports; p++) {
        int from = (int)lb_neighbor(net, me, lb_port_opposite(net, p));
        for (int at = 0; at < bytes; at += step) {
            int now = bytes - at < step ? bytes - at : step;
            MPI_Irecv(b->in + (size_t)p * LARGE + at, now, MPI_BYTE, from, (int)p, b->net->comm, &b->requests[count++]);
        }
    }
    for (unsigned p = 0; p < ports; p++) {
        int to = (int)lb_neighbor(net, me, p);
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
        *ns = slowest < *ns ? slowest : *ns;
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

static lb_ratio rounded(double value) {
    lb_ratio ratio = {1, 1};
    double thousandths = value * 1000 + 0.5;
    uint64_t number = thousandths < 1 ? 1 : thousandths > 1e12 ? UINT64_C(1000000000000) : (uint64_t)thousandths;
    lb_ratio_make(number, 1000, &ratio);
    return ratio;
}

static int tune(bench *b, lb_mpi_profile *profile) {
    double small = 0, middle = 0, large = 0;
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
    profile->tau = rounded(tau);
    profile->beta = rounded(floor(small + 0.5));
    return MPI_SUCCESS;
}

static bool open_bench(bench *b) {
    uint64_t ports = lb_net_ports(b->net->net);
    b->room = (int)(2 * ports * (LARGE / (12 * 1024) + 2));
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
