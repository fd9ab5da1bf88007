/* Links, ports and steps that the moves of a scan's packets have, and how all of them are moved up. */
#ifndef LB_SCAN_SEATS_H
#define LB_SCAN_SEATS_H

#include "algo/scan/way.h"

enum { LB_SEATS_STEPS = 124 }; /* the most: a bit each, and some to spare */
__extension__ typedef unsigned __int128 lb_scan_steps;

typedef struct lb_scan_seats {
    const lb_net *net;
    uint32_t packets, ports;
    const lb_scan_way **ways; /* of each packet */
    uint32_t **starts;        /* the step of each move of each packet; the first is 1 */
    uint32_t steps;
    uint32_t last; /* moves in the last step */
    /* Bits of steps, in which links are taken, and nodes send or get one packet, two, ... */
    lb_scan_steps *links, *sends, *receives;
    uint32_t limit; /* ports, if that is less than nodes have; else 0, for they need not be counted */
    struct lb_scan_seat {
        uint32_t packet, move;
    } * order; /* moves by their steps */
} lb_scan_seats;

/* Room for so many moves of every packet. LB_ERR_MEMORY: end it all the same. */
int lb_scan_seats_begin(lb_scan_seats *s, const lb_net *net, uint32_t packets, uint32_t ports, uint64_t room);
void lb_scan_seats_end(lb_scan_seats *s);

/* All moves in the order of their steps, which may clash but not with what they wait for: each takes the first step
 * that is free for it. Then to and fro, as in justify.c. False: there would be more than `most` steps. */
bool lb_scan_seats_take(lb_scan_seats *s, uint32_t most, uint64_t *work);

#endif
