/* The two ends of a way, as a sentence, with the time that they prove. */
#include "bound/text_ends.h"

#include <inttypes.h>

static uint32_t marked(const lb_task *task, const lb_witness *w, uint16_t part) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++)
        count += w->part[v] == part;
    return count;
}

/* "node 3", or "the 4 nodes that the witness marks with 0" */
static lb_phrase end_text(const lb_task *task, const lb_witness *w, uint32_t node, uint16_t part) {
    lb_phrase p;
    uint32_t count = task->net.nodes <= LB_MAX_PARTED ? marked(task, w, part) : 1;
    if (count == 1)
        snprintf(p.text, sizeof p.text, "node %" PRIu32, node);
    else
        snprintf(p.text, sizeof p.text, "the %" PRIu32 " nodes that the witness marks with %u", count, part);
    return p;
}

lb_phrase lb_text_ends(const lb_task *task, const lb_witness *w) {
    lb_phrase p, from = end_text(task, w, w->node, 0), to = end_text(task, w, w->first, 2);
    snprintf(p.text, sizeof p.text,
             "%" PRIu64 " block%s must get out of %.60s over %" PRIu64 " link%s and into %.60s, %" PRIu32
             " hops on, over %" PRIu32 "; few pieces come late, many cost start-ups",
             w->load, lb_text_plural(w->load), from.text, w->capacity, lb_text_plural(w->capacity), to.text, w->radius,
             w->width);
    return p;
}

/* What the ends prove, in messages (tau*m) and start-ups. */
static bool add_end(const lb_witness *w, unsigned end, uint64_t parts, lb_ratio *data, lb_ratio *starts) {
    uint64_t k = w->weight[end], links = end ? w->width : w->capacity;
    lb_ratio share = {1, 1}, begun = {1, 1};
    return k > 0 && links > 0 && lb_ratio_scale(&share, w->load * (k + 1), 2 * k * links) &&
           lb_ratio_scale(&share, 1, parts) && lb_ratio_scale(&begun, k > 1 ? 5 * (k + 1) : 12, 12) &&
           lb_ratio_plus(data, share) && lb_ratio_plus(starts, begun);
}

int lb_text_ends_time(const lb_task *task, const lb_witness *w, char *buffer, size_t size) {
    lb_ratio data = {0, 1}, starts = {w->radius > 1 ? w->radius - INT64_C(2) : 0, 1};
    char share[64], begun[64];
    lb_phrase p = lb_text_ends(task, w);
    if (!add_end(w, 0, lb_task_parts(task), &data, &starts) || !add_end(w, 1, lb_task_parts(task), &data, &starts))
        return snprintf(buffer, size, "%s", p.text);
    lb_ratio_text(data, share, sizeof share);
    lb_ratio_text(starts, begun, sizeof begun);
    return snprintf(buffer, size, "%s: tau*m*%s + %s*beta", p.text, share, begun);
}
