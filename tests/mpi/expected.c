/* What the engine expects collectives to take must be what they take on simulated links of 10 Gbit/s and 1 us a hop
 * (docs/simgrid.md), within a twentieth: else it chooses what is slower. No messages. */
#define _DEFAULT_SOURCE
#include "mpi/choose_other.h"
#include "mpi/fastest.h"
#include "mpi/flown.h"
#include "mpi/formulas.h"
#include "mpi/known.h"
#include "mpi/stock.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Simulated, by force. */
static const struct fact {
    const char *network, *algorithm;
    lb_task_kind kind;
    uint64_t bytes;
    double us;
} facts[] = {
    {"8x8", "torus-broadcast", LB_BROADCAST, 2048, 8.960},
    {"8x8", "torus-broadcast", LB_BROADCAST, 32768, 16.363},
    {"3x4x5", "torus-broadcast", LB_BROADCAST, 8192, 7.767},
    {"5x5", "torus-broadcast", LB_BROADCAST, 8192, 7.312},
    {"cube:3", "torus-broadcast", LB_BROADCAST, 65536, 21.891},
    {"4x4x4", "torus-broadcast", LB_BROADCAST, 1048576, 152.136},
    {"4x4x4", "torus-reduce", LB_REDUCE, 1048576, 152.347},
    {"2x8", "torus-allgather", LB_ALLREDUCE, 32768, 17.896},
    {"5x5", "torus-allgather", LB_ALLREDUCE, 32768, 14.960},
    {"8x8", "torus-allgather", LB_ALLREDUCE, 131072, 54.660},
    {"3x4x5", "torus-allgather", LB_ALLREDUCE, 131072, 36.725},
    {"5x5", "torus-allgather", LB_ALLGATHER, 2048, 11.067},
    {"4x4", "halfway", LB_ALLREDUCE, 8192, 6.382},
    {"4x4", "halfway", LB_ALLREDUCE, 32768, 14.338},
    {"4x4", "halfway", LB_ALLREDUCE, 131072, 50.331},
    {"8x8", "halfway", LB_ALLREDUCE, 8192, 15.560},
    {"8x8", "halfway", LB_ALLREDUCE, 32768, 22.981},
    {"8x8", "halfway", LB_ALLREDUCE, 131072, 64.836},
    {"cube:6", "halfway", LB_ALLREDUCE, 8192, 8.154},
    {"cube:6", "halfway", LB_ALLREDUCE, 32768, 12.724},
    {"cube:6", "halfway", LB_ALLREDUCE, 131072, 38.18},
    {"4x4", "swing", LB_ALLGATHER, 1024, 6.022},
    {"4x4", "swing", LB_ALLGATHER, 4096, 13.885},
    {"4x4", "swing", LB_REDUCE_SCATTER, 2048, 8.318},
    /* rings that are not alike: which packets wait for which */
    {"3x4x5", "digits", LB_ALLREDUCE, 2048, 10.953},
    {"3x4x5", "digits", LB_ALLREDUCE, 32768, 17.166},
    {"3x4x5", "torus-complete-allreduce", LB_ALLREDUCE, 2048, 12.784},
    {"3x4x5", "torus-complete-allreduce", LB_ALLREDUCE, 32768, 16.920},
    {"3x4x5", "torus-allgather", LB_ALLREDUCE, 32768, 17.850},
    {"3x4x5", "torus-tree-allgather", LB_ALLREDUCE, 32768, 18.343},
    {"3x4x2", "exchange-allreduce", LB_ALLREDUCE, 2048, 4.912},
    {"3x5", "torus-allgather", LB_ALLGATHER, 256, 3.653},
    {"3x5", "balanced-scatter", LB_SCATTER, 2048, 7.707},
    {"4x6", "balanced-gather", LB_GATHER, 2048, 11.061},
    {"cube:6", "multinode-reduce", LB_REDUCE_SCATTER, 256, 6.822},
    {"4x6", "torus-complete-exchange", LB_ALLTOALL, 2048, 30.981},
};

/* As lb_mpi_tune measures these links. */
static lb_mpi_profile profile_of_links(void) {
    lb_mpi_profile p = lb_mpi_profile_default();
    lb_ratio_make(8, 10, &p.tau);
    lb_ratio_make(1019, 1, &p.beta);
    lb_ratio_make(128, 10, &p.gap);
    lb_ratio_make(1000, 1, &p.hop);
    p.routed = p.shared = true;
    p.window = 32;
    p.chunk = 0;
    return p;
}

static void open_network(world *w, const char *name, lb_mpi_net *net, lb_stock *stock) {
    CHECK(w, !lb_net_parse(name, &stock->net, NULL) && !lb_flown_make(stock->net, &stock->flown) && stock->flown);
    *net = (lb_mpi_net){.net = stock->net, .stock = stock, .nodes = (int)lb_net_nodes(stock->net)};
    net->set.profile = profile_of_links();
}

static void close_network(lb_stock *stock) {
    lb_known_free(stock->known);
    free(stock->formulas);
    lb_net_free(stock->flown);
    lb_net_free(stock->net);
}

static double expected(const lb_mpi_net *net, const lb_want *want, const char *algorithm) {
    lb_task_params params = {.root = 0};
    lb_cost cost = lb_cost_of(net, want);
    lb_task *task = NULL;
    double ns = INFINITY;
    if (lb_task_create(lb_mpi_wires(net, want), want->kind, &params, &task, NULL))
        return ns;
    lb_question q = lb_question_of(net, task, want, &cost);
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, algorithm) == 0)
            ns = lb_fastest_one(&q, i).ns;
    }
    lb_task_free(task);
    return ns;
}

static void test_fact(world *w, const struct fact *f) {
    lb_mpi_net net;
    lb_stock stock = {.rank = 0};
    open_network(w, f->network, &net, &stock);
    lb_want want = {.kind = f->kind, .bytes = f->bytes, .unit = 1};
    double us = expected(&net, &want, f->algorithm) / 1000;
    if (!(fabs(f->us / us - 1) < 0.05))
        fail(w, "%s of %d bytes on %s by %s is expected to take %.3f us, and takes %.3f", lb_task_kind_name(f->kind),
             (int)f->bytes, f->network, f->algorithm, us, f->us);
    close_network(&stock);
}

/* A broadcast is not done by an allreduce that only seems to be faster. */
static void test_broadcast(world *w) {
    lb_mpi_net net;
    lb_stock stock = {.rank = 0};
    open_network(w, "8x8", &net, &stock);
    lb_want want = {.kind = LB_BROADCAST, .bytes = 32768, .unit = 1};
    CHECK(w, !lb_mpi_instead(&net, &want));
    close_network(&stock);
}

/* The ones above were chosen by what formulas said of them, and were not the fastest: each at what it was simulated. */
static void test_choices(world *w) {
    static const struct {
        const char *network, *not ;
        lb_task_kind kind;
        uint64_t bytes;
    } wrong[] = {{"3x4x5", "torus-complete-allreduce", LB_ALLREDUCE, 2048},
                 {"3x5", "tree", LB_ALLREDUCE, 8192},
                 {"3x4x2", "halfway", LB_ALLREDUCE, 2048},
                 {"4x6", "torus-tree-scatter", LB_GATHER, 2048},
                 {"8x8", "halfway", LB_ALLREDUCE, 32768},
                 {"cube:6", "tree", LB_REDUCE_SCATTER, 256}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lb_mpi_net net;
        lb_stock stock = {.rank = 0};
        lb_task *task = NULL;
        lb_task_params params = {.root = 0};
        open_network(w, wrong[i].network, &net, &stock);
        lb_want want = {.kind = wrong[i].kind, .bytes = wrong[i].bytes, .unit = 1};
        lb_cost cost = lb_cost_of(&net, &want);
        CHECK(w, !lb_task_create(lb_mpi_wires(&net, &want), want.kind, &params, &task, NULL));
        lb_question q = lb_question_of(&net, task, &want, &cost);
        lb_choice first = lb_fastest(&q, NULL, 0), again = lb_fastest(&q, NULL, 0);
        CHECK(w, first.name && strcmp(first.name, wrong[i].not ) != 0);
        CHECK(w, again.name == first.name && again.ns == first.ns && again.copies == first.copies);
        lb_task_free(task);
        close_network(&stock);
    }
}

/* Formulas that are kept are those that would be found for every length, of any number of groups. */
static void test_kept(world *w) {
    static const char *const names[] = {"digits", "multiplying", "halfway"};
    static const lb_task_kind kinds[] = {LB_ALLREDUCE, LB_REDUCE_SCATTER, LB_SCATTER};
    lb_mpi_net net;
    lb_stock stock = {.rank = 0};
    int compared = 0;
    open_network(w, "3x4", &net, &stock);
    for (int i = 0; i < 3 * 3 * 8 * 3; i++) {
        lb_want want = {.kind = kinds[i % 3], .bytes = UINT64_C(1) << (2 * (i / 9 % 8)), .unit = 1};
        lb_cost cost = lb_cost_of(&net, &want);
        lb_task_params params = {.root = 0};
        lb_task *task = NULL;
        CHECK(w, !lb_task_create(lb_mpi_wires(&net, &want), want.kind, &params, &task, NULL));
        lb_plan_options o = {
            .clock = LB_LINEAR, .cost = &cost, .algorithm = names[i / 3 % 3], .groups = (uint32_t)i / 72};
        lb_formula kept = {.groups = 0}, found = {.groups = 0};
        bool has = lb_formula_kept(&net, task, &o, &kept);
        CHECK(w, has == (lb_formula_of(task, &o, &found, NULL) == LB_OK));
        CHECK(w, !has || (kept.startups == found.startups && kept.hops == found.hops && kept.groups == found.groups &&
                          kept.letter == found.letter && lb_ratio_compare(kept.data, found.data) == 0));
        compared += has;
        lb_task_free(task);
    }
    CHECK(w, compared > 60 && stock.formulas);
    close_network(&stock);
}

static void run(world *w) {
    static bool done;
    if (w->size > 1 || done)
        return;
    done = true;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        test_fact(w, &facts[i]);
    test_broadcast(w);
    test_choices(w);
    test_kept(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
