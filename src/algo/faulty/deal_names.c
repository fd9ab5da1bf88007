/* Units of a flow become tokens: backwards in time, from the nodes where they ended. */
#include "algo/faulty/deal_names.h"

#include <stdlib.h>

typedef struct naming {
    uint32_t *head, *coming; /* per node: tokens that are there, and those that were there the step before */
    uint32_t *after;         /* per token: the next of the same list */
    lb_legs legs;            /* the last steps first */
    uint64_t *first;         /* of each token's legs in `own` */
    uint32_t *own;           /* numbers of legs, by token */
    uint32_t *node;          /* of one token's way */
} naming;

static int naming_take(naming *m, const lb_dealt *x) {
    uint64_t nodes = x->s->map.nodes, tokens = nodes * x->s->pieces;
    m->head = lb_array(nodes, sizeof *m->head);
    m->coming = lb_array(nodes, sizeof *m->coming);
    m->after = lb_array(tokens, sizeof *m->after);
    m->first = lb_zeroed(tokens + 1, sizeof *m->first);
    m->node = lb_array(x->steps + UINT64_C(1), sizeof *m->node);
    return m->head && m->coming && m->after && m->first && m->node ? LB_OK : LB_ERR_MEMORY;
}

static void naming_free(naming *m) {
    free(m->head);
    free(m->coming);
    free(m->after);
    free(m->first);
    free(m->own);
    free(m->node);
    lb_legs_free(&m->legs);
}

static void push(naming *m, uint32_t *head, uint32_t token) {
    m->after[token] = *head;
    *head = token;
}

/* Backwards through one step: over every link that is used, some token of its receiver came. */
static int undo_step(naming *m, const lb_dealt *x, uint32_t step) {
    const lb_map *map = &x->s->map;
    for (uint32_t link = 0; link < x->links; link++) {
        if (!*lb_dealt_slot(x, step, link))
            continue;
        uint32_t to = map->to[link], token = m->head[to];
        m->head[to] = m->after[token];
        push(m, &m->coming[link / map->ports], token);
        if (lb_legs_add(&m->legs, step, link, token))
            return LB_ERR_MEMORY;
    }
    for (uint32_t v = 0; v < map->nodes; v++) {
        while (m->coming[v] != LB_NONE) {
            uint32_t token = m->coming[v];
            m->coming[v] = m->after[token];
            push(m, &m->head[v], token);
        }
    }
    return LB_OK;
}

static int name_all(naming *m, const lb_dealt *x) {
    const lb_map *map = &x->s->map;
    for (uint32_t v = 0; v < map->nodes; v++) {
        m->head[v] = m->coming[v] = LB_NONE;
        for (uint64_t k = 0; k < x->got[v]; k++)
            push(m, &m->head[v], (uint32_t)(v * x->s->pieces + k));
    }
    for (uint32_t step = x->steps; step > 0; step--) {
        if (undo_step(m, x, step))
            return LB_ERR_MEMORY;
    }
    uint64_t tokens = map->nodes * x->s->pieces;
    m->own = lb_array(m->legs.count, sizeof *m->own);
    for (uint64_t i = 0; m->own && i < m->legs.count; i++)
        m->first[m->legs.at[i].token + 1]++;
    for (uint64_t t = 0; t < tokens; t++)
        m->first[t + 1] += m->first[t];
    for (uint64_t i = m->legs.count; m->own && i-- > 0;)
        m->own[m->first[m->legs.at[i].token]++] = (uint32_t)i;
    for (uint64_t t = tokens; t > 0; t--)
        m->first[t] = m->first[t - 1];
    m->first[0] = 0;
    return m->own ? LB_OK : LB_ERR_MEMORY;
}

/* A token's legs without those that only bring it back to where it was. */
static int without_loops(naming *m, const lb_dealt *x, uint64_t token, lb_legs *legs) {
    uint32_t *own = m->own + m->first[token], count = 0;
    m->node[0] = x->root;
    for (uint64_t k = 0; k < m->first[token + 1] - m->first[token]; k++) {
        uint32_t at = 0, to = x->s->map.to[m->legs.at[own[k]].link];
        while (at <= count && m->node[at] != to)
            at++;
        if (at > count)
            own[count] = own[k];
        count = at;
        m->node[count] = to;
    }
    for (uint32_t k = 0; k < count; k++) {
        const lb_leg *leg = &m->legs.at[own[k]];
        if (lb_legs_add(legs, leg->step, leg->link, leg->token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

int lb_dealt_legs(const lb_dealt *x, lb_legs *legs) {
    naming m = {.head = NULL};
    int error = naming_take(&m, x);
    if (!error)
        error = name_all(&m, x);
    for (uint64_t t = 0; t < x->s->map.nodes * x->s->pieces && !error; t++)
        error = without_loops(&m, x, t, legs);
    naming_free(&m);
    return error;
}
