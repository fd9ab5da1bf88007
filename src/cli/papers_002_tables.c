/* 002's tables on cubes. What is expected is written down or computed here, apart from the plans. */
#include "cli/papers_002.h"
#include "cli/say.h"

#include <inttypes.h>
#include <math.h>

p002_row *p002_add(p002_table *table, const char *name) {
    p002_row *row = &table->row[table->rows++];
    snprintf(row->name, sizeof row->name, "%s", name);
    for (unsigned k = 0; k < P002_COLUMNS; k++)
        row->value[k] = NAN;
    row->holds = true;
    return row;
}

int p002_greedy(p002 *all, const char *network, p002_result *best, double value[P002_GREEDY], bool *within) {
    static const char *const rules[] = {"farthest", "nearest", "first", "random"};
    p002_case c = {.network = network, .kind = LB_ALLTOALL, .algorithm = "isotropic"};
    int status = p002_measure(all, &c, best);
    double most = best->diameter + best->busiest - 1;
    value[0] = best->steps;
    value[5] = most;
    *within = true;
    c.algorithm = "greedy";
    for (unsigned i = 0; i < 4 && !status; i++) {
        p002_result r;
        c.rule = rules[i];
        status = p002_measure(all, &c, &r);
        value[i + 1] = r.steps;
        *within = *within && r.steps >= best->steps && r.steps <= most;
    }
    return status;
}

int p002_cubes(p002 *all, p002_table *t) {
    static const p002_column columns[] = {
        {"n/2", "formula", 0}, {"isotropic", "isotropic", 0}, {"farthest", "farthest", 0}, {"nearest", "nearest", 0},
        {"first", "first", 0}, {"random", "random", 0},       {"at most", "guarantee", 0}, {"bound", "bound", 0}};
    *t = (p002_table){.key = "cubes",
                      .title = "Total exchange on the d-cube: steps",
                      .note = "isotropic equals n/2 and the bound. Greedy by four rules: at most h_r+h_c-1 steps.",
                      .name_head = "d",
                      .name_key = "d",
                      .column = columns,
                      .columns = 8};
    int status = CLI_OK;
    for (unsigned d = 2; d <= all->most && !status; d++) {
        char name[16], network[16];
        p002_result best;
        bool within = false;
        snprintf(name, sizeof name, "%u", d);
        snprintf(network, sizeof network, "cube:%u", d);
        p002_row *row = p002_add(t, name);
        status = p002_greedy(all, network, &best, row->value + 1, &within);
        row->value[0] = (double)(UINT32_C(1) << (d - 1));
        row->value[7] = best.least;
        row->holds = within && best.steps == row->value[0] && best.steps == best.least;
    }
    return status;
}

/* A node's total delay at the least number of steps: what no schedule beats, and the best that is known. */
typedef struct delay {
    const char *network;
    unsigned d; /* of a cube, else 0 */
    double least, known;
} delay;

static const delay delays[] = {
    {"cube:2", 2, 5, 5},
    {"cube:3", 3, 18, 18},
    {"cube:4", 4, 64, 64},
    {"cube:5", 5, 235, 235},
    {"cube:6", 6, 892, 892},
    {"cube:7", 7, 3465, 3465},
    {"cube:8", 8, 13684, 13704},
    {"cube:9", 9, 54540, 54548},
    {"cube:10", 10, 218524, 218546},
    {"cube:11", 11, 877855, 877855},
    {"cube:12", 12, 3530564, 3530677},
    {"cube:13", 13, 14203696, 14203696},
    {"3x3", 0, 16, 16},
    {"5x5", 0, 172, 172},
    {"7x7", 0, 868, 868},
    {"9x9", 0, 2964, 2964},
    {"11x11", 0, 7964, 7964},
    {"4x4", 0, 64, 64},
    {"6x6", 0, 420, 420},
    {"8x8", 0, 1680, 1686},
};

static const char *delay_remark(double ours, const delay *pin) {
    if (ours == pin->least)
        return "optimal";
    if (ours < pin->known)
        return "better than known";
    return ours == pin->known ? "the best known" : "not yet attained";
}

static int make_delay(p002 *all, const delay *pin, p002_row *row) {
    p002_result least, plain;
    p002_case c = {.network = pin->network, .kind = LB_ALLTOALL, .algorithm = "isotropic"};
    int status = p002_measure(all, &c, &plain);
    c.algorithm = "least-delay";
    if (!status)
        status = p002_measure(all, &c, &least);
    if (status)
        return status;
    double ours = p002_whole(plain.delay), bound = p002_whole(plain.least_sum), blocks = NAN;
    row->value[0] = bound;
    row->value[1] = pin->known;
    row->value[2] = ours;
    if (least.made)
        row->value[3] = p002_whole(least.delay);
    if (least.made && least.steps == plain.steps && least.delay < plain.delay)
        ours = p002_whole(least.delay);
    lb_net *net = NULL;
    if (lb_net_parse(pin->network, &net, NULL) == LB_OK)
        blocks = lb_net_nodes(net) - 1;
    lb_net_free(net);
    row->value[4] = ours / blocks;
    row->remark = delay_remark(ours, pin);
    row->holds = bound == pin->least && ours >= bound;
    return CLI_OK;
}

int p002_delays(p002 *all, p002_table *t) {
    static const p002_column columns[] = {{"bound", "bound", 0},
                                          {"known", "known", 0},
                                          {"isotropic", "isotropic", 0},
                                          {"least-delay", "least_delay", 0},
                                          {"D", "mean_delay", 3}};
    *t = (p002_table){.key = "delays",
                      .title = "Total exchange in the fewest steps: total delay of a node's blocks, D(n-1)",
                      .note = "bound: shortest processing time; no schedule is below it. known: the best that had been "
                              "found; the paper's optimum for prime d and odd tori. D is ours.",
                      .name_head = "network",
                      .name_key = "network",
                      .column = columns,
                      .columns = 5};
    int status = CLI_OK;
    for (unsigned i = 0; i < sizeof delays / sizeof *delays && !status; i++) {
        if (delays[i].d <= all->most)
            status = make_delay(all, &delays[i], p002_add(t, delays[i].network));
    }
    return status;
}

int p002_neighbourhoods(p002 *all, p002_table *t) {
    static const p002_column columns[] = {
        {"h", "h", 0}, {"isotropic", "isotropic", 0}, {"greedy", "greedy", 0}, {"bound", "bound", 0}};
    static const double h[4][4] = {{1, 4, 7, 8}, {0, 3, 6, 7}, {0, 0, 3, 4}, {0, 0, 0, 4}};
    *t = (p002_table){.key = "neighbourhoods",
                      .title = "Everybody at distance K..L on the 4-cube: steps",
                      .note = "isotropic equals h = max(L, sum of C(3,i-1) for i = K..L) in every row.",
                      .name_head = "K..L",
                      .name_key = "distance",
                      .column = columns,
                      .columns = 4};
    int status = CLI_OK;
    for (uint32_t near = 1; near <= 4; near++) {
        for (uint32_t far = near; far <= 4 && !status; far++) {
            char name[16];
            p002_result r, greedy = {0};
            p002_case c = {"cube:4", LB_NEIGHBORS, near, far, "isotropic", NULL, 0};
            snprintf(name, sizeof name, "%" PRIu32 "..%" PRIu32, near, far);
            p002_row *row = p002_add(t, name);
            status = p002_measure(all, &c, &r);
            c.algorithm = "greedy";
            if (!status)
                status = p002_measure(all, &c, &greedy);
            row->value[0] = h[near - 1][far - 1];
            row->value[1] = r.steps;
            row->value[2] = greedy.steps;
            row->value[3] = r.least;
            row->holds = r.steps == row->value[0] && greedy.steps >= r.steps && r.least <= r.steps;
        }
    }
    return status;
}

int p002_ports(p002 *all, p002_table *t) {
    static const p002_column columns[] = {{"k=1", "k1", 0}, {"k=2", "k2", 0}, {"k=3", "k3", 0}, {"k=4", "k4", 0},
                                          {"k=5", "k5", 0}, {"k=6", "k6", 0}, {"k=7", "k7", 0}};
    static const double steps[5][7] = {
        {12, 6, 4}, {32, 16, 11, 8}, {80, 40, 27, 20, 16}, {192, 96, 64, 48, 39, 32}, {448, 224, 150, 112, 90, 75, 64}};
    *t = (p002_table){.key = "ports",
                      .title = "Total exchange on the d-cube with k ports: steps",
                      .note = "Theorem 7: ceil(d*2^(d-1)/k), met by isotropic in every case.",
                      .name_head = "d",
                      .name_key = "d",
                      .column = columns,
                      .columns = 7};
    int status = CLI_OK;
    for (unsigned d = 3; d <= 7; d++) {
        char name[16], network[16];
        snprintf(name, sizeof name, "%u", d);
        snprintf(network, sizeof network, "cube:%u", d);
        p002_row *row = p002_add(t, name);
        for (uint32_t k = 1; k <= d && !status; k++) {
            p002_result r;
            p002_case c = {.network = network, .kind = LB_ALLTOALL, .algorithm = "isotropic", .ports = k};
            status = p002_measure(all, &c, &r);
            row->value[k - 1] = r.steps;
            row->holds = row->holds && r.steps == steps[d - 3][k - 1] && r.steps == r.least;
        }
    }
    return status;
}
