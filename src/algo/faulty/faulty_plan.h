/* Planning on networks with faults.
 *
 * A token is a packet's worth of one block: block * packets + packet. Planners say which token goes over which link in
 * which step (legs); lb_legs_finish makes a plan of that. A task that gathers or sums is planned as its reverse, on the
 * network whose links run the other way, and its legs are turned round at the end. */
#ifndef LB_FAULTY_PLAN_H
#define LB_FAULTY_PLAN_H

#include "algo/common/algo.h"
#include "net/map.h"

typedef struct lb_leg {
    uint32_t step, link; /* link: node * ports + port */
    uint32_t token;
} lb_leg;

typedef struct lb_legs {
    lb_leg *at;
    uint64_t count, room;
    uint32_t steps;
    double time; /* on the linear clock, where lb_legs_pack has found it */
} lb_legs;

/* What all planners look at. */
typedef struct lb_scene {
    const lb_task *task;
    const lb_plan_options *options;
    lb_net net;      /* of the task, turned round if the plan will be reversed */
    lb_map map;      /* of that network */
    bool turned;     /* legs will be turned round */
    uint32_t limit;  /* links a node may drive at a time */
    uint32_t alive;  /* nodes */
    uint64_t pieces; /* packets of a block */
} lb_scene;

int lb_scene_begin(lb_scene *s, const lb_task *task, const lb_plan_options *options, bool turned, lb_why *why);
void lb_scene_end(lb_scene *s);

/* Whether memory allows so many legs and the plan of them; asked before they are collected. */
int lb_legs_afford(uint64_t count, lb_why *why);
int lb_legs_room(lb_legs *legs, uint64_t count);                              /* for so many; 0 or LB_ERR_MEMORY */
int lb_legs_add(lb_legs *legs, uint32_t step, uint32_t link, uint32_t token); /* 0 or LB_ERR_MEMORY */
void lb_legs_free(lb_legs *legs);

int lb_legs_sort(lb_legs *legs, const lb_net *net); /* by step, then link; 0 or LB_ERR_MEMORY */

/* The linear clock: packets of several tokens, where that is quicker, and the time they take. copies: a token is in
 * many places; packed: packets are to stay as they are. On the unit clock, and without a cost, nothing is done. */
int lb_legs_pack(const lb_scene *s, bool copies, bool packed, lb_legs *legs, lb_why *why);

/* Time and links run backwards. */
void lb_legs_turn(lb_legs *legs, const lb_net *net);

/* Makes the plan of the legs, which must be those of the task's own network. summed: of each token, the step until
 * which its legs are sums, and after which they are copies; NULL: all are what the task is about. Sorts the legs. */
int lb_legs_finish(lb_legs *legs, const lb_scene *s, const uint32_t *summed, const char *name, lb_plan **plan,
                   lb_why *why);

/* Keeps the one with fewer steps in *best (which may be empty) and empties the other. */
void lb_legs_shorter(lb_legs *best, lb_legs *other);

/* ---- The planners. Each fills legs (on the scene's network), or returns an error ---- */

/* Copies: token t starts at home[t] and goes to everybody. In every step every link takes a token that its receiver
 * lacks, rare ones first. `seed` varies the choices. */
int lb_spread_greedy(const lb_scene *s, const uint32_t *home, uint64_t tokens, uint64_t seed, lb_legs *legs,
                     lb_why *why);

/* The same where start-ups are dear: in every step a link takes all that its receiver lacks. LB_ERR_UNSUPPORTED: too
 * much work. */
int lb_spread_gossip(const lb_scene *s, const uint32_t *home, uint64_t tokens, uint64_t seed, lb_legs *legs,
                     lb_why *why);

/* Blocks of many for many in this way, if that takes less time than *best. LB_ERR_UNSUPPORTED: too much work. */
int lb_carry_hearsay(const lb_scene *s, lb_legs *best, lb_why *why);

/* Copies of one node's tokens down a tree that is given by the link into each node (LB_NONE: none). */
int lb_spread_tree(const lb_scene *s, uint32_t root, const uint32_t *into, lb_legs *legs, lb_why *why);

/* Copies of one node's tokens over the edge-disjoint trees of the cube, mended, in at most so many steps.
 * LB_ERR_UNSUPPORTED: not on this network, with this port limit, in so few steps or with so little work. */
int lb_spread_forest(const lb_scene *s, uint32_t root, uint32_t most, lb_legs *legs, lb_why *why);

/* From one node a token of its own to every other (pieces of them), down a tree, farthest first. */
int lb_hand_out(const lb_scene *s, uint32_t root, const uint32_t *into, lb_legs *legs, lb_why *why);

/* The same in fewer steps than `best` (which lb_hand_out made) has, if there is a way: blocks may be split over
 * several. `least`: fewer are not possible. */
int lb_hand_out_flow(const lb_scene *s, uint32_t root, uint32_t least, lb_legs *best, lb_why *why);

/* From root to one other node, over as many ways at once as is best: the quickest flow. */
int lb_flow_send(const lb_scene *s, uint32_t root, uint32_t dest, lb_legs *legs, lb_why *why);

/* Trees as the link into each node; LB_NONE at the root and at dead nodes. `into` has room for all nodes. */
typedef enum lb_tree_shape { LB_SHAPE_WIDE, LB_SHAPE_BALANCED } lb_tree_shape;

/* A tree of the whole cube, variant number v, seen from root: false when there is none of that number. Spanning
 * balanced trees (rotations of the dimensions, four kinds) or binomial trees (orders of the dimensions). */
bool lb_variant_tree(const lb_scene *s, uint32_t root, lb_tree_shape shape, unsigned v, uint32_t *into);

/* How many of its links are dead. */
uint32_t lb_tree_wounds(const lb_scene *s, const uint32_t *into);

/* Hangs what is cut off by dead links on living neighbours, and all other nodes that hang nowhere: near the root, and
 * where few others hang. Then (balanced) moves leaves from large subtrees of the root to small ones. */
int lb_tree_repair(const lb_scene *s, uint32_t root, lb_tree_shape shape, uint32_t *into, lb_why *why);

/* Carried tokens over given routes. */
typedef struct lb_routes {
    uint64_t tokens;
    uint64_t *first; /* tokens+1 */
    uint32_t *link;  /* of token t: first[t] .. first[t+1]-1, in order */
    uint32_t *when;  /* the step each hop (or on the token's former route the same hop) had in the plan of the whole
                        network; NULL: not known */
} lb_routes;

void lb_routes_free(lb_routes *r);

/* Every token on a shortest way, one after another over the links that are least used so far. */
int lb_routes_general(const lb_scene *s, lb_routes *r, lb_why *why);

/* The routes of a plan of the whole network; those over dead links are made anew. LB_ERR_UNSUPPORTED: that plan does
 * not send every packet whole from its origin to its destination. */
int lb_routes_repair(const lb_scene *s, const lb_plan *plan, lb_routes *r, lb_why *why);

/* That plan as it is, but for the tokens that it sends over dead links, which are put in where there is room. As above.
 */
int lb_insert_lost(const lb_scene *s, const lb_plan *whole, lb_legs *legs, lb_why *why);

/* Whether the routes of lb_routes_general use all links as evenly as can be. */
bool lb_routes_are_even(const lb_scene *s);

/* Moves tokens from crowded links to other shortest ways. */
int lb_routes_relieve(const lb_scene *s, lb_routes *r, lb_why *why);

/* The linear clock: a plan of the whole network, of one piece a token, mended. home: of each token, for copies; NULL:
 * carried. LB_ERR_UNSUPPORTED: it cannot be, or that would be too much work. */
int lb_linear_legs(const lb_scene *s, const lb_plan *plan, const uint32_t *home, lb_legs *legs, lb_why *why);

/* Store and forward: every link takes the most urgent of the tokens that wait for it. */
typedef enum lb_urgency {
    LB_FARTHEST_FIRST,
    LB_AS_PLANNED /* what the plan of the whole network sent earliest */
} lb_urgency;
int lb_routes_schedule(const lb_scene *s, const lb_routes *r, lb_urgency rule, lb_legs *legs, lb_why *why);

#endif
