/* The inside of a plan: a template of moves, and the orbit that spreads it over the network.
 *
 * Frames. A template is written in the frame of node 0:
 *   rooted      node ids and block names as if the root were node 0; the root is added when moves are read;
 *   symmetric   as seen from the SENDER: node ids are absent, origin and dest are relative to the sending node. Every
 *               symmetric move can be translated to that form, so the template is node 0's own list of sends;
 *   explicit    absolute.
 * Arrays that would hold only zeros (or only whole blocks) are NULL. Moves are sorted by step, then node, then port.
 *
 * Where a closed form says what happens in a step, the template need not be held at all: such a plan has a generator
 * instead of arrays. Readers go through lb_stepper, which serves both; transforms take a flat plan, with arrays. */
#ifndef LB_PLAN_H
#define LB_PLAN_H

#include "task/task.h"

/* A closed form, in one of two ways:
 *   fill   makes all moves of one step, each with one whole block, into the arrays of `room` (node where the orbit has
 *          it, port, and the names the task needs) in order of node and port, and sets room->nmoves;
 *   one    adds to `room`, with lb_room_move and lb_room_item, the packet that one node (of the template's frame) sends
 *          through one port in one step, if it sends any. Packets may have several items, and pieces. Nothing larger
 *          than one node's packets of one step is then ever held, and a node's program costs what the node does;
 *   part   if not NULL, beside `one` and with one item a packet: all packets of the nodes first .. end-1 in a step, in
 *          order of node and port, for readers of all nodes: one call for LB_PART_NODES of them at most. */
#define LB_PART_NODES 256
typedef struct lb_generator {
    void (*fill)(const lb_plan *plan, uint32_t step, lb_plan *room);
    void (*one)(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room);
    void (*part)(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room);
    void (*free)(void *data);
    void *data;
    size_t bytes;         /* that data takes */
    size_t scratch;       /* bytes of room->scratch that fill needs; zeroed when the room is made */
    uint32_t widest;      /* fill: the most moves in a step */
    uint64_t items;       /* one: in all moves of the template; 0: one a move */
    uint64_t most_items;  /* one: the most in a move; 0: one */
    uint64_t denominator; /* one: 0 for whole blocks */
    bool fine;            /* one: cut at every unit of the denominator, or nearly */
    bool has_op;          /* one: says of every move, with lb_room_op, whether it sums */
    bool has_origin, has_dest, has_copy;
} lb_generator;

struct lb_plan {
    lb_task *task;
    char algorithm[64];
    lb_orbit orbit;
    lb_clock clock;
    uint32_t ports; /* the limit it keeps to; the degree when there is none */
    uint32_t steps;
    uint32_t control_before, control_after; /* steps for control packets, see lb_plan_control */
    uint64_t denominator, packet;
    uint64_t nmoves, nitems;
    uint64_t *step_first; /* steps+1: moves of step s are step_first[s-1] .. step_first[s]-1 */
    uint32_t *node;       /* sender; NULL when symmetric */
    uint8_t *port;
    uint8_t *op;          /* NULL: all sums for class sum, else all copies */
    uint64_t *item_first; /* nmoves+1; NULL: every move has exactly one item */
    uint32_t *origin, *dest, *copy;
    uint64_t *lo, *hi;      /* NULL: whole blocks */
    lb_generator generator; /* fill and one are NULL where there are arrays */
    void *scratch;          /* of a room for one step */
    lb_attempt *attempts;   /* what was tried before it was chosen */
    size_t nattempts;
    lb_bound *bound; /* what it was held against then, NULL: nothing */
    char *recipe;    /* how it was made (planner/recipe.h); NULL: nobody said */
};

/* A plan that is made step by step. Takes data over, also when it fails. */
int lb_plan_generated(const lb_task *task, const char *algorithm, lb_orbit orbit, uint32_t steps, uint64_t moves,
                      lb_generator generator, lb_plan **out, lb_why *why);

static inline bool lb_plan_is_generated(const lb_plan *plan) {
    return plan->generator.fill || plan->generator.one;
}

/* For one(): begins a packet, adds an item to it. */
static inline void lb_room_move(lb_plan *room, uint32_t node, unsigned port) {
    if (room->node)
        room->node[room->nmoves] = node;
    room->port[room->nmoves++] = (uint8_t)port;
    room->item_first[room->nmoves] = room->nitems;
}

/* What the packet begun last does where it arrives. */
static inline void lb_room_op(lb_plan *room, lb_op op) {
    room->op[room->nmoves - 1] = (uint8_t)op;
}

static inline void lb_room_item(lb_plan *room, uint32_t origin, uint32_t dest, uint64_t lo, uint64_t hi) {
    uint64_t i = room->nitems++;
    if (room->origin)
        room->origin[i] = origin;
    if (room->dest)
        room->dest[i] = dest;
    if (room->lo) {
        room->lo[i] = lo;
        room->hi[i] = hi;
    }
    room->item_first[room->nmoves] = room->nitems;
}

/* The same for a block that has a copy number and no destination. */
static inline void lb_room_copy(lb_plan *room, uint32_t origin, uint32_t copy, uint64_t lo, uint64_t hi) {
    if (room->copy)
        room->copy[room->nitems] = copy;
    lb_room_item(room, origin, 0, lo, hi);
}

/* A room for `moves` of a plan's generated packets; lb_plan_free frees it. */
int lb_plan_room(const lb_plan *plan, uint64_t moves, lb_plan **room, lb_why *why);

static inline void lb_room_clear(lb_plan *room) {
    room->nmoves = room->nitems = 0;
    room->item_first[0] = 0;
}

/* The moves of a step, or of a part of it: from .. to-1 in the arrays of `arrays`, which is the plan itself or a room.
 * After load and each more that returned true there may be more. */
typedef struct lb_stepper {
    const lb_plan *plan, *arrays;
    lb_plan *room;
    uint64_t from, to;
    uint32_t step, node; /* one(): the step, and the node that comes next */
} lb_stepper;

int lb_stepper_open(lb_stepper *s, const lb_plan *plan, lb_why *why);
void lb_stepper_load(lb_stepper *s, uint32_t step);
bool lb_stepper_more(lb_stepper *s);
void lb_stepper_rewind(lb_stepper *s); /* as if nothing had been loaded */
void lb_stepper_close(lb_stepper *s);

/* The plan with arrays: itself, or (then *made is it, to be freed) one made of all steps. */
int lb_plan_flat(const lb_plan *plan, const lb_plan **flat, lb_plan **made, lb_why *why);

/* What a plan's template will hold, so that closed forms can fill the arrays themselves. */
typedef struct lb_plan_shape {
    lb_orbit orbit;
    lb_clock clock;
    uint32_t ports, steps;
    uint64_t denominator, packet;
    uint64_t moves, items; /* items == moves and !many: one item a move */
    bool many;             /* item_first is needed */
    bool has_op, has_origin, has_dest, has_copy, has_pieces;
} lb_plan_shape;

/* Arrays are taken but not filled, except step_first, which is zeroed. */
int lb_plan_alloc(const lb_task *task, const char *algorithm, const lb_plan_shape *s, lb_plan **out, lb_why *why);

/* How many nodes do the template. */
static inline uint64_t lb_plan_copies(const lb_plan *plan) {
    return plan->orbit == LB_SYMMETRIC ? plan->task->net.nodes : 1;
}

/* The items of template move m are first .. last-1. */
static inline uint64_t lb_plan_first_item(const lb_plan *plan, uint64_t m) {
    return plan->item_first ? plan->item_first[m] : m;
}

static inline uint8_t lb_plan_op_of(const lb_plan *plan, uint64_t m) {
    if (plan->op)
        return plan->op[m];
    return lb_task_class(plan->task) == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
}

/* Item i as the template has it (relative), with NULL arrays filled in. */
lb_item lb_plan_item(const lb_plan *plan, uint64_t i);

/* Adds `by` to the names in a relative item: the absolute item. Names that the class leaves out become LB_NONE. */
lb_item lb_item_translate(const lb_net *net, lb_class class, lb_item item, uint32_t by);

/* The most items in one move, for scratch space. */
uint64_t lb_plan_most_items(const lb_plan *plan);

/* The step of a template move, by bisection. */
uint32_t lb_plan_step_of(const lb_plan *plan, uint64_t m);

void lb_plan_rename(lb_plan *plan, const char *algorithm);

/* Cuts packets so that none carries more than `capacity` units (of the plan's denominator): a step becomes as many
 * steps as its largest packet needs. The result is on the unit clock. */
int lb_plan_packetize(const lb_plan *plan, uint64_t capacity, lb_plan **out, lb_why *why);

/* The largest denominator: integers up to this are exact in every JSON reader. */
#define LB_MAX_DENOMINATOR ((UINT64_C(1) << 53) - 1)

/* Steps in which nothing moves cost memory too: no more of them than moves, and a million. */
#define LB_IDLE_STEPS (UINT64_C(1) << 20)

/* a*b, or UINT64_MAX when that overflows. */
static inline uint64_t lb_times(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* The least stagger with which so many copies of a flat plan may be pipelined. */
int lb_plan_stagger(const lb_plan *plan, uint32_t groups, uint32_t *stagger, lb_why *why);

/* ---- Building a template move by move, in any order ---- */

typedef struct lb_raw_move {
    uint32_t step, node;
    uint8_t port, op;
    uint64_t item; /* first of its items */
    uint32_t nitems;
} lb_raw_move;

typedef struct lb_builder {
    const lb_task *task;
    lb_orbit orbit;
    lb_clock clock;
    uint32_t ports;
    uint64_t denominator, packet;
    lb_raw_move *moves;
    lb_item *items;
    uint64_t nmoves, nitems, move_room, item_room;
    int error; /* the first failure; later calls do nothing */
} lb_builder;

/* A link as a number, by its sender, then its port: below 2^31, since only small networks have many ports. */
static inline uint64_t lb_link_number(const lb_net *net, uint32_t node, unsigned port) {
    return (uint64_t)node * net->ports + port;
}

/* Ports 0 means the degree; packet 0 means the denominator (one block a packet). */
void lb_build_begin(lb_builder *b, const lb_task *task, lb_orbit orbit, lb_clock clock, uint32_t ports,
                    uint64_t denominator, uint64_t packet);
/* To be called when it is known how much is coming: refuses what cannot be held before any of it is taken, and takes
 * room for it. UINT64_MAX stands for a product that overflowed. */
int lb_build_expect(lb_builder *b, uint64_t moves, uint64_t items, lb_why *why);
void lb_build_move(lb_builder *b, uint32_t step, uint32_t node, unsigned port, lb_op op);
/* Adds an item to the move begun last. Names the class leaves out are ignored. */
void lb_build_item(lb_builder *b, lb_item item);
/* Whole block. */
void lb_build_block(lb_builder *b, uint32_t origin, uint32_t dest);
/* Sorts, joins packets of one link and step, and frees what the builder held, also on failure. */
int lb_build_finish(lb_builder *b, const char *algorithm, lb_plan **plan, lb_why *why);
void lb_build_abandon(lb_builder *b);

#endif
