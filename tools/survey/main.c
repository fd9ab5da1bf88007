/* survey [--nodes N] [--cubes D] [--packets P] [--three] [--part I/N] [--quick] [--linear] [--table] [--above] [--task
 * WORD]
 * [--keep FILE]: all tori to N nodes and cubes to D dimensions; the I-th of N parts of them. Prints what is worse than
 * it must be, and with --table or --above only how plans stand to their bounds, of all tasks or of those whose names
 * begin with WORD. Exit status 1: there was something worse. */
#include "survey.h"

#include <stdlib.h>
#include <string.h>

typedef struct run {
    survey survey;
    unsigned nodes, cubes, part, parts, seen;
    bool linear, table, above;
    const char *keep;
} run;

static void do_net(run *r, const uint32_t *radices, unsigned dims) {
    lb_net *net = NULL;
    char name[128] = "";
    if (r->seen++ % r->parts != r->part || lb_net_create(dims, radices, &net, NULL) != LB_OK)
        return;
    lb_net_name(net, name, sizeof name);
    if (r->linear)
        survey_linear(&r->survey, net, name);
    else if (r->table || r->above)
        survey_net_bounds(&r->survey, net, name);
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

static void all_cubes(run *r, uint32_t *radices) {
    for (unsigned d = 0; d < r->cubes; d++) {
        for (unsigned i = 0; i <= d; i++)
            radices[i] = 2;
        if (2U << d > r->nodes)
            do_net(r, radices, d + 1);
    }
}

/* Whether it is one of the options without a value. */
static bool read_flag(run *r, const char *word) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"--quick", &r->survey.quick}, {"--linear", &r->linear}, {"--table", &r->table}, {"--above", &r->above}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(word, flags[i].name) == 0)
            return *flags[i].flag = true;
    }
    return false;
}

static bool read_value(run *r, const char *word, const char *value) {
    if (strcmp(word, "--nodes") == 0)
        return sscanf(value, "%u", &r->nodes) == 1;
    if (strcmp(word, "--cubes") == 0)
        return sscanf(value, "%u", &r->cubes) == 1;
    if (strcmp(word, "--packets") == 0)
        return sscanf(value, "%u", &r->survey.packets) == 1;
    if (strcmp(word, "--part") == 0)
        return sscanf(value, "%u/%u", &r->part, &r->parts) == 2;
    if (strcmp(word, "--task") == 0) {
        r->survey.task = value;
        return r->table || r->above;
    }
    r->keep = value;
    return strcmp(word, "--keep") == 0;
}

static bool read_options(run *r, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--three") == 0) {
            r->survey.columns = PORTS;
            continue;
        }
        if (read_flag(r, argv[i]))
            continue;
        if (i + 1 == argc || !read_value(r, argv[i], argv[i + 1]))
            return false;
        i++;
    }
    return r->nodes <= 4096 && r->cubes <= 16 && r->survey.packets >= 1 && r->survey.packets <= MOST_PACKETS &&
           r->parts >= 1;
}

static void put(const run *r) {
    if (r->above)
        survey_put_above(&r->survey);
    else if (!r->linear)
        survey_put_table(&r->survey);
    if (r->table) {
        printf("\n");
        survey_put_goals(&r->survey);
        printf("\n");
    }
    printf("%llu plans, %llu comparisons, %llu worse\n", (unsigned long long)r->survey.plans,
           (unsigned long long)r->survey.compared, (unsigned long long)r->survey.violations);
}

int main(int argc, char **argv) {
    static run r = {.nodes = 16, .parts = 1, .survey = {.packets = FEW_PACKETS, .columns = USUAL_PORTS}};
    uint32_t radices[32];
    if (!read_options(&r, argc, argv)) {
        fprintf(stderr, "usage: survey [--nodes N] [--cubes D] [--packets P, 1 to 16] [--three] [--part I/N] [--quick] "
                        "[--linear] [--table] [--above] [--task WORD, after these] [--keep FILE]\n");
        return 2;
    }
    if (r.keep && !survey_open(&r.survey, r.keep)) {
        perror(r.keep);
        return 2;
    }
    r.part %= r.parts;
    all_tori(&r, radices, 0, 2, 1);
    all_cubes(&r, radices);
    put(&r);
    survey_close(&r.survey);
    return r.survey.violations > 0;
}
