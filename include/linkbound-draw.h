/* Linkbound: plans as pictures.
 *
 *     lb_draw_options options = {.node = LB_NONE};
 *     lb_draw(stdout, plan, LB_DRAW_NETWORK, &options, NULL);
 *
 * A picture is an SVG document that needs nothing else: no script, no font, no network. It follows the reader's colour
 * scheme, light or dark, and says in words what it shows. Small ones can be had in characters. Errors and memory are as
 * in linkbound.h; nothing is written when a function fails, except where writing itself fails. */
#ifndef LINKBOUND_DRAW_H
#define LINKBOUND_DRAW_H

#include "linkbound.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lb_drawing {
    LB_DRAW_NETWORK,  /* nodes and links, with the moves of a step or of all, numbered: rings, cubes to d=6, tori of 2
                         and 3 dimensions */
    LB_DRAW_TREE,     /* the spanning trees that a node's data goes down, levels aligned, subtrees coloured */
    LB_DRAW_TIMELINE, /* links over steps, or over time: who carries what, how many are busy, what is idle */
    LB_DRAW_MATRIX,   /* origins over destinations, in the colour of the step in which the data arrives */
    LB_DRAWINGS
} lb_drawing;

typedef struct lb_draw_options {
    const char *title;   /* NULL: the task and the network */
    uint32_t step;       /* network: the moves of this step; matrix: what has arrived after it. 0: all */
    uint32_t node;       /* timeline: this node's links only; tree: whose data (or sum). LB_NONE: all; the root */
    const char *tree;    /* tree: the one of this name (linkbound-tree.h), not what the plan does */
    const lb_cost *cost; /* timeline: when packets really start and end; NULL: steps */
    bool text;           /* in characters, for a terminal */
    bool utf8;           /* text: lines may be drawn with characters beyond ASCII */
    bool nanoseconds;    /* timeline: the cost is in nanoseconds, and times are shown in ns, us, ms or s */
} lb_draw_options;

/* "network" and so on; LB_ERR_ARG for an unknown name. */
LB_API int lb_drawing_parse(const char *name, lb_drawing *what);
LB_API const char *lb_drawing_name(lb_drawing what);

/* Whether plans on this network can be drawn at all, before one is made: LB_ERR_SIZE, or 0. */
LB_API int lb_draw_possible(const lb_net *net, lb_drawing what, const lb_draw_options *options, lb_why *why);

/* Draws the plan, which is taken to be valid (lb_check_plan). options may be NULL. LB_ERR_SIZE: too large to draw, and
 * the sentence says what can be drawn. LB_ERR_UNSUPPORTED: there is no such picture of this plan. */
LB_API int lb_draw(FILE *out, const lb_plan *plan, lb_drawing what, const lb_draw_options *options, lb_why *why);

#ifdef __cplusplus
}
#endif

#endif
