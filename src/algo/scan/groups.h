/* Which spans the packets of a scan bargain for.
 *
 * A group is some members that follow each other in the order, each a node or a group of the level below; its spans are
 * runs of members. One group of all nodes has all spans that there are, n^2/2. With two levels of about sqrt(n) members
 * there are some n*sqrt(n), and what comes before a node is a run of groups and a run of nodes: two spans, one to be
 * laid out after the other. */
#ifndef LB_SCAN_GROUPS_H
#define LB_SCAN_GROUPS_H

#include "net/net.h"

enum { LB_GROUP_LEVELS = 4 };

typedef struct lb_span_group {
    uint32_t first, last; /* its nodes */
    uint32_t width;       /* nodes of a member; the last may have fewer */
    uint32_t fan;         /* members */
    uint32_t below;       /* the group that its first member is; LB_NONE: its members are nodes */
    uint32_t row;         /* cells for the spans that begin with the same member */
    uint64_t cells;       /* of the groups before it */
} lb_span_group;

typedef struct lb_span_groups {
    unsigned levels;
    uint32_t base[LB_GROUP_LEVELS];  /* the first group of a level: the lowest come first */
    uint32_t width[LB_GROUP_LEVELS]; /* nodes of a group of a level */
    lb_span_group *at;
    uint32_t count;
    uint64_t cells;
} lb_span_groups;

/* Groups of all nodes, the widths but the last given; with none, one group. LB_ERR_MEMORY: free them all the same. */
int lb_span_groups_make(lb_span_groups *groups, uint32_t nodes, const uint32_t *widths, unsigned count);
void lb_span_groups_free(lb_span_groups *groups);

static inline const lb_span_group *lb_span_group_of(const lb_span_groups *groups, unsigned level, uint32_t node) {
    return &groups->at[groups->base[level] + node / groups->width[level]];
}

/* Nodes of members i to j. */
static inline uint32_t lb_group_first(const lb_span_group *g, uint32_t i) {
    return g->first + i * g->width;
}

static inline uint32_t lb_group_last(const lb_span_group *g, uint32_t j) {
    return j + 1 < g->fan ? g->first + (j + 1) * g->width - 1 : g->last;
}

/* The members that the nodes below `end` are in: the first so many. */
static inline uint32_t lb_group_below(const lb_span_group *g, uint32_t end) {
    uint32_t members = end > g->first ? (end - g->first + g->width - 1) / g->width : 0;
    return members < g->fan ? members : g->fan;
}

#endif
