/* Trees to draw: those that a plan moves a node's data along. */
#ifndef LB_SHAPE_READ_H
#define LB_SHAPE_READ_H

#include "draw/shape.h"

/* Reads the trees off the plan's moves; lay out is what follows. */
int lb_shapes_read(const lb_plan *plan, const lb_draw_options *options, lb_shapes *shapes, lb_why *why);

#endif
