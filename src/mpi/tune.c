/* Finding out what the links can do, by exchanges (measure.c): what is long enough to tell, the chunk, the ports, what
 * a packet costs, and whether messages pass the processes on the way. Within a limit of time long exchanges are as long
 * as the links allow, and when it is over the rest is left as it is by default. */
#include "mpi/measure.h"
#include "mpi/net.h"
#include "mpi/routes.h"
#include "mpi/tune_inside.h"

#include <math.h>

enum { LEAST = 1 << 14, WINDOW = 16, PACED = 32 };

/* Long exchanges are such that there is time for four in a measurement. *ns: of one of them, about. */
static int find_sizes(lb_bench *b, int chunk, double *ns) {
    int code = MPI_SUCCESS, bytes = LEAST;
    if (isinf(b->slice))
        return code;
    for (;; bytes *= 4) {
        code = lb_bench_trial(b, 1, bytes, chunk, 1, ns);
        if (!lb_bench_goes_on(b, code) || bytes == LB_BENCH_LARGE || *ns > b->slice / 4 * 1e9)
            break;
    }
    for (b->large = bytes; b->large > LEAST && *ns > b->slice / 4 * 1e9; b->large /= 2)
        *ns /= 2;
    b->middle = b->large / 4;
    return code;
}

/* The chunk with which a link used both ways is quickest; none, unless one is better by a twentieth. It stays as it is
 * where links are too slow for messages that are long enough to tell. */
static int find_chunk(lb_bench *b, uint64_t *chunk, double *ns) {
    const int candidates[] = {192 * 1024, 48 * 1024, 12 * 1024};
    if (b->large < 4 * 48 * 1024)
        return lb_bench_measure(b, 1, b->large, (int)*chunk, ns);
    int code = lb_bench_measure(b, 1, b->large, 0, ns);
    *chunk = 0;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates && lb_bench_goes_on(b, code); i++) {
        double took;
        if (candidates[i] > b->large / 2)
            continue;
        code = lb_bench_measure(b, 1, b->large, candidates[i], &took);
        if (took < *ns * 0.95) {
            *ns = took;
            *chunk = (uint64_t)candidates[i];
        }
    }
    return code;
}

/* The fewest ports that together carry nine tenths of the most that any number of them carries. */
static int find_ports(lb_bench *b, uint64_t chunk, uint32_t *ports) {
    unsigned all = lb_net_ports(b->net->net);
    double rate[LB_MAX_PORTS + 1] = {0}, most = 0;
    int code = MPI_SUCCESS;
    for (unsigned k = 1; k <= all && lb_bench_goes_on(b, code); k++) {
        double ns;
        code = lb_bench_measure(b, k, b->middle, (int)chunk, &ns);
        rate[k] = k / ns;
        most = rate[k] > most ? rate[k] : most;
    }
    *ports = 0;
    for (unsigned k = all; k >= 1 && lb_bench_goes_on(b, code); k--) {
        if (rate[k] >= 0.9 * most)
            *ports = k == all ? 0 : k;
    }
    return code;
}

/* What a packet costs: alone on one port, or on all that are used at a time where that takes a fifth longer, since
 * processes have a slow processor, or share one. And what a short message adds where many are under way on a link,
 * beside its bytes. */
static int find_packet(lb_bench *b, unsigned ports, double tau, double small, double *beta, double *gap) {
    double many = 0;
    int code = lb_bench_measure(b, ports, LB_BENCH_SMALL, 0, beta);
    bool slower = *beta > 1.2 * small;
    if (code == MPI_SUCCESS)
        code = lb_bench_measure(b, slower ? ports : 1, LB_BENCH_MANY * LB_BENCH_SMALL, LB_BENCH_SMALL, &many);
    *beta = slower ? *beta : small;
    *gap = (many - *beta) / (LB_BENCH_MANY - 1) - LB_BENCH_SMALL * tau;
    *gap = *gap > *beta ? *beta : *gap > 0 ? *gap : 0;
    return code;
}

/* Two messages at once to a neighbour: does the first come when half of the time is over, or nearly with the second? */
static void exchange_two(lb_bench *b, double came[2]) {
    MPI_Request *in = b->requests, *out = b->requests + 2;
    bool sends = lb_bench_usable(b, 0, true), receives = lb_bench_usable(b, 0, false);
    double begin = MPI_Wtime();
    int count, which[2];
    for (int i = 0; i < 2 && receives; i++)
        MPI_Irecv(b->in + (size_t)i * (size_t)b->middle, b->middle, MPI_BYTE, lb_bench_peer(b, 0, false), i,
                  b->net->comm, &in[i]);
    for (int i = 0; i < 2 && sends; i++)
        MPI_Isend(b->out + (size_t)i * (size_t)b->middle, b->middle, MPI_BYTE, lb_bench_peer(b, 0, true), i,
                  b->net->comm, &out[i]);
    if (receives) {
        MPI_Waitsome(2, in, &count, which, b->statuses);
        came[0] += MPI_Wtime() - begin;
        MPI_Waitall(2, in, b->statuses);
        came[1] += MPI_Wtime() - begin;
    }
    if (sends)
        MPI_Waitall(2, out, b->statuses);
}

static int find_shared(lb_bench *b, double middle, bool *shared) {
    double mine[2] = {0, 0}, all[2] = {0, 0};
    int code = MPI_Barrier(b->net->comm), trials = LB_BENCH_TRIALS, one = 1;
    lb_bench_afford(b, 2 * middle, &trials, &one);
    for (int i = 0; i < trials || i == 0; i++)
        exchange_two(b, mine);
    if (code == MPI_SUCCESS)
        code = MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, b->net->comm);
    *shared = all[0] > 0.75 * all[1];
    return code;
}

/* How many messages pass the busiest link, and how many links they pass, where everybody sends to the farthest. */
static void crowd_of_far(const lb_net *net, uint32_t far, double *turns, double *hops) {
    lb_crowd crowd = {.sent = 0};
    *turns = 1;
    *hops = lb_diameter(net);
    if (!lb_net_is_whole(net) && lb_crowd_around(net, LB_SHIFT, far, &crowd) == LB_OK) {
        *turns = fmax(1, crowd.most[1]);
        for (*hops = 1; *hops < LB_FAR && crowd.most[(int)*hops + 1] > 0;)
            ++*hops;
        return;
    }
    for (unsigned dim = 0; dim < lb_net_dims(net) && lb_net_is_torus(net); dim++) {
        uint32_t radix = lb_net_radix(net, dim), half = radix / 2;
        *turns = fmax(*turns, radix % 2 == 0 ? half / 2.0 : half); /* on odd rings all go one way */
    }
}

/* Everybody sends to the farthest, and then rank 0 alone. Where bytes, without the latency, take not much longer than
 * between neighbours, times the messages that share a link, nobody on the way holds them up. */
static int find_hop(lb_bench *b, double small, double middle, int chunk, lb_mpi_profile *profile, double *hop) {
    const lb_net *net = b->net->net;
    double near[2] = {0, 0}, far[2] = {0, 0}, bytes = fmax(middle - small, middle / 8), hops, turns;
    int code = MPI_SUCCESS;
    b->far = lb_farthest(net);
    crowd_of_far(net, b->far, &turns, &hops);
    for (int i = 0; i < 2 && (i == 0 || lb_bench_goes_on(b, code)); i++) {
        b->alone = i == 1;
        code = lb_bench_measure(b, 1, LB_BENCH_SMALL, 0, &near[i]);
        if (code == MPI_SUCCESS)
            code = lb_bench_measure(b, 1, b->middle, chunk, &far[i]);
    }
    b->far = 0;
    b->alone = false;
    *hop = hops > 1 ? fmax(0, (near[0] - small) / (hops - 1)) : 0;
    profile->routed = far[0] - near[0] <= 1.25 * turns * bytes && far[1] - near[1] <= 1.25 * bytes;
    return code;
}

static lb_ratio rounded(double value) {
    lb_ratio ratio = {1, 1};
    double thousandths = value * 1000 + 0.5;
    uint64_t number = thousandths < 1 ? 1 : thousandths > 1e12 ? UINT64_C(1000000000000) : (uint64_t)thousandths;
    lb_ratio_make(number, 1000, &ratio);
    return ratio;
}

/* Long exchanges: the chunk, the ports, and what a byte costs. */
static int tune_long(lb_bench *b, lb_mpi_profile *profile, double *middle, double *tau) {
    double large = 0, most = 0;
    int code = find_sizes(b, (int)profile->chunk, &large);
    if (lb_bench_goes_on(b, code))
        code = find_chunk(b, &profile->chunk, &large);
    if (lb_bench_goes_on(b, code))
        code = lb_bench_measure(b, 1, b->middle, (int)profile->chunk, middle);
    most = *middle;
    if (lb_bench_goes_on(b, code))
        code = find_ports(b, profile->chunk, &profile->ports);
    *tau = (large - most) / (b->large - (most > 0 ? b->middle : 0));
    if (!(*tau > 0)) /* noise */
        *tau = large / b->large;
    return code;
}

static int tune(lb_bench *b, lb_mpi_profile *profile) {
    double small = 0, middle = 0, tau = 0, hop = 0, gap;
    int code = lb_bench_measure(b, 1, LB_BENCH_SMALL, 0, &small);
    double beta = gap = small;
    if (code == MPI_SUCCESS)
        code = tune_long(b, profile, &middle, &tau);
    if (lb_bench_goes_on(b, code))
        code = find_packet(b, profile->ports ? profile->ports : lb_net_ports(b->net->net), tau, small, &beta, &gap);
    if (lb_bench_goes_on(b, code))
        code = find_hop(b, small, middle, (int)profile->chunk, profile, &hop);
    if (lb_bench_goes_on(b, code))
        code = find_shared(b, middle, &profile->shared);
    profile->tau = rounded(tau);
    profile->beta = rounded(floor(beta + 0.5));
    profile->gap = rounded(gap);
    profile->hop = rounded(hop);
    profile->window = gap >= beta / 2 ? profile->window : profile->shared ? PACED : WINDOW;
    return code;
}

int lb_mpi_tune_within(lb_mpi_net *net, double seconds, lb_mpi_profile *profile, double *took) {
    struct {
        lb_mpi_profile profile;
        double took;
    } found = {lb_mpi_profile_default(), 0};
    lb_bench b = {.net = net};
    int code = MPI_SUCCESS;
    if (lb_net_ports(net->net) > 0) {
        code = lb_bench_open(&b, seconds);
        if (code == MPI_SUCCESS)
            code = tune(&b, &found.profile);
    }
    if (code == MPI_SUCCESS)
        code = lb_tune_inside(net->comm, net->node, &found.profile);
    found.took = b.spent;
    /* All have measured the same, but let there be no doubt. */
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(&found, (int)sizeof found, MPI_BYTE, 0, net->comm);
    lb_bench_close(&b);
    if (code == MPI_SUCCESS) {
        *profile = found.profile;
        *took = found.took;
    }
    return lb_mpi_raise(net, code);
}

int lb_mpi_tune(lb_mpi_net *net, lb_mpi_profile *profile) {
    double took;
    return lb_mpi_tune_within(net, INFINITY, profile, &took);
}
