/* Receiving from a contiguous transport: receives are posted ahead, `window` of them, into their place where that is
 * one stretch and waits for nothing, else into landing memory. */
#include "run/runner.h"
#include "run/shift.h"

enum { WAITING, ARRIVED, OVER }; /* a packet: not there, in landing memory or in place, put where it belongs */

static unsigned char *direct(const lb_runner *r, const lb_event *e) {
    const lb_stretch *s = &r->script->stretches[e->first];
    if (!lb_event_direct(e, s))
        return NULL;
    return r->base[LB_PLACE_BASE(s->place)] + LB_PLACE_AT(s->place);
}

static bool post_more(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_RECEIVES];
    lb_port_state *q = &r->port[port];
    bool any = false;
    while (q->posted < queue->count && q->posted - q->applying < r->transport.window && !r->error) {
        const lb_event *e = &s->events[s->order[queue->first + q->posted]];
        unsigned char *into = direct(r, e);
        if (!into)
            into = q->landing + q->posted % r->transport.window * q->landing_size;
        int result = r->transport.post(r->transport.user, port, q->posted, into, e->bytes);
        if (result < 0)
            r->error = result;
        q->posted++;
        any = true;
    }
    return any;
}

void lb_runner_received(lb_runner *r, unsigned port, uint64_t index) {
    const lb_queue *queue = &r->script->queue[port][LB_RECEIVES];
    uint32_t event = r->script->order[queue->first + index];
    r->arrived[queue->first + index] = ARRIVED;
    if (direct(r, &r->script->events[event])) {
        r->arrived[queue->first + index] = OVER;
        lb_runner_complete(r, event);
    }
}

static bool apply_posted(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_RECEIVES];
    lb_port_state *q = &r->port[port];
    bool any = false;
    for (; q->applying < queue->count; q->applying++, any = true) {
        uint32_t at = queue->first + q->applying, event = s->order[at];
        const lb_event *e = &s->events[event];
        unsigned char *landing = q->landing + e->index % r->transport.window * q->landing_size;
        lb_stretch stretch = {0, e->bytes};
        if (r->arrived[at] == OVER)
            continue;
        if (r->arrived[at] == WAITING || r->left[event] > 0)
            break;
        lb_shift(s, e, r->base, &(lb_packet){&stretch, 1, e->bytes, &landing});
        r->arrived[at] = OVER;
        lb_runner_complete(r, event);
    }
    return any;
}

bool lb_runner_receive_posted(lb_runner *r, unsigned port) {
    bool any = post_more(r, port);
    return apply_posted(r, port) || any;
}
