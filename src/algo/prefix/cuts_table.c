/* The timetable of a round is made packet by packet, move by move: each takes the first step that is left of its
 * link's, modulo the period. As there are as many steps as uses there always is one, but who comes last may have to
 * wait long; so some orders are tried, the same on every machine, and the shortest is taken. */
#include "algo/prefix/cuts_table.h"

#include "base/random.h"

#include <string.h>

enum { TRIES = 1600, UP = 0, DOWN = 1 };

/* A packet's move over a link in the first step after `after`. */
static uint32_t use(lb_cuts_table *t, unsigned cut, unsigned way, uint32_t x, uint32_t after) {
    struct lb_cuts_use *uses = t->uses[way][x];
    uint32_t step = after + 1;
    while (uses[(step - 1) % t->period].cut)
        step++;
    uses[(step - 1) % t->period] = (struct lb_cuts_use){(uint16_t)(cut + 1), (uint16_t)step};
    return step;
}

/* Over the links up from x to last, or down. */
static uint32_t chain(lb_cuts_table *t, unsigned cut, unsigned way, uint32_t x, uint32_t count, uint32_t after) {
    for (uint32_t i = 0; i < count; i++)
        after = use(t, cut, way, way == UP ? (x + i) % t->r : (x + t->r - i) % t->r, after);
    return after;
}

/* Both parts come from the cut: the upper goes up, the lower down, one of them over the end of the ring. */
static uint32_t sum_up(lb_cuts_table *t, unsigned cut) {
    const lb_cut *c = &t->cuts[cut];
    bool zero = c->to == 0;
    uint32_t up = c->at < t->r ? t->r - 1 - c->at + zero : 0, down = c->at > 0 ? c->at - zero : 0;
    uint32_t upper = chain(t, cut, UP, c->at, up, 0), lower = chain(t, cut, DOWN, c->at + t->r - 1, down, 0);
    return upper > lower ? upper : lower;
}

/* And back. */
static uint32_t hand_out(lb_cuts_table *t, unsigned cut, uint32_t after) {
    const lb_cut *c = &t->cuts[cut];
    bool zero = c->to == 0;
    uint32_t up = c->at > 0 ? c->at - zero : 0, down = c->at < t->r ? t->r - 1 - c->at + zero : 0;
    uint32_t upper = chain(t, cut, DOWN, c->to, down, after), lower = chain(t, cut, UP, c->to, up, after);
    return upper > lower ? upper : lower;
}

static uint32_t place(lb_cuts_table *t, unsigned cut, uint32_t above) {
    lb_cut *c = &t->cuts[cut];
    uint8_t *begins = t->begins[c->to == 0];
    c->begin = sum_up(t, cut);
    while (begins[c->begin % t->period])
        c->begin++;
    begins[c->begin % t->period] = (uint8_t)(cut + 1);
    c->end = hand_out(t, cut, c->begin + above);
    return c->end;
}

/* The packets of a round in some order. */
static void shuffle(lb_cuts_table *t, uint64_t *chance) {
    for (uint32_t i = 2 * t->r; i-- > 1;) {
        uint32_t j = lb_random_below(chance, i + 1);
        lb_cut kept = t->cuts[i];
        t->cuts[i] = t->cuts[j];
        t->cuts[j] = kept;
    }
}

static uint32_t fill(lb_cuts_table *t, uint32_t above) {
    uint32_t longest = 0;
    memset(t->uses, 0, sizeof t->uses);
    memset(t->begins, 0, sizeof t->begins);
    for (unsigned cut = 0; cut < 2 * t->r; cut++) {
        uint32_t end = place(t, cut, above);
        longest = end > longest ? end : longest;
    }
    return longest;
}

void lb_cuts_table_make(lb_cuts_table *table, uint32_t r, uint32_t above) {
    lb_cuts_table trial;
    uint64_t chance = 1;
    uint32_t least = UINT32_MAX;
    memset(&trial, 0, sizeof trial);
    trial.r = r;
    trial.period = 2 * (r - 1);
    for (uint32_t i = 0; i < r; i++) {
        trial.cuts[2 * i] = (lb_cut){.at = i, .to = r - 1};
        trial.cuts[2 * i + 1] = (lb_cut){.at = i + 1, .to = 0};
    }
    for (unsigned left = TRIES; left >= r; left -= r) {
        uint32_t longest = fill(&trial, above);
        if (longest < least) {
            least = longest;
            *table = trial;
        }
        shuffle(&trial, &chance);
    }
}
