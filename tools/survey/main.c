/* survey [--nodes N] [--cubes D] [--packets P] [--part I/N] [--quick] [--linear]: all tori to N nodes and cubes to D
 * dimensions; the I-th of N parts of them. Prints what is worse than it must be, and the table. Exit status 1: there
 * was something. */
#include "survey.h"

#include <stdlib.h>
#include <string.h>

typedef struct run {
    survey survey;
    unsigned nodes, cubes, part, parts, seen;
    bool linear;
} run;

static void do_net(run *r, const uint32_t *radices, unsigned dims) {
    lb_net *net = NULL;
    char name[128] = "";
    if (r->seen++ % r->parts != r->part || lb_net_create(dims, radices, &net, NULL) != LB_OK)
        return;
    lb_net_name(net, name, sizeof name);
    if (r->linear)
        survey_linear(&r->survey, net, name);
    else
        survey_net(&r->survey, net, name);
    fflush(stdout);
    lb_net_free(net);
}

/* Radices do not decrease, so that every torus comes once. */
static void all_tori(run *r, uint32_t *radices, unsigned dims, uint32_t least, uint32_t nodes) {
    if (dims)
        do_net(r, radices, dims);
    for (uint32_t radix = least; nodes * radix <= r->nodes; radix++) {
        radices[dims] = radix;
        all_tori(r, radices, dims + 1, radix, nodes * radix);
    }
}

static void put_cells(const survey_cell *cells, unsigned from, unsigned to) {
    survey_cell sum = {.worst = 0};
    for (unsigned p = from; p <= to; p++) {
        sum.plans += cells[p].plans;
        sum.at_bound += cells[p].at_bound;
        if (cells[p].worst > sum.worst) {
            sum.worst = cells[p].worst;
            memcpy(sum.where, cells[p].where, sizeof sum.where);
        }
    }
    if (!sum.plans)
        printf(" - |");
    else if (sum.at_bound == sum.plans)
        printf(" 100 |");
    else
        printf(" %.0f, %.2f (%s) |",
               100.0 * (double)sum.at_bound / (double)sum.plans - 0.5 > 0
                   ? (double)(uint64_t)(100.0 * (double)sum.at_bound / (double)sum.plans)
                   : 0.0,
               sum.worst, sum.where);
}

static void put_table(const survey *s) {
    static const char *const ports[PORTS] = {"all", "2", "1"};
    printf("| task, ports | P=1 | P=2 | P=3-4 | P=5-8 |\n|---|---|---|---|---|\n");
    for (unsigned k = 0; k < KINDS; k++) {
        for (unsigned column = 0; column < PORTS; column++) {
            printf("| %s: %s |", survey_kinds[k].name, ports[column]);
            put_cells(s->cells[k][column], 1, 1);
            put_cells(s->cells[k][column], 2, 2);
            put_cells(s->cells[k][column], 3, 4);
            put_cells(s->cells[k][column], 5, MOST_PACKETS);
            printf("\n");
        }
    }
}

static int read_options(run *r, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--quick") == 0)
            r->survey.quick = true;
        else if (strcmp(argv[i], "--linear") == 0)
            r->linear = true;
        else if (strcmp(argv[i], "--nodes") == 0 && sscanf(value, "%u", &r->nodes) == 1)
            i++;
        else if (strcmp(argv[i], "--cubes") == 0 && sscanf(value, "%u", &r->cubes) == 1)
            i++;
        else if (strcmp(argv[i], "--packets") == 0 && sscanf(value, "%u", &r->survey.packets) == 1)
            i++;
        else if (strcmp(argv[i], "--part") == 0 && sscanf(value, "%u/%u", &r->part, &r->parts) == 2)
            i++;
        else
            return 2;
    }
    return r->nodes > 4096 || r->cubes > 16 || r->survey.packets < 1 || r->survey.packets > MOST_PACKETS || r->parts < 1
               ? 2
               : 0;
}

int main(int argc, char **argv) {
    static run r = {.nodes = 16, .parts = 1, .survey = {.packets = MOST_PACKETS}};
    uint32_t radices[32];
    if (read_options(&r, argc, argv)) {
        fprintf(stderr,
                "usage: survey [--nodes N] [--cubes D] [--packets P, 1 to 8] [--part I/N] [--quick] [--linear]\n");
        return 2;
    }
    r.part %= r.parts;
    all_tori(&r, radices, 0, 2, 1);
    for (unsigned d = 1; d <= r.cubes; d++) {
        radices[d - 1] = 2;
        for (unsigned i = 0; i < d; i++)
            radices[i] = 2;
        if (1U << d > r.nodes)
            do_net(&r, radices, d);
    }
    if (!r.linear)
        put_table(&r.survey);
    printf("%llu plans, %llu comparisons, %llu worse\n", (unsigned long long)r.survey.plans,
           (unsigned long long)r.survey.compared, (unsigned long long)r.survey.violations);
    return r.survey.violations > 0;
}
