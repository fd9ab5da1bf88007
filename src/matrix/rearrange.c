/* Operations on stored matrices: which elements go from where to where, and which task that is.
 *
 * By rows or columns a transposition is an all-to-all whatever the layout, and so are a quarter turn and switching
 * between blocked and striped storage; by submatrices transposition and turns are permutations (paper 001, sections 7
 * and 10). Where the lines do not divide by the nodes this is only nearly so. Nothing is taken for granted here: every
 * element is followed, and the task is the least of nothing, permutation and all-to-all that carries them all. */
#include "matrix/matrix.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const op_names[LB_MATRIX_OPS] = {"transpose", "quarter-turn", "half-turn", "restore"};

int lb_matrix_op_parse(const char *name, lb_matrix_op *op) {
    for (int i = 0; i < LB_MATRIX_OPS; i++) {
        if (strcmp(name, op_names[i]) == 0) {
            *op = (lb_matrix_op)i;
            return LB_OK;
        }
    }
    return LB_ERR_ARG;
}

const char *lb_matrix_op_name(lb_matrix_op op) {
    return op_names[op];
}

void lb_matrix_op_apply(lb_matrix_op op, uint64_t rows, uint64_t columns, uint64_t *i, uint64_t *j) {
    lb_turn turn = lb_turn_of(op);
    uint64_t row = turn.reverse[0] ? rows - 1 - *i : *i, column = turn.reverse[1] ? columns - 1 - *j : *j;
    *i = turn.swap ? column : row;
    *j = turn.swap ? row : column;
}

/* What following the elements finds. */
typedef struct tally {
    uint32_t *to;   /* where what leaves a node goes; LB_NONE: nothing leaves */
    bool many;      /* some node sends to several */
    bool divided;   /* some node keeps a part and sends the rest */
    uint64_t block; /* elements in the largest block that travels */
    uint64_t moving;
} tally;

static void follow_node(lb_walk *walk, uint32_t node, tally *t) {
    lb_entry e;
    bool kept = false;
    t->to[node] = LB_NONE;
    lb_walk_begin(walk, node, LB_SENDS);
    while (lb_walk_next(walk, &e)) {
        if (e.node == node) {
            kept = true;
            continue;
        }
        if (t->to[node] != LB_NONE && t->to[node] != e.node)
            t->many = true;
        t->to[node] = e.node;
        t->moving++;
        if (e.place >= t->block)
            t->block = e.place + 1;
    }
    if (kept && t->to[node] != LB_NONE)
        t->divided = true;
}

/* Where a part would go if its lines went together: which they do when all divides, and then nodes that have no
 * elements are best put where the rule puts them. The node itself where there is no rule. */
static uint32_t by_rule(const lb_rearrange_facts *f, uint32_t node) {
    lb_turn turn = lb_turn_of(f->op);
    uint32_t part[2];
    lb_stored_part(&f->from, node, &part[0], &part[1]);
    for (int axis = 0; axis < 2; axis++) {
        lb_axis mine = lb_axis_of(&f->from, axis), other = lb_axis_of(&f->to, turn.swap ? 1 - axis : axis);
        if (mine.parts != other.parts || (mine.parts > 1 && mine.striped != other.striped))
            return node;
        if (turn.reverse[axis]) {
            uint64_t last = mine.striped ? (mine.length - 1) % mine.parts : mine.parts - 1;
            part[axis] = (uint32_t)((last + mine.parts - part[axis]) % mine.parts);
        }
    }
    return turn.swap ? lb_stored_node(&f->to, part[1], part[0]) : lb_stored_node(&f->to, part[0], part[1]);
}

/* Gives every node from which nothing goes a receiver to which nothing goes: the one by the rule, or any. `taken` has
 * a flag for each node. False when two nodes send to the same one. */
static bool fill_up(const lb_rearrange_facts *f, uint32_t *to, bool *taken) {
    uint32_t nodes = f->from.nodes, spare = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        if (to[v] == LB_NONE)
            continue;
        if (taken[to[v]])
            return false;
        taken[to[v]] = true;
    }
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t rule = to[v] == LB_NONE ? by_rule(f, v) : LB_NONE;
        if (rule != LB_NONE && !taken[rule]) {
            to[v] = rule;
            taken[rule] = true;
        }
    }
    for (uint32_t v = 0; v < nodes; v++) {
        if (to[v] != LB_NONE)
            continue;
        while (taken[spare])
            spare++;
        to[v] = spare;
        taken[spare] = true;
    }
    return true;
}

/* Two nodes that keep a half and swap the other do what the paper calls a complete exchange. */
static bool is_permutation(const lb_rearrange_facts *f, tally *t, bool *taken) {
    return !t->many && !(t->divided && f->from.nodes == 2) && fill_up(f, t->to, taken);
}

/* Padding can make much out of little: one block for every pair of nodes. */
static int check_blocks(const lb_rearrange_facts *f, lb_why *why) {
    uint64_t bytes;
    if (!__builtin_mul_overflow(f->blocks, f->block, &bytes) && !__builtin_mul_overflow(bytes, f->element, &bytes) &&
        bytes <= 4 * LB_MAX_MATRIX_BYTES)
        return LB_OK;
    return lb_fail(why, LB_ERR_SIZE,
                   "%" PRIu64 " blocks, padded to %" PRIu64 " bytes, are more than 4 GiB for a matrix of %" PRIu64
                   " x %" PRIu64,
                   f->blocks, f->block * f->element, f->from.rows, f->from.columns);
}

static int decide(const lb_net *net, tally *t, lb_rearrange *r, lb_why *why) {
    lb_rearrange_facts *f = &r->facts;
    uint64_t nodes = f->from.nodes;
    f->moving = t->moving;
    f->block = t->block;
    f->sends = t->moving > 0;
    if (!f->sends)
        return LB_OK;
    bool *taken = lb_zeroed(nodes, sizeof *taken);
    if (!taken)
        return lb_fail_memory(why, "a permutation");
    lb_task_params params = {.list = t->to, .count = nodes};
    if (is_permutation(f, t, taken)) {
        f->kind = LB_PERMUTE;
        for (uint32_t v = 0; v < nodes; v++)
            f->blocks += t->to[v] != v;
    } else {
        f->kind = LB_ALLTOALL;
        f->blocks = nodes * (nodes - 1);
    }
    free(taken);
    int error = check_blocks(f, why);
    return error ? error : lb_task_create(net, f->kind, f->kind == LB_PERMUTE ? &params : NULL, &r->task, why);
}

static int follow(const lb_net *net, lb_rearrange *r, lb_why *why) {
    lb_walk *walk;
    int error = lb_walk_start(&r->facts, &walk, why);
    if (error)
        return error;
    tally t = {.to = lb_array(r->facts.from.nodes, sizeof *t.to)};
    if (!t.to)
        error = lb_fail_memory(why, "a permutation");
    for (uint32_t v = 0; !error && v < r->facts.from.nodes; v++)
        follow_node(walk, v, &t);
    lb_walk_close(walk);
    if (!error)
        error = decide(net, &t, r, why);
    free(t.to);
    return error;
}

static int check_size(const lb_stored *from, uint64_t element, lb_why *why) {
    uint64_t bytes;
    if (element == 0)
        return lb_fail(why, LB_ERR_ARG, "an element of 0 bytes");
    if (__builtin_mul_overflow(from->rows, from->columns, &bytes) || __builtin_mul_overflow(bytes, element, &bytes) ||
        bytes > LB_MAX_MATRIX_BYTES)
        return lb_fail(why, LB_ERR_SIZE,
                       "%" PRIu64 " x %" PRIu64 " elements of %" PRIu64 " bytes: a matrix may have 1 GiB", from->rows,
                       from->columns, element);
    return LB_OK;
}

/* Anybody can fill in the struct: only what lb_stored_make would have made is a matrix. */
static int check_stored(const lb_stored *s, lb_why *why) {
    lb_stored made;
    int error = lb_stored_make(s->rows, s->columns, s->layout, s->nodes, &made, why);
    if (error)
        return error;
    if (made.down != s->down || made.across != s->across)
        return lb_fail(why, LB_ERR_ARG,
                       "a matrix in %" PRIu32 " x %" PRIu32 " parts, where its layout has %" PRIu32 " x %" PRIu32
                       ": lb_stored_make gives them",
                       s->down, s->across, made.down, made.across);
    return LB_OK;
}

int lb_rearrange_create(const lb_net *net, lb_matrix_op op, const lb_stored *from, lb_layout to, uint64_t element,
                        lb_rearrange **rearrange, lb_why *why) {
    *rearrange = NULL;
    if ((unsigned)op >= LB_MATRIX_OPS)
        return lb_fail(why, LB_ERR_ARG, "no such operation on matrices");
    if (from->nodes != lb_net_nodes(net))
        return lb_fail(why, LB_ERR_ARG, "a matrix on %" PRIu32 " nodes, a network of %" PRIu32, from->nodes,
                       lb_net_nodes(net));
    bool swap = lb_turn_of(op).swap;
    lb_stored after;
    int error = check_stored(from, why);
    if (!error)
        error = check_size(from, element, why);
    if (!error)
        error = lb_stored_make(swap ? from->columns : from->rows, swap ? from->rows : from->columns, to, from->nodes,
                               &after, why);
    if (error)
        return error;
    lb_rearrange *r = lb_zeroed(1, sizeof *r);
    if (!r)
        return lb_fail_memory(why, "a matrix operation");
    r->facts = (lb_rearrange_facts){.op = op, .from = *from, .to = after, .element = element};
    error = follow(net, r, why);
    if (error) {
        lb_rearrange_free(r);
        return error;
    }
    *rearrange = r;
    return LB_OK;
}

void lb_rearrange_free(lb_rearrange *rearrange) {
    if (rearrange)
        lb_task_free(rearrange->task);
    free(rearrange);
}

const lb_rearrange_facts *lb_rearrange_facts_of(const lb_rearrange *rearrange) {
    return &rearrange->facts;
}

const lb_task *lb_rearrange_task(const lb_rearrange *rearrange) {
    return rearrange->task;
}

int lb_rearrange_text(const lb_rearrange *rearrange, char *buffer, size_t size) {
    const lb_rearrange_facts *f = &rearrange->facts;
    const char *s = f->block == 1 ? "" : "s";
    bool even = f->blocks * f->block == f->moving;
    if (!f->sends)
        return snprintf(buffer, size, "every element is already where it must be: nothing is sent");
    if (f->kind == LB_PERMUTE && even)
        return snprintf(buffer, size, "%" PRIu64 " nodes each send %" PRIu64 " element%s, to one node each", f->blocks,
                        f->block, s);
    if (f->kind == LB_PERMUTE)
        return snprintf(buffer, size,
                        "what leaves a node goes to one node; it is at most %" PRIu64 " element%s, to which every "
                        "block is padded",
                        f->block, s);
    if (even)
        return snprintf(buffer, size, "every node has %" PRIu64 " element%s for every other node", f->block, s);
    return snprintf(buffer, size,
                    "nodes have up to %" PRIu64 " element%s for one another, to which every block is padded", f->block,
                    s);
}
