/* Packets held, each with a count of those that still need it, and referrals: the stretches of a packet sent on, as the
 * addresses at which the bytes lie, wherever they came from. */
#include "run/forward.h"
#include "base/base.h"
#include "run/shift.h"

#include <stdlib.h>

bool lb_forward_fits(const lb_script *script, unsigned window) {
    for (unsigned p = 0; p < script->ports; p++) {
        if (script->queue[p][LB_SENDS].count > window || script->queue[p][LB_RECEIVES].count > window)
            return false;
    }
    return true;
}

int lb_forward_create(const lb_script *script, lb_forwarding *f) {
    f->held = lb_zeroed(script->nevents, sizeof *f->held);
    f->referral = lb_zeroed(script->nevents, sizeof *f->referral);
    return f->held && f->referral ? LB_OK : LB_ERR_MEMORY;
}

void lb_forward_free(const lb_script *script, lb_forwarding *f) {
    for (uint32_t i = 0; f->referral && i < script->nevents; i++)
        free(f->referral[i].stretches);
    free(f->held);
    free(f->referral);
}

uint64_t lb_forward_memory(const lb_script *script, const lb_forwarding *f) {
    uint64_t bytes = script->nevents * (sizeof *f->held + sizeof *f->referral);
    for (uint32_t i = 0; i < script->nevents; i++)
        bytes += f->referral[i].room * sizeof *f->referral[i].stretches;
    return bytes;
}

void lb_forward_start(const lb_script *script, lb_forwarding *f) {
    for (uint32_t i = 0; i < script->nevents; i++)
        f->held[i].uses = script->events[i].uses + 1; /* and that it is put where it belongs */
}

static int add(lb_referral *to, const unsigned char *at, uint64_t size) {
    if (lb_grow((void **)&to->stretches, &to->room, (uint64_t)to->count + 1, sizeof *to->stretches))
        return LB_ERR_MEMORY;
    to->stretches[to->count++] = (lb_stretch){LB_PLACE(LB_BASE_NOWHERE, (uintptr_t)at), size};
    return LB_OK;
}

/* Bytes from..from+size-1 of a packet, wherever they lie. */
static int add_part(lb_referral *to, const lb_packet *packet, uint64_t from, uint64_t size) {
    int error = LB_OK;
    for (uint32_t i = 0; size > 0 && !error; i++) {
        const lb_stretch *s = &packet->stretches[i];
        uint64_t skip = from < s->size ? from : s->size, length = s->size - skip < size ? s->size - skip : size;
        from -= skip;
        if (length > 0)
            error = add(to, lb_packet_memory(packet, s->place) + skip, length);
        size -= length;
    }
    return error;
}

int lb_forward_packet(lb_forwarding *f, const lb_script *script, unsigned char *const *base, uint32_t event,
                      lb_packet *packet) {
    const lb_event *e = &script->events[event];
    lb_referral *to = &f->referral[event];
    int error = LB_OK;
    to->count = 0;
    for (uint32_t i = e->first; i < e->first + e->count && !error; i++) {
        const lb_stretch *s = &script->stretches[i];
        uint64_t at = LB_PLACE_AT(s->place);
        if (script->via[i] == LB_NO_EVENT)
            error = add(to, base[LB_PLACE_BASE(s->place)] + at, s->size);
        else
            error = add_part(to, f->held[script->via[i]].packet, at - script->events[script->via[i]].base, s->size);
    }
    *packet = (lb_packet){to->stretches, to->count, e->bytes, base};
    return error;
}
