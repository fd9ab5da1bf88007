/* A plan as bars: what every link carries when. */
#ifndef LB_GANTT_H
#define LB_GANTT_H

#include "draw/label.h"
#include "linkbound-draw.h"

enum { LB_GANTT_ROWS = 512, LB_GANTT_STEPS = 1024, LB_GANTT_BUCKETS = 120 };

typedef struct lb_gantt_row {
    uint32_t from, to;
    uint32_t group; /* how many nodes' rows are above its own */
} lb_gantt_row;

typedef struct lb_gantt_bar {
    uint32_t row, step;
    uint32_t key; /* whose data it is, or which piece: bars of one key have one colour */
    bool arrives; /* where it comes to, it is wanted */
    double start, end;
    char text[12];   /* what it carries, short */
    char about[100]; /* and in full */
} lb_gantt_bar;

typedef struct lb_gantt {
    bool timed;       /* real times, not steps */
    double scale;     /* what times are divided by to be shown */
    const char *unit; /* of what is shown then: "us" */
    double end;       /* of the last */
    lb_gantt_row *row;
    uint32_t rows;
    lb_gantt_bar *bar;
    uint64_t bars;
    uint32_t keys;
    const char *key_name;
    double busy[LB_GANTT_STEPS]; /* part of the rows' links that are busy, in step 1.. or in equal parts of the time */
    uint32_t buckets;
    double mean; /* of busy */
} lb_gantt;

/* Whether the links of such a network, or of one node, are not too many. */
int lb_gantt_possible(const lb_net *net, uint32_t node, lb_why *why);

int lb_gantt_make(const lb_plan *plan, const lb_draw_options *options, lb_gantt *gantt, lb_why *why);
void lb_gantt_free(lb_gantt *gantt);

#endif
