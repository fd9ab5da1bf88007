/* What the survey has found, network by network, and the file in which it is kept from run to run: a line a plan,
 * network, ports, packets, steps, bound and task. A line that was cut off in mid-write is ignored. */
#include "survey.h"

#include <stdlib.h>
#include <string.h>

survey_results *survey_results_of(survey *s, const char *net) {
    survey_results **at = &s->results;
    while (*at && strcmp((*at)->net, net) != 0)
        at = &(*at)->next;
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            exit(1);
        snprintf((*at)->net, sizeof(*at)->net, "%s", net);
    }
    return *at;
}

void survey_close(survey *s) {
    if (s->file)
        fclose(s->file);
    while (s->results) {
        survey_results *next = s->results->next;
        free(s->results);
        s->results = next;
    }
}

static unsigned column_named(const char *ports) {
    unsigned column = 0;
    while (column < PORTS && strcmp(survey_ports[column], ports) != 0)
        column++;
    return column;
}

static void read_line(survey *s, const char *line) {
    char net[32], ports[8];
    unsigned packets, steps, bound;
    int task = 0;
    if (sscanf(line, "%31s %7s %u %u %u %n", net, ports, &packets, &steps, &bound, &task) < 5 || !task)
        return;
    unsigned column = column_named(ports), kind = survey_kind_named(line + task);
    if (column < PORTS && kind < KINDS && packets >= 1 && packets <= MOST_PACKETS && steps && bound)
        survey_results_of(s, net)->found[kind][column][packets] = (survey_found){steps, bound};
}

bool survey_open(survey *s, const char *path) {
    char line[256];
    FILE *old = fopen(path, "r");
    while (old && fgets(line, sizeof line, old)) {
        size_t length = strlen(line);
        if (length && line[length - 1] == '\n') {
            line[length - 1] = '\0';
            read_line(s, line);
        }
    }
    if (old)
        fclose(old);
    s->file = fopen(path, "a");
    return s->file != NULL;
}

void survey_note(survey *s, survey_results *results, unsigned kind, unsigned column, unsigned packets,
                 survey_found found) {
    results->found[kind][column][packets] = found;
    if (s->file)
        fprintf(s->file, "%s %s %u %u %u %s\n", results->net, survey_ports[column], packets, found.steps, found.bound,
                survey_kinds[kind].name);
}
