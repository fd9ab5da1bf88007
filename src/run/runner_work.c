/* What a runner does: local events, packets to send, packets to receive. */
#include "run/runner.h"
#include "run/shift.h"

static bool run_local(lb_runner *r) {
    bool any = r->nready > 0;
    while (r->nready) {
        uint32_t event = r->ready[--r->nready];
        lb_shift_local(r->script, &r->script->events[event], r->base);
        lb_runner_complete(r, event);
    }
    return any;
}

/* ---- Sending ---- */

static lb_packet packet_of(const lb_runner *r, const lb_event *e) {
    return (lb_packet){&r->script->stretches[e->first], e->count, e->bytes, r->base};
}

/* For a contiguous transport: one stretch, packed if it is not. Packing memory is used in turns. */
static lb_packet packed(const lb_runner *r, const lb_port_state *q, const lb_event *e, lb_stretch *stretch,
                        unsigned char **base) {
    lb_packet p = packet_of(r, e);
    if (e->count == 1)
        return p;
    base[0] = q->packing + e->index % r->transport.window * q->packing_size;
    lb_gather(&p, base[0]);
    *stretch = (lb_stretch){0, e->bytes};
    return (lb_packet){stretch, 1, e->bytes, base};
}

static int send_event(lb_runner *r, unsigned port, uint32_t event) {
    const lb_event *e = &r->script->events[event];
    lb_stretch stretch;
    unsigned char *base[1];
    lb_packet p;
    if (r->script->forwards) {
        int error = lb_forward_packet(&r->forwarding, r->script, r->base, event, &p);
        if (error)
            return error;
    } else {
        p = r->transport.post ? packed(r, &r->port[port], e, &stretch, base) : packet_of(r, e);
    }
    return r->transport.send(r->transport.user, port, e->index, &p);
}

static bool send_more(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_SENDS];
    lb_port_state *q = &r->port[port];
    bool any = false;
    while (q->sending < queue->count && !r->error) {
        uint32_t event = s->order[queue->first + q->sending];
        if (r->left[event] > 0 || (r->transport.post && q->sending - q->completed >= r->transport.window))
            break;
        int result = send_event(r, port, event);
        if (result == LB_BUSY)
            break;
        if (result < 0)
            r->error = result;
        q->sending++;
        any = true;
        if (result == 1)
            lb_runner_sent(r, port, s->events[event].index);
    }
    return any;
}

void lb_runner_sent(lb_runner *r, unsigned port, uint64_t index) {
    const lb_queue *queue = &r->script->queue[port][LB_SENDS];
    lb_port_state *q = &r->port[port];
    uint32_t event = r->script->order[queue->first + index];
    lb_runner_complete(r, event);
    if (r->script->forwards)
        lb_runner_passed_on(r, event);
    if (!r->transport.post)
        return;
    r->sent[queue->first + index] = 1;
    while (q->completed < q->sending && r->sent[queue->first + q->completed])
        q->completed++;
}

/* ---- Progress ---- */

/* Whatever can be done now. */
static bool work(lb_runner *r) {
    bool any = run_local(r);
    for (unsigned p = 0; p < r->script->ports && !r->error; p++) {
        if (r->transport.post) {
            any |= lb_runner_receive_posted(r, p);
        } else {
            any |= lb_runner_receive_referenced(r, p);
        }
        any |= send_more(r, p);
    }
    return any;
}

int lb_runner_progress(lb_runner *r, bool wait) {
    for (bool again = true; again && !r->error;) {
        again = work(r);
        if (r->over == r->script->nevents)
            return r->error ? r->error : 1;
        if (!again && !r->error) {
            uint32_t over = r->over;
            int result = r->transport.progress(r->transport.user, r, wait);
            if (result < 0)
                r->error = result;
            again = r->over != over || result > 0;
        }
    }
    return r->error;
}
