/* The rules of the links: they exist, carry one packet a step, and a node drives no more of them than its ports allow.
 * A flight uses all links of its route. What a step used is listed, so that its end costs what it used and not what the
 * network has. */
#ifndef LB_LINKS_H
#define LB_LINKS_H

#include "check/source.h"

typedef struct lb_links {
    const lb_net *net, *base; /* of flights: the torus whose links carry them */
    bool shared;              /* flights share links, but for the first and the last of each: the linear clock */
    uint32_t places;          /* nodes whose links are told apart: 1 on relative addresses */
    uint32_t limit;
    bool faulty;               /* some links are dead */
    uint64_t *busy;            /* a bit per link */
    uint8_t *sends, *receives; /* per node, in this step */
    uint32_t *used;            /* links used in this step */
    uint64_t count, room;
    uint32_t most_sends;
    uint32_t crossed; /* links of the move used last */
    uint8_t *route;   /* room for a way that the network decides */
} lb_links;

uint64_t lb_links_bytes(const lb_net *net, bool relative);
int lb_links_begin(lb_links *links, const lb_source *source);
void lb_links_end(lb_links *links);

/* Uses the link of a move, and fills in its port where the source does not know it: the rule this breaks, or
 * LB_RULE_NONE; *memory is set when there was none. */
lb_rule lb_links_use(lb_links *links, lb_move *move, bool *memory);
void lb_links_next_step(lb_links *links);

#endif
