/* 000's three problems, with the formulas of Table 1, and their plans. */
#include "papers/p000_parts.h"

/* The formulas of Table 1, from nothing but d. */
static uint64_t busiest_node(unsigned d) {
    return ((UINT64_C(1) << d) - 1 + d - 1) / d;
}
static uint64_t scatter_hops(unsigned d) {
    return d * (UINT64_C(1) << (d - 1));
}
static uint64_t broadcast_hops(unsigned d) {
    return (UINT64_C(1) << d) * ((UINT64_C(1) << d) - 1);
}
static uint64_t half_nodes(unsigned d) {
    return UINT64_C(1) << (d - 1);
}
static uint64_t exchange_hops(unsigned d) {
    return d * (UINT64_C(1) << (2 * d - 1));
}

const p000_problem p000_problems[P000_PROBLEMS] = {
    {"single node scatter", "ceil((2^d-1)/d)", "d*2^(d-1)", "balanced-scatter", LB_SCATTER, busiest_node, scatter_hops},
    {"multinode broadcast", "ceil((2^d-1)/d)", "2^d*(2^d-1)", "multinode-broadcast", LB_ALLGATHER, busiest_node,
     broadcast_hops},
    {"total exchange", "2^(d-1)", "d*2^(2d-1)", "total-exchange", LB_ALLTOALL, half_nodes, exchange_hops},
};

p000_label p000_bits(uint32_t node, unsigned d) {
    p000_label label = {""};
    for (unsigned i = 0; i < d; i++)
        label.text[d - 1 - i] = node >> i & 1 ? '1' : '0';
    return label;
}

lb_plan *p000_plan(papers_work *work, unsigned problem, unsigned d) {
    const p000_problem *p = &p000_problems[problem];
    return papers_plan(work, &(papers_case){papers_cube(d).text, p->kind, {0}, {.algorithm = p->algorithm}});
}

bool p000_moves(papers_work *work, unsigned problem, unsigned d, papers_each each, void *user) {
    lb_plan *plan = p000_plan(work, problem, d);
    bool fits = papers_moves(work, plan, each, user);
    lb_plan_free(plan);
    return fits;
}
