/* Which link carries something in which step, and how many links each node drives: for planners that go back and forth
 * in time. With a period c everything is repeated every c steps, for ever: what is free in a step is so in all steps
 * that are c, 2c, ... away. */
#ifndef LB_FAULTY_TIMETABLE_H
#define LB_FAULTY_TIMETABLE_H

#include "net/map.h"

typedef struct lb_timetable {
    const lb_map *map;
    uint32_t limit;  /* links that a node may drive at a time */
    bool limited;    /* that is less than all */
    uint32_t period; /* 0: none */
    uint32_t steps;  /* there is room for steps below */
    uint64_t words;  /* of a step's links */
    uint64_t *busy;  /* step * words */
    uint8_t *sends;  /* step * nodes; not used where all may be driven */
    uint8_t *gets;   /* the same for links into a node */
    uint32_t *full;  /* of each link: it is busy in all steps up to this one */
} lb_timetable;

int lb_timetable_begin(lb_timetable *t, const lb_map *map, uint32_t limit, uint32_t period); /* 0 or LB_ERR_MEMORY */
void lb_timetable_end(lb_timetable *t);

/* The first step from this one on in which it is free; the last one in from..until. 0: there is none. */
uint32_t lb_timetable_next(lb_timetable *t, uint32_t from, uint32_t link);
uint32_t lb_timetable_last(const lb_timetable *t, uint32_t from, uint32_t until, uint32_t link);

/* Takes a free link; 0, LB_ERR_MEMORY, or LB_ERR_SIZE where steps are too many. And gives it back. */
int lb_timetable_take(lb_timetable *t, uint32_t step, uint32_t link);
void lb_timetable_give_back(lb_timetable *t, uint32_t step, uint32_t link);

#endif
