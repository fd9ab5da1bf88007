/* The ways that packets of a scan can go, and how long they take together. */
#ifndef LB_SCAN_WAY_H
#define LB_SCAN_WAY_H

#include "algo/scan/loom.h"

/* What is done with the rings of a dimension. */
typedef struct lb_scan_mode {
    bool inward;        /* summed up to one or two digits, which go on for all, and handed out again */
    bool round;         /* inward, to the first digit or the last: a part of the ring comes over its end */
    uint32_t low, high; /* inward: which; two are neighbours, in the middle or round the ring (0 and the last) */
    uint32_t cut;       /* round, or to both ends: the first digit of the upper part; 0: about the middle */
    uint32_t parts;     /* else all exchange: segments of a ring whose sums go round whole */
} lb_scan_mode;

/* Weaves the way that these modes give, one for each dimension. Frees nothing before. */
int lb_scan_weave(const lb_net *net, const lb_scan_mode *modes, lb_scan_way *way);

/* The way from node to node: what comes before a node is sent to it by the one before, digits that change the lowest
 * first or the highest. The fewest moves there are, and the most steps. */
int lb_scan_weave_chain(const lb_net *net, bool highest, lb_scan_way *way);

/* Steps of packets on these ways, over `ports` ports a node; 0: not fewer than `limit`. Where starts is not NULL it
 * gets the steps of all moves, packet after packet. *work counts moves looked at. LB_ERR_MEMORY. */
typedef struct lb_scan_job {
    const lb_net *net;
    const lb_scan_way *woven;
    const uint32_t *ways; /* which of them each packet takes */
    uint32_t packets, ports;
    uint32_t bias; /* how much sooner a packet is than the next */
    uint32_t limit;
    uint32_t rounds; /* moved to and fro until so many times nothing was gained */
} lb_scan_job;
int lb_scan_timetable(const lb_scan_job *job, uint32_t *starts, uint32_t *steps, uint64_t *work);

#endif
