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
    uint32_t turn; /* the root that was chosen last */
    lb_symmetry symmetry[LB_SYMMETRIES];
    unsigned symmetries;
} lb_mirror_tries;

enum { LB_MIRROR_TWINS = 4 };

/* How it is done. */
typedef struct lb_mirror_manner {
    unsigned symmetry; /* which of those that there are */
    bool reserved;     /* ways to the nodes that can least wait are laid first */
    bool late;         /* nodes beside these ways get what they can late, before the others as early as they can */
    uint32_t reach;    /* roots: hops to the farthest above the least */
    bool turns;        /* roots take turns, and twins are all in one direction: that of the port `along` */
    unsigned along;
    uint32_t later; /* steps after the first possible one until any token is whole */
    unsigned alone; /* 1: two more tokens than need be are their own partners; 2: all are */
    uint32_t twins; /* of LB_MIRROR_TWINS tokens, how many have twins */
    uint64_t chance;
} lb_mirror_manner;

#endif
