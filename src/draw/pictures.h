/* The pictures that lb_draw chooses from. All take options that are not NULL and whose title is set. */
#ifndef LB_PICTURES_H
#define LB_PICTURES_H

#include "draw/svg.h"

typedef int lb_picture(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why);

lb_picture lb_network_svg, lb_network_text;
lb_picture lb_tree_svg, lb_tree_text;
lb_picture lb_gantt_svg, lb_gantt_text;
lb_picture lb_matrix_svg, lb_matrix_text;

#endif
