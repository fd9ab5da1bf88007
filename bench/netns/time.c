/* All ranks are on one machine and read one clock, so a call begins everywhere at the same agreed instant, and takes
 * until the last rank has returned. Ours and MPI's own take turns, whatever the machine does meanwhile meets both. */
#define _GNU_SOURCE
#include "measure.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void sleep_until(double when) {
    struct timespec t = {.tv_sec = (time_t)when};
    t.tv_nsec = (long)((when - (double)t.tv_sec) * 1e9);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0)
        continue;
}

/* The links are empty and everybody knows when to begin: two barriers, and time enough for the last word to arrive. */
static double agree(void) {
    double start;
    MPI_Barrier(MPI_COMM_WORLD);
    start = now() + 0.04;
    MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return start;
}

/* The link limiters are token buckets: after a rest the first `burst` bytes pass at once, and a short message would be
 * quicker than its link. So the buckets are emptied right before: one packet more than fits is sent to every neighbour,
 * so early that it has just left when the call begins. From then on no link can have carried more than rate * time. */
bool open_plugs(bench *b) {
    const lb_net *net = lb_mpi_net_network(b->net);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(9)};
    b->plug_count = b->set.burst > 0 ? (b->set.burst / (b->set.mtu + 14)) + 1 : 0;
    if (b->plug_count == 0)
        return true;
    b->plug_in = socket(AF_INET, SOCK_DGRAM, 0); /* what arrives is not answered, and not read */
    at.sin_addr.s_addr = htonl(UINT32_C(0x0a000001) + (uint32_t)b->rank);
    if (b->plug_in < 0 || bind(b->plug_in, (struct sockaddr *)&at, sizeof at) != 0)
        return false;
    for (unsigned port = 0; port < lb_net_ports(net); port++) {
        b->plugs[port] = socket(AF_INET, SOCK_DGRAM, 0);
        at.sin_addr.s_addr = htonl(UINT32_C(0x0a000001) + lb_neighbor(net, (uint32_t)b->rank, port));
        if (b->plugs[port] < 0 || connect(b->plugs[port], (struct sockaddr *)&at, sizeof at) != 0)
            return false;
    }
    return true;
}

static void empty_buckets(const bench *b, double start) {
    static const char nothing[65536];
    if (b->plug_count == 0)
        return;
    sleep_until(start - (b->set.mtu + 14) * 8e-6 / b->set.rate);
    for (unsigned i = 0; i < b->plug_count; i++) {
        for (unsigned port = 0; port < lb_net_ports(lb_mpi_net_network(b->net)); port++)
            send(b->plugs[port], nothing, b->set.mtu - 28, 0);
    }
}

static double time_call(bench *b, const point *p, bool ours) {
    double start = agree(), end, last;
    empty_buckets(b, start);
    sleep_until(start);
    int code = run_call(b, p->call, p->bytes, ours);
    end = now();
    if (code != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Allreduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return last - start;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void sum_up(series *s) {
    double sorted[MAX_REPEATS] = {0};
    unsigned n = s->count;
    for (unsigned i = 0; i < n; i++)
        sorted[i] = s->sample[i];
    qsort(sorted, n, sizeof *sorted, by_value);
    s->least = sorted[0];
    s->most = sorted[n - 1];
    s->low = sorted[n / 4];
    s->high = sorted[n - 1 - n / 4];
    s->median = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* The first of each is not timed, and its data is looked at. */
static void try_out(bench *b, const point *p, bool ours) {
    fill_in(b, p->call, p->bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    if (run_call(b, p->call, p->bytes, ours) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (!right_out(b, p->call, p->bytes)) {
        fprintf(stderr, "rank %d: %s of %llu bytes: wrong data by %s\n", b->rank, p->call->name,
                (unsigned long long)p->bytes, ours ? "linkbound" : p->call->mpi);
        b->failed = 1;
    }
}

void time_point(bench *b, point *p) {
    try_out(b, p, false);
    try_out(b, p, true);
    p->ours.count = p->native.count = b->set.repeats;
    for (unsigned i = 0; i < b->set.repeats; i++) {
        p->native.sample[i] = time_call(b, p, false);
        p->ours.sample[i] = time_call(b, p, true);
    }
    sum_up(&p->native);
    sum_up(&p->ours);
}
