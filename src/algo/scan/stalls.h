/* What it costs a packet of a scan to go a way, when others want the same links and ports. */
#ifndef LB_SCAN_STALLS_H
#define LB_SCAN_STALLS_H

#include "algo/scan/loom.h"

/* Something that so many moves can use in a step: by what it is, a link or a node, and step. */
typedef struct lb_stall {
    uint32_t capacity;
    uint64_t count; /* things times steps */
    uint16_t *used;
    uint16_t *own;   /* by the way that is looked at */
    int32_t *dearer; /* for that way, since it has it */
    int32_t *grudge; /* what it costs for good, since too many wanted it */
    int32_t *price;
} lb_stall;

enum { LB_STALL_LINKS, LB_STALL_SENDS, LB_STALL_RECEIVES, LB_STALLS };

typedef struct lb_scan_stalls {
    const lb_net *net;
    lb_stall at[LB_STALLS];
    uint32_t row;     /* room for steps */
    uint32_t steps;   /* that there are now */
    uint64_t room;    /* for the moves of a way */
    int32_t pressure; /* what it costs to want what others have */
    /* By move and step: what it costs to make it then, and all before it; to have made it by then. */
    int32_t *now, *by;
    uint32_t *times; /* of the moves of the way looked at last */
    uint64_t work;
} lb_scan_stalls;

#define LB_STALL_DEAR (1 << 28)

/* Room for so many steps, and for ways of so many moves. LB_ERR_MEMORY: end it all the same. */
int lb_scan_stalls_begin(lb_scan_stalls *s, const lb_net *net, uint32_t ports, uint32_t steps, uint64_t room);
void lb_scan_stalls_end(lb_scan_stalls *s);

/* Nobody has anything, and all cost about the same. */
void lb_scan_stalls_clear(lb_scan_stalls *s, uint32_t steps, int32_t pressure, uint64_t *chance);

/* What a way costs; its moves' steps are in `times` then. LB_STALL_DEAR: as much as `limit`, or it is too long. */
int32_t lb_scan_stalls_price(lb_scan_stalls *s, const lb_scan_way *way, int32_t limit);

/* A way is taken (1), with these steps, or given back (-1). */
void lb_scan_stalls_take(lb_scan_stalls *s, const lb_scan_way *way, const uint32_t *times, int change);

/* Whether it is in nobody's way. */
bool lb_scan_stalls_content(const lb_scan_stalls *s, const lb_scan_way *way, const uint32_t *times);

/* How many moves would have to go elsewhere, at every link and port that too many want. */
uint32_t lb_scan_stalls_clashes(const lb_scan_stalls *s);

/* What too many want costs so much more from now on. */
void lb_scan_stalls_raise(lb_scan_stalls *s, int32_t grudge, int32_t pressure);

#endif
