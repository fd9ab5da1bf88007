/* What a node sends and receives, and what each of these waits for: for formats that know messages, not data. */
#ifndef LB_EXPORT_ORDER_H
#define LB_EXPORT_ORDER_H

#include "linkbound-export.h"

typedef struct lb_order_deed {
    bool sends;
    uint32_t label; /* 1, 2, ... of the node */
    uint32_t peer;
    unsigned port;
    uint64_t bytes;
    const lb_move *move;
} lb_order_deed;

/* Told in turn: all receives, then each send, followed by what it needs: the send before it on the same link, to have
 * begun, and the receives that brought what it sends, to have ended. What is not 0 ends the walk. */
typedef struct lb_order_visitor {
    void *user;
    int (*deed)(void *user, const lb_order_deed *deed);
    int (*need)(void *user, uint32_t label, uint32_t needed, bool begun);
} lb_order_visitor;

/* Packets of no bytes are left out. */
int lb_order_walk(const lb_plan *plan, uint32_t node, uint64_t bytes, const lb_order_visitor *visitor, lb_why *why);

/* The bytes of a block: those that are asked for, or one for each piece that the plan knows of one. */
int lb_order_block(const lb_plan *plan, uint64_t asked, uint64_t *bytes, lb_why *why);

/* The bytes of a packet. */
uint64_t lb_order_size(const lb_plan *plan, uint64_t bytes, const lb_move *move);

#endif
