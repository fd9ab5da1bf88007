/* What all attempts at an allreduce that is its own mirror image in time have in common, and how one is made. */
#ifndef LB_FAULTY_MIRROR_MANNER_H
#define LB_FAULTY_MIRROR_MANNER_H

#include "algo/faulty/mirror_reserve.h"

typedef struct lb_mirror_tries {
    lb_mirror m;
    uint32_t tokens; /* all of them */
    uint16_t *hops;  /* node * nodes + node: between them */
    uint32_t *far;   /* of each node: hops to the farthest */
    uint32_t least;  /* of these */
    uint32_t both;   /* the least hops to the node that is farthest from two neighbours */
    uint32_t late[LB_MIRROR_LATE], lates;
    lb_symmetry symmetry[LB_SYMMETRIES];
    unsigned symmetries;
} lb_mirror_tries;

enum { LB_MIRROR_TWINS = 4 };

/* How it is done. */
typedef struct lb_mirror_manner {
    unsigned symmetry; /* which of those that there are */
    bool reserved;     /* ways to the nodes that can least wait are laid first */
    uint32_t reach;    /* roots: hops to the farthest above the least */
    uint32_t later;    /* steps after the first possible one until any token is whole */
    unsigned alone;    /* 1: two more tokens than need be are their own partners; 2: all are */
    uint32_t twins;    /* of LB_MIRROR_TWINS tokens, how many have twins */
    uint64_t chance;
} lb_mirror_manner;

#endif
