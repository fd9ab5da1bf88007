/* The survey's results in tables: how many plans are at their bounds, and those that are not. */
#include "survey.h"

#include <math.h>
#include <string.h>

/* Groups of packets, from and to. */
enum { GROUPS = 5 };
static const unsigned groups[GROUPS][2] = {{1, 1}, {2, 2}, {3, 4}, {5, FEW_PACKETS}, {FEW_PACKETS + 1, MOST_PACKETS}};

typedef struct cell {
    uint64_t plans, at_bound;
    double sum, worst; /* of steps / bound */
    char where[96];
} cell;

static void add(cell *c, const survey_results *at, unsigned kind, unsigned column, const unsigned packets[2]) {
    for (unsigned p = packets[0]; p <= packets[1]; p++) {
        survey_found found = at->found[kind][column][p];
        if (p > at->packets || !found.bound)
            continue;
        double ratio = (double)found.steps / (double)found.bound;
        c->plans++;
        c->at_bound += found.steps == found.bound;
        c->sum += ratio;
        if (ratio > c->worst) {
            c->worst = ratio;
            snprintf(c->where, sizeof c->where, "%s P=%u %u/%u", at->net, p, found.steps, found.bound);
        }
    }
}

/* In per cent, rounded down to tenths: 100 is all. */
static double share(const cell *c) {
    return floor(1000 * (double)c->at_bound / (double)c->plans) / 10;
}

static void put_cell(const cell *c) {
    if (!c->plans)
        printf(" - |");
    else if (c->at_bound == c->plans)
        printf(" **100** of %llu |", (unsigned long long)c->plans);
    else
        printf(" %.1f of %llu, %.3f, %.2f (%s) |", share(c), (unsigned long long)c->plans, c->sum / (double)c->plans,
               c->worst, c->where);
}

void survey_put_table(const survey *s) {
    unsigned shown = s->packets > FEW_PACKETS ? GROUPS : GROUPS - 1;
    printf("| task, ports | P=1 | P=2 | P=3-4 | P=5-8 |%s", shown == GROUPS ? " P=9-16 |" : "");
    printf("\n|---|---|---|---|---|%s\n", shown == GROUPS ? "---|" : "");
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (unsigned column = 0; column < s->columns; column++) {
            printf("| %s: %s |", survey_kinds[kind].name, survey_ports[column]);
            for (unsigned g = 0; g < shown; g++) {
                cell c = {.where = ""};
                for (const survey_results *at = s->results; at; at = at->next)
                    add(&c, at, kind, column, groups[g]);
                put_cell(&c);
            }
            printf("\n");
        }
    }
}

/* What is aimed at: a share in per cent and a worst ratio, 0 where nothing is said, for all packets. */
typedef struct goal {
    const char *kinds[6]; /* as they begin */
    const char *ports;
    unsigned share;
    double worst;
} goal;

static const goal goals[] = {
    {{"broadcast", "reduce", "send", "permute"}, "all", 90, 1.25},
    {{"broadcast", "reduce", "send", "permute"}, "2", 70, 1.5},
    {{"broadcast", "reduce", "send", "permute"}, "1", 70, 1.5},
    {{"scatter", "gather", "allgather", "reduce-scatter", "alltoall"}, "all", 90, 0},
    {{"scatter", "gather", "allgather", "reduce-scatter", "alltoall"}, "2", 90, 0},
    {{"scatter", "gather", "allgather", "reduce-scatter", "alltoall"}, "1", 90, 0},
    {{"allreduce"}, "all", 90, 0},
    {{"allreduce"}, "2", 90, 0},
    {{"allreduce"}, "1", 90, 0},
    {{"multibroadcast, half"}, "all", 90, 0},
    {{"multibroadcast, half"}, "2", 80, 0},
    {{"multibroadcast, half"}, "1", 80, 0},
    {{"scan", "exscan"}, "all", 0, 1.5},
    {{"scan", "exscan"}, "2", 0, 1.5},
    {{"scan", "exscan"}, "1", 0, 1.5},
};

/* "reduce" is not "reduce-scatter", but "send" is "send, far". */
static bool is_of(const goal *g, const char *kind) {
    for (size_t i = 0; i < sizeof g->kinds / sizeof g->kinds[0] && g->kinds[i]; i++) {
        size_t length = strlen(g->kinds[i]);
        if (strncmp(kind, g->kinds[i], length) == 0 && strchr(", ", kind[length]))
            return true;
    }
    return false;
}

static void put_goal(const survey *s, const goal *g) {
    static const unsigned packets[2] = {1, FEW_PACKETS};
    cell c = {.where = ""};
    for (const survey_results *at = s->results; at; at = at->next) {
        for (unsigned i = 0; i < KINDS * PORTS; i++) {
            if (is_of(g, survey_kinds[i / PORTS].name) && strcmp(g->ports, survey_ports[i % PORTS]) == 0)
                add(&c, at, i / PORTS, i % PORTS, packets);
        }
    }
    printf("| ");
    for (size_t i = 0; i < sizeof g->kinds / sizeof g->kinds[0] && g->kinds[i]; i++)
        printf("%s%s", i ? ", " : "", g->kinds[i]);
    printf(": %s |", g->ports);
    printf(g->share ? " %u %% |" : " |", g->share);
    printf(g->worst > 0 ? " %.2f |" : " |", g->worst);
    put_cell(&c);
    bool reached = c.plans && share(&c) >= g->share && (g->worst <= 0 || c.worst <= g->worst);
    printf(" %s |\n", !c.plans ? "-" : reached ? "yes" : "**no**");
}

void survey_put_goals(const survey *s) {
    printf("| task, ports | at the bound | at most | found, P=1-8 | reached |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++)
        put_goal(s, &goals[i]);
}

void survey_put_above(const survey *s) {
    for (const survey_results *at = s->results; at; at = at->next) {
        for (unsigned i = 0; i < KINDS * PORTS * MOST_PACKETS; i++) {
            unsigned kind = i / (PORTS * MOST_PACKETS), column = i / MOST_PACKETS % PORTS, p = i % MOST_PACKETS + 1;
            survey_found found = at->found[kind][column][p];
            if (p <= at->packets && found.steps > found.bound)
                printf("%s %s, ports %s, packets %u: %u, bound %u\n", survey_kinds[kind].name, at->net,
                       survey_ports[column], p, found.steps, found.bound);
        }
    }
}
