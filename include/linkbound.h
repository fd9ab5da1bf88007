/* Linkbound: collective communication on hypercubes and tori, at the bound of the links.
 *
 * Read this header from the top: it is the whole core API and its tutorial.
 *
 *     lb_net *net; lb_task *task; lb_plan *plan; lb_report report;
 *     lb_net_parse("cube:6", &net, NULL);
 *     lb_task_create(net, LB_ALLTOALL, NULL, &task, NULL);
 *     lb_plan_create(task, NULL, &plan, NULL);
 *     lb_check_plan(plan, NULL, &report, NULL);
 *     printf("%s in %u steps\n", report.text, lb_plan_steps(plan));
 *
 * Errors. Every function that can fail returns 0 or a negative lb_error, and writes a sentence for people into its last
 * argument, an lb_why, which may be NULL. Nothing is printed, nothing exits, there is no global state. When a function
 * fails its out-parameters are untouched or cleared, and a handle is NULL. Functions without a failure value have
 * stated preconditions (usually: ids in range) and check nothing.
 *
 * Memory. A handle is freed with its own _free, which takes NULL. A handle keeps copies of what it was made from, so
 * things may be freed in any order; only cursors and programs read their plan and must be closed before it is freed.
 * Sizes are checked before memory is taken.
 *
 * Threads. Handles are read-only after creation, so any number of threads may read one; cursors and programs carry
 * scratch space and belong to one thread at a time. */
#ifndef LINKBOUND_H
#define LINKBOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LB_API __attribute__((visibility("default")))
#else
#define LB_API
#endif

/* ---- Errors ------------------------------------------------------------------------------------------------- */

typedef enum lb_error {
    LB_OK = 0,
    LB_ERR_MEMORY = -1,      /* memory could not be had */
    LB_ERR_ARG = -2,         /* an argument is out of range or contradicts another */
    LB_ERR_SIZE = -3,        /* well formed, but larger than what is supported or allowed */
    LB_ERR_UNSUPPORTED = -4, /* no such algorithm, or it cannot do this task on this network */
    LB_ERR_FORMAT = -5,      /* a file that is not what it should be */
    LB_ERR_IO = -6,          /* the system refused to read or write */
    LB_ERR_CHECK = -7,       /* read and understood, but it breaks the model: see the report */
    LB_ERR_CANCELLED = -8    /* the progress callback asked to stop */
} lb_error;

#define LB_WHY_MAX 320

/* One sentence, without a trailing newline, that says what was wrong. */
typedef struct lb_why {
    char text[LB_WHY_MAX];
} lb_why;

/* A fixed short description of an error code. */
LB_API const char *lb_strerror(int error);

/* Which of the names was meant by one that is nearly right; NULL where none is near. */
LB_API const char *lb_nearest(const char *name, const char *const *names, size_t count);

/* The version of the library, "0.2.0". */
LB_API const char *lb_version(void);

/* Called now and then by long work with a fraction done in [0,1]. Return non-zero to stop it (LB_ERR_CANCELLED). */
typedef int (*lb_progress)(void *user, double done);

/* ---- Networks ----------------------------------------------------------------------------------------------- */

/* A torus of any radices. Dimension 0 is named first and is the least significant digit of a node's id. A dimension
 * of radix 1 has no links, of radix 2 one link per node (port), of a larger radix two: first +, then -. Ports are
 * numbered through the dimensions in order, so on the d-cube port k flips bit k.
 *
 * Or another lattice, whose nodes all look the same: digits, which may carry when they wrap around, and a generator for
 * every port. Or a mesh, a torus of which some dimensions are lines; or any graph. docs/networks.md has the names. */
typedef struct lb_net lb_net;

#define LB_MAX_NODES (UINT32_C(1) << 26)
#define LB_MAX_DIMS  64
#define LB_MAX_PORTS 255
#define LB_NONE      UINT32_MAX

#define LB_MAX_LATTICE_NODES (UINT32_C(1) << 22) /* of a network that is neither torus nor mesh */
#define LB_MAX_GRAPH_NODES   (UINT32_C(1) << 16)
#define LB_MAX_GRAPH_LINKS   (UINT32_C(1) << 20) /* directed */

/* "cube:6", "ring:8", "4x4x4", "3x4x5", "1"; "twisted:4x4x8", "circulant:16:1,4", "complete:8", "hyperx:4x4",
 * "folded:6", "4x4*complete:4"; "mesh:8x4", "8-x4"; "4x4x2 speeds 4,4,1"; "graph:FILE", what a file describes;
 * "machine:dgx-1-v100", a machine of the catalogue. Letters may be large or small.
 * LB_ERR_ARG: not a network; LB_ERR_SIZE: more than is supported; LB_ERR_IO, LB_ERR_FORMAT: the file cannot be read. */
LB_API int lb_net_parse(const char *text, lb_net **net, lb_why *why);
LB_API int lb_net_create(unsigned dims, const uint32_t *radices, lb_net **net, lb_why *why);
LB_API void lb_net_free(lb_net *net);

/* Any network: nodes, and links from one to another, as fast as `speed` links of speed 1 (0 counts as 1; the speeds of
 * links that are listed twice add up). LB_ERR_ARG: a link from a node to itself or to one that there is not, or some
 * node cannot be reached from every other; LB_ERR_SIZE: more than is supported. `name` may be NULL. A link of speed s
 * is s lanes, each with a port of its own; a lane has the same port number at both its ends. */
typedef struct lb_link {
    uint32_t from, to;
    uint32_t speed;
    bool both; /* and a link back, as fast */
} lb_link;
LB_API int lb_net_graph(uint32_t nodes, const lb_link *edges, size_t count, const char *name, lb_net **net,
                        lb_why *why);

/* The catalogue: every kind of network, and machines whose nodes are linked directly, by name. */
typedef struct lb_network_kind {
    const char *name;    /* "twisted torus" */
    const char *example; /* lb_net_parse takes it, but for "graph:FILE" */
    const char *about;   /* a few words */
} lb_network_kind;
LB_API size_t lb_network_kinds(void);
LB_API const lb_network_kind *lb_network_kind_at(size_t index);

typedef struct lb_wiring {
    const char *name;    /* lb_net_parse takes "machine:NAME" */
    const char *network; /* what it is, hyperx:4x2; NULL: a graph of its own */
    const char *about;   /* a few words */
    const char *source;  /* where its wiring is told: an address */
} lb_wiring;
LB_API size_t lb_wirings(void);
LB_API const lb_wiring *lb_wiring_at(size_t index);

LB_API uint32_t lb_net_nodes(const lb_net *net);
LB_API unsigned lb_net_dims(const lb_net *net);
LB_API uint32_t lb_net_radix(const lb_net *net, unsigned dim);
LB_API unsigned lb_net_ports(const lb_net *net);  /* the degree */
LB_API bool lb_net_is_cube(const lb_net *net);    /* all radices are 2 (one node is the 0-cube) */
LB_API bool lb_net_is_torus(const lb_net *net);   /* whatever of it is dead */
LB_API bool lb_net_is_whole(const lb_net *net);   /* a torus, and nothing of it is dead */
LB_API bool lb_net_is_lattice(const lb_net *net); /* every node looks the same: nothing is dead, open or irregular */
LB_API bool lb_net_is_mesh(const lb_net *net);    /* some dimension is a line */
LB_API bool lb_net_is_graph(const lb_net *net);
LB_API bool lb_net_is_open(const lb_net *net, unsigned dim); /* a line, not a ring */
/* Where a drawing has a node of a graph, y upwards, if its file says so of all nodes (Graphviz's pos). */
LB_API bool lb_net_spot(const lb_net *net, uint32_t node, double *x, double *y);
/* In whatever order their nodes stand when sums are made (lb_sum_place). */
LB_API bool lb_net_equal(const lb_net *a, const lb_net *b);

/* How a message gets over several links. Most networks store and forward: it does not, every node on the way keeps it
 * for a step. The others are named "8x8 cut-through" and "8x8 dimension-order" (docs/cut-through.md). */
typedef enum lb_routing {
    LB_STORE_AND_FORWARD,
    LB_FREE_ROUTES,    /* the plan names the links */
    LB_DIMENSION_ORDER /* the network goes the shortest way along dimension 0, then 1, ...; upwards where both are short
                        */
} lb_routing;
LB_API lb_routing lb_net_routing(const lb_net *net);

/* The way of a packet that leaves a node through a port: the nodes that it comes to, the last of which has it then.
 * Returns how many, lb_port_links: 1, but for flights. */
LB_API uint32_t lb_port_links(const lb_net *net, unsigned port);
LB_API uint32_t lb_port_way(const lb_net *net, uint32_t node, unsigned port, uint32_t *way);

/* The name as radices, "2x2x2", or as lb_net_parse takes it. Returns the length it needs, as snprintf does. */
LB_API int lb_net_name(const lb_net *net, char *buffer, size_t size);
/* The name that people use, "cube:3" and "ring:8 cut-through", where there is one; else lb_net_name. lb_net_parse takes
 * it as well. */
LB_API int lb_net_title(const lb_net *net, char *buffer, size_t size);

/* The dimension that a port belongs to; on other lattices, the group of ports that are alike (of a circulant graph a
 * generator, of a HyperX a dimension), of which there are lb_net_groups. */
LB_API unsigned lb_port_dim(const lb_net *net, unsigned port);
LB_API unsigned lb_net_groups(const lb_net *net);
LB_API int lb_port_sign(const lb_net *net, unsigned port);             /* +1 or -1; +1 on radix 2 */
LB_API unsigned lb_port_opposite(const lb_net *net, unsigned port);    /* the same link seen from its other end */
LB_API unsigned lb_port_of(const lb_net *net, unsigned dim, int sign); /* LB_NONE on radix 1 */

LB_API uint32_t lb_neighbor(const lb_net *net, uint32_t node, unsigned port);
LB_API unsigned lb_port_to(const lb_net *net, uint32_t from, uint32_t to); /* LB_NONE when not neighbours */
LB_API uint32_t lb_distance(const lb_net *net, uint32_t a, uint32_t b);
LB_API uint32_t lb_diameter(const lb_net *net);
LB_API uint32_t lb_digit(const lb_net *net, uint32_t node, unsigned dim);

/* Translations: digit by digit modulo the radices (exclusive or on the cube). neg(a) = sub(0, a). */
LB_API uint32_t lb_add(const lb_net *net, uint32_t a, uint32_t b);
LB_API uint32_t lb_sub(const lb_net *net, uint32_t a, uint32_t b);

/* Digit rotation: the digit of dimension i goes to dimension (i+by) mod dims. An automorphism only when all radices
 * are equal, which is a precondition (lb_net_can_rotate). Reflection negates every digit. */
LB_API bool lb_net_can_rotate(const lb_net *net);
LB_API uint32_t lb_rotate(const lb_net *net, uint32_t node, unsigned by);
LB_API uint32_t lb_reflect(const lb_net *net, uint32_t node);

/* Faults. A network may have dead links (each direction is a link of its own) and dead nodes, which take their links
 * with them. Node ids, ports, neighbours, translations and distances stay those of the whole network: lb_distance and
 * lb_diameter take no notice of what is dead. */
#define LB_MAX_DEAD_LINKS   256 /* directed ones */
#define LB_MAX_DEAD_NODES   64
#define LB_MAX_FAULTY_NODES (UINT32_C(1) << 20) /* nodes of a network with faults */

typedef struct lb_fault {
    uint32_t from, to;
    bool both; /* the link back is dead too */
} lb_fault;

/* The network without these links and nodes, beside those that were dead before. LB_ERR_ARG: a node that there is not,
 * nodes that are not neighbours, something twice, or a network of which some node cannot be reached from every other
 * (the sentence names the part that is cut off). LB_ERR_SIZE: more than is supported. */
LB_API int lb_net_without(const lb_net *net, const lb_fault *links, size_t count, const uint32_t *nodes,
                          size_t node_count, lb_net **out, lb_why *why);
LB_API bool lb_net_has_faults(const lb_net *net);
LB_API bool lb_node_alive(const lb_net *net, uint32_t node);
LB_API bool lb_link_alive(const lb_net *net, uint32_t node, unsigned port); /* from node, through port */
LB_API uint32_t lb_nodes_alive(const lb_net *net);
LB_API uint64_t lb_links_alive(const lb_net *net); /* directed */

/* What is dead, in order: links that are not dead with a node, as their two ends; nodes. */
LB_API unsigned lb_net_dead_links(const lb_net *net);
LB_API void lb_net_dead_link(const lb_net *net, unsigned index, uint32_t *from, uint32_t *to);
LB_API unsigned lb_net_dead_nodes(const lb_net *net);
LB_API uint32_t lb_net_dead_node(const lb_net *net, unsigned index);

/* ---- Tasks -------------------------------------------------------------------------------------------------- */

/* What must be communicated. From a task anybody can read which blocks there are, where each starts, where it must
 * end, and whether it is copied, carried or summed. n is the number of nodes.
 *
 *   task            blocks, and how a block is named               class
 *   broadcast       one: origin root, to every node                copy
 *   allgather       n: one of each origin, to every node           copy
 *   multibroadcast  one per entry of list (sources), to everybody  copy
 *   scatter         n: root to each destination                    carry
 *   gather          n: each origin to root                         carry
 *   alltoall        n^2: each origin to each destination           carry
 *   send            one: root to `to`                              carry
 *   permute         n: each origin v to list[v]                    carry
 *   isotropic       n*count: each v to v+list[i] for every i       carry
 *   neighbors       as isotropic, all offsets at distance nearest..farthest; on meshes and graphs one for each pair of
 *                   nodes so far apart, by origin, then by destination
 *   reduce          one: everybody's contribution summed at root   sum
 *   reduce-scatter  n: block j summed at node j                    sum
 *   allreduce       n: block j is the j-th n-th of the vector; summed, and the sum brought to every node
 *   scan            n(n+1)/2: [a,b] is what nodes a to b have, combined in this order; [0,v] to node v      span
 *   exscan          the same; [0,v-1] to node v, nothing to node 0                                          span */
typedef enum lb_task_kind {
    LB_BROADCAST,
    LB_SCATTER,
    LB_GATHER,
    LB_ALLGATHER,
    LB_ALLTOALL,
    LB_REDUCE,
    LB_REDUCE_SCATTER,
    LB_ALLREDUCE,
    LB_SEND,
    LB_PERMUTE,
    LB_ISOTROPIC,
    LB_NEIGHBORS,
    LB_MULTIBROADCAST,
    LB_SCAN,
    LB_EXSCAN,
    LB_TASK_KINDS
} lb_task_kind;

/* Spans are combined in the order of the nodes, and the operation need not commute: a node that has [a,b] and [b+1,c]
 * has [a,c] as well, and can send it. origin and dest of a span's name are its first and last node. Dead nodes have
 * nothing: they may stand in a span, between two, or at its ends, and make no difference. */
typedef enum lb_class { LB_COPY, LB_CARRY, LB_SUM, LB_SPAN } lb_class;

typedef struct lb_task lb_task;

typedef struct lb_task_params {
    uint32_t root;        /* broadcast, scatter, gather, reduce: the root; send: the sender */
    uint32_t to;          /* send: the receiver */
    const uint32_t *list; /* permute, isotropic, multibroadcast; entries of the last two may repeat */
    size_t count;
    uint32_t nearest, farthest; /* neighbors: distances nearest..farthest, both included */
} lb_task_params;

/* "alltoall" and so on; LB_ERR_ARG for an unknown name. */
LB_API int lb_task_kind_parse(const char *name, lb_task_kind *kind);
LB_API const char *lb_task_kind_name(lb_task_kind kind);
/* As people call it: bcast, all_reduce, MPI_Alltoall. `why` names what is near where there is none. */
LB_API int lb_task_kind_find(const char *name, lb_task_kind *kind, lb_why *why);

/* params may be NULL where nothing but defaults (root 0) is needed. */
LB_API int lb_task_create(const lb_net *net, lb_task_kind kind, const lb_task_params *params, lb_task **task,
                          lb_why *why);
LB_API int lb_task_clone(const lb_task *task, lb_task **copy, lb_why *why);
LB_API void lb_task_free(lb_task *task);

LB_API const lb_net *lb_task_net(const lb_task *task);
LB_API lb_task_kind lb_task_kind_of(const lb_task *task);
LB_API lb_class lb_task_class(const lb_task *task);
LB_API lb_task_params lb_task_params_of(const lb_task *task); /* list points into the task, sorted for isotropic
                                                                 and multibroadcast; neighbors on meshes and graphs
                                                                 have none */
LB_API bool lb_task_equal(const lb_task *a, const lb_task *b);

/* A task is symmetric when translating it changes nothing: allgather, alltoall, isotropic, neighbors,
 * reduce-scatter, allreduce. None is on a network with faults. */
LB_API bool lb_task_is_symmetric(const lb_task *task);

/* Blocks are numbered from 0. A block's name is (origin, dest, copy); copy tells apart blocks of the same origin and
 * destination; dest is LB_NONE for class copy, origin is LB_NONE for class sum. */
LB_API uint64_t lb_task_blocks(const lb_task *task);
LB_API int lb_task_find(const lb_task *task, uint32_t origin, uint32_t dest, uint32_t copy, uint64_t *block);
LB_API void lb_task_name(const lb_task *task, uint64_t block, uint32_t *origin, uint32_t *dest, uint32_t *copy);

/* Where it starts: at its origin (copy, carry) or, as a contribution, at every node (sum; [v,v] at v for spans). Where
 * it must end is below. Dead nodes take no part: they have nothing, contribute nothing and want nothing; blocks keep
 * their numbers. */
LB_API bool lb_task_wants(const lb_task *task, uint64_t block, uint32_t node);

/* How many blocks make up what --bytes means: n for allreduce (a block is an n-th of the message), else 1. */
LB_API uint32_t lb_task_parts(const lb_task *task);

/* The piece [lo,hi) of 0..denominator, in whole bytes: [*first,*last) of the block, or for allreduce of the vector.
 * `bytes` is lb_cost.bytes. Pieces that tile a block tile its bytes; a piece is its exact size rounded up or down, and
 * which way differs from block to block, so that packets of many blocks get their fair share. Precondition: lo <= hi <=
 * denominator, which is not 0. */
LB_API void lb_piece_bytes(const lb_task *task, uint64_t block, uint64_t lo, uint64_t hi, uint64_t denominator,
                           uint64_t bytes, uint64_t *first, uint64_t *last);

/* ---- Exact numbers ------------------------------------------------------------------------------------------ */

typedef struct lb_ratio {
    int64_t num, den; /* in lowest terms, den > 0 */
} lb_ratio;

LB_API int lb_ratio_parse(const char *text, lb_ratio *ratio);        /* "3", "0.25", "2.5e-6", "1/3" */
LB_API int lb_ratio_text(lb_ratio ratio, char *buffer, size_t size); /* "9856/5", "12" */
LB_API double lb_ratio_value(lb_ratio ratio);

/* num/den in lowest terms, den > 0. LB_ERR_SIZE: it does not fit 63 bits. */
LB_API int lb_ratio_make(uint64_t num, uint64_t den, lb_ratio *ratio);

/* For numbers that are not negative. false, and *a as it was, when the result does not fit 63 bits. */
LB_API bool lb_ratio_plus(lb_ratio *a, lb_ratio b);
LB_API bool lb_ratio_times(lb_ratio *a, lb_ratio b);
LB_API bool lb_ratio_scale(lb_ratio *a, uint64_t num, uint64_t den); /* a * num/den, den > 0 */
LB_API int lb_ratio_compare(lb_ratio a, lb_ratio b);                 /* negative, 0 or positive; always exact */

/* ---- Plans -------------------------------------------------------------------------------------------------- */

typedef enum lb_clock { LB_UNIT, LB_LINEAR } lb_clock;

typedef enum lb_orbit {
    LB_ROOTED,    /* the template is seen from node 0 and is translated to the root */
    LB_SYMMETRIC, /* every node does the translated template at the same time */
    LB_EXPLICIT   /* the template is all there is */
} lb_orbit;

/* What a packet of a combining task does where it arrives: it is added to the node's partial sum, or takes its place.
 * Everywhere else packets are copied. Arrivals take effect in step order, and none before the node has begun to send
 * the same piece in that step or an earlier one: so a program can be run without a common clock. */
typedef enum lb_op { LB_OP_COPY, LB_OP_SUM } lb_op;

/* In which order sums are made is part of what a plan means: what a node has of a piece and all that is added to it in
 * one step is combined from left to right, as the nodes stand that it comes from: by their numbers; on rings of 4 of
 * tori, which are squares, 0, 1, 3, 2. A plan that was made for another network (a graph's for the torus that it is or
 * has in it, a torus's for the same with dimensions in another order) may bring the order that they have there: ask
 * with lb_plan_net. So nodes that add up the same partial sums get the same, to the last bit. */
LB_API uint32_t lb_sum_place(const lb_net *net, uint32_t node);

typedef struct lb_item {
    uint32_t origin, dest, copy; /* the block's name, as in lb_task_name */
    uint64_t lo, hi;             /* the piece [lo,hi) of 0..denominator */
} lb_item;

/* One packet over one link; of a network that cuts through, over as many as lb_port_way says. */
typedef struct lb_move {
    uint32_t step; /* from 1 */
    uint32_t from, to;
    uint8_t port; /* of the sender */
    uint8_t op;   /* lb_op */
    uint32_t nitems;
    const lb_item *items; /* valid until the next call on the cursor or program */
    uint32_t nvia; /* a schedule file's flights: the nodes between from and to, as the file has them; of plans the
                      port says it */
    const uint32_t *via;
} lb_move;

typedef struct lb_plan lb_plan;

/* The linear clock: what one packet of s bytes costs on a link, tau*s+beta, and how long the message is. */
typedef struct lb_cost {
    uint64_t bytes; /* one block, or for allreduce the whole vector; not 0 */
    lb_ratio tau, beta;
    bool whole_bytes; /* lb_simulate: pieces are whole bytes (lb_piece_bytes) and empty packets are not sent; else
                         bytes are divisible, as in the papers */
    lb_ratio hop;     /* flights: what every link but the first adds (docs/cut-through.md); 0/0 counts as 0 */
} lb_cost;

/* What lb_plan_create found with effort, so that it need not be looked for again; see below. */
typedef struct lb_wisdom lb_wisdom;

typedef struct lb_plan_options {
    const char *algorithm; /* a name from the table; NULL or "best": the best that can do it */
    uint32_t ports;        /* links a node may drive at a time, for sending and again for receiving; 0: all */
    lb_clock clock;
    uint64_t packets;    /* unit clock: unit packets that make up one block; 0 means 1 */
    uint64_t seed;       /* for algorithms that choose at random */
    const char *rule;    /* greedy: "farthest" (or NULL), "nearest", "first", "random" */
    const lb_cost *cost; /* linear clock: what to choose for, algorithm and pipelining; NULL: not known */
    uint32_t groups;     /* pipelined algorithms: into how many groups; 0: as many as is best for the cost */
    const char *tree;    /* which (linkbound-tree.h), "sbg-minr"; with it the algorithm is "tree", which without it
                            takes sbg-minr on cubes and binomial on other tori */
    const char *order;   /* tree: in which the root serves a subtree: "postorder", "breadth-first",
                            "reverse-breadth-first"; NULL: what is best */
    int effort;          /* how much to try where no algorithm is named: 1 to 9, each four times as much as the one
                            before; LB_ESTIMATE: only what seems best; 0: LB_EFFORT. Never by the clock: the same
                            effort finds the same plan everywhere */
    lb_wisdom *wisdom;   /* where no algorithm is named: asked first, and told what was found; NULL: none */
    uint32_t overlap;    /* torus-broadcast, torus-reduce: how many packets a link carries while one is on its way to
                            the next node; 0, the linear clock's: none, for it is busy. Formulas do not know of it */
    bool usual_order;    /* where no algorithm is named: no plan that brings an order of sums of its own (lb_sum_place),
                            which other tools' files cannot say */
} lb_plan_options;

#define LB_ESTIMATE (-1)
#define LB_EFFORT   3 /* 50 milliseconds, about, where the network is small */

/* Where no algorithm is named, the best of all that can be tried within the effort: every algorithm that suits, the
 * same task under other names, its packets in parts, and so on (docs/choosing.md). */
LB_API int lb_plan_create(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);
LB_API void lb_plan_free(lb_plan *plan);

LB_API const lb_task *lb_plan_task(const lb_plan *plan);
LB_API const lb_net *lb_plan_net(const lb_plan *plan);
LB_API const char *lb_plan_algorithm(const lb_plan *plan);
LB_API lb_orbit lb_plan_orbit(const lb_plan *plan);
LB_API lb_clock lb_plan_clock(const lb_plan *plan);
LB_API uint32_t lb_plan_ports(const lb_plan *plan); /* the port limit it was made for */
LB_API uint32_t lb_plan_steps(const lb_plan *plan);
/* Steps in which nodes tell each other only what they need to know (ranks, ends), no data: those before the first
 * packet, which lb_plan_steps counts, or those after the last one, which it does not. */
LB_API uint32_t lb_plan_control(const lb_plan *plan, bool after);
LB_API uint64_t lb_plan_moves(const lb_plan *plan);          /* of all nodes */
LB_API uint64_t lb_plan_crossings(const lb_plan *plan);      /* links that these cross: of flights
                                                                more than moves */
LB_API uint64_t lb_plan_template_moves(const lb_plan *plan); /* held in memory */
LB_API uint64_t lb_plan_denominator(const lb_plan *plan);
LB_API uint64_t lb_plan_packet(const lb_plan *plan); /* unit clock: what fits a packet, in denominator units */
LB_API size_t lb_plan_bytes(const lb_plan *plan);    /* memory held */

/* What lb_plan_create tried before it chose, in this order; nothing where an algorithm was named. */
typedef struct lb_attempt {
    char name[96];     /* of an algorithm, or how it was put together */
    char outcome[192]; /* "the best so far", "no better", or why there is no plan */
    uint32_t steps;    /* 0: no plan */
    uint64_t moves;
    lb_ratio time; /* linear clock, where the cost is known */
} lb_attempt;
LB_API size_t lb_plan_attempts(const lb_plan *plan);
LB_API const lb_attempt *lb_plan_attempt(const lb_plan *plan, size_t index); /* NULL: none */

/* Wisdom. A question (task, network, ports, packets or cost, seed) that was answered with as much effort as is asked
 * for now, or more, is answered at once, with the same plan. An answer that turns out another than it promised to be is
 * ignored, with a warning, and looked for again. Nothing is read or written but by these functions, so where every
 * process plans by itself, all must have the same wisdom or none. A handle belongs to one thread at a time. */
LB_API int lb_wisdom_create(lb_wisdom **wisdom, lb_why *why);
LB_API void lb_wisdom_free(lb_wisdom *wisdom);

/* Adds what a file has; a file that does not exist has nothing. LB_ERR_FORMAT: it is no file of wisdom. */
LB_API int lb_wisdom_read(lb_wisdom *wisdom, const char *path, lb_why *why);

/* Adds what is known here to what the file has by now, of two answers that with more effort. The file is there whole or
 * not at all, and processes that write at the same time lose nothing. LB_ERR_FORMAT: it is something else, and stays.
 */
LB_API int lb_wisdom_write(const lb_wisdom *wisdom, const char *path, lb_why *why);

LB_API size_t lb_wisdom_count(const lb_wisdom *wisdom);        /* answers */
LB_API bool lb_wisdom_learnt(const lb_wisdom *wisdom);         /* something that was not read */
LB_API const char *lb_wisdom_warning(const lb_wisdom *wisdom); /* of the last plan; NULL: none */

/* All moves in step order. A symmetric plan's moves are made up on the fly: within a step, template move by template
 * move, for nodes 0..n-1. lb_cursor_next returns 1 for a move, 0 at the end. */
typedef struct lb_cursor lb_cursor;
LB_API int lb_cursor_open(const lb_plan *plan, lb_cursor **cursor, lb_why *why);
LB_API int lb_cursor_next(lb_cursor *cursor, lb_move *move);
LB_API void lb_cursor_rewind(lb_cursor *cursor);
LB_API void lb_cursor_close(lb_cursor *cursor);

/* The same all at once, for languages to which a call for every move is dear: `rows` has room for lb_plan_moves,
 * `items` for *count, which becomes how many there are; those of a row are nitems, from `first` on. With rows NULL
 * they are only counted. LB_ERR_SIZE: *count is too small. */
typedef struct lb_row {
    uint32_t step, from, to, nitems;
    uint64_t first;
    uint8_t port, op; /* as in lb_move */
} lb_row;
LB_API int lb_plan_rows(const lb_plan *plan, lb_row *rows, lb_item *items, uint64_t *count, lb_why *why);

/* What ONE node does: for each port the packets it sends and those it receives, in order. The cost is that of the
 * template, whatever the number of nodes. */
typedef struct lb_program lb_program;
typedef enum lb_way { LB_SENDS, LB_RECEIVES } lb_way;
LB_API int lb_program_create(const lb_plan *plan, uint32_t node, lb_program **program, lb_why *why);
LB_API void lb_program_free(lb_program *program);
LB_API uint64_t lb_program_count(const lb_program *program, unsigned port, lb_way way);
LB_API void lb_program_packet(lb_program *program, unsigned port, lb_way way, uint64_t index, lb_move *move);

/* ---- Transforms: plan to plan ------------------------------------------------------------------------------- */

/* Time and links run backwards: broadcast becomes reduce, scatter gather, allgather reduce-scatter; allreduce,
 * alltoall and neighbors become themselves, send, permute and isotropic go the other way. A plan that delivers a
 * piece twice to a node has no reverse (its reverse sums a contribution twice, which the checker finds).
 * LB_ERR_UNSUPPORTED: multibroadcast, scan, exscan; an allreduce that copies no sums. */
LB_API int lb_plan_reverse(const lb_plan *plan, lb_plan **out, lb_why *why);

/* The same plan seen from another place: every node id gets `by` added. LB_ERR_UNSUPPORTED: scan, exscan. */
LB_API int lb_plan_translate(const lb_plan *plan, uint32_t by, lb_plan **out, lb_why *why);

/* One copy of a rooted or symmetric plan per rotation of the dimensions (and per reflection, where radices exceed 2),
 * each with an equal share of every block; packets that meet on a link in a step become one. The number of steps
 * stays. All radices must be equal. */
LB_API int lb_plan_symmetrize(const lb_plan *plan, lb_plan **out, lb_why *why);

/* `groups` copies, each with an equal share of every block, started `stagger` steps apart (0: the least that keeps
 * them off each other's links). */
LB_API int lb_plan_pipeline(const lb_plan *plan, uint32_t groups, uint32_t stagger, lb_plan **out, lb_why *why);

/* `groups` copies, each with an equal share of every block, that do every step in turn: what was step s are the steps
 * (s-1)*groups+1 to s*groups. Where several packets may be under way on a link, one's latency is hidden behind others.
 */
LB_API int lb_plan_interleave(const lb_plan *plan, uint32_t groups, lb_plan **out, lb_why *why);

/* All nodes do the rooted plan at once: broadcast becomes allgather, scatter and gather alltoall, reduce
 * reduce-scatter, send isotropic. On the linear clock packets that meet on a link are batched; on the unit clock a
 * step becomes as many steps as the busiest link has packets. */
LB_API int lb_plan_complete(const lb_plan *plan, lb_plan **out, lb_why *why);

/* First this, then that, every packet as early as its data, its link and the port limit allow.
 * reduce-scatter then allgather, or reduce then broadcast, is allreduce; scatter then allgather is broadcast; gather
 * then broadcast is allgather. */
LB_API int lb_plan_then(const lb_plan *first, const lb_plan *second, lb_plan **out, lb_why *why);

/* ---- Algorithms --------------------------------------------------------------------------------------------- */

typedef struct lb_algorithm {
    const char *name;
    const char *source; /* paper and section */
    uint32_t tasks;     /* bit (1 << lb_task_kind) for each task it can do */
    bool cubes_only;    /* else any torus */
    bool lattices;      /* and any other network that looks the same from every node */
    bool graphs;        /* and any network at all */
    bool wide;          /* on more than 32 ports too, as those of any network are */
    bool any_ports;     /* honours a port limit; else needs min_ports (0: all links) */
    uint32_t min_ports;
    bool unit, linear;   /* clocks it makes plans for */
    bool groups;         /* pipelined, or otherwise cut, as lb_plan_options.groups says */
    bool faults;         /* works on networks with faults; else needs all links */
    const char *promise; /* steps or time, in words */
} lb_algorithm;

LB_API size_t lb_algorithms(void);
LB_API const lb_algorithm *lb_algorithm_at(size_t index);

/* Why it cannot do the task with these options (their algorithm is not looked at), as a clause; NULL when it can. */
LB_API const char *lb_algorithm_obstacle(size_t index, const lb_task *task, const lb_plan_options *options);

/* ---- Bounds ------------------------------------------------------------------------------------------------- */

/* Loads are counted in blocks, each of `packets` unit packets: ceil stands for rounding packets*load/capacity up. */
typedef enum lb_witness_kind {
    LB_WITNESS_NONE,   /* nothing has to be sent */
    LB_WITNESS_NODE,   /* `load` blocks must pass the `capacity` links out of (into) `node`, and then (before) go
                          radius-1 hops more: ceil+radius-1. Where flights cross several links in a step, radius is 1,
                          and if `first` is not 0 they go to (come from) nodes `first` hops away or more: a time */
    LB_WITNESS_LINKS,  /* weights on ports: every node's data costs at least `load`, a node's links offer `capacity`
                          per step: ceil. Tasks that are not symmetric: the cost of all data, the links of all nodes.
                          With a radius: that is the cost if no block makes more than radius hops, and radius steps do
                          not offer it. With a `first`: on the linear clock, of so many blocks, at weights of 0 and 1:
                          load/first start-ups are paid as well */
    LB_WITNESS_CUT,    /* `load` blocks must leave (enter) the slab of nodes with digit `dim` in
                          [first, first+width), whose border offers `capacity` links: ceil. Of scans: `load`
                          different combinations of what those nodes have */
    LB_WITNESS_GROWTH, /* something leaves (the time reversed: enters) `node` in step `radius` at the earliest, `load`
                          nodes must know it, one that knows tells `capacity` others a step: radius-1+log */
    LB_WITNESS_WAYS,   /* unit clock: a block must go `radius` hops from `node`, of whose links only `load` lead nearer;
                          `capacity` can be driven at a time; what leaves by another comes later. Of
                          scans: from `node` to node `first` */
    LB_WITNESS_TOTAL,  /* transmissions: the blocks need `load` hops in all, packets*load */
    LB_WITNESS_MOMENTS,  /* unit clock: a border that moves. A node is inside from its `moment` on, always (0), later or
                            (`value`) never: `load` blocks must get from nodes that are always inside to some that never
                            are; over the links that lead out in a step `capacity` packets can in value-1 steps */
    LB_WITNESS_PREFIXES, /* unit clock, scans: a packet needs `load` moves less those on node 0's way to the last
                          `node`, `radius` hops away at least, of which there is one a step; a node makes `capacity`
                          at a time. With a `first`: on one port, 2*packets-1 steps; those after each of the first so
                          many nodes cannot all hear of it in packets-1 steps, nor each of the last `width` of all
                          before it, and that costs moves (docs/bounds.md) */
    LB_WITNESS_PRICES, /* unit clock, tasks that carry, scans: a `price` for each of a node's ports, for its sending and
                          for its receiving: all blocks together pay `load` at least, a step offers `capacity`: ceil.
                          Exscan: what every node has for the next pays; scan: what the first, third, ... node has
                          (`first` is 0), the second, fourth, ... (1), or the same of each ring of the lowest dimension,
                          its last one not (2, 3); or (4) what every node has, less what such ways may share; or (5 and
                          a dimension) what the last node of each row of the lower ones has, if the next has the next
                          digit */
    LB_WITNESS_LEVELS, /* unit clock: `load` nodes are `first` hops or more from `node`. One that knows something tells
                          `capacity` others a step; something leaves (the time reversed: enters) `node` in step `radius`
                          at the earliest, and in value-1 steps fewer than `load` can know it. Radius 0: in value-1
                          steps not all packets can come to so many */
    LB_WITNESS_SIDES,  /* unit clock: `load` packets leave (the time reversed: enter) `node` in step `radius` at the
                          earliest, through `capacity` links, too few of which lead nearer to all the nodes `first` hops
                          away for all of these to get them in the next `first` steps: radius+first */
    LB_WITNESS_TIMED,  /* unit clock, tasks that carry, scans: prices as of LB_WITNESS_PRICES, `radius` tables of them:
                          one for each of the first radius/2 steps, one for each of the last (radius-1)/2, and in the
                          middle one for all steps between. All blocks together pay `load` at least to be there in
                          value-1 steps, which offer `capacity`: too little */
    LB_WITNESS_FIRST,  /* unit clock, multibroadcast: all nodes whose `moment` is not 0 lack `load` blocks together, and
                          since only who has something sends in the first step, no more than `capacity` packets can come
                          to them in value-1 steps */
    LB_WITNESS_BORDER, /* `load` blocks must leave (enter) the nodes whose `part` is 1, over `capacity` links: ceil. All
                          others' is 0. Linear clock, broadcast and reduce: node `first` is one of them, `radius` hops
                          from the root; 0: none is named */
    LB_WITNESS_PARTS,  /* allreduce: the nodes are in `first` parts, numbered from 0, between which there are `capacity`
                          links. Every block must cross them twice for all parts but one: `load` in all, ceil */
    LB_WITNESS_REACH,  /* linear clock, flights: `load` nodes are `first` hops or more from `node`, from which (the time
                          reversed: to which) something must get to all of them. If a start-up takes weight[0] and a hop
                          weight[1] or more, and a node begins `capacity` flights a start-up, they cannot all have heard
                          before the time `radius`; where `width` is 1, not before that after the last of its data has
                          left, but for a start-up */
    LB_WITNESS_ENDS,   /* linear clock: all of `load` blocks must get out of the nodes whose `part` is 0, `node` among
                          them, over `capacity` links, and into those whose `part` is 2, `first` among them, over `width`,
                          `radius` hops on. With weight[0] and weight[1] pieces at the ends, which must suit the cost,
                          that proves a time (docs/bounds.md). On more than LB_MAX_PARTED nodes: `node` to `first` */
    LB_WITNESS_WORTH /* linear clock, broadcast and reduce: from or to `node`, and `load` nodes, `first` and weight[1].
                        For each of them every node is of one of `width` classes: part[k*nodes + v]. What a byte is
                        worth in a class falls with time from moment to moment, `radius` moments after the beginning
                        (`moment`, in parts of a start-up, weight[0] to each) and as many before the end:
                        price[load*nodes + class*2*radius + i], 0 at `node` and LB_WORTH_ONE at the others. In the time
                        `value`, in such parts, links cannot carry the message to them (docs/bounds.md) */
} lb_witness_kind;

#define LB_MAX_MOMENTS 64   /* nodes of networks for which there are moments or prices */
#define LB_MAX_PRICES  8192 /* nodes * (ports+2), of each table */
#define LB_MAX_PARTED  8192 /* nodes of networks for which there are borders or parts */

/* Of LB_WITNESS_WORTH: what is worth most, and how many steps the value falls in from each moment to the next. */
#define LB_WORTH_ONE   32768
#define LB_WORTH_PARTS 16

typedef struct lb_witness {
    lb_witness_kind kind;
    bool inward; /* NODE, CUT: into, not out of; GROWTH: sums that come together */
    bool whole;  /* of a network with dead links: it holds of the network with all of them, and so all the more here */
    uint32_t node, radius;
    unsigned dim;
    uint32_t first, width;
    uint32_t weight[LB_MAX_PORTS];
    uint32_t moment[LB_MAX_MOMENTS];
    union {
        /* (table*nodes + node) * (ports+2) + port, or ports (sending), or ports+1 (receiving) */
        uint16_t price[LB_MAX_PRICES];
        uint16_t part[LB_MAX_PARTED]; /* of each node */
    };
    uint64_t load, capacity;
    uint64_t packets; /* of one block */
    uint64_t value;   /* what it proves: steps or transmissions */
} lb_witness;

typedef struct lb_bound {
    uint64_t steps, transmissions; /* the same numbers as in the witnesses */
    lb_witness steps_witness, transmissions_witness;
    double mean_delay; /* of lb_report, for one packet a block; 0 where none is known */
    const char *mean_delay_reason;
} lb_bound;

/* The best lower bounds, in unit packets, `packets` to a block, when a node drives at most `ports` links (0: all). */
LB_API int lb_bound_unit(const lb_task *task, uint32_t ports, uint64_t packets, lb_bound *bound, lb_why *why);

/* The same of a plan's task, ports and packets, where lb_plan_create needed it to choose; NULL: it did not. */
LB_API const lb_bound *lb_plan_bound(const lb_plan *plan);

/* The same as a time. */
LB_API int lb_bound_linear(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time,
                           lb_witness *witness, lb_why *why);

/* The witness as a sentence: "the 6 links into node 0 must carry 63 blocks". */
LB_API int lb_witness_text(const lb_task *task, const lb_witness *witness, char *buffer, size_t size);

/* The same for the linear clock, with what it costs: "...: tau*m*63/6 + beta", m being lb_cost.bytes. */
LB_API int lb_witness_time_text(const lb_task *task, const lb_witness *witness, char *buffer, size_t size);

/* Recounts everything the witness claims from the task alone. LB_ERR_CHECK when it does not prove its value. */
LB_API int lb_witness_verify(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *witness,
                             lb_why *why);

/* The same of a bound of lb_bound_linear: that its witness proves its time. On graphs, meshes and networks with faults
 * only what lb_witness_verify says. */
LB_API int lb_witness_verify_time(const lb_task *task, uint32_t ports, const lb_cost *cost, const lb_witness *witness,
                                  lb_ratio time, lb_why *why);

/* The same of a bound of lb_bound_unit: that its witnesses prove its numbers, each of its own kind (transmissions do
 * not count steps). */
LB_API int lb_bound_verify(const lb_task *task, uint32_t ports, uint64_t packets, const lb_bound *bound, lb_why *why);

/* ---- Formulas ----------------------------------------------------------------------------------------------- */

/* What an algorithm takes on the linear clock, known without planning: data*tau*m + startups*beta, m being
 * lb_cost.bytes; of flights hops*hop more. */
typedef struct lb_formula {
    const char *algorithm;
    const char *text; /* "(d+g-1)*(tau*m/(d*g) + beta)" */
    lb_ratio data;
    uint64_t startups;
    uint64_t hops;   /* links that flights cross after their first, one step after another: hops*lb_cost.hop more */
    uint32_t groups; /* the g in the text, or as `letter` says: p packets, k waves; 0 where there is none */
    char letter;
    bool exact; /* the simulation gives exactly this; else it gives this or less */
} lb_formula;

/* Of the algorithm that lb_plan_create would take with these options and LB_ESTIMATE, unless its plan turns out too
 * large to be held: then that takes the next. LB_ERR_UNSUPPORTED: it has no formula, or cannot do the task. */
LB_API int lb_formula_of(const lb_task *task, const lb_plan_options *options, lb_formula *formula, lb_why *why);
/* All that an algorithm, named by the options, chooses among by the cost: lb_formula_of gives the first of the fastest
 * of them, of options.groups if that is not 0. Finding them may take milliseconds, and serves any message. LB_ERR_ARG:
 * no algorithm is named, or groups are; LB_ERR_UNSUPPORTED: it does not choose in this way; LB_ERR_SIZE: they are more
 * than `room`. */
LB_API int lb_formulas_of(const lb_task *task, const lb_plan_options *options, lb_formula *formulas, size_t room,
                          size_t *count, lb_why *why);
LB_API int lb_formula_time(const lb_formula *formula, const lb_cost *cost, lb_ratio *time);

/* ---- The checker -------------------------------------------------------------------------------------------- */

typedef enum lb_rule {
    LB_RULE_NONE,         /* nothing is broken */
    LB_RULE_STEP_ORDER,   /* moves come in step order, from step 1 */
    LB_RULE_LINK,         /* the link exists, and is not dead */
    LB_RULE_LINK_BUSY,    /* one packet per directed link and step */
    LB_RULE_SEND_PORTS,   /* a node sends on at most `ports` links at a time */
    LB_RULE_RECV_PORTS,   /* and receives on at most as many */
    LB_RULE_PACKET,       /* unit clock: a packet is not empty and not larger than a packet may be */
    LB_RULE_BLOCK,        /* the block belongs to the task */
    LB_RULE_HELD,         /* a piece has arrived in an earlier step (or started there) before it is sent */
    LB_RULE_SUMMED_TWICE, /* no contribution enters a sum twice */
    LB_RULE_COPY_ALONE,   /* a copied sum does not arrive in the same step as anything else for its place */
    LB_RULE_DELIVERED,    /* at the end everything is where it must be */
    LB_RULE_COUNTS,       /* the header's steps and moves are those of the schedule */
    LB_RULE_CONTROL,      /* no data is sent in steps that are for control */
    LB_RULE_SAME_ORDER    /* allreduce: all nodes have sums that were made in the same order (lb_sum_place) */
} lb_rule;

LB_API const char *lb_rule_name(lb_rule rule);

typedef enum lb_replay {
    LB_REPLAY_AUTO, /* relative for symmetric plans that send more than 2^23 blocks or pieces, else full; a short way
                     * where the form of a plan allows one, with the same figures */
    LB_REPLAY_FULL, /* every node */
    LB_REPLAY_RELATIVE, /* symmetric plans: one node, on relative addresses */
    LB_REPLAY_FORM      /* in reports only: none was needed, the plan's form decided */
} lb_replay;

/* "full", "relative", "form"; "auto". */
LB_API const char *lb_replay_name(lb_replay replay);

typedef struct lb_check_options {
    lb_replay replay;
    uint64_t memory; /* bytes it may take; 0: 4 GiB */
    bool checked;    /* lb_simulate: the plan has been checked, and need not be once more */
    lb_progress progress;
    void *user;
} lb_check_options;

typedef struct lb_report {
    lb_rule rule; /* the first rule broken, and where: */
    uint32_t step, from, to;
    lb_item item;
    uint64_t line;         /* of the schedule file, 0 for plans */
    char text[LB_WHY_MAX]; /* the verdict as a sentence */
    uint32_t steps;
    uint64_t moves, items; /* packets sent, blocks or pieces in them */
    uint64_t crossings;    /* links that they crossed: of flights more than moves */
    uint64_t units;        /* data sent, in denominator units */
    double utilisation;    /* crossings / (links * steps), of directed links */
    double mean_delay;     /* step in which data arrives where it is wanted, averaged over the data that travels */
    double total_delay;    /* the same, summed, in blocks times steps */
    double peak_stored;    /* the most blocks that waited at one node, between two steps, to be carried on */
    uint32_t most_sends;   /* most links a node drove in one step */
    lb_replay replay;      /* what was done */
    uint64_t peak_bytes;   /* memory the check took */
    uint32_t *busy;        /* packets sent in step 1..busy_steps; NULL if too many steps; freed by lb_report_free */
    uint32_t busy_steps;
} lb_report;

/* 0: every rule holds. LB_ERR_CHECK: one does not, and the report says which. Other errors: nothing was decided. */
LB_API int lb_check_plan(const lb_plan *plan, const lb_check_options *options, lb_report *report, lb_why *why);
LB_API void lb_report_free(lb_report *report);

/* ---- The linear clock --------------------------------------------------------------------------------------- */

/* Store and forward: a packet starts when all its pieces have completely arrived, its link has finished the packets
 * before it in step order, and, under a port limit, both ends have a port free (granted in step order). Exact. */
typedef struct lb_hop {
    uint32_t step, from, to;
    uint64_t units; /* denominator units carried */
    uint64_t bytes; /* the same in bytes, with lb_cost.whole_bytes; else 0 */
    lb_ratio start, finish;
} lb_hop;

typedef struct lb_timing {
    lb_ratio makespan;
    lb_ratio busiest_link; /* busy time of the busiest link */
    double utilisation;    /* mean busy time of a link / makespan */
    uint64_t packets;
    uint64_t peak_bytes;
    lb_ratio *busy; /* of every link, node * ports + port; of node 0's alone where all nodes do the same */
    size_t busy_count;
    lb_hop *critical; /* a chain of packets, each starting when the one before ends, that lasts the makespan */
    size_t critical_count;
} lb_timing;

LB_API int lb_simulate(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options, lb_timing *timing,
                       lb_why *why);

/* The same of every node, and critical is every packet, in the order of the cursor; with whole_bytes those of no bytes
 * are there too, and start and finish at 0. LB_ERR_SIZE: more than 2^24 pieces, times the nodes that may have them. */
LB_API int lb_simulate_hops(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options,
                            lb_timing *timing, lb_why *why);
LB_API void lb_timing_free(lb_timing *timing);

/* ---- Schedule files ----------------------------------------------------------------------------------------- */

/* JSON Lines; docs/schedule-file.md is the contract. A path of "-" is standard input or output. Writing to a path
 * goes through a temporary file beside it, so that a schedule is there whole or not at all. */
LB_API int lb_plan_write(const lb_plan *plan, const char *path, const lb_check_options *options, lb_why *why);
LB_API int lb_plan_read(const char *path, lb_plan **plan, lb_why *why); /* into memory, as an explicit plan */

/* Checks a file as it streams. On success and on LB_ERR_CHECK *header, unless NULL, says what the header said. */
typedef struct lb_header {
    lb_task *task; /* owned by the caller */
    char algorithm[64];
    lb_clock clock;
    uint32_t ports, steps;
    uint64_t moves, denominator, packet;
    uint32_t control_before, control_after; /* as lb_plan_control */
} lb_header;
LB_API int lb_check_file(const char *path, const lb_check_options *options, lb_header *header, lb_report *report,
                         lb_why *why);

#ifdef __cplusplus
}
#endif
#endif
