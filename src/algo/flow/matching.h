/* Which links are used in a step, when nodes may send and receive only so much: those that weigh most together. */
#ifndef LB_MATCHING_H
#define LB_MATCHING_H

#include "net/map.h"

typedef struct lb_matching {
    const lb_map *map;
    uint32_t nodes, ports; /* ports: that a node may drive at a time, each way */
    uint32_t *weight;      /* node * degree + port; 0: nothing is to go there */
    bool *taken;           /* the same: whether it is among those that are chosen */
    uint64_t work;         /* links looked at */
    /* of the search */
    int64_t *gain;  /* of every sender, then every receiver */
    uint32_t *by;   /* the link that it was found by */
    uint32_t *much; /* what each sends, what each receives */
} lb_matching;

/* 0 or LB_ERR_MEMORY; end it in any case. */
int lb_matching_begin(lb_matching *m, const lb_map *map, uint32_t nodes, uint32_t ports);
void lb_matching_end(lb_matching *m);

/* Sets `taken` by `weight`. */
void lb_matching_find(lb_matching *m);

#endif
