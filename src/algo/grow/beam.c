/* After each step the most promising states are kept: those in which few packets and nodes are short of time. A state
 * in which a packet is farther away from a node than there are steps left, or a node lacks more than it can get, is
 * dropped at once. */
#include "algo/grow/beam.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LEAVE = 6 };

typedef struct beginning {
    uint64_t distress, mark, left, made;
    unsigned char *state;
} beginning;

typedef struct beam {
    lb_urgent *u;
    unsigned width, count;
    beginning *now, *next;
} beam;

uint64_t lb_beam_bytes(const lb_urgent *u, unsigned width) {
    return 2 * (uint64_t)width * (u->state_bytes + sizeof(beginning));
}

/* The weight of so much leave; less than none is out of the question. */
static uint64_t weight_of(uint32_t leave) {
    return UINT64_C(1) << 2 * (MOST_LEAVE - (leave < MOST_LEAVE ? leave : MOST_LEAVE));
}

/* How short of time everything is; UINT64_MAX: too short. */
static uint64_t distress_of(const lb_urgent *u) {
    uint64_t sum = 0;
    uint32_t steps = u->goal - u->step;
    for (uint32_t v = 0; v < u->nodes; v++) {
        uint32_t needs = (u->lacks[v] + u->use - 1) / u->use;
        if (needs > steps)
            return UINT64_MAX;
        sum += needs ? 4 * weight_of(steps - needs) : 0;
    }
    for (uint32_t j = 0; j < u->count; j++) {
        const uint8_t *away = u->away + (uint64_t)j * u->nodes;
        if (u->farthest[j] > steps)
            return UINT64_MAX;
        for (uint32_t v = 0; v < u->nodes && u->holders[j] < u->nodes; v++)
            sum += away[v] ? weight_of(steps - away[v]) : 0;
    }
    return sum;
}

/* States that look the same are. */
static uint64_t mark_of(const lb_urgent *u) {
    uint64_t mark = 0;
    for (uint64_t i = 0; i < (uint64_t)u->nodes * u->count; i++)
        mark = mark * UINT64_C(0x9E3779B97F4A7C15) + u->has[i];
    return mark;
}

static void keep(beam *b, uint64_t distress) {
    lb_urgent *u = b->u;
    uint64_t mark = mark_of(u);
    unsigned place = 0;
    for (unsigned i = 0; i < b->count; i++) {
        if (b->next[i].mark == mark)
            return;
        place = b->next[i].distress > b->next[place].distress ? i : place;
    }
    if (b->count < b->width)
        place = b->count++;
    else if (distress >= b->next[place].distress)
        return;
    beginning *x = &b->next[place];
    x->distress = distress;
    x->mark = mark;
    x->left = u->left;
    x->made = u->made;
    memcpy(x->state, u->state, u->state_bytes);
}

static void take_up(lb_urgent *u, const beginning *from, uint32_t step) {
    memcpy(u->state, from->state, u->state_bytes);
    u->left = from->left;
    u->made = from->made;
    u->step = step;
}

static bool go_on(beam *b, const lb_taste *tastes, unsigned count, uint64_t most_work) {
    lb_urgent *u = b->u;
    for (uint32_t step = 0; step < u->goal && b->count && u->work < most_work; step++) {
        unsigned kept = b->count;
        beginning *swap = b->now;
        b->now = b->next;
        b->next = swap;
        b->count = 0;
        for (unsigned i = 0; i < kept * count; i++) {
            const lb_taste *taste = &tastes[i % count];
            take_up(u, &b->now[i / count], step);
            u->rare = taste->rare;
            u->sharp = taste->sharp;
            u->pull = taste->pull;
            u->noise = i % 4;
            lb_urgent_step(u);
            u->work += (uint64_t)u->nodes * u->count / 2;
            if (u->left == 0)
                return true;
            uint64_t distress = distress_of(u);
            if (distress != UINT64_MAX)
                keep(b, distress);
        }
    }
    return false;
}

bool lb_beam(lb_urgent *u, uint32_t goal, unsigned width, const lb_taste *tastes, unsigned count, uint64_t most_work) {
    beam b = {.u = u, .width = width};
    unsigned char *states = lb_array(2 * (uint64_t)width, u->state_bytes);
    b.now = lb_array(width, sizeof *b.now);
    b.next = lb_array(width, sizeof *b.next);
    bool taken = states && b.now && b.next, found = false;
    for (unsigned i = 0; taken && i < width; i++) {
        b.now[i].state = states + 2 * (uint64_t)i * u->state_bytes;
        b.next[i].state = states + (2 * (uint64_t)i + 1) * u->state_bytes;
    }
    if (taken) {
        u->goal = goal;
        lb_urgent_begin(u);
        keep(&b, 0);
        found = go_on(&b, tastes, count, most_work);
    }
    free(states);
    free(b.now);
    free(b.next);
    return found;
}
