/* What a simulation keeps: when everything is ready everywhere, in one of several ways, laid out before it begins. */
#include "check/simulate_inside.h"
#include "net/route.h"

#include <inttypes.h>
#include <stdlib.h>

static void lay_trails(lb_simulation *s) {
    const lb_holding *h = &s->hold;
    for (uint64_t atom = 0; atom < h->atoms; atom++)
        lb_trails_add(&s->trails, atom, lb_holding_origin(h, atom / h->cuts.count), (lb_when){0});
}

/* Everything is ready at time 0 where it starts. */
void lb_simulation_lay_out(lb_simulation *s) {
    const lb_holding *h = &s->hold;
    if (s->trails.depth) {
        lay_trails(s);
        return;
    }
    uint64_t cells = s->places ? h->atoms : h->atoms * h->nodes, count = h->cuts.count;
    if (h->class == LB_SPAN)
        return;
    for (uint64_t c = 0; c < cells; c++)
        s->ready[c] = (lb_when){.time = h->class == LB_SUM || s->places ? 0 : ABSENT};
    for (uint64_t block = 0; block < h->blocks && h->class != LB_SUM; block++) {
        uint32_t origin = lb_holding_origin(h, block);
        for (uint64_t a = 0; a < count; a++) {
            s->ready[cell_of(s, block * count + a, origin, origin)].time = 0;
            if (s->places)
                s->place[block * count + a] = origin;
        }
    }
}

/* Bytes 0: more than can be said. */
int lb_simulation_refuse(const lb_simulation *s, uint64_t bytes, uint64_t limit, lb_why *why) {
    char needs[32] = "too much", may[32];
    if (bytes)
        lb_bytes_text(bytes, needs, sizeof needs);
    lb_bytes_text(limit, may, sizeof may);
    if (s->even)
        return lb_fail(why, LB_ERR_SIZE,
                       "simulating %" PRIu64 " bytes, which are not cut alike at all nodes, needs %s%s memory; %s are "
                       "allowed. %" PRIu64 " bytes are cut alike and need less",
                       s->cost->bytes, needs, bytes ? " of" : "", may, s->even);
    if (!bytes)
        return lb_fail(why, LB_ERR_SIZE, "the schedule is too large to simulate");
    return lb_fail(why, LB_ERR_SIZE, "simulating this needs %s of memory; %s are allowed", needs, may);
}

uint32_t lb_simulation_ports(const lb_simulation *s) {
    return s->source->ports < lb_net_base(s->net)->ports ? s->source->ports : 0;
}

/* What is needed, said before it is taken. */
int lb_simulation_take(lb_simulation *s, uint32_t depth, const lb_check_options *options, lb_why *why) {
    lb_holding *h = &s->hold;
    uint64_t cells, limit = options && options->memory ? options->memory : LB_DEFAULT_MEMORY;
    uint64_t nodes = s->source->relative ? 1 : h->nodes, links = nodes * lb_net_base(s->net)->ports;
    uint32_t ports = lb_simulation_ports(s);
    uint64_t spans = h->class == LB_SPAN ? lb_spans_bytes(h->nodes, h->cuts.count) : 0;
    uint64_t copies = s->places ? 1 : h->class == LB_SPAN || depth ? 0 : h->nodes;
    spans = depth ? lb_trails_bytes(h->atoms, depth) : spans;
    if (__builtin_mul_overflow(h->atoms, copies, &cells) || cells > UINT64_C(1) << 56 || spans > UINT64_C(1) << 56 ||
        s->moves >= UINT32_MAX - 1)
        return lb_simulation_refuse(s, 0, limit, why);
    s->bytes = cells * sizeof *s->ready + (h->class == LB_SUM ? cells * sizeof *s->sent : 0) +
               (s->places ? cells * sizeof *s->place : 0) + s->moves * sizeof *s->past +
               (s->cost->whole_bytes ? lb_sizes_memory(h) : 0) + links * (sizeof *s->link + sizeof *s->busy) +
               2 * nodes * ports * sizeof *s->link + spans;
    s->limit = limit;
    if (s->bytes > limit)
        return lb_simulation_refuse(s, s->bytes, limit, why);
    s->ready = lb_array(cells, sizeof *s->ready);
    s->place = lb_array(s->places ? cells : 0, sizeof *s->place);
    s->sent = lb_zeroed(h->class == LB_SUM ? cells : 0, sizeof *s->sent);
    s->link = lb_zeroed(links, sizeof *s->link);
    s->busy = lb_zeroed(links, sizeof *s->busy);
    s->past = lb_array(s->moves, sizeof *s->past);
    s->send_port = lb_zeroed(nodes * ports, sizeof *s->send_port);
    s->receive_port = lb_zeroed(nodes * ports, sizeof *s->receive_port);
    bool sized = lb_sizes_begin(&s->sizes, h, s->cost) == LB_OK;
    if (depth)
        sized &= lb_trails_begin(&s->trails, h->atoms, depth) == LB_OK;
    else if (spans)
        sized &= lb_spans_begin(&s->spans, s->net, h->cuts.count, limit - s->bytes) == LB_OK;
    if (!s->ready || !s->sent || !s->place || !s->link || !s->busy || !s->past || !s->send_port || !s->receive_port ||
        !sized)
        return lb_fail_memory(why, "simulating");
    return LB_OK;
}

void lb_simulation_give_back(lb_simulation *s) {
    free(s->ready);
    free(s->sent);
    s->sent = NULL;
    free(s->place);
    free(s->link);
    free(s->busy);
    free(s->past);
    free(s->send_port);
    free(s->receive_port);
    free(s->arriving);
    s->ready = s->link = s->send_port = s->receive_port = NULL;
    s->place = NULL;
    s->busy = NULL;
    s->past = NULL;
    s->arriving = NULL;
    s->room = s->arrivals = 0;
    lb_sizes_end(&s->sizes);
    lb_trails_end(&s->trails);
    lb_spans_end(&s->spans);
}
