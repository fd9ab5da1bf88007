/* Where the nodes of a network stand on paper. */
#ifndef LB_LAYOUT_H
#define LB_LAYOUT_H

#include "draw/layout_type.h"

/* LB_ERR_SIZE or LB_ERR_UNSUPPORTED: it cannot be drawn; the sentence says what can be. */
int lb_layout_make(const lb_net *net, lb_net_layout *layout, lb_why *why);
void lb_layout_free(lb_net_layout *layout);

#endif
