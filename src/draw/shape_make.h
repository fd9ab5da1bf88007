/* Trees to draw: named ones, or those of a plan, laid out. */
#ifndef LB_SHAPE_MAKE_H
#define LB_SHAPE_MAKE_H

#include "draw/shape.h"

/* Whether such a network is not too large. */
int lb_shapes_possible(const lb_net *net, lb_why *why);

/* As options say. */
int lb_shapes_make(const lb_plan *plan, const lb_draw_options *options, lb_shapes *shapes, lb_why *why);

#endif
