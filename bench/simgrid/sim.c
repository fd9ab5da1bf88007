/* Times collectives on a simulated network, to the simulated nanosecond:
 *     sim NETWORK ours|tuned|untuned|none|learn|rows|SELECTOR COLLECTIVE:BYTES...
 * prints a line for each: network, collective, bytes, who, algorithm, microseconds, the bound's microseconds. BYTES are
 * of the whole message (bcast, reduce, allreduce, scan) or of one block (the others). The bound is for links of 10
 * Gbit/s and 1 us a hop (SIM_LINKS=R/L: others), and holds for any algorithm whatever, on this network with all its
 * links (SIM_PORTS: of which so many work at a time). The engine is the same whichever of its names is given: they
 * say where its profile is from. With learn the drop-in's rounds (src/pmpi/learn.c) find out which of the two is
 * faster, ours or MPI's own; the line has the verdict, microseconds of both, and those of the verdict over those of the
 * better. With rows the engine's choice is followed by every algorithm of the table that can do it, by force, and by
 * direct; each line ends with the microseconds that the engine expects. Those that are expected to take more than
 * SIM_WITHIN (1.5) times what the choice takes are left out.
 *
 * There may be several processes on a host (a network of fewer nodes than processes): the bound is then for what all of
 * a node's processes have together.
 *
 * All processes begin at the same instant, and the time is that of the last to end. Results are compared with what they
 * must be. LINKBOUND_WITHOUT, LINKBOUND_ALGORITHM, LINKBOUND_PROFILE are the engine's own; SIM_TUNE=FILE measures the
 * links first, and writes what they are; SIM_SECONDS=S within so many seconds. */
#include "mpi/choose_other.h"
#include "mpi/direct.h"
#include "mpi/estimate_direct.h"
#include "mpi/fastest.h"
#include "mpi/flown.h"
#include "pmpi/lesson.h"

#include <linkbound-mpi.h>

#include <inttypes.h>
#include <math.h>
#include <simgrid/actor.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
    lb_mpi_net *net; /* NULL: MPI's own */
    int rank, size, bytes;
    unsigned char *in, *out;
    uint64_t in_bytes, out_bytes;
} trial;

typedef struct collective {
    const char *name;
    lb_task_kind kind;
    bool in_blocks, out_blocks; /* a block for every process, else one */
    int (*run)(trial *t);
    unsigned char (*expect)(const trial *t, uint64_t at); /* of out */
} collective;

/* ---- What is sent, and what must come ---- */

static unsigned char byte_of(int rank, uint64_t at) {
    return (unsigned char)((unsigned)rank * 7U + (unsigned)(at % 251) + (unsigned)(at >> 12));
}

static unsigned char expect_root(const trial *t, uint64_t at) {
    (void)t;
    return byte_of(0, at);
}

static unsigned char expect_scatter(const trial *t, uint64_t at) {
    return byte_of(0, (uint64_t)t->rank * (uint64_t)t->bytes + at);
}

static unsigned char expect_gather(const trial *t, uint64_t at) {
    return byte_of((int)(at / (uint64_t)t->bytes), at % (uint64_t)t->bytes);
}

static unsigned char expect_alltoall(const trial *t, uint64_t at) {
    return byte_of((int)(at / (uint64_t)t->bytes), (uint64_t)t->rank * (uint64_t)t->bytes + at % (uint64_t)t->bytes);
}

/* Sums are of bytes, so in whichever order they are made. */
static unsigned char sum_up_to(int last, uint64_t at) {
    unsigned sum = 0;
    for (int i = 0; i <= last; i++)
        sum += byte_of(i, at);
    return (unsigned char)sum;
}

static unsigned char expect_sum(const trial *t, uint64_t at) {
    return sum_up_to(t->size - 1, at);
}

static unsigned char expect_block_sum(const trial *t, uint64_t at) {
    return sum_up_to(t->size - 1, (uint64_t)t->rank * (uint64_t)t->bytes + at);
}

static unsigned char expect_scan(const trial *t, uint64_t at) {
    return sum_up_to(t->rank, at);
}

/* ---- The collectives ---- */

#define BYTES MPI_UNSIGNED_CHAR

static int run_bcast(trial *t) {
    if (t->rank == 0)
        memcpy(t->out, t->in, (size_t)t->bytes);
    return t->net ? lb_mpi_bcast(t->out, t->bytes, BYTES, 0, t->net)
                  : MPI_Bcast(t->out, t->bytes, BYTES, 0, MPI_COMM_WORLD);
}

static int run_scatter(trial *t) {
    return t->net ? lb_mpi_scatter(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, 0, t->net)
                  : MPI_Scatter(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, 0, MPI_COMM_WORLD);
}

static int run_gather(trial *t) {
    return t->net ? lb_mpi_gather(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, 0, t->net)
                  : MPI_Gather(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, 0, MPI_COMM_WORLD);
}

static int run_allgather(trial *t) {
    return t->net ? lb_mpi_allgather(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, t->net)
                  : MPI_Allgather(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, MPI_COMM_WORLD);
}

static int run_alltoall(trial *t) {
    return t->net ? lb_mpi_alltoall(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, t->net)
                  : MPI_Alltoall(t->in, t->bytes, BYTES, t->out, t->bytes, BYTES, MPI_COMM_WORLD);
}

static int run_reduce(trial *t) {
    return t->net ? lb_mpi_reduce(t->in, t->out, t->bytes, BYTES, MPI_SUM, 0, t->net)
                  : MPI_Reduce(t->in, t->out, t->bytes, BYTES, MPI_SUM, 0, MPI_COMM_WORLD);
}

static int run_allreduce(trial *t) {
    return t->net ? lb_mpi_allreduce(t->in, t->out, t->bytes, BYTES, MPI_SUM, t->net)
                  : MPI_Allreduce(t->in, t->out, t->bytes, BYTES, MPI_SUM, MPI_COMM_WORLD);
}

static int run_reduce_scatter(trial *t) {
    return t->net ? lb_mpi_reduce_scatter_block(t->in, t->out, t->bytes, BYTES, MPI_SUM, t->net)
                  : MPI_Reduce_scatter_block(t->in, t->out, t->bytes, BYTES, MPI_SUM, MPI_COMM_WORLD);
}

static int run_scan(trial *t) {
    return t->net ? lb_mpi_scan(t->in, t->out, t->bytes, BYTES, MPI_SUM, t->net)
                  : MPI_Scan(t->in, t->out, t->bytes, BYTES, MPI_SUM, MPI_COMM_WORLD);
}

static const collective collectives[] = {
    {"bcast", LB_BROADCAST, false, false, run_bcast, expect_root},
    {"scatter", LB_SCATTER, true, false, run_scatter, expect_scatter},
    {"gather", LB_GATHER, false, true, run_gather, expect_gather},
    {"allgather", LB_ALLGATHER, false, true, run_allgather, expect_gather},
    {"alltoall", LB_ALLTOALL, true, true, run_alltoall, expect_alltoall},
    {"reduce", LB_REDUCE, false, false, run_reduce, expect_sum},
    {"allreduce", LB_ALLREDUCE, false, false, run_allreduce, expect_sum},
    {"reduce_scatter", LB_REDUCE_SCATTER, true, false, run_reduce_scatter, expect_block_sum},
    {"scan", LB_SCAN, false, false, run_scan, expect_scan},
};

/* ---- Timing ---- */

static int give_up(const char *text) {
    fprintf(stderr, "sim: %s\n", text);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 2;
}

/* The next whole second but one: by then everybody has heard of it. */
static double begin_together(void) {
    double now = MPI_Wtime(), latest = 0;
    MPI_Allreduce(&now, &latest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    latest = floor(latest) + 2;
    sg_actor_sleep_for(latest - MPI_Wtime());
    return latest;
}

static double end_together(double begin) {
    double took = MPI_Wtime() - begin, longest = 0;
    MPI_Allreduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest;
}

/* Only where the process has a result; every byte of short ones, every 997th of others. */
static bool right(const collective *c, const trial *t) {
    uint64_t step = t->out_bytes > 65536 ? 997 : 1;
    if ((c->kind == LB_REDUCE || c->kind == LB_GATHER) && t->rank != 0)
        return true;
    for (uint64_t at = 0; at < t->out_bytes; at += step) {
        if (t->out[at] != c->expect(t, at))
            return false;
    }
    return true;
}

/* Microseconds that the links need for what they must carry: lb_bound_linear without start-ups. */
static double links_bound(const lb_net *net, lb_task_kind kind, int bytes, double tau) {
    lb_task *task = NULL;
    lb_cost cost = {.bytes = (uint64_t)bytes, .tau = {1, 1}, .beta = {0, 1}};
    lb_ratio time = {0, 1};
    if (lb_task_create(net, kind, NULL, &task, NULL) || lb_bound_linear(task, 0, &cost, &time, NULL, NULL))
        give_up("there is no bound");
    lb_task_free(task);
    return lb_ratio_value(time) * tau;
}

/* What the nodes must do among themselves. Of a scan, where a node has several processes, an exscan: its first process
 * wants what the nodes before have, and nothing of those beside it (docs/machines.md). That, and any argument from
 * node to node, is about ranks in the order of the nodes; in whichever order they are, something of the first must get
 * to all. */
static lb_task_kind among_nodes(lb_task_kind kind, int slots) {
    bool in_order = !getenv("LINKBOUND_HOSTS") && !getenv("SIM_NETWORK");
    if (kind != LB_SCAN)
        return kind;
    return !in_order ? LB_BROADCAST : slots > 1 ? LB_EXSCAN : LB_SCAN;
}

/* Nothing arrives before a hop's latency, so that is to be added to what the links need. And what a node h or more hops
 * away has for node 0, or needs from it, cannot come before h of them: from then on it still has to pass node 0's
 * links. Of hosts that drive only some of their links' worth it is these that count, for all that they must send or
 * receive themselves.
 */
static double bound_of(const lb_net *net, const collective *c, int size, int block) {
    int slots = size / (int)lb_net_nodes(net), bytes = block;
    bytes *= c->in_blocks || c->out_blocks ? slots : 1;
    bytes *= c->in_blocks && c->out_blocks ? slots : 1;
    const char *limit = getenv("SIM_PORTS"), *links = getenv("SIM_LINKS");
    double ports = lb_net_ports(net), used = limit ? atof(limit) : ports, beyond = 0, rate = 10, hop = 1;
    if (links && sscanf(links, "%lf/%lf", &rate, &hop) != 2)
        give_up("SIM_LINKS is no R/L");
    double tau = 0.008 / rate; /* us a byte */
    double best =
        links_bound(net, among_nodes(c->kind, slots), bytes, tau) * (c->kind == LB_ALLREDUCE ? ports / used : 1);
    best += ports > 0 ? hop : 0;
    for (unsigned h = lb_diameter(net); h > 0; h--) {
        for (uint32_t v = 0; v < lb_net_nodes(net); v++)
            beyond += lb_distance(net, 0, v) == h;
        best = fmax(best, h * hop + (c->in_blocks || c->out_blocks ? beyond : 1) * bytes * tau / used);
    }
    return best;
}

/* What it takes from all beginning together to the last one's end; false: the result is wrong. */
static bool time_once(const collective *c, trial *t, double *took) {
    double begin = begin_together();
    int code = c->run(t);
    *took = end_together(begin);
    int good = code == MPI_SUCCESS && right(c, t), all = 0;
    MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

/* As the drop-in does it: two calls of each kind, of which the second counts, from a barrier to a barrier. */
static double try_one(const collective *c, trial *t) {
    double took, slowest = 0;
    c->run(t);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    c->run(t);
    MPI_Barrier(MPI_COMM_WORLD);
    took = MPI_Wtime() - begin;
    MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static void learn(const collective *c, trial *t, lb_mpi_net *net, char *const names[]) {
    lb_lesson lesson = {.rounds = 0};
    lb_verdict verdict = LB_UNDECIDED;
    double ours = 0, theirs = 0;
    while (verdict == LB_UNDECIDED) {
        t->net = net;
        ours = try_one(c, t);
        t->net = NULL;
        theirs = try_one(c, t);
        verdict = lb_lesson_round(&lesson, ours, theirs);
    }
    t->net = net;
    bool good = time_once(c, t, &ours);
    t->net = NULL;
    good = time_once(c, t, &theirs) && good;
    double got = verdict == LB_OURS ? ours : theirs;
    if (t->rank == 0)
        printf("%s %s %d learn %s %.3f %.3f %.3f%s\n", names[1], c->name, t->bytes,
               verdict == LB_OURS ? "ours" : "native", ours * 1e6, theirs * 1e6, got / fmin(ours, theirs),
               good ? "" : " WRONG");
}

/* ---- Every row of the table ---- */

static const char direct[] = "direct";

/* Nanoseconds that the engine expects of an algorithm; INFINITY: it cannot do it. */
static double expected(const lb_mpi_net *net, const collective *c, int bytes, const char *algorithm) {
    lb_want want = {.kind = c->kind, .bytes = (uint64_t)bytes, .unit = 1};
    lb_task_params params = {.root = 0};
    lb_cost cost = lb_cost_of(net, &want);
    lb_task *task = NULL;
    uint32_t stride;
    double ns = INFINITY;
    if (lb_task_create(lb_mpi_wires(net, &want), c->kind, &params, &task, NULL))
        return ns;
    lb_question q = lb_question_of(net, task, &want, &cost);
    if (strcmp(algorithm, direct) == 0)
        ns = lb_direct_can(net, &want) ? lb_direct_time(&q, 0, &stride) : ns;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(algorithm, lb_algorithm_at(i)->name) == 0)
            ns = lb_fastest_one(&q, i).ns;
    }
    lb_task_free(task);
    return ns;
}

/* What the engine does if it is told to take an algorithm; one line, unless it takes another. */
static void force(const lb_net *whole, const collective *c, trial *t, const char *algorithm, double us, char **names) {
    lb_mpi_net *net = NULL;
    double took;
    setenv("LINKBOUND_ALGORITHM", algorithm, 1); /* all are in one process, and at the same row */
    if (lb_mpi_net_create(MPI_COMM_WORLD, names[1], &net) != MPI_SUCCESS)
        give_up("the network could not be made");
    t->net = net;
    bool good = time_once(c, t, &took);
    const char *did = lb_mpi_net_algorithm(net);
    if (t->rank == 0 && strcmp(did, algorithm) == 0)
        printf("%s %s %d rows %s %.3f %.3f %.3f%s\n", names[1], c->name, t->bytes, did, took * 1e6,
               bound_of(whole, c, t->size, t->bytes), us, good ? "" : " WRONG");
    lb_mpi_net_free(&net);
    unsetenv("LINKBOUND_ALGORITHM");
}

/* The estimates are made by the first process alone. */
static void measure_rows(const lb_net *whole, lb_mpi_net *net, const collective *c, trial *t, char **names) {
    const char *said = getenv("SIM_WITHIN");
    double within = said ? atof(said) : 1.5, took, us = INFINITY;
    bool good = time_once(c, t, &took);
    if (t->rank == 0)
        printf("%s %s %d chosen %s %.3f %.3f -%s\n", names[1], c->name, t->bytes, lb_mpi_net_algorithm(net), took * 1e6,
               bound_of(whole, c, t->size, t->bytes), good ? "" : " WRONG");
    for (size_t i = 0; i <= lb_algorithms(); i++) {
        const char *algorithm = i < lb_algorithms() ? lb_algorithm_at(i)->name : direct;
        if (t->rank == 0)
            us = expected(net, c, t->bytes, algorithm) / 1000;
        MPI_Bcast(&us, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (us < within * took * 1e6)
            force(whole, c, t, algorithm, us, names);
    }
}

/* ---- One collective ---- */

static void measure(const lb_net *whole, lb_mpi_net *net, const collective *c, int bytes, char **names) {
    trial t = {.net = net, .bytes = bytes};
    MPI_Comm_rank(MPI_COMM_WORLD, &t.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &t.size);
    t.in_bytes = (uint64_t)bytes * (uint64_t)(c->in_blocks ? t.size : 1);
    t.out_bytes = (uint64_t)bytes * (uint64_t)(c->out_blocks ? t.size : 1);
    t.in = malloc((size_t)t.in_bytes);
    t.out = calloc(1, (size_t)t.out_bytes);
    if (!t.in || !t.out)
        give_up("not enough memory");
    for (uint64_t i = 0; i < t.in_bytes; i++)
        t.in[i] = byte_of(t.rank, i);
    if (strcmp(names[2], "rows") == 0) {
        measure_rows(whole, net, c, &t, names);
    } else if (strcmp(names[2], "learn") == 0) {
        learn(c, &t, net, names);
    } else {
        double took;
        if (t.size > (int)lb_net_nodes(whole))
            c->run(&t); /* the first time the processes of a node make the memory that they share */
        bool good = time_once(c, &t, &took);
        if (t.rank == 0)
            printf("%s %s %d %s %s %.3f %.3f%s\n", names[1], c->name, bytes, names[2],
                   net ? lb_mpi_net_algorithm(net) : "-", took * 1e6, bound_of(whole, c, t.size, bytes),
                   good ? "" : " WRONG");
    }
    fflush(stdout);
    free(t.in);
    free(t.out);
}

static const collective *find(const char *text, int *bytes) {
    size_t length = strcspn(text, ":");
    if (text[length] != ':' || sscanf(text + length + 1, "%d", bytes) != 1 || *bytes < 1)
        return NULL;
    for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++) {
        if (strlen(collectives[i].name) == length && strncmp(collectives[i].name, text, length) == 0)
            return &collectives[i];
    }
    return NULL;
}

/* Measures the links, and leaves what it found in a file. */
static int tune(lb_mpi_net *net, const char *path) {
    const char *limit = getenv("SIM_SECONDS");
    lb_mpi_profile profile;
    lb_why why;
    double took;
    if (lb_mpi_tune_within(net, limit ? atof(limit) : INFINITY, &profile, &took) != MPI_SUCCESS)
        return give_up("the links could not be measured");
    if (limit && lb_mpi_net_rank(net) == 0)
        fprintf(stderr, "measured in %.3f s\n", took);
    if (lb_mpi_net_rank(net) == 0 && lb_mpi_profile_write(path, &profile, &why))
        return give_up(why.text);
    return 0;
}

static bool is_ours(const char *who) {
    static const char *const names[] = {"ours", "tuned", "untuned", "none", "learn", "rows"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= strcmp(who, names[i]) == 0;
    return found;
}

int main(int argc, char **argv) {
    lb_mpi_net *net = NULL;
    lb_net *whole = NULL;
    MPI_Init(&argc, &argv);
    if (argc < 3 || lb_net_parse(argv[1], &whole, NULL))
        return give_up("usage: sim NETWORK ours|tuned|untuned|none|learn|rows|SELECTOR COLLECTIVE:BYTES...");
    if (is_ours(argv[2])) {
        const char *said = getenv("SIM_NETWORK"); /* auto: it is to be found */
        if (lb_mpi_net_create(MPI_COMM_WORLD, said ? said : argv[1], &net) != MPI_SUCCESS)
            return give_up("the network could not be made");
        if (getenv("SIM_TUNE"))
            tune(net, getenv("SIM_TUNE"));
    }
    for (int i = 3; i < argc; i++) {
        int bytes = 0;
        const collective *c = find(argv[i], &bytes);
        if (!c)
            return give_up("COLLECTIVE:BYTES is bcast:64, allreduce:1048576, ...");
        measure(whole, net, c, bytes, argv);
    }
    if (net)
        lb_mpi_net_free(&net);
    lb_net_free(whole);
    MPI_Finalize();
    return 0;
}
