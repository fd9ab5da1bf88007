/* A contest: plans for one task, of which the best is kept. What is tried, in which order, is up to those who enter
 * plans (entries.h).
 *
 * Better is: fewer steps, and of equals fewer transmissions; on the linear clock less time. Of equals the first stays,
 * so what suits best comes first. How much is tried depends on the effort, counted in microseconds that things take,
 * about: never on a clock, so that all processes that plan the same find the same. */
#ifndef LB_CONTEST_H
#define LB_CONTEST_H

#include "algo/table/table.h"

/* What may be tried beside the algorithms themselves. Whoever plans a task in terms of another leaves out what would
 * lead back to it. */
enum {
    LB_BY_REVERSE = 1,  /* the reverse of the reverse task */
    LB_BY_NAMES = 2,    /* the same task under another name, or as two tasks one after another */
    LB_BY_PARTS = 4,    /* some packets, then the others */
    LB_BY_MORE = 8,     /* a packet more, left out */
    LB_BY_SQUARES = 16, /* rings of 4 as squares, squares as rings of 4 */
    LB_BY_DETOURS = 32, /* as if a link far away were dead */
    LB_BY_PORTS = 64,   /* with fewer ports */
    LB_BY_ALL = 127
};

/* What was tried, for those who ask; grows as it must. And the bound of the unit clock that it was held against, which
 * takes long enough to be found only once. */
typedef struct lb_attempts {
    lb_attempt *at;
    size_t count;
    uint64_t room;
    lb_bound *bound; /* NULL: not found */
} lb_attempts;

typedef struct lb_contest {
    int (*run)(struct lb_contest *contest, lb_why *why); /* has all enter; an error: there is nothing */
    const lb_task *task;
    const lb_plan_options *options; /* filled in */
    unsigned by;                    /* what may be tried */
    uint64_t left;                  /* microseconds that may yet be spent */
    uint64_t first_work;            /* microseconds that what suits best takes, where that is known; else 0 */
    bool bounded;                   /* the two below are known */
    uint64_t least_steps, least_moves;
    lb_ratio least_time, time; /* linear clock: the bound, and what the best takes */
    lb_plan *best;
    lb_attempts *attempts; /* NULL: nobody asks */
} lb_contest;

/* Enters a plan, which becomes the contest's; how it was made, for the attempts. NULL: it could not be made, for this
 * reason. */
void lb_contest_enter(lb_contest *c, const char *name, lb_plan *plan, const lb_why *why);

/* Notes a plan that was found before, without a contest. */
void lb_contest_remember(lb_contest *c, const lb_plan *plan);

/* Whether nothing can be better than what there is. */
bool lb_contest_over(lb_contest *c);

/* Linear clock: whether nothing can be better by more than a hundredth. */
bool lb_contest_near(lb_contest *c);

/* Whether even the bound of the same task on another network is above what there is. */
bool lb_contest_hopeless(const lb_contest *c, const lb_task *other);

/* Spends so much, if there is so much left; else notes that this was not tried. */
bool lb_contest_afford(lb_contest *c, const char *name, uint64_t microseconds);

/* The best plan for another task that the contest comes upon, in at most a half of what is left. */
int lb_contest_within(lb_contest *c, const lb_task *task, const lb_plan_options *options, unsigned by, lb_plan **plan);

/* The same for what is this task under another name, or the most of it: with as much effort as if it had been asked
 * for. */
int lb_contest_beside(lb_contest *c, const lb_task *task, const lb_plan_options *options, unsigned by, lb_plan **plan);

/* Microseconds that planning a task takes which holds about so many moves. */
uint64_t lb_work_of(const lb_task *task, const lb_plan_options *options);

#endif
