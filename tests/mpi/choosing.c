/* Choosing a plan when memory runs out, and with more effort than usual. No messages. */
#define _DEFAULT_SOURCE
#include "mpi/choose.h"
#include "mpi/fastest.h"
#include "mpi/flown.h"
#include "mpi/known.h"
#include "mpi/memory.h"
#include "mpi/rehearse.h"
#include "mpi/stock.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

/* In place of the engine's own (src/mpi/memory.c): there is memory so many times. */
static long left = -1; /* without end */

void *lb_mpi_take(uint64_t count, size_t size) {
    if (left == 0)
        return NULL;
    left -= left > 0;
    return calloc(count ? count : 1, size);
}

void *lb_room_for(lb_room *room, uint64_t bytes) {
    (void)room;
    (void)bytes;
    return NULL; /* choosing needs none */
}

static void open_network(world *w, const char *name, lb_mpi_net *net, lb_stock *stock) {
    *stock = (lb_stock){.rank = 0};
    CHECK(w, !lb_net_parse(name, &stock->net, NULL) && !lb_flown_make(stock->net, &stock->flown));
    *net = (lb_mpi_net){.net = stock->net, .stock = stock, .nodes = (int)lb_net_nodes(stock->net)};
    net->set.profile = lb_mpi_profile_default();
    lb_ratio_make(8, 10, &net->set.profile.tau);
    lb_ratio_make(1019, 1, &net->set.profile.beta);
    lb_ratio_make(128, 10, &net->set.profile.gap);
    lb_ratio_make(1000, 1, &net->set.profile.hop);
    net->set.profile.routed = net->set.profile.shared = true;
    net->set.profile.window = 32;
    net->set.profile.chunk = 0;
}

static void close_network(lb_stock *stock) {
    lb_known_free(stock->known);
    free(stock->formulas);
    lb_net_free(stock->flown);
    lb_net_free(stock->net);
}

static lb_task *task_of(world *w, const lb_mpi_net *net, const lb_want *want) {
    lb_task_params params = {.root = 0};
    lb_task *task = NULL;
    CHECK(w, !lb_task_create(lb_mpi_wires(net, want), want->kind, &params, &task, NULL));
    return task;
}

/* What is chosen with memory for so many; a network of its own, which knows nothing yet. */
static lb_choice choice_with(world *w, lb_want want, long memory, int *error, char *said) {
    lb_mpi_net net;
    lb_stock stock;
    lb_plan *plan = NULL;
    lb_why why = {""};
    bool pipelined;
    open_network(w, "3x5", &net, &stock);
    lb_task *task = task_of(w, &net, &want);
    lb_cost cost = lb_cost_of(&net, &want);
    lb_question q = lb_question_of(&net, task, &want, &cost);
    left = memory;
    lb_choice choice = lb_fastest(&q, NULL, 0);
    if (choice.starved)
        left = 0; /* nor is there any later */
    *error = lb_mpi_plan(&net, task, &want, &plan, &pipelined, &why);
    left = -1;
    snprintf(said, sizeof why.text, "%s", why.text);
    lb_plan_free(plan);
    lb_task_free(task);
    close_network(&stock);
    return choice;
}

/* Others may have had memory, and chosen otherwise: so a choice is made with all that it needs, or the call fails. */
static void test_starved(world *w, lb_task_kind kind, uint64_t bytes) {
    lb_want want = {.kind = kind, .bytes = bytes, .unit = 1};
    char said[sizeof((lb_why *)0)->text];
    int error, starved = 0;
    lb_choice fed = choice_with(w, want, -1, &error, said), hungry = {.starved = true};
    CHECK(w, fed.name && !fed.starved && !error);
    for (long memory = 0; hungry.starved && memory < 10000; memory++) {
        hungry = choice_with(w, want, memory, &error, said);
        CHECK(w, hungry.starved || (hungry.name == fed.name && hungry.ns == fed.ns && hungry.copies == fed.copies));
        CHECK(w, !hungry.starved || (error == LB_ERR_MEMORY && strstr(said, "no memory to choose")));
        starved += hungry.starved;
    }
    CHECK(w, !hungry.starved && starved > 10);
}

/* What is rehearsed is counted, goes when there is too much of it, and is chosen by all the same. */
static void test_counted(world *w) {
    uint64_t most[2] = {0, 0};
    lb_choice choice[2];
    for (int i = 0; i < 2; i++) {
        lb_process process = {.memory = i ? 40000 : UINT64_C(1) << 30};
        lb_mpi_net net;
        lb_stock stock;
        open_network(w, "3x5", &net, &stock);
        stock.process = &process;
        for (uint64_t bytes = 64; bytes <= 65536; bytes *= 4) {
            lb_want want = {.kind = LB_ALLREDUCE, .bytes = bytes, .unit = 1};
            lb_task *task = task_of(w, &net, &want);
            lb_cost cost = lb_cost_of(&net, &want);
            lb_question q = lb_question_of(&net, task, &want, &cost);
            choice[i] = lb_fastest(&q, NULL, 0);
            most[i] = process.kept_bytes > most[i] ? process.kept_bytes : most[i];
            CHECK(w, process.kept_bytes == process.known_bytes);
            lb_task_free(task);
        }
        close_network(&stock);
        CHECK(w, process.kept_bytes == 0);
    }
    CHECK(w, most[0] > 2 * most[1] && most[1] > 0);
    CHECK(w, choice[0].name == choice[1].name && choice[0].ns == choice[1].ns);
}

/* A scan's packet waits for all spans that it is laid out of: what is expected is what was simulated (docs/simgrid.md),
 * within 2 hundredths, and so the fastest is chosen. */
static void test_scans(world *w) {
    static const struct {
        const char *network, *name;
        uint64_t bytes;
        double ns;
        bool best;
    } simulated[] = {{"2x3", "prefix", 256, 2320, true},         {"2x3", "prefix-sweep", 32768, 27394, true},
                     {"2x3", "prefix", 32768, 29388, false},     {"2x8", "prefix", 2048, 13256, false},
                     {"2x8", "prefix-sweep", 2048, 10566, true}, {"4x4", "prefix-cuts", 8192, 13511, true},
                     {"8x8", "prefix-sweep", 32768, 38340, true}};
    for (size_t i = 0; i < sizeof simulated / sizeof *simulated; i++) {
        lb_want want = {.kind = LB_SCAN, .bytes = simulated[i].bytes, .unit = 1};
        lb_mpi_net net;
        lb_stock stock;
        open_network(w, simulated[i].network, &net, &stock);
        lb_task *task = task_of(w, &net, &want);
        lb_cost cost = lb_cost_of(&net, &want);
        lb_question q = lb_question_of(&net, task, &want, &cost);
        double ns = 0;
        for (size_t k = 0; k < lb_algorithms(); k++)
            ns = strcmp(lb_algorithm_at(k)->name, simulated[i].name) == 0 ? lb_fastest_one(&q, k).ns : ns;
        CHECK(w, fabs(ns / simulated[i].ns - 1) < 0.02);
        CHECK(w, !simulated[i].best || strcmp(lb_fastest(&q, NULL, 0).name, simulated[i].name) == 0);
        lb_task_free(task);
        close_network(&stock);
    }
}

/* What a rehearsal that may be given up says is what a whole one says, or that it takes longer than it may. */
static void test_given_up_at(world *w, lb_rehearsal *r, const lb_pace *pace) {
    static const double parts[] = {0.9, 0.98, 0.985, 0.99, 0.993, 0.996, 0.998, 0.999, 1, 1.005, 1.5};
    double whole, ns;
    uint32_t copies = lb_rehearsal_best(r, pace, INFINITY, &whole);
    CHECK(w, whole < INFINITY);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double most = parts[i] * whole;
        uint32_t found = lb_rehearsal_best(r, pace, most, &ns);
        CHECK(w, whole > most ? ns > most : ns == whole && found == copies);
    }
}

static void test_given_up_rehearsals(world *w, const char *name, lb_task_kind kind, const char *algorithm) {
    lb_want want = {.kind = kind, .bytes = 1024, .unit = 1};
    lb_mpi_net net;
    lb_stock stock;
    lb_plan *plan = NULL;
    lb_rehearsal *r = NULL;
    open_network(w, name, &net, &stock);
    lb_task *task = task_of(w, &net, &want);
    lb_cost cost = lb_cost_of(&net, &want);
    lb_question q = lb_question_of(&net, task, &want, &cost);
    q.options.algorithm = algorithm;
    CHECK(w, !lb_plan_create(task, &q.options, &plan, NULL) && !lb_rehearsal_create(plan, net.net, &r));
    for (double block = 64; r && block < 1e6; block *= 1.07) {
        lb_pace pace = lb_pace_of(&q);
        pace.block = block;
        test_given_up_at(w, r, &pace);
    }
    lb_rehearsal_free(r);
    lb_plan_free(plan);
    lb_task_free(task);
    close_network(&stock);
}

/* The choice with all rehearsals whole, in the same order of algorithms (fastest.c). */
static lb_choice whole_choice(const lb_question *q) {
    lb_choice choices[128], best = {.ns = INFINITY};
    double least = INFINITY, quickest = INFINITY;
    size_t all = lb_algorithms();
    for (size_t i = 0; i < all; i++) {
        choices[i] = lb_choice_of(q, i);
        least = fmin(least, choices[i].ns);
    }
    for (size_t i = 0; i < all; i++) {
        if (choices[i].ns <= 2 * least)
            lb_rehearse(q, &choices[i], INFINITY);
        quickest = fmin(quickest, choices[i].ns);
    }
    for (size_t i = 0; i < all; i++) {
        if (choices[i].ns <= 1.3 * quickest)
            lb_rehearse_groups(q, &choices[i]);
        best = choices[i].ns < best.ns ? choices[i] : best;
    }
    return best;
}

/* Rehearsals that take too long are given up: that changes no choice. */
static void test_given_up(world *w) {
    static const char *const names[] = {"2x3", "3x5", "cube:3", "4x4", "3x2x2"};
    static const lb_task_kind kinds[] = {LB_ALLREDUCE, LB_ALLGATHER, LB_REDUCE_SCATTER, LB_GATHER, LB_SCAN};
    static const uint64_t sizes[] = {64, 777, 8192, 100000};
    test_given_up_rehearsals(w, "3x5", LB_ALLREDUCE, "torus-complete-allreduce");
    test_given_up_rehearsals(w, "4x4", LB_ALLREDUCE, "halfway");
    test_given_up_rehearsals(w, "3x5", LB_ALLGATHER, "digits");
    for (size_t i = 0; i < sizeof names / sizeof *names * 20; i++) {
        lb_want want = {.kind = kinds[i % 5], .bytes = sizes[i / 5 % 4], .unit = 1};
        lb_mpi_net net;
        lb_stock stock;
        open_network(w, names[i / 20], &net, &stock);
        lb_task *task = task_of(w, &net, &want);
        lb_cost cost = lb_cost_of(&net, &want);
        lb_question q = lb_question_of(&net, task, &want, &cost);
        lb_choice whole = whole_choice(&q), choice = lb_fastest(&q, NULL, 0);
        CHECK(w, choice.name == whole.name && choice.ns == whole.ns && choice.copies == whole.copies);
        CHECK(w, choice.groups == whole.groups);
        lb_task_free(task);
        close_network(&stock);
    }
}

/* More effort finds a plan of fewer steps where there is no formula. */
static void test_effort(world *w) {
    uint32_t steps[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        lb_want want = {.kind = LB_ALLREDUCE, .bytes = 64, .unit = 1, .steps = true};
        lb_mpi_net net;
        lb_stock stock;
        lb_plan *plan = NULL;
        bool pipelined;
        open_network(w, "mesh:4x4", &net, &stock);
        setenv("LINKBOUND_EFFORT", i ? "2" : "0", 1);
        lb_settings set = {.verbose = 0};
        lb_why why = {""};
        CHECK(w, !lb_settings_environment(&set, &why));
        unsetenv("LINKBOUND_EFFORT");
        net.set.effort = set.effort;
        lb_task *task = task_of(w, &net, &want);
        CHECK(w, !lb_mpi_plan(&net, task, &want, &plan, &pipelined, NULL));
        steps[i] = plan ? lb_plan_steps(plan) : 0;
        lb_plan_free(plan);
        lb_task_free(task);
        close_network(&stock);
    }
    CHECK(w, steps[1] > 0 && steps[1] < steps[0]);
}

static void run(world *w) {
    static bool done;
    if (w->size > 1 || done)
        return;
    done = true;
    test_starved(w, LB_ALLREDUCE, 32768);
    test_starved(w, LB_SCAN, 256);
    test_scans(w);
    test_given_up(w);
    test_counted(w);
    test_effort(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
