/* A packet and the memory it goes to are cut into stretches, each in its own way: they are gone through side by side,
 * and what lies in one piece on both sides is copied or combined at once. */
#include "run/shift.h"

/* A packet that is being read. */
typedef struct reader {
    const lb_packet *packet;
    uint32_t stretch;
    uint64_t done; /* of the stretch */
} reader;

static unsigned char *memory(unsigned char *const *base, uint64_t place) {
    return base[LB_PLACE_BASE(place)] + LB_PLACE_AT(place);
}

/* Up to *size bytes that lie side by side; *size becomes how many. */
static const unsigned char *take(reader *r, uint64_t *size) {
    const lb_stretch *s = &r->packet->stretches[r->stretch];
    const unsigned char *at = lb_packet_memory(r->packet, s->place) + r->done;
    uint64_t left = s->size - r->done;
    if (left <= *size) {
        *size = left;
        r->stretch++;
        r->done = 0;
    } else {
        r->done += *size;
    }
    return at;
}

static void put(const lb_script *script, const lb_event *event, uint32_t i, uint64_t done, unsigned char *const *base,
                const unsigned char *from, uint64_t size) {
    uint64_t place = script->stretches[i].place;
    if (LB_PLACE_BASE(place) == LB_BASE_NOWHERE || (script->forwards && LB_PLACE_BASE(place) == LB_BASE_SCRATCH))
        return; /* known already, or left where it lies */
    unsigned char *to = memory(base, place) + done;
    uint64_t with = event->combines ? script->with[i] : LB_NOWHERE;
    if (with == LB_NOWHERE) {
        memcpy(to, from, (size_t)size);
        return;
    }
    const unsigned char *other = memory(base, with) + done;
    bool first = with & LB_PACKET_FIRST;
    script->op.combine(script->op.user, first ? from : other, first ? other : from, to,
                       (size_t)(size / script->op.size));
}

void lb_shift(const lb_script *script, const lb_event *event, unsigned char *const *base, const lb_packet *packet) {
    reader r = {.packet = packet};
    for (uint32_t i = event->first; i < event->first + event->count; i++) {
        for (uint64_t done = 0, size; done < script->stretches[i].size; done += size) {
            size = script->stretches[i].size - done;
            const unsigned char *from = take(&r, &size);
            put(script, event, i, done, base, from, size);
        }
    }
}

void lb_gather(const lb_packet *packet, unsigned char *into) {
    for (uint32_t i = 0; i < packet->count; i++) {
        const lb_stretch *s = &packet->stretches[i];
        memcpy(into, lb_packet_memory(packet, s->place), (size_t)s->size);
        into += s->size;
    }
}

void lb_shift_local(const lb_script *script, const lb_event *event, unsigned char *const *base) {
    const lb_stretch *s = &script->stretches[event->first], *end = s + event->count;
    if (event->kind == LB_EVENT_COPY) {
        for (; s < end; s += 2) {
            unsigned char *to = memory(base, s[0].place), *from = memory(base, s[1].place);
            if (to != from)
                memcpy(to, from, (size_t)s->size);
        }
        return;
    }
    for (; s < end; s += 3)
        script->op.combine(script->op.user, memory(base, s[1].place), memory(base, s[2].place),
                           memory(base, s[0].place), (size_t)(s->size / script->op.size));
}
