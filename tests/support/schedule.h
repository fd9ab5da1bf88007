/* A schedule as a plain array of moves that tests can bend as they like, and the checker's source that reads it. */
#ifndef LB_TEST_SCHEDULE_H
#define LB_TEST_SCHEDULE_H

#include "check/source.h"

typedef struct packet {
    uint32_t step, from, to;
    uint8_t port, op;
    uint32_t nitems;
    size_t first; /* of its items in the schedule's pool */
} packet;

typedef struct schedule {
    lb_task *task;
    lb_clock clock;
    uint32_t ports;
    uint64_t denominator, room; /* room: what fits a packet on the unit clock */
    uint32_t steps;             /* claimed */
    uint64_t moves;             /* claimed */
    packet *packets;
    size_t count, packets_room;
    lb_item *pool;
    size_t used, pool_room;
} schedule;

/* An empty schedule without a port limit; the task is copied. */
schedule schedule_new(const lb_task *task, lb_clock clock, uint64_t denominator);
schedule schedule_of(const lb_plan *plan);
/* The same with pieces in whole bytes, a message of so many: a unit is a byte (of the vector, for allreduce), and items
 * and packets without any are left out. */
schedule schedule_in_bytes(const schedule *s, uint64_t bytes);
schedule schedule_copy(const schedule *s);
void schedule_free(schedule *s);

/* Appends a packet without items, or an item to the last packet. */
packet *schedule_move(schedule *s, uint32_t step, uint32_t from, uint32_t to, lb_op op);
void schedule_item(schedule *s, uint32_t origin, uint32_t dest, uint64_t lo, uint64_t hi);
/* Both at once, the item a whole block. */
void schedule_send(schedule *s, uint32_t step, uint32_t from, uint32_t to, uint32_t origin, uint32_t dest);
/* Inserts a copy of packet `which` before `at`; its items are its own. */
void schedule_insert(schedule *s, size_t at, size_t which);
void schedule_remove(schedule *s, size_t at);
/* Gives packet `which` new items. */
void schedule_load(schedule *s, size_t which, const lb_item *items, uint32_t count);
/* Stable, by step. */
void schedule_sort(schedule *s);
/* Lets the header say what is there. */
void schedule_claim(schedule *s);

typedef struct schedule_source {
    lb_source source;
    const schedule *schedule;
    size_t at;
    int fails; /* an error that next returns instead of the end */
} schedule_source;

void schedule_open(schedule_source *source, const schedule *s);
int schedule_check(const schedule *s, const lb_check_options *options, lb_report *report, lb_why *why);

/* The same again through a plan, for what takes only plans. NULL when no plan can be built from it. */
lb_plan *schedule_plan(const schedule *s);

#endif
