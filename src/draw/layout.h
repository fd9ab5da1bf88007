/* Where the nodes of a network stand on paper. */
#ifndef LB_LAYOUT_H
#define LB_LAYOUT_H

#include "draw/svg.h"

typedef struct lb_net_layout {
    const lb_net *net;
    lb_spot *at; /* every node */
    double width, height;
    double radius;   /* of a node's circle */
    double stub;     /* how far a link that wraps around is drawn beyond its node */
    unsigned dim[3]; /* the dimensions of more than one node, at most 3; cubes: not used */
    unsigned dims;   /* how many there are */
    lb_spot way[3];  /* a step in each */
    bool cube, ring;
} lb_net_layout;

/* LB_ERR_SIZE or LB_ERR_UNSUPPORTED: it cannot be drawn; the sentence says what can be. */
int lb_layout_make(const lb_net *net, lb_net_layout *layout, lb_why *why);
void lb_layout_free(lb_net_layout *layout);

/* A link that wraps around is two stubs: *out is then the way out of the node, of length stub, and true is returned. */
bool lb_layout_wraps(const lb_net_layout *layout, uint32_t node, unsigned port, lb_spot *out);

#endif
