/* Blocks of different lengths. A shape's numbers are indexed so:
 *
 *   task                        lengths             ins        outs
 *   allgather, gather           origin              0          origin
 *   scatter, reduce-scatter     destination         dest.      0
 *   alltoall                    origin*n + dest.    dest.      origin
 *   isotropic                   block               offset     offset     (in the task's order of offsets)
 *   multibroadcast              block               block      block
 *
 * A single number stands for all. */
#include "mpi/shape.h"

typedef struct places {
    uint64_t length, in, out;
} places;

static places places_of(const lb_task *task, uint64_t block) {
    uint32_t origin, dest, copy;
    uint64_t n = lb_net_nodes(lb_task_net(task)), offsets;
    lb_task_name(task, block, &origin, &dest, &copy);
    switch (lb_task_kind_of(task)) {
    case LB_ALLGATHER:
    case LB_GATHER: return (places){origin, 0, origin};
    case LB_SCATTER:
    case LB_REDUCE_SCATTER: return (places){dest, dest, 0};
    case LB_ALLTOALL: return (places){origin * n + dest, dest, origin};
    case LB_ISOTROPIC:
        offsets = lb_task_params_of(task).count;
        return (places){block, block % offsets, block % offsets};
    default: return (places){block, block, block};
    }
}

static uint64_t value(const uint64_t *values, uint64_t count, uint64_t index) {
    return values[count == 1 ? 0 : index];
}

uint64_t lb_shape_length(void *user, uint64_t block) {
    const lb_shaped *s = user;
    return value(s->shape->values, s->shape->lengths, places_of(s->task, block).length);
}

uint64_t lb_shape_in(void *user, uint64_t block) {
    const lb_shaped *s = user;
    return value(s->shape->values + s->shape->lengths, s->shape->ins, places_of(s->task, block).in);
}

uint64_t lb_shape_out(void *user, uint64_t block) {
    const lb_shaped *s = user;
    return value(s->shape->values + s->shape->lengths + s->shape->ins, s->shape->outs, places_of(s->task, block).out);
}
