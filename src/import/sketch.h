/* A schedule as other tools' files give it: nodes, what is to be done, and moves with what they carry. The network is
 * the one that was asked for, or the one whose links the moves use. Every format that names steps is read into this;
 * programs (acts.h) come to it by being run (execute.h). */
#ifndef LB_SKETCH_H
#define LB_SKETCH_H

#include "import/page.h"
#include "plan/plan.h"

typedef struct lb_sketch_move {
    uint32_t step, from, to, line;
    lb_op op;
    uint64_t item; /* its first; the next move's is its end */
} lb_sketch_move;

typedef struct lb_sketch {
    uint32_t nodes;
    lb_task_kind kind;
    lb_task_params params;
    uint64_t denominator, packet; /* packet 0: the clock is linear */
    char algorithm[64];
    lb_sketch_move *move;
    uint64_t moves, move_room;
    lb_item *item;
    uint64_t items, item_room;
} lb_sketch;

/* A move, and an item of the move that was begun last. LB_ERR_MEMORY, or 0. */
int lb_sketch_move_add(lb_sketch *s, lb_sketch_move move);
int lb_sketch_item_add(lb_sketch *s, lb_item item);
void lb_sketch_free(lb_sketch *s);

/* The network whose links the moves use; LB_ERR_ARG: they do not reach everybody. */
int lb_sketch_net(const lb_sketch *s, lb_net **net, lb_why *why);

/* The plan, on `net` unless that is NULL; moves are in step order. LB_ERR_CHECK: a link or block that there is not. */
int lb_sketch_plan(const lb_sketch *s, const lb_page *page, const lb_net *net, lb_plan **plan);

#endif
