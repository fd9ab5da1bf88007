/* The simulator's record of carried data that does not always lead away from home: for every atom the nodes it has come
 * to and when. It costs as much as the longest way has nodes, not as the network has. */
#ifndef LB_TRAILS_H
#define LB_TRAILS_H

#include "check/frame.h"

/* When something is ready or free, and which move (+1) made it so, by what. */
typedef struct lb_when {
    uint64_t time;
    uint32_t by;
    uint8_t cause; /* lb_cause; LB_CAUSE_NONE: as what it is used for says */
} lb_when;

typedef struct lb_trails {
    uint32_t depth; /* places of an atom; 0: not in use */
    uint64_t atoms;
    uint32_t *node; /* LB_NONE: not taken yet */
    lb_when *when;
} lb_trails;

/* How many bytes; UINT64_MAX: too many to say. */
uint64_t lb_trails_bytes(uint64_t atoms, uint32_t depth);
int lb_trails_begin(lb_trails *trails, uint64_t atoms, uint32_t depth);
void lb_trails_end(lb_trails *trails);

/* When the atom came to the node; NULL: it never did. */
lb_when *lb_trails_find(const lb_trails *trails, uint64_t atom, uint32_t node);

/* It comes there, or once more: the earliest time counts. LB_ERR_CHECK: more places than there is room for. */
int lb_trails_add(lb_trails *trails, uint64_t atom, uint32_t node, lb_when when);

#endif
