/* A script being run. Events that wait for nothing are begun: local ones at once, packets when their port's packets
 * before them have been begun. When an event is done those that wait for it have one less to wait for.
 *
 * Receiving. By reference: the packet at the head of a port's queue is put where it belongs as soon as all that it
 * waits for is done; where it waits for a packet of its own step to be read at the other end, which may in turn wait
 * for just this one to be read, it is taken into landing memory meanwhile. Contiguous: receives are posted ahead,
 * `window` of them, into their place where that is one stretch and waits for nothing, else into landing memory. */
#include "base/base.h"
#include "run/script.h"
#include "run/shift.h"

#include <stdlib.h>
#include <string.h>

enum { WAITING, ARRIVED, OVER }; /* a received packet: not there, in landing memory or in place, put where it belongs */

typedef struct port_state {
    uint32_t sending;   /* packets begun */
    uint32_t completed; /* contiguous: packets sent, all before it too */
    uint32_t posted;    /* receives posted */
    uint32_t applying;  /* the next to be put where it belongs */
    bool landed;        /* by reference: that one is in landing memory */
    unsigned char *landing, *packing;
    uint64_t landing_size, packing_size; /* of one packet */
} port_state;

struct lb_runner {
    const lb_script *script;
    lb_transport transport;
    unsigned char *base[LB_BASES];
    unsigned char *memory; /* scratch, landing and packing */
    uint64_t memory_size;
    uint32_t *left;  /* per event: how many it still waits for */
    uint32_t *ready; /* local events that can be done */
    uint32_t nready, over;
    uint8_t *arrived, *sent; /* contiguous: per place in script->order */
    port_state port[LB_MAX_PORTS];
    int error;
};

/* ---- Memory ---- */

static uint64_t rounded(uint64_t size) {
    return (size + 63) / 64 * 64;
}

static uint64_t lay_out(lb_runner *r, bool place) {
    const lb_script *s = r->script;
    uint64_t at = rounded(s->scratch), window = r->transport.post ? r->transport.window : 1;
    for (unsigned p = 0; p < s->ports; p++) {
        const lb_queue *in = &s->queue[p][LB_RECEIVES], *out = &s->queue[p][LB_SENDS];
        port_state *q = &r->port[p];
        q->landing_size = rounded(r->transport.post ? in->largest : in->largest_landing);
        q->packing_size = rounded(r->transport.post ? out->largest_parts : 0);
        if (place) {
            q->landing = r->memory + at;
            q->packing = r->memory + at + window * q->landing_size;
        }
        at += window * (q->landing_size + q->packing_size);
    }
    return at;
}

int lb_runner_create(const lb_script *script, const lb_transport *transport, lb_runner **runner, lb_why *why) {
    *runner = NULL;
    lb_runner *r = lb_zeroed(1, sizeof *r);
    if (!r)
        return lb_fail_memory(why, "running a script");
    r->script = script;
    r->transport = *transport;
    uint64_t size = lay_out(r, false), packets = 0;
    for (unsigned p = 0; p < script->ports; p++)
        packets += script->queue[p][0].count + script->queue[p][1].count;
    int error = lb_affordable(size, "what is under way", why);
    if (!error) {
        r->memory = aligned_alloc(64, size ? (size_t)size : 64);
        r->left = lb_array(script->nevents, sizeof *r->left);
        r->ready = lb_array(script->nevents, sizeof *r->ready);
        r->arrived = transport->post ? lb_array(packets, 1) : NULL;
        r->sent = transport->post ? lb_array(packets, 1) : NULL;
        if (!r->memory || !r->left || !r->ready || (transport->post && (!r->arrived || !r->sent)))
            error = lb_fail_memory(why, "running a script");
    }
    if (error) {
        lb_runner_free(r);
        return error;
    }
    r->memory_size = size + sizeof *r + 2 * script->nevents * sizeof *r->left + (transport->post ? 2 * packets : 0);
    lay_out(r, true);
    r->base[LB_BASE_SCRATCH] = r->memory;
    *runner = r;
    return LB_OK;
}

void lb_runner_free(lb_runner *r) {
    if (!r)
        return;
    free(r->memory);
    free(r->left);
    free(r->ready);
    free(r->arrived);
    free(r->sent);
    free(r);
}

uint64_t lb_runner_memory(const lb_runner *r) {
    return r->memory_size;
}

/* ---- Events ---- */

static void make_ready(lb_runner *r, uint32_t event) {
    if (r->script->events[event].kind > LB_EVENT_RECEIVE)
        r->ready[r->nready++] = event;
}

static void complete(lb_runner *r, uint32_t event) {
    const lb_event *e = &r->script->events[event];
    const uint32_t *then = r->script->then + e->then;
    r->over++;
    for (uint32_t i = 0; i < e->nthen; i++) {
        if (--r->left[then[i]] == 0)
            make_ready(r, then[i]);
    }
}

void lb_runner_start(lb_runner *r, const void *in, void *out) {
    const lb_script *s = r->script;
    r->base[LB_BASE_IN] = (unsigned char *)in; /* only read */
    r->base[LB_BASE_OUT] = out;
    r->nready = r->over = 0;
    for (unsigned p = 0; p < s->ports; p++) {
        port_state *q = &r->port[p];
        q->sending = q->completed = q->posted = q->applying = 0;
        q->landed = false;
        if (r->transport.post) {
            memset(r->sent + s->queue[p][LB_SENDS].first, 0, s->queue[p][LB_SENDS].count);
            memset(r->arrived + s->queue[p][LB_RECEIVES].first, WAITING, s->queue[p][LB_RECEIVES].count);
        }
    }
    for (uint32_t i = 0; i < s->nevents; i++) {
        r->left[i] = s->events[i].needs;
        if (r->left[i] == 0)
            make_ready(r, i);
    }
}

static bool run_local(lb_runner *r) {
    bool any = r->nready > 0;
    while (r->nready) {
        uint32_t event = r->ready[--r->nready];
        lb_shift_local(r->script, &r->script->events[event], r->base);
        complete(r, event);
    }
    return any;
}

/* ---- Sending ---- */

static lb_packet packet_of(const lb_runner *r, const lb_event *e) {
    return (lb_packet){&r->script->stretches[e->first], e->count, e->bytes, r->base};
}

/* For a contiguous transport: one stretch, packed if it is not. Packing memory is used in turns. */
static lb_packet packed(const lb_runner *r, const port_state *q, const lb_event *e, lb_stretch *stretch,
                        unsigned char **base) {
    lb_packet p = packet_of(r, e);
    if (!r->transport.post || e->count == 1)
        return p;
    base[0] = q->packing + e->index % r->transport.window * q->packing_size;
    lb_gather(&p, base[0]);
    *stretch = (lb_stretch){0, e->bytes};
    return (lb_packet){stretch, 1, e->bytes, base};
}

static bool send_more(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_SENDS];
    port_state *q = &r->port[port];
    bool any = false;
    while (q->sending < queue->count && !r->error) {
        uint32_t event = s->order[queue->first + q->sending];
        const lb_event *e = &s->events[event];
        lb_stretch stretch;
        unsigned char *base[1];
        if (r->left[event] > 0 || (r->transport.post && q->sending - q->completed >= r->transport.window))
            break;
        lb_packet p = packed(r, q, e, &stretch, base);
        int result = r->transport.send(r->transport.user, port, q->sending, &p);
        if (result == LB_BUSY)
            break;
        if (result < 0)
            r->error = result;
        q->sending++;
        any = true;
        if (result == 1)
            lb_runner_sent(r, port, e->index);
    }
    return any;
}

void lb_runner_sent(lb_runner *r, unsigned port, uint64_t index) {
    const lb_queue *queue = &r->script->queue[port][LB_SENDS];
    port_state *q = &r->port[port];
    complete(r, r->script->order[queue->first + index]);
    if (!r->transport.post)
        return;
    r->sent[queue->first + index] = 1;
    while (q->completed < q->sending && r->sent[queue->first + q->completed])
        q->completed++;
}

/* ---- Receiving ---- */

static bool receive_referenced(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_RECEIVES];
    port_state *q = &r->port[port];
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
            const lb_packet *p = now || e->lands ? r->transport.next(r->transport.user, port) : NULL;
            if (!p)
                break;
            if (now)
                lb_shift(s, e, r->base, p);
            else
                lb_gather(p, q->landing);
            r->transport.release(r->transport.user, port);
            q->landed = !now;
        }
        any = true;
        if (!now)
            continue;
        q->applying++;
        complete(r, event);
    }
    return any;
}

/* Straight into place: one stretch, of memory that nothing else can be using. */
static unsigned char *direct(const lb_runner *r, const lb_event *e) {
    const lb_stretch *s = &r->script->stretches[e->first];
    if (e->count != 1 || e->combines || e->needs > 0 || LB_PLACE_BASE(s->place) == LB_BASE_NOWHERE)
        return NULL;
    return r->base[LB_PLACE_BASE(s->place)] + LB_PLACE_AT(s->place);
}

static bool post_more(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_RECEIVES];
    port_state *q = &r->port[port];
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
        complete(r, event);
    }
}

static bool apply_posted(lb_runner *r, unsigned port) {
    const lb_script *s = r->script;
    const lb_queue *queue = &s->queue[port][LB_RECEIVES];
    port_state *q = &r->port[port];
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
        complete(r, event);
    }
    return any;
}

/* ---- Progress ---- */

/* Whatever can be done now. */
static bool work(lb_runner *r) {
    bool any = run_local(r);
    for (unsigned p = 0; p < r->script->ports && !r->error; p++) {
        if (r->transport.post) {
            any |= post_more(r, p);
            any |= apply_posted(r, p);
        } else {
            any |= receive_referenced(r, p);
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
