/* Levels and groups of recursive multiplying: see multiply.h. */
#include "algo/flight/multiply.h"

#include <stdlib.h>

static uint32_t least_factor(uint32_t number) {
    uint32_t f = 2;
    while (number % f)
        f++;
    return f;
}

/* ---- Levels ---- */

/* Factors that are still to be used: of each ring, how many links apart the next one's nodes are. */
typedef struct taking {
    const lb_net *net;
    uint32_t apart[LB_MAX_DIMS];
    uint32_t most;
} taking;

static uint32_t next_factor(const taking *t, unsigned dim) {
    uint32_t left = t->net->radix[dim] / t->apart[dim];
    return left > 1 ? least_factor(left) : 0;
}

static bool add_factor(taking *t, lb_group *g, unsigned dim) {
    uint32_t f = next_factor(t, dim);
    if (!f || (g->digits && g->size * f > t->most))
        return false;
    g->dim[g->digits] = dim;
    g->apart[g->digits] = t->apart[dim];
    g->factor[g->digits++] = f;
    g->size *= f;
    t->apart[dim] *= f;
    return true;
}

/* Factors of nearest nodes first: one of each ring in turn, or all of a ring before the next. */
static void fill_level(taking *t, lb_group *g, bool across) {
    unsigned dims = t->net->dims, first = 0;
    for (unsigned i = 1; i < dims; i++) { /* the ring whose next nodes are nearest */
        if (next_factor(t, i) && (!next_factor(t, first) || t->apart[i] < t->apart[first]))
            first = i;
    }
    g->size = 1;
    bool more = true;
    while (more) {
        more = false;
        for (unsigned i = 0; i < dims; i++) {
            unsigned dim = (first + i) % dims;
            while (add_factor(t, g, dim)) {
                more = true;
                if (across)
                    break;
            }
        }
    }
}

static int add_level(taking *t, lb_multiply *m, bool across, uint32_t ports, lb_why *why) {
    if (m->levels == LB_MOST_GROUPS)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "more than %d levels", LB_MOST_GROUPS);
    lb_group *g = &m->level[m->levels++];
    fill_level(t, g, across);
    if (g->size > LB_MOST_GROUP)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "a radix has a prime factor above %d", LB_MOST_GROUP);
    return lb_group_fly(g, t->net, ports, why);
}

int lb_multiply_make(const lb_net *net, uint32_t most, bool across, uint32_t ports, lb_multiply **out, lb_why *why) {
    lb_multiply *m = lb_zeroed(1, sizeof *m);
    taking t = {.net = net, .most = most};
    uint32_t done = 1;
    *out = NULL;
    if (!m)
        return lb_fail_memory(why, "groups of nodes");
    for (unsigned i = 0; i < net->dims; i++)
        t.apart[i] = 1;
    int error = LB_OK;
    while (done < net->nodes && !error) {
        error = add_level(&t, m, across, ports, why);
        done *= m->level[m->levels - 1].size;
    }
    if (error)
        lb_multiply_free(m);
    else
        *out = m;
    return error;
}

void lb_multiply_free(void *multiply) {
    lb_multiply *m = multiply;
    for (uint32_t i = 0; m && i < m->levels; i++)
        lb_group_free(&m->level[i]);
    free(m);
}

/* ---- Steps ---- */

uint32_t lb_multiply_least(const lb_multiply *m) {
    uint32_t least = 0;
    for (uint32_t i = 0; i < m->levels; i++)
        least = m->level[i].steps > 1 ? i + 1 : least;
    return least;
}

uint32_t lb_multiply_steps(const lb_multiply *m) {
    uint32_t steps = 0;
    for (uint32_t i = 0; i < m->levels; i++)
        steps += (m->sums ? m->level[i].steps : 0) + (m->copies && i < m->halvings ? m->level[i].steps : 0);
    return steps;
}

lb_part lb_multiply_step(const lb_multiply *m, uint32_t step, uint32_t *level, uint32_t *own) {
    uint32_t after = step - 1, i;
    for (i = 0; m->sums && i < m->levels; i++) {
        if (after < m->level[i].steps) {
            *level = i;
            *own = after;
            return i < m->halvings ? LB_PART_SUM : LB_PART_ALL;
        }
        after -= m->level[i].steps;
    }
    for (i = m->halvings - 1; after >= m->level[i].steps; i--)
        after -= m->level[i].steps;
    *level = i;
    *own = after;
    return LB_PART_COPY;
}

uint64_t lb_multiply_blocks(const lb_multiply *m, uint32_t nodes, lb_part what, uint32_t level) {
    uint32_t fixed = what == LB_PART_ALL ? m->halvings : level + 1;
    uint64_t blocks = nodes;
    for (uint32_t i = 0; i < fixed; i++)
        blocks /= m->level[i].size;
    return blocks;
}

/* ---- Flights ---- */

int lb_multiply_flights(lb_multiply *m, const lb_net *net, lb_net **flights, lb_why *why) {
    uint64_t count = 0;
    for (uint32_t l = 0; l < m->levels; l++)
        count += (uint64_t)m->level[l].size * m->level[l].size;
    lb_route *all = lb_array(count, sizeof *all);
    size_t routes = 0;
    if (!all)
        return lb_fail_memory(why, "groups of nodes");
    for (uint32_t l = 0; l < m->levels; l++) {
        for (uint32_t i = 0; i < m->level[l].size * m->level[l].size; i++) {
            if (m->level[l].route[i].links)
                all[routes++] = m->level[l].route[i];
        }
    }
    int error = lb_net_flights(net, all, routes, flights, why);
    for (uint32_t l = 0; l < m->levels && !error; l++) {
        for (uint32_t i = 0; i < m->level[l].size * m->level[l].size; i++) {
            if (m->level[l].route[i].links)
                m->level[l].port[i] = (uint8_t)lb_net_port_of_route(*flights, m->level[l].route[i]);
        }
    }
    free(all);
    return error;
}
