/* A script being run. Events that wait for nothing are begun: local ones at once, packets when their port's packets
 * before them have been begun. When an event is done those that wait for it have one less to wait for. */
#include "run/runner.h"
#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

static uint64_t rounded(uint64_t size) {
    return (size + 63) / 64 * 64;
}

static uint64_t lay_out(lb_runner *r, bool place) {
    const lb_script *s = r->script;
    uint64_t at = rounded(s->scratch), most = r->transport.post ? r->transport.window : 1;
    for (unsigned p = 0; p < s->ports; p++) {
        const lb_queue *in = &s->queue[p][LB_RECEIVES], *out = &s->queue[p][LB_SENDS];
        lb_port_state *q = &r->port[p];
        uint64_t landing = in->count < most ? in->count : most, packing = out->count < most ? out->count : most;
        q->landing_size = rounded(r->transport.post ? in->largest_indirect : in->largest_landing);
        q->packing_size = rounded(r->transport.post ? out->largest_parts : 0);
        if (place) {
            q->landing = r->memory + at;
            q->packing = r->memory + at + landing * q->landing_size;
        }
        at += landing * q->landing_size + packing * q->packing_size;
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
        if (script->forwards && lb_forward_create(script, &r->forwarding))
            error = lb_fail_memory(why, "running a script");
        if (!r->memory)
            error = lb_fail(why, LB_ERR_MEMORY, "%" PRIu64 " bytes for what is under way could not be had", size);
        else if (!r->left || !r->ready || (transport->post && (!r->arrived || !r->sent)))
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
    if (r->script->forwards)
        lb_forward_free(r->script, &r->forwarding);
    free(r);
}

uint64_t lb_runner_memory(const lb_runner *r) {
    return r->memory_size + (r->script->forwards ? lb_forward_memory(r->script, &r->forwarding) : 0);
}

/* ---- Events ---- */

static void make_ready(lb_runner *r, uint32_t event) {
    if (r->script->events[event].kind > LB_EVENT_RECEIVE)
        r->ready[r->nready++] = event;
}

void lb_runner_complete(lb_runner *r, uint32_t event) {
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
    if (s->forwards)
        lb_forward_start(s, &r->forwarding);
    for (unsigned p = 0; p < s->ports; p++) {
        lb_port_state *q = &r->port[p];
        q->sending = q->completed = q->posted = q->applying = 0;
        q->landed = false;
        if (r->transport.post) {
            memset(r->sent + s->queue[p][LB_SENDS].first, 0, s->queue[p][LB_SENDS].count);
            memset(r->arrived + s->queue[p][LB_RECEIVES].first, 0, s->queue[p][LB_RECEIVES].count);
        }
    }
    for (uint32_t i = 0; i < s->nevents; i++) {
        r->left[i] = s->events[i].needs;
        if (r->left[i] == 0)
            make_ready(r, i);
    }
}
