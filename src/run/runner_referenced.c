/* Receiving by reference: the next packet of a port is put where it belongs as soon as all that it waits for is done;
 * where it waits for a packet of its own step to be read at the other end, which may in turn wait for just this one to
 * be read, it is taken into landing memory meanwhile. A script that forwards keeps packets until what lies in them has
 * been sent on: released in order they could wait for each other in a circle, so each is released when it can be. */
#include "run/runner.h"
#include "run/shift.h"

/* One use less of a packet received. */
static void drop(lb_runner *r, uint32_t event) {
    const lb_event *e = &r->script->events[event];
    if (--r->forwarding.held[event].uses == 0)
        r->transport.release(r->transport.user, e->port, e->index);
}

void lb_runner_passed_on(lb_runner *r, uint32_t event) {
    const lb_event *e = &r->script->events[event];
    for (uint32_t i = e->first; i < e->first + e->count; i++) {
        if (r->script->via[i] != LB_NO_EVENT)
            drop(r, r->script->via[i]);
    }
}

bool lb_runner_receive_referenced(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_RECEIVES];
    lb_port_state *q = &r->port[port];
    bool any = false;
    while (q->applying < queue->count) {
        uint32_t event = s->order[queue->first + q->applying];
        const lb_event *e = &s->events[event];
        bool now = r->left[event] == 0;
        if (q->landed) {
            lb_stretch stretch = {0, e->bytes};
            if (!now)
                break;
            lb_shift(s, e, r->base, &(lb_packet){&stretch, 1, e->bytes, &q->landing});
            q->landed = false;
        } else {
            const lb_packet *p = now || e->lands ? r->transport.next(r->transport.user, port, q->applying) : NULL;
            if (!p)
                break;
            if (now)
                lb_shift(s, e, r->base, p);
            else
                lb_gather(p, q->landing);
            if (s->forwards)
                r->forwarding.held[event].packet = p;
            else
                r->transport.release(r->transport.user, port, q->applying);
            q->landed = !now;
        }
        any = true;
        if (!now)
            continue;
        q->applying++;
        lb_runner_complete(r, event);
        if (s->forwards)
            drop(r, event);
    }
    return any;
}
