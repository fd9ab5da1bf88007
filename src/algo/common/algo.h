/* What an algorithm is to the planner: a description, a test whether it fits, and a builder. */
#ifndef LB_ALGO_H
#define LB_ALGO_H

#include "plan/plan.h"

#define LB_TASK_BIT(kind) (UINT32_C(1) << (kind))

/* Makes the plan; *plan is NULL before. Options are filled in: ports, packets are not 0. */
typedef int lb_build(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

/* Formulas to choose among, in the order in which equals are taken. */
typedef struct lb_formulas {
    lb_formula *at;
    size_t count, room;
} lb_formulas;

typedef struct lb_algo {
    lb_algorithm info;
    /* How well it suits, among those that can do the task at all (the info is checked before): the highest is the
     * default. 0: it cannot do this after all. NULL: as well as `score` says, wherever it can do the task. */
    int (*suits)(const lb_task *task, const lb_plan_options *options);
    int score;
    const char *needs;           /* what suits() refuses for, as a clause; NULL: it refuses nothing */
    const struct lb_algo *rival; /* as a default, worth trying too where it suits by 20 or more: fewer steps win */
    /* What it takes on the linear clock; NULL: nothing is known without planning. Fills all but the algorithm's name,
     * quickly: the planner asks all of them. LB_ERR_UNSUPPORTED: not in this case; LB_ERR_SIZE: not in 63 bits. */
    int (*time)(const lb_task *task, const lb_plan_options *options, lb_formula *formula);
    /* Where time() is slow (milliseconds): quickly, a formula that it is never below, so that it need not be asked when
     * another is at least as fast as that. */
    int (*least)(const lb_task *task, const lb_plan_options *options, lb_formula *formula);
    /* Where time() is slow and the cost only chooses: all that it chooses among, if no number of groups is said. NULL:
     * time() must be asked. */
    int (*choices)(const lb_task *task, const lb_plan_options *options, lb_formulas *list);
    /* Where planning takes much longer than a microsecond for a move that is held: how many microseconds, about. */
    uint64_t (*work)(const lb_task *task, const lb_plan_options *options);
    lb_build *build;
    /* Those of its tasks that build() need not know: they are made of its plans for others. A gather, a reduce and a
     * reduce-scatter are its scatter, its broadcast and its allgather turned round; an allreduce is its reduce-scatter,
     * then its allgather. */
    uint32_t turned;
    /* Set: this one does backwards, for the reversed task, what that one does. All but its name, source, tasks and
     * promise is then as that one has it; a builder of its own is only needed where there is a better way than turning
     * the other's plan round. */
    const struct lb_algo *reverse_of;
} lb_algo;

/* Who knows how well an algorithm suits and what it takes: itself, or the one that it is the reverse of. */
static inline const lb_algo *lb_algo_forward(const lb_algo *algo) {
    return algo->reverse_of ? algo->reverse_of : algo;
}

static inline int lb_algo_suits(const lb_algo *algo, const lb_task *task, const lb_plan_options *options) {
    const lb_algo *forward = lb_algo_forward(algo);
    return forward->suits ? forward->suits(task, options) : forward->score;
}

/* The plan that it makes: with its own builder, or by turning one round. */
int lb_build_with(const lb_algo *algo, const lb_task *task, const lb_plan_options *options, lb_plan **plan,
                  lb_why *why);

/* For composing: the task a builder needs, made for the moment of the call. */
int lb_build_as(const lb_algo *algo, const lb_net *net, lb_task_kind kind, uint32_t root,
                const lb_plan_options *options, lb_plan **plan, lb_why *why);

/* Finishes the plan of a builder that knows one packet a block only: sets the clock, and has a block of several packets
 * sent as so many blocks one after another. `error` is the builder's own. */
int lb_build_packets(int error, const lb_plan_options *options, lb_plan **plan, lb_why *why);

/* Keeps the plan with fewer steps in *plan and frees the other; of equals the first. */
void lb_keep_shorter(lb_plan **plan, lb_plan *other);

/* Builds two and joins them. */
int lb_build_then(const lb_algo *first, lb_task_kind first_kind, const lb_algo *second, lb_task_kind second_kind,
                  const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

#endif
