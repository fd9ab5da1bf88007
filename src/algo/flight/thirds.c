/* Telling everybody on one ring: who knows answers for the nodes about it, and tells the middles of the thirds on both
 * sides of its own. After s steps everybody answers for n/3^s nodes, so that ceil(log n / log 3) steps are enough,
 * which is the bound for two links. Flights stay within what their sender answered for: none meets another's. */
#include "algo/flight/telling.h"

#include <stdlib.h>
#include <string.h>

typedef struct thirds {
    lb_telling *t;
    unsigned ring;
    uint32_t *below, *above; /* of every node that knows: for how many it answers on each side */
} thirds;

static int add_flight(lb_telling *t, uint32_t from, uint32_t to, uint32_t links, unsigned port) {
    uint8_t *ports = lb_array(links, 1);
    if (!ports)
        return LB_ERR_MEMORY;
    memset(ports, (int)port, links);
    t->flight[t->count++] = (lb_path){from, to, links, ports};
    return LB_OK;
}

/* From now on x answers for `reach` nodes on each side, and the middle of those beyond for these. */
static int split(thirds *r, uint32_t x, uint32_t reach) {
    const lb_net *net = r->t->net;
    uint32_t n = net->nodes;
    for (unsigned down = 0; down < 2; down++) {
        uint32_t *side = down ? &r->below[x] : &r->above[x];
        if (*side <= reach)
            continue;
        uint32_t beyond = *side - reach, near = (beyond - 1) / 2, far = beyond - 1 - near, links = reach + 1 + near;
        uint32_t to = down ? (x + n - links) % n : (x + links) % n;
        int error = add_flight(r->t, x, to, links, net->first_port[r->ring] + (n > 2 ? down : 0));
        if (error)
            return error;
        r->below[to] = down ? far : near;
        r->above[to] = down ? near : far;
        *side = reach;
    }
    return LB_OK;
}

static int run(thirds *r) {
    lb_telling *t = r->t;
    int error = LB_OK;
    r->below[0] = (t->net->nodes - 1) / 2;
    r->above[0] = t->net->nodes / 2;
    for (uint32_t step = 1; step <= t->steps && !error; step++) {
        uint32_t known = t->count, third = 1;
        for (uint32_t i = step; i < t->steps; i++)
            third *= 3;
        error = split(r, 0, third / 2);
        for (uint32_t i = 0; i < known && !error; i++)
            error = split(r, t->flight[i].to, third / 2);
        t->first[step] = t->count;
    }
    return error;
}

int lb_tell_thirds(lb_telling *t, unsigned ring) {
    uint32_t n = t->net->nodes;
    thirds r = {t, ring, lb_zeroed(n, sizeof *r.below), lb_zeroed(n, sizeof *r.above)};
    lb_telling_forget(t);
    t->steps = lb_telling_least(t);
    int error = r.below && r.above ? run(&r) : LB_ERR_MEMORY;
    free(r.below);
    free(r.above);
    return error;
}
