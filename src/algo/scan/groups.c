/* Groups of nodes that follow each other. */
#include "algo/scan/groups.h"

#include <stdlib.h>

/* Rows are looked at so many spans at a time (cheapest.c). */
enum { LANES = 8 };

void lb_span_groups_free(lb_span_groups *groups) {
    free(groups->at);
    groups->at = NULL;
}

static void fill_level(lb_span_groups *s, unsigned level, uint32_t nodes) {
    uint32_t width = s->width[level], below = level ? s->width[level - 1] : 1;
    for (uint32_t first = 0; first < nodes; first += width) {
        lb_span_group *g = &s->at[s->count++];
        uint32_t last = nodes - first > width ? first + width - 1 : nodes - 1;
        *g = (lb_span_group){.first = first, .last = last, .width = below, .below = LB_NONE, .cells = s->cells};
        g->fan = (last - first) / below + 1;
        g->row = (g->fan + LANES - 1) / LANES * LANES;
        if (level)
            g->below = s->base[level - 1] + first / below;
        s->cells += (uint64_t)g->fan * g->row;
    }
}

int lb_span_groups_make(lb_span_groups *s, uint32_t nodes, const uint32_t *widths, unsigned count) {
    uint64_t all = 0;
    *s = (lb_span_groups){.levels = count + 1};
    for (unsigned l = 0; l <= count; l++) {
        s->width[l] = l < count ? widths[l] : nodes;
        all += (nodes - 1) / s->width[l] + 1;
    }
    s->at = lb_array(all, sizeof *s->at);
    if (!s->at)
        return LB_ERR_MEMORY;
    for (unsigned l = 0; l < s->levels; l++) {
        s->base[l] = s->count;
        fill_level(s, l, nodes);
    }
    return LB_OK;
}
