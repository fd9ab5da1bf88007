/* An operation on real parts: pack, carry, unpack. Elements that stay at their node are copied straight. */
#include "matrix/carry.h"
#include "matrix/matrix.h"

#include <stdlib.h>
#include <string.h>

/* All nodes' buffers of one kind, in one piece. */
typedef struct buffers {
    unsigned char *all;
    unsigned char **of;
    uint64_t block;
} buffers;

static void free_buffers(buffers *b) {
    free(b->all);
    free(b->of);
}

/* How many bytes all nodes' buffers of one kind have; LB_ERR_SIZE when there is no room for those that send and those
 * that receive together. */
static int count_bytes(const lb_rearrange *r, uint64_t *bytes, lb_why *why) {
    uint64_t slots = (uint64_t)r->facts.from.nodes * lb_carry_slots(r->task), block = r->facts.block * r->facts.element;
    if (__builtin_mul_overflow(slots, block, bytes) || *bytes > PTRDIFF_MAX / 2)
        return lb_fail(why, LB_ERR_SIZE, "the padded blocks are too large");
    return lb_affordable(2 * *bytes, "a matrix in padded blocks, before and after,", why);
}

static int make_buffers(const lb_rearrange *r, uint64_t bytes, buffers *b, lb_why *why) {
    uint64_t nodes = r->facts.from.nodes, slots = lb_carry_slots(r->task);
    *b = (buffers){.block = r->facts.block * r->facts.element};
    b->all = lb_zeroed(bytes, 1);
    b->of = lb_array(nodes, sizeof *b->of);
    if (!b->all || !b->of) {
        free_buffers(b);
        return lb_fail_memory(why, "the blocks of a matrix");
    }
    for (uint64_t v = 0; v < nodes; v++)
        b->of[v] = b->all + v * slots * b->block;
    return LB_OK;
}

static unsigned char *element_at(const lb_rearrange *r, const buffers *b, uint32_t node, const lb_entry *e) {
    uint64_t slot = r->facts.kind == LB_ALLTOALL ? e->node : 0;
    return b->of[node] + slot * b->block + e->place * r->facts.element;
}

static void pack(const lb_rearrange *r, lb_walk *walk, const void *const *before, const buffers *in) {
    size_t size = (size_t)r->facts.element;
    lb_entry e;
    for (uint32_t v = 0; v < r->facts.from.nodes; v++) {
        lb_walk_begin(walk, v, LB_SENDS);
        while (lb_walk_next(walk, &e)) {
            if (e.node != v)
                memcpy(element_at(r, in, v, &e), (const unsigned char *)before[v] + e.local * size, size);
        }
    }
}

static void unpack(const lb_rearrange *r, lb_walk *walk, const buffers *out, void *const *after) {
    size_t size = (size_t)r->facts.element;
    lb_entry e;
    for (uint32_t v = 0; v < r->facts.to.nodes; v++) {
        lb_walk_begin(walk, v, LB_RECEIVES);
        while (lb_walk_next(walk, &e)) {
            if (e.node != v)
                memcpy((unsigned char *)after[v] + e.local * size, element_at(r, out, v, &e), size);
        }
    }
}

/* What stays: the two walks of a node meet such elements in the same order. */
static void copy_kept(const lb_rearrange *r, lb_walk *source, lb_walk *target, const void *const *before,
                      void *const *after) {
    size_t size = (size_t)r->facts.element;
    lb_entry s, t;
    for (uint32_t v = 0; v < r->facts.from.nodes; v++) {
        lb_walk_begin(source, v, LB_SENDS);
        lb_walk_begin(target, v, LB_RECEIVES);
        while (lb_walk_next(source, &s)) {
            if (s.node != v)
                continue;
            while (lb_walk_next(target, &t) && t.node != v)
                continue;
            memcpy((unsigned char *)after[v] + t.local * size, (const unsigned char *)before[v] + s.local * size, size);
        }
    }
}

static int send_rest(const lb_rearrange *r, const lb_plan *plan, lb_walk *walk, const void *const *before,
                     void *const *after, lb_why *why) {
    buffers in, out;
    uint64_t bytes = 0;
    int error = count_bytes(r, &bytes, why);
    if (!error)
        error = make_buffers(r, bytes, &in, why);
    if (error)
        return error;
    error = make_buffers(r, bytes, &out, why);
    if (!error) {
        pack(r, walk, before, &in);
        error = lb_carry(plan, in.block, (const unsigned char *const *)in.of, out.of, why);
        if (!error)
            unpack(r, walk, &out, after);
        free_buffers(&out);
    }
    free_buffers(&in);
    return error;
}

int lb_rearrange_move(const lb_rearrange *r, const lb_plan *plan, const void *const *before, void *const *after,
                      lb_why *why) {
    if (r->facts.sends && (!plan || !lb_task_equal(lb_plan_task(plan), r->task)))
        return lb_fail(why, LB_ERR_ARG, "the plan is not for this matrix operation");
    lb_walk *source = NULL, *target = NULL;
    int error = lb_walk_open(r, &source, why);
    if (!error)
        error = lb_walk_open(r, &target, why);
    if (!error && r->facts.sends)
        error = send_rest(r, plan, source, before, after, why);
    if (!error) /* what can fail is over: a failure leaves `after` as it was */
        copy_kept(r, source, target, before, after);
    lb_walk_close(source);
    lb_walk_close(target);
    return error;
}
