/* Copies through shared memory: every block straight from where it is to where it belongs. One that goes to all is
 * copied to all piece by piece, so that a piece is read from memory once and from the nearest cache by all others. */
#include "run/script.h"
#include "run/shared.h"

#include <string.h>

enum { PIECE = 16384 };

static unsigned char *address(const lb_buffers *at, uint64_t place) {
    return (LB_PLACE_BASE(place) == LB_BASE_IN ? at->in : at->out) + LB_PLACE_AT(place);
}

static void copy_to_all(const lb_shared *s, const lb_buffers *at, const lb_copying *c, uint64_t first, uint64_t last) {
    const unsigned char *from = address(&at[c->from], c->source);
    for (; first < last; first += PIECE) {
        uint64_t size = last - first < PIECE ? last - first : PIECE;
        for (uint32_t i = 0; i < s->count; i++) {
            unsigned char *to = address(&at[s->alive[i]], c->place);
            if (to != from)
                memcpy(to + first, from + first, (size_t)size);
        }
    }
}

static void copy(const lb_shared *s, const lb_buffers *at, const lb_copying *c, uint64_t first, uint64_t last) {
    if (first == last)
        return;
    if (c->to == LB_NONE)
        copy_to_all(s, at, c, first, last);
    else
        memcpy(address(&at[c->to], c->place) + first, address(&at[c->from], c->source) + first, (size_t)(last - first));
}

void lb_copies_do(const lb_shared *s, const lb_buffers *at, lb_mark first, lb_mark last) {
    for (; first.copy < last.copy; first = (lb_mark){first.copy + 1, 0})
        copy(s, at, &s->copies[first.copy], first.byte, s->copies[first.copy].size);
    if (first.byte < last.byte)
        copy(s, at, &s->copies[first.copy], first.byte, last.byte);
}
