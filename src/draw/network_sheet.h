/* A sheet of paper with a network on it: what the files that draw it share. */
#ifndef LB_NETWORK_SHEET_H
#define LB_NETWORK_SHEET_H

#include "draw/layout.h"
#include "draw/pictures.h"
#include "draw/traffic.h"

enum { LB_MANY_LABELS = 240 };

typedef struct lb_sheet {
    FILE *out;
    const lb_plan *plan;
    const lb_net *net;
    const lb_draw_options *options;
    lb_net_layout layout;
    lb_traffic traffic;
    lb_spot origin; /* where the layout's 0,0 is */
    bool labels;
    const char *alike; /* the steps of every link, where all have the same, and several */
    bool by_load;      /* no link is used in one step only: the colour is how much it carries */
    bool loads;        /* so are the numbers */
    uint64_t least;    /* packets on a link that is used */
    struct patch {
        double x, y, width;
    } label[LB_MANY_LABELS]; /* where labels are already */
    size_t placed;
} lb_sheet;

static inline lb_spot lb_spot_plus(lb_spot a, lb_spot b, double times) {
    return (lb_spot){a.x + b.x * times, a.y + b.y * times};
}

/* Where a node is on the page. */
static inline lb_spot lb_sheet_place(const lb_sheet *s, uint32_t node) {
    return lb_spot_plus(s->origin, s->layout.at[node], 1);
}

#endif
