/* One packet's way through a scan, and its loom: moves of spans, and what each of them waits for. */
#ifndef LB_SCAN_LOOM_H
#define LB_SCAN_LOOM_H

#include "algo/common/algo.h"

typedef struct lb_scan_move {
    uint32_t from, to;
    uint32_t first, last; /* the span */
    uint32_t ready;       /* the first step in which it can be sent when it need not share links */
    uint32_t tail;        /* it, and the moves that wait for it one after another */
    uint8_t port;
} lb_scan_move;

typedef struct lb_scan_way {
    lb_scan_move *moves; /* each after those that it waits for */
    uint64_t count, room;
    uint32_t *needs; /* moves that move m waits for: needs[need[m]] .. needs[need[m+1]-1] */
    uint64_t *need;
    uint64_t nneeds, needs_room, need_room;
    uint32_t *users; /* moves that wait for move m: users[user[m]] .. */
    uint64_t *user;
    uint32_t depth;
} lb_scan_way;

void lb_scan_way_free(lb_scan_way *way);

/* Fills in who waits for each move, from what each waits for. */
int lb_scan_link_users(lb_scan_way *way);

/* For weaving: spans that have come to nodes. */
typedef struct lb_scan_loom {
    const lb_net *net;
    lb_scan_way *way;
    uint32_t *head; /* per node: its entries, by first; LB_NONE ends */
    struct lb_scan_entry {
        uint32_t move; /* LB_NONE: the node's own */
        uint32_t first, last, next;
    } * entries;
    uint64_t count, room;
    struct lb_scan_reach {
        uint32_t round, step, parts, entry;
    } * reach; /* per place 0..nodes: how the spans laid out so far end just before it */
    uint32_t rounds;
    int error;
} lb_scan_loom;

int lb_scan_loom_begin(lb_scan_loom *loom, const lb_net *net, lb_scan_way *way);
void lb_scan_loom_end(lb_scan_loom *loom);
/* Sends [first,last], which the sender must have been given the parts of. */
void lb_scan_send(lb_scan_loom *loom, uint32_t from, uint32_t to, uint32_t first, uint32_t last);
/* Leaves out what nobody needs, and links moves to those that wait for them. */
void lb_scan_finish(lb_scan_loom *loom);

#endif
