/* Wisdom: what contests found, to be made again without them. An entry is a question (a task and all that the plan is
 * asked for), the effort it was answered with, the recipe of the answer, and the steps and moves that it has. */
#ifndef LB_WISDOM_H
#define LB_WISDOM_H

#include "base/base.h"

enum { LB_MOST_VERSION = 32 };

typedef struct lb_insight {
    char *question, *recipe;
    char version[LB_MOST_VERSION]; /* of the library that found it: another may find something better */
    int effort;
    uint32_t steps;
    uint64_t moves;
    bool corrects; /* what was kept before is wrong, however much effort it took */
} lb_insight;

struct lb_wisdom {
    lb_insight *at; /* by version and question, each once */
    size_t count;
    uint64_t room;
    bool learnt; /* something that was not read */
    char warning[LB_WHY_MAX];
};

/* Keeps it if there is none of as much effort, or that is wrong; what it points to is copied. */
int lb_wisdom_keep(lb_wisdom *wisdom, const lb_insight *insight, lb_why *why);

/* What this version of the library knows; NULL: nothing. */
const lb_insight *lb_wisdom_find(const lb_wisdom *wisdom, const char *question);

#endif
