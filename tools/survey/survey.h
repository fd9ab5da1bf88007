/* The survey: default plans over all small networks, tasks, packets and ports, held against their bounds and against
 * all that they must not be worse than. docs/survey.md says what is asked, and has the table. */
#ifndef SURVEY_H
#define SURVEY_H

#include "linkbound.h"

#include <stdio.h>

enum { MOST_PACKETS = 16, FEW_PACKETS = 8, KINDS = 17, PORTS = 4, USUAL_PORTS = 3 };

/* A task of the survey: a kind, and for some kinds which of several. */
typedef struct survey_kind {
    const char *name;
    lb_task_kind kind;
    int variant;
} survey_kind;
extern const survey_kind survey_kinds[KINDS];
extern const char *const survey_ports[PORTS];

/* The ports of a column on a network; 0: all are as many, or more. */
uint32_t survey_ports_of(const lb_net *net, unsigned column);

/* A task that can be done as another, or as two one after the other. */
typedef struct survey_name {
    const char *task, *by, *and;
} survey_name;
enum { SAME = 10 };
extern const survey_name survey_names[SAME];

/* Its number; KINDS where there is none. */
unsigned survey_kind_named(const char *name);

/* The task on a network; NULL where it makes no sense there. */
lb_task *survey_task(const lb_net *net, const survey_kind *kind);

/* Of one network, one kind and a number of ports: the default's steps by packets, 0 where there is none. */
typedef struct survey_row {
    uint32_t steps[MOST_PACKETS + 2];
} survey_row;

/* A default plan and its bound; 0 where there is none. */
typedef struct survey_found {
    uint32_t steps, bound;
} survey_found;

/* All of a network. */
typedef struct survey_results {
    char net[32];
    unsigned packets; /* the most that are asked for: the file may have more */
    survey_found found[KINDS][PORTS][MOST_PACKETS + 1];
    struct survey_results *next;
} survey_results;

typedef struct survey {
    uint64_t plans, compared, violations;
    unsigned packets; /* the most */
    unsigned columns; /* so many of survey_ports */
    bool quick;       /* no algorithm by name, no dead links */
    const char *task; /* only those that begin with this are held against their bounds; NULL: all */
    survey_results *results;
    FILE *file; /* where they are added, or NULL */
} survey;

/* The steps of the best plan, by this algorithm where one is named; checked. 0: there is none. A broken plan, or a
 * witness that does not hold, ends the survey. */
uint32_t survey_steps(const lb_task *task, const char *algorithm, uint32_t ports, uint64_t packets);

/* Takes over what the file has, and keeps there what is found. */
bool survey_open(survey *s, const char *path);
survey_results *survey_results_of(survey *s, const char *net);
void survey_note(survey *s, survey_results *results, unsigned kind, unsigned column, unsigned packets,
                 survey_found found);
void survey_close(survey *s);

/* One network, all tasks: held against all that a plan must not be worse than; or against the bound alone, as far as
 * that is not known from the file. */
void survey_net(survey *s, const lb_net *net, const char *name);
void survey_net_bounds(survey *s, const lb_net *net, const char *name);
void survey_linear(survey *s, const lb_net *net, const char *name);

/* The share at the bound by tasks, ports and packets; beside what is aimed at; and all that are above it. */
void survey_put_table(const survey *s);
void survey_put_goals(const survey *s);
void survey_put_above(const survey *s);

/* What is worse than it must be. */
void survey_say(survey *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
