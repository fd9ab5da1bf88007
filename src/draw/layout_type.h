/* Where the nodes of a network stand on paper: what is known of it. */
#ifndef LB_LAYOUT_TYPE_H
#define LB_LAYOUT_TYPE_H

#include "draw/svg.h"

typedef struct lb_net_layout {
    const lb_net *net;
    lb_spot *at; /* every node */
    double width, height;
    double radius;   /* of a node's circle */
    double stub;     /* how far a link that wraps around is drawn beyond its node */
    unsigned dim[3]; /* the dimensions of more than one node, at most 3; of grids */
    unsigned dims;   /* how many there are */
    lb_spot way[3];  /* a step in each */
    bool chords;     /* no grid: no links that wrap around */
    bool crossed;    /* nodes may stand in the way of links */
    bool curved[3];  /* grids: links of the dimension leap over nodes, and around them */
} lb_net_layout;

#endif
