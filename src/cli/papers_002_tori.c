/* 002's tables on tori and rings, and the other collectives there. */
#include "cli/papers_002.h"
#include "cli/say.h"

#include <math.h>

static const struct {
    const char *network;
    double steps; /* of the shortest symmetric total exchange */
    bool parity;  /* an even radix p with n/p odd */
} tori[] = {
    {"3x3", 3, false},  {"4x4", 8, false},   {"5x5", 15, false},   {"6x6", 27, false},     {"7x7", 42, false},
    {"8x8", 64, false}, {"3x3x3", 9, false}, {"4x4x4", 32, false}, {"5x5x5", 75, false},   {"3x4", 7, true},
    {"4x6", 18, false}, {"3x5", 9, false},   {"3x5x4", 36, true},  {"3x3x3x3", 27, false},
};

int p002_tori(p002 *all, p002_table *t) {
    static const p002_column columns[] = {
        {"T", "steps", 0}, {"isotropic", "isotropic", 0}, {"parity", "parity_exchange", 0}, {"bound", "bound", 0}};
    *t = (p002_table){.key = "tori",
                      .title = "Total exchange on tori: steps",
                      .note = "isotropic equals T, the least of symmetric schedules. Where an even radix p has n/p "
                              "odd, half-way blocks cannot be shared out evenly by a symmetric schedule; "
                              "parity-exchange is not symmetric.",
                      .name_head = "network",
                      .name_key = "network",
                      .column = columns,
                      .columns = 4};
    int status = CLI_OK;
    for (unsigned i = 0; i < sizeof tori / sizeof *tori && !status; i++) {
        p002_result r, parity = {0};
        p002_case c = {.network = tori[i].network, .kind = LB_ALLTOALL, .algorithm = "isotropic"};
        p002_row *row = p002_add(t, c.network);
        status = p002_measure(all, &c, &r);
        c.algorithm = "parity-exchange";
        if (!status && tori[i].parity)
            status = p002_measure(all, &c, &parity);
        row->value[0] = tori[i].steps;
        row->value[1] = r.steps;
        row->value[2] = parity.made ? parity.steps : NAN;
        row->value[3] = r.least;
        row->holds = r.steps == tori[i].steps && r.least <= r.steps && (!parity.made || parity.steps >= r.least);
    }
    return status;
}

int p002_greedy_tori(p002 *all, p002_table *t) {
    static const p002_column columns[] = {{"optimum", "optimum", 0}, {"farthest", "farthest", 0},
                                          {"nearest", "nearest", 0}, {"first", "first", 0},
                                          {"random", "random", 0},   {"at most", "guarantee", 0}};
    static const struct {
        const char *network;
        double most;
    } rows[] = {{"3x3", 0},   {"4x4", 0},   {"5x5", 0},     {"8x8", 0},   {"3x4", 0},
                {"3x5x4", 0}, {"4x4x4", 0}, {"3x3x3x3", 0}, {"16x16", 0}, {"10x10x10", 1264}};
    *t = (p002_table){.key = "greedy",
                      .title = "Total exchange on tori, greedy against the optimum: steps",
                      .note = "At most h_r+h_c-1, whatever the rule (section 5). The optimum is isotropic's.",
                      .name_head = "network",
                      .name_key = "network",
                      .column = columns,
                      .columns = 6};
    int status = CLI_OK;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows && !status; i++) {
        p002_result best;
        bool within = false;
        p002_row *row = p002_add(t, rows[i].network);
        status = p002_greedy(all, rows[i].network, &best, row->value, &within);
        row->holds = within && (rows[i].most == 0 || rows[i].most == row->value[5]);
    }
    return status;
}

/* The paper's formulas for rings: steps of symmetric schedules and the delay of a node's blocks. */
static double symmetric_steps(double n, bool even) {
    return even ? n * (n + 2) / 8 : (n * n - 1) / 8;
}
static double symmetric_delay(double n, bool even) {
    return even ? n * (n + 1) * (n + 2) / 24 : (n - 1) * (n + 1) * (n + 3) / 24;
}

static int make_ring(p002 *all, unsigned n, p002_row *row) {
    char network[16];
    bool even = n % 2 == 0;
    unsigned links = (n * n + 7) / 8;
    p002_result plain, least, ours;
    snprintf(network, sizeof network, "ring:%u", n);
    p002_case c = {.network = network, .kind = LB_ALLTOALL, .algorithm = "isotropic"};
    int status = p002_measure(all, &c, &plain);
    c.algorithm = "least-delay";
    if (!status)
        status = p002_measure(all, &c, &least);
    c.algorithm = even && n > 2 ? "parity-exchange" : "isotropic";
    if (!status)
        status = p002_measure(all, &c, &ours);
    if (status)
        return status;
    row->value[0] = symmetric_steps(n, even);
    row->value[1] = plain.steps;
    row->value[2] = ours.steps;
    row->value[3] = even ? links : symmetric_steps(n, false);
    row->value[4] = ours.least;
    row->value[5] = symmetric_delay(n, even);
    row->value[6] = least.made ? p002_whole(least.delay) : NAN;
    row->holds = row->value[0] == plain.steps && ours.steps == ours.least && ours.steps == row->value[3];
    if (least.made && row->value[6] > row->value[5])
        row->remark = "not yet attained";
    return CLI_OK;
}

int p002_rings(p002 *all, p002_table *t) {
    static const p002_column columns[] = {{"symmetric", "symmetric", 0},
                                          {"isotropic", "isotropic", 0},
                                          {"ours", "ours", 0},
                                          {"count", "count", 0},
                                          {"bound", "bound", 0},
                                          {"D(n-1)", "delay", 0},
                                          {"least-delay", "least_delay", 0}};
    *t = (p002_table){.key = "rings",
                      .title = "Total exchange on the ring of n: steps, and delay of a node's blocks",
                      .note =
                          "symmetric: n(n+2)/8 for even n, (n^2-1)/8 for odd. ours is parity-exchange for even n: it "
                          "is not symmetric and meets the count of links, ceil(n^2/8).",
                      .name_head = "n",
                      .name_key = "n",
                      .column = columns,
                      .columns = 7};
    int status = CLI_OK;
    for (unsigned n = 2; n <= 16 && !status; n++) {
        char name[16];
        snprintf(name, sizeof name, "%u", n);
        status = make_ring(all, n, p002_add(t, name));
    }
    return status;
}

int p002_collectives(p002 *all, p002_table *t) {
    static const p002_column columns[] = {{"nodes", "nodes", 0},
                                          {"allgather", "allgather", 0},
                                          {"bound", "allgather_bound", 0},
                                          {"scatter", "scatter", 0},
                                          {"bound", "scatter_bound", 0}};
    static const struct {
        const char *network;
        double nodes, steps; /* ceil((nodes-1)/ports) */
    } rows[] = {{"3x3", 9, 2},      {"3x4", 12, 3},          {"4x4", 16, 4},      {"5x5", 25, 6},    {"8x8", 64, 16},
                {"16x16", 256, 64}, {"32x32", 1024, 256},    {"3x3x3", 27, 5},    {"3x4x5", 60, 10}, {"4x4x4", 64, 11},
                {"8x8x8", 512, 86}, {"16x16x16", 4096, 683}, {"3x3x3x3", 81, 10}, {"ring:16", 16, 8}};
    *t = (p002_table){.key = "collectives",
                      .title = "Beyond the paper, allgather and scatter on tori: steps",
                      .note = "All equal ceil((n-1)/ports). Plans: torus-allgather, balanced-scatter.",
                      .name_head = "network",
                      .name_key = "network",
                      .column = columns,
                      .columns = 5};
    int status = CLI_OK;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows && !status; i++) {
        p002_result gather, scatter = {0};
        p002_case c = {.network = rows[i].network, .kind = LB_ALLGATHER, .algorithm = "torus-allgather"};
        p002_row *row = p002_add(t, c.network);
        status = p002_measure(all, &c, &gather);
        c.kind = LB_SCATTER;
        c.algorithm = "balanced-scatter";
        if (!status)
            status = p002_measure(all, &c, &scatter);
        row->value[0] = rows[i].nodes;
        row->value[1] = gather.steps;
        row->value[2] = gather.least;
        row->value[3] = scatter.steps;
        row->value[4] = scatter.least;
        for (unsigned k = 1; k <= 4; k++)
            row->holds = row->holds && row->value[k] == rows[i].steps;
    }
    return status;
}

int p002_make_tables(p002 *all) {
    static int (*const make[P002_TABLES])(p002 *, p002_table *) = {
        p002_cubes, p002_delays,      p002_neighbourhoods, p002_ports,
        p002_tori,  p002_greedy_tori, p002_rings,          p002_collectives,
    };
    int status = CLI_OK;
    for (unsigned i = 0; i < P002_TABLES && !status; i++) {
        status = make[i](all, &all->table[i]);
        all->done++;
    }
    return status;
}
