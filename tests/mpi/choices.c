/* Who carries what goes across a machine, and in how many pieces: what is chosen must be within a tenth of the best of
 * all that could be, by the formulas, on networks, profiles, collectives and lengths of every sort. No messages. */
#define _DEFAULT_SOURCE
#include "mpi/machine_choose.h"
#include "support.h"

#include <math.h>
#include <stdio.h>

typedef struct tally {
    unsigned asked, some, all, cut;
    double worst;
} tally;

static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE,         LB_ALLREDUCE, LB_SCATTER, LB_GATHER,
                                     LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLTOALL,  LB_EXSCAN};

/* Every number of carriers, in pieces of every sort. */
static double best_of_all(lb_crossing c, uint64_t bytes) {
    double best = INFINITY;
    int most = lb_may_share(c.kind) ? c.slots : 1;
    for (c.carriers = 1; c.carriers <= most; c.carriers++) {
        for (uint64_t k = 1; k <= LB_MOST_PIECES; k += k < 4 ? 1 : k / 2) {
            if (k == 1 || (lb_may_cut(c.kind) && bytes / k >= LB_LEAST_PIECE))
                best = fmin(best, lb_crossing_time(&c, bytes, k));
        }
    }
    return best;
}

static void ask(world *w, const lb_mpi_net *net, lb_task_kind kind, int slots, uint64_t bytes, tally *t) {
    lb_rate rate = {.known = false};
    lb_crossing c = {
        .net = net, .kind = kind, .slots = slots, .nodes = (int)lb_net_nodes(net->net), .carriers = 1, .rate = &rate};
    lb_manner manner = {.bytes = bytes};
    lb_manner_find(&c, bytes, false, &manner);
    double best = best_of_all(c, bytes);
    c.carriers = manner.carriers;
    double ratio = lb_crossing_time(&c, bytes, manner.pieces) / best;
    t->asked++;
    t->some += manner.carriers > 1 && manner.carriers < slots;
    t->all += manner.carriers == slots;
    t->cut += manner.pieces > 1;
    t->worst = fmax(t->worst, ratio);
    if (!(ratio <= 1.1))
        fail(w, "%s of %d bytes, %d slots: %d carriers, %d pieces take %.3f of the best", lb_task_kind_name(kind),
             (int)bytes, slots, manner.carriers, (int)manner.pieces, ratio);
}

static lb_mpi_profile profile_of(unsigned beta, unsigned gap, unsigned copy, unsigned meet) {
    lb_mpi_profile p = lb_mpi_profile_default();
    lb_ratio_make(beta, 1, &p.beta);
    lb_ratio_make(gap, 1, &p.gap);
    lb_ratio_make(copy, 1000, &p.copy);
    lb_ratio_make(meet, 1, &p.meet);
    return p;
}

static void ask_all(world *w, lb_net *network, tally *t) {
    static const unsigned costs[][4] = {{1000, 20, 100, 300},    {1000, 1000, 100, 300},  {30000, 3000, 300, 1000},
                                        {2000, 200, 2000, 1000}, {500, 500, 1000, 10000}, {1000, 20, 0, 400}};
    lb_mpi_net net = {.net = network, .nodes = (int)lb_net_nodes(network)};
    for (size_t p = 0; p < sizeof costs / sizeof *costs; p++) {
        net.set.profile = profile_of(costs[p][0], costs[p][1], costs[p][2], costs[p][3]);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            for (int slots = 2; slots <= 12; slots += 5) {
                for (uint64_t bytes = 64; bytes <= (uint64_t)4 << 20; bytes *= 256)
                    ask(w, &net, kinds[k], slots, bytes, t);
            }
        }
    }
}

/* Each way is the best somewhere. */
static void ask_network(world *w, const char *name, const lb_fault *dead) {
    tally t = {.worst = 0};
    lb_net *net = NULL, *without = NULL;
    CHECK(w, !lb_net_parse(name, &net, NULL) && (!dead || !lb_net_without(net, dead, 1, NULL, 0, &without, NULL)));
    ask_all(w, dead ? without : net, &t);
    printf("%s%s, %u choices: %u by some of the slots, %u by all, %u in pieces; the worst is %.3f of the best\n", name,
           dead ? " without a link" : "", t.asked, t.some, t.all, t.cut, t.worst);
    CHECK(w, t.some > 10 && t.all > 10 && t.cut > 10);
    lb_net_free(without);
    lb_net_free(net);
}

static void run(world *w) {
    static bool done;
    const lb_fault dead = {.from = 0, .to = 1, .both = true};
    if (w->size > 1 || done)
        return;
    done = true;
    ask_network(w, "cube:3", NULL);
    ask_network(w, "3x4", NULL);
    ask_network(w, "cube:3", &dead);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
