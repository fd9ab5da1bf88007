/* Which kinds of ways there are to try, and weaving them. */
#include "algo/scan/kinds.h"
#include "base/random.h"

#include <stdlib.h>

typedef lb_scan_kind kind;

enum { CHAIN = 4 }; /* times as many nodes as packets: with more a chain is too long */

/* In which of its variants a packet of phase 0, 1, ... has dimension i. */
static unsigned variant_of(const kind *k, unsigned i, unsigned phase) {
    unsigned variants = k->style == LB_SCAN_ALL && i < k->single ? 3 : 2;
    for (unsigned j = 0; j < i && j < 2; j++)
        phase /= k->style == LB_SCAN_ALL && j < k->single ? 3 : 2;
    return phase % variants;
}

static lb_scan_mode inward_mode(const kind *k, uint32_t r, unsigned variant) {
    uint32_t middle = variant ? (r - 1) / 2 : r / 2, end = variant ? 0 : r - 1;
    lb_scan_mode mode = {.inward = true, .low = middle};
    if (k->style == LB_SCAN_ENDS || r == 2)
        mode.low = variant % 2 ? 0 : r - 1;
    else if (k->style == LB_SCAN_ROUND || (k->style == LB_SCAN_ALL && variant < 2))
        mode = (lb_scan_mode){.inward = true, .round = true, .low = end};
    mode.high = mode.low;
    return mode;
}

static lb_scan_mode mode_of(const lb_scan_kinds *s, const kind *k, unsigned i, unsigned phase) {
    uint32_t r = s->net->radix[s->dims[i]], parts = k->chain ? 1 : k->parts; /* who leaves a chain exchanges */
    unsigned variant = variant_of(k, i, phase);
    if (i >= k->single + k->twos)
        return (lb_scan_mode){.parts = parts < r ? parts : r};
    if (i < k->single)
        return inward_mode(k, r, variant);
    if (variant)
        return (lb_scan_mode){.inward = true, .low = 0, .high = r - 1};
    return (lb_scan_mode){.inward = true, .low = r / 2 - 1, .high = r / 2};
}

unsigned lb_scan_phases(const kind *k) {
    unsigned phases = k->chain ? 2 : 1;
    for (unsigned i = 0; i < k->single + k->twos && i < 3; i++)
        phases *= k->style == LB_SCAN_ALL && i < k->single ? 3 : 2;
    return phases;
}

void lb_scan_modes_of(const lb_scan_kinds *s, uint32_t way, lb_scan_mode *modes) {
    for (unsigned i = 0; i < s->ndims; i++)
        modes[i] = mode_of(s, &s->at[way / LB_SCAN_PHASES], i, way % LB_SCAN_PHASES);
}

static int weave(lb_scan_kinds *s, const lb_scan_mode *modes, uint32_t way) {
    lb_scan_mode all[LB_MAX_DIMS] = {0};
    for (unsigned i = 0; i < s->ndims; i++)
        all[s->dims[i]] = modes[i];
    return lb_scan_weave(s->net, all, &s->woven[way]);
}

int lb_scan_way_of(lb_scan_kinds *s, unsigned k, unsigned phase, uint32_t *way) {
    phase %= lb_scan_phases(&s->at[k]);
    *way = k * LB_SCAN_PHASES + phase;
    if (s->woven[*way].count)
        return LB_OK;
    if (s->at[k].chain)
        return lb_scan_weave_chain(s->net, phase, &s->woven[*way]);
    lb_scan_mode modes[LB_MAX_DIMS] = {0};
    lb_scan_modes_of(s, *way, modes);
    return weave(s, modes, *way);
}

lb_scan_mode lb_scan_some_mode(uint32_t r, uint64_t *chance) {
    uint32_t what = (uint32_t)(lb_random_mixed(chance) % 8), which = (uint32_t)(lb_random_mixed(chance) % r);
    lb_scan_mode mode = {.inward = true, .low = which, .high = which};
    if (what < 3)
        return (lb_scan_mode){.parts = which + 1};
    if (r == 2 || what < 5)
        return mode;
    uint32_t cut = (uint32_t)(lb_random_mixed(chance) % (r - 1)) + 1, end = which % 2 * (r - 1);
    bool ends = lb_random_mixed(chance) % 2;
    if (what > 5 && ends)
        return (lb_scan_mode){.inward = true, .low = 0, .high = r - 1, .cut = cut};
    if (what < 7)
        return (lb_scan_mode){.inward = true, .round = true, .low = end, .high = end, .cut = cut};
    mode.low = which + 1 < r ? which : 0; /* it and the next, or the ends */
    mode.high = which + 1 < r ? which + 1 : r - 1;
    return mode;
}

int lb_scan_own_way(lb_scan_kinds *s, const lb_scan_mode *modes, uint32_t packet, uint32_t but, uint32_t *way) {
    *way = LB_SCAN_KINDS * LB_SCAN_PHASES + 2 * packet;
    *way += *way == but;
    lb_scan_way_free(&s->woven[*way]);
    return weave(s, modes, *way);
}

int lb_scan_some_way(lb_scan_kinds *s, uint32_t spare, uint64_t *chance, uint32_t *way) {
    lb_scan_mode modes[LB_MAX_DIMS];
    for (unsigned i = 0; i < s->ndims; i++)
        modes[i] = lb_scan_some_mode(s->net->radix[s->dims[i]], chance);
    *way = s->nwoven - LB_SCAN_SPARE + spare;
    lb_scan_way_free(&s->woven[*way]);
    return weave(s, modes, *way);
}

static void add_kinds(lb_scan_kinds *s, kind like, uint32_t widest) {
    static const uint32_t parts[] = {1, 2, 3, 4, 5, 7, 9, UINT32_MAX};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts && s->count < LB_SCAN_KINDS; i++) {
        if (i > 0 && parts[i - 1] >= widest)
            break;
        like.parts = parts[i];
        s->at[s->count++] = like;
    }
}

/* The widest ring of dimensions from..to-1. */
static uint32_t widest_of(const lb_scan_kinds *s, unsigned from, unsigned to) {
    uint32_t widest = 1;
    for (unsigned i = from; i < to; i++)
        widest = s->net->radix[s->dims[i]] > widest ? s->net->radix[s->dims[i]] : widest;
    return widest > 2 ? widest : 1;
}

int lb_scan_kinds_begin(lb_scan_kinds *s, const lb_net *net, uint32_t packets) {
    s->net = net;
    s->nwoven = LB_SCAN_KINDS * LB_SCAN_PHASES + 2 * packets + LB_SCAN_SPARE;
    s->woven = lb_zeroed(s->nwoven, sizeof *s->woven);
    if (!s->woven)
        return LB_ERR_MEMORY;
    for (unsigned i = 0; i < s->net->dims; i++) {
        if (s->net->radix[i] > 1)
            s->dims[s->ndims++] = i;
    }
    if (s->net->nodes <= CHAIN * packets && s->ndims > 1 &&
        s->count < LB_SCAN_KINDS) /* a ring's is inward to its end */
        s->at[s->count++] = (kind){.chain = true};
    for (unsigned single = 0; single <= s->ndims; single++) {
        for (unsigned style = 0; style <= (widest_of(s, 0, single) > 2 ? LB_SCAN_ALL : 0); style++) {
            for (unsigned twos = 0; single + twos <= s->ndims; twos++) {
                if (twos == 0 || s->net->radix[s->dims[single + twos - 1]] > 2)
                    add_kinds(s, (kind){.single = single, .twos = twos, .style = style},
                              widest_of(s, single + twos, s->ndims));
            }
        }
    }
    return LB_OK;
}

void lb_scan_kinds_end(lb_scan_kinds *s) {
    for (unsigned i = 0; s->woven && i < s->nwoven; i++)
        lb_scan_way_free(&s->woven[i]);
    free(s->woven);
}
