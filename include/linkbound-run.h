/* Linkbound: real bytes. A plan says what every node does; an engine does it.
 *
 *     plan -> script (one node's packets, cut to bytes, with all that must wait for what)
 *          -> runner (a script with its memory, on a transport)
 *          -> start, progress until done; again and again, without taking memory.
 *
 * The engine is dataflow: a packet leaves when its pieces are there and its port is free. There is no barrier, and
 * there are no headers: both ends of a link know the program. The threads engine (lb_team) is here; the one over MPI is
 * in linkbound-mpi.h; whoever has another network writes a transport.
 *
 * Errors, memory and threads are as in linkbound.h; a runner belongs to one thread at a time. */
#ifndef LINKBOUND_RUN_H
#define LINKBOUND_RUN_H

#include "linkbound.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Operators ---------------------------------------------------------------------------------------------- */

/* into[i] = left[i] op right[i] for `count` elements. `into` may be left or right. Tasks of class sum combine in an
 * order that is the plan's and not the nodes', so there the operation must commute and be associative, up to rounding;
 * scan and exscan keep the order of the nodes. The order is always the same, whatever comes first, and after an
 * allreduce all nodes have the same bits: see lb_sum_place in linkbound.h. For that it is enough that the operation is
 * a function: of two NaNs, or of 0 and -0, it may well prefer the left. */
typedef void (*lb_combine)(void *user, const void *left, const void *right, void *into, size_t count);

typedef struct lb_operator {
    lb_combine combine;
    void *user;
    size_t size; /* bytes of an element: data is never cut inside one */
} lb_operator;

typedef enum lb_type { LB_U8, LB_I32, LB_U32, LB_I64, LB_U64, LB_F32, LB_F64, LB_TYPES } lb_type;
typedef enum lb_reduction { LB_ADD, LB_MULTIPLY, LB_MIN, LB_MAX, LB_AND, LB_OR, LB_XOR, LB_REDUCTIONS } lb_reduction;

/* The usual ones. LB_ERR_ARG: there is no such type or operation, or bits of floating-point numbers. */
LB_API int lb_operator_of(lb_type type, lb_reduction reduction, lb_operator *op);

/* ---- Scripts ------------------------------------------------------------------------------------------------ */

/* Where a node's data is. Blocks lie in two buffers of the caller's, `in` and `out`, with b the bytes of a block:
 *
 *   task            in                                     out
 *   broadcast       not used                               the block, at the root too
 *   allgather       own block                              n blocks by origin
 *   multibroadcast  own blocks, one after another          all blocks in order
 *   scatter         root: n blocks by destination          own block
 *   gather          own block                              root: n blocks by origin
 *   alltoall        n blocks by destination                n blocks by origin
 *   send, permute   the block that leaves                  the block that comes
 *   isotropic       one block per offset, in order         the same
 *   neighbors       the same; where nodes have different   the same; by origin
 *                   numbers of them, by destination
 *   reduce          own contribution                       root: the sum
 *   reduce-scatter  n contributions by destination         own sum
 *   allreduce       the vector                             the sum of all
 *   scan, exscan    own contribution                       the result (exscan: none at node 0)
 *
 * Where a buffer is not used it may be NULL. `in` is only read. */
typedef struct lb_data {
    uint64_t bytes; /* of a block, or of the whole vector for allreduce; may be 0 */
    lb_operator op; /* reductions and scans; elsewhere op.size (0: 1) still says where not to cut */
    /* What is a node's own is already where it must be in `out`, and `in` is not used. Nodes without an `out` (gather,
     * reduce: all but the root) bring theirs in `in` as ever; scatter's root leaves its own block in `in`. Not for
     * alltoall, reduce-scatter, send, permute, isotropic and neighbors. */
    bool in_place;
    /* Blocks of different lengths, or not side by side; NULL: as above. Not for allreduce, scan, exscan. All nodes that
     * a block passes must be told the same length; length(user, block) is a multiple of op.size. */
    uint64_t (*length)(void *user, uint64_t block);
    uint64_t (*in_at)(void *user, uint64_t block);  /* asked where the block starts */
    uint64_t (*out_at)(void *user, uint64_t block); /* asked where it ends */
    void *user;
} lb_data;

typedef struct lb_script lb_script;

/* Checks as it goes that the node has what it sends and gets what it wants: LB_ERR_CHECK if not. */
LB_API int lb_script_create(const lb_plan *plan, uint32_t node, const lb_data *data, lb_script **script, lb_why *why);
LB_API void lb_script_free(lb_script *script);

typedef struct lb_script_facts {
    uint64_t packets_sent, packets_received; /* empty ones are not sent */
    uint64_t bytes_sent, bytes_received;
    uint64_t contiguous; /* packets, of both kinds, that are one stretch of memory */
    uint64_t scratch;    /* bytes for what is under way, partial sums, and spans */
    uint64_t largest;    /* packet, in bytes */
    uint64_t memory;     /* the script itself */
    uint32_t steps;      /* of the plan */
} lb_script_facts;
LB_API lb_script_facts lb_script_facts_of(const lb_script *script);
LB_API uint64_t lb_script_port_bytes(const lb_script *script, unsigned port, lb_way way);
LB_API uint64_t lb_script_port_packets(const lb_script *script, unsigned port, lb_way way);
/* The plan's step of the index-th packet of a port; the number of steps when there are not so many. */
LB_API uint32_t lb_script_port_step(const lb_script *script, unsigned port, lb_way way, uint64_t index);

/* ---- Transports --------------------------------------------------------------------------------------------- */

/* A stretch of a node's memory: which buffer in the top two bits (0 in, 1 out, 2 scratch, 3 nowhere: bytes that are
 * known already), where in it in the others. */
typedef struct lb_stretch {
    uint64_t place, size;
} lb_stretch;

/* A packet where it lies. A stretch "nowhere" is at the address that its place holds. */
typedef struct lb_packet {
    const lb_stretch *stretches;
    uint32_t count;
    uint64_t bytes;
    unsigned char *const *base; /* of in, out, scratch */
} lb_packet;

typedef struct lb_runner lb_runner;

/* What an engine needs of a network. Packets of a port come in the order in which they were sent, whatever the order
 * in which the transport finishes them. One of two kinds:
 *   by reference  (post is NULL) the receiver sees the sender's packet where it lies, and the runner copies;
 *   contiguous    the runner packs what is not one stretch, and posts receives ahead.
 * Where a function fails it returns a negative lb_error, which ends the run. */
typedef struct lb_transport {
    void *user;
    unsigned window; /* contiguous: packets under way per port and direction, at least 1; by reference: packets of a
                        port that can be sent before the first is released */
    /* The packet's index-th on the port in this run. 1: its memory is free again; 0: lb_runner_sent will be called;
     * LB_BUSY: not now, try again. */
    int (*send)(void *user, unsigned port, uint64_t index, const lb_packet *packet);
    /* Contiguous: receive the index-th packet here; lb_runner_received will be called. */
    int (*post)(void *user, unsigned port, uint64_t index, void *into, uint64_t bytes);
    /* By reference: the index-th packet on the port in this run, or NULL; and that it is no longer needed, in any
     * order. */
    const lb_packet *(*next)(void *user, unsigned port, uint64_t index);
    void (*release)(void *user, unsigned port, uint64_t index);
    /* Looks what has come and gone, and tells the runner; 1 when something has, 0 when not. `wait`: nothing else can be
     * done; may sleep until something happens. */
    int (*progress)(void *user, lb_runner *runner, bool wait);
} lb_transport;

#define LB_BUSY 2

/* Takes scratch memory, and for contiguous transports memory to pack and to land in. The script must outlive it. */
LB_API int lb_runner_create(const lb_script *script, const lb_transport *transport, lb_runner **runner, lb_why *why);
LB_API void lb_runner_free(lb_runner *runner);
LB_API uint64_t lb_runner_memory(const lb_runner *runner); /* bytes taken */

LB_API void lb_runner_start(lb_runner *runner, const void *in, void *out);
/* 1: done; 0: not yet; negative: failed, for good. */
LB_API int lb_runner_progress(lb_runner *runner, bool wait);

/* For transports: packet `index` of a port has been sent, has been received. */
LB_API void lb_runner_sent(lb_runner *runner, unsigned port, uint64_t index);
LB_API void lb_runner_received(lb_runner *runner, unsigned port, uint64_t index);

/* ---- Ranks that are threads --------------------------------------------------------------------------------- */

/* A team has a rank for every node of a network. There may be more ranks than processors: a rank that waits lets its
 * thread run other ranks' packets, and sleeps when there are none. */
typedef struct lb_team lb_team;
typedef struct lb_rank lb_rank;

/* One collective operation, to be done any number of times: "as an FFT plan is". */
typedef struct lb_action lb_action;

/* How to plan for a team: processors, not links, are what ranks that are threads run out of, so packets should be few,
 * and one port at a time is as good as all. For blocks of so many bytes (of the vector, for allreduce), at what a copy
 * and a packet cost among threads. The options point to *cost, which must live as long as they are used. */
LB_API lb_plan_options lb_team_plan_options(uint64_t bytes, lb_cost *cost);

LB_API int lb_team_create(const lb_net *net, lb_team **team, lb_why *why);
LB_API void lb_team_free(lb_team *team);

/* For the whole team, before it is used, by any thread. The plan must outlive the preparing of it. */
LB_API int lb_action_create(lb_team *team, const lb_plan *plan, const lb_data *data, lb_action **action, lb_why *why);

/* By no plan and over no links: through the memory that all ranks share, which is the fastest way there is where the
 * network does not matter. Sums are made in the order of the ranks, so here no operation need commute, and all ranks
 * have the same bits. Nobody returns before everybody has called. The task is not needed afterwards. */
LB_API int lb_action_create_shared(lb_team *team, const lb_task *task, const lb_data *data, lb_action **action,
                                   lb_why *why);
LB_API void lb_action_free(lb_action *action);

/* The plan's; or through shared memory "slices" (sums) or "copies" (all else). */
LB_API const char *lb_action_algorithm(const lb_action *action);

/* Makes all ranks' scripts and memory now, not at the first lb_rank_do of each, and says what they are in all. */
LB_API int lb_action_prepare(lb_action *action, lb_progress progress, void *user, lb_why *why);
LB_API const lb_script *lb_action_script(const lb_action *action, uint32_t rank); /* NULL: not prepared yet, or none */
LB_API uint64_t lb_action_memory(const lb_action *action);

/* Starts a thread for every rank, each calling main, and waits for all. When one returns an error all others get
 * LB_ERR_CANCELLED from what they wait in, and the error is returned: the first, in time. So it is when one returns and
 * all others wait for it, or all wait for each other in different actions (LB_ERR_ARG). why is empty where all went
 * well. */
typedef int (*lb_rank_main)(lb_rank *me, void *user);
LB_API int lb_team_run(lb_team *team, lb_rank_main main, void *user, lb_why *why);

LB_API uint32_t lb_rank_node(const lb_rank *me);
/* All ranks call the same actions in the same order. Returns when this rank's part is done. */
LB_API int lb_rank_do(lb_rank *me, lb_action *action, const void *in, void *out);
/* Nobody returns before everybody has called. */
LB_API int lb_rank_barrier(lb_rank *me);

#ifdef __cplusplus
}
#endif
#endif
