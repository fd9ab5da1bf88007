/* Small pictures made of characters. Everything that is drawn in colour and UTF-8 can be read without either. */
#ifndef LB_DRAW_H
#define LB_DRAW_H

#include "linkbound.h"

typedef struct lb_style {
    bool color, utf8;
    unsigned width; /* columns there are */
} lb_style;

typedef enum lb_ink { LB_INK_PLAIN, LB_INK_BOLD, LB_INK_DIM, LB_INK_GOOD, LB_INK_WARN, LB_INK_BLUE } lb_ink;

/* The escape sequence that turns to this ink; "" without colour. */
const char *lb_ink_on(const lb_style *style, lb_ink ink);

/* How full steps 1..steps were, one character for one or more steps, in at most `columns` characters. `full` is what
 * a step can hold. */
void lb_draw_spark(FILE *out, const lb_style *style, const uint32_t *busy, uint32_t steps, double full,
                   unsigned columns);

/* The same as bars, `rows` high, with both axes. */
void lb_draw_bars(FILE *out, const lb_style *style, const uint32_t *busy, uint32_t steps, double full, unsigned rows);

/* Which port of the node sends in which step: one row a port. */
int lb_draw_timeline(FILE *out, const lb_style *style, const lb_plan *plan, uint32_t node, lb_why *why);

/* Where the pictures' columns begin, and how many steps share one. */
enum { LB_DRAW_MARGIN = 10 };
uint32_t lb_draw_bucket(const lb_style *style, uint32_t steps);

/* The step axis under a picture. */
void lb_draw_axis(FILE *out, const lb_style *style, uint32_t steps);

#endif
