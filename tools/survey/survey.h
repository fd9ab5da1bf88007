/* The survey: default plans over all small networks, tasks, packets and ports, held against their bounds and against
 * all that they must not be worse than. docs/survey.md says what is asked, and has the table. */
#ifndef SURVEY_H
#define SURVEY_H

#include "linkbound.h"

#include <stdio.h>

enum { MOST_PACKETS = 8, KINDS = 17, PORTS = 3 };

/* A task of the survey: a kind, and for some kinds which of several. */
typedef struct survey_kind {
    const char *name;
    lb_task_kind kind;
    int variant;
} survey_kind;
extern const survey_kind survey_kinds[KINDS];

/* The task on a network; NULL where it makes no sense there. */
lb_task *survey_task(const lb_net *net, const survey_kind *kind);

/* Of one network, one kind and a number of ports: the default's steps by packets, 0 where there is none. */
typedef struct survey_row {
    uint32_t steps[MOST_PACKETS + 2];
} survey_row;

typedef struct survey_cell {
    uint64_t plans, at_bound;
    double worst;
    char where[64];
} survey_cell;

typedef struct survey {
    uint64_t plans, compared, violations;
    unsigned packets; /* the most */
    bool quick;       /* no algorithm by name, no dead links */
    survey_cell cells[KINDS][PORTS][MOST_PACKETS + 1];
} survey;

/* The steps of the best plan, by this algorithm where one is named; checked. 0: there is none. A broken plan, or a
 * witness that does not hold, ends the survey. */
uint32_t survey_steps(const lb_task *task, const char *algorithm, uint32_t ports, uint64_t packets);

/* One network, all tasks. */
void survey_net(survey *s, const lb_net *net, const char *name);
void survey_linear(survey *s, const lb_net *net, const char *name);

/* What is worse than it must be. */
void survey_say(survey *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
