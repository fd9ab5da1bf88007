/* Store and forward over given routes: in every step every link takes the most urgent of the tokens that wait for it.
 *
 * A token waits for one link at a time, so the queues are heaps made of the tokens themselves (skew heaps: a left and a
 * right token each). */
#include "algo/faulty/faulty_plan.h"

#include <stdlib.h>
#include <string.h>

typedef struct schedule {
    const lb_scene *s;
    const lb_routes *r;
    lb_urgency rule;
    uint64_t *at;           /* per token: its next hop, an index into the routes */
    uint32_t *key;          /* urgency: the least first */
    uint32_t *left, *right; /* of the heaps */
    uint32_t *head;         /* per link: the most urgent token, or LB_NONE */
    uint32_t *active;       /* links that somebody waits for */
    uint32_t *sorted;       /* the same by urgency, under a port limit */
    uint32_t *moved;        /* tokens that have moved in this step */
    uint8_t *sends, *receives;
    uint32_t actives;
    uint64_t waiting; /* tokens that are not where they go */
} schedule;

static void schedule_free(schedule *q) {
    free(q->at);
    free(q->key);
    free(q->left);
    free(q->right);
    free(q->head);
    free(q->active);
    free(q->sorted);
    free(q->moved);
    free(q->sends);
    free(q->receives);
}

static int schedule_take(schedule *q) {
    uint64_t tokens = q->r->tokens, links = (uint64_t)q->s->map.nodes * q->s->map.ports;
    q->at = lb_array(tokens, sizeof *q->at);
    q->key = lb_array(tokens, sizeof *q->key);
    q->left = lb_array(tokens, sizeof *q->left);
    q->right = lb_array(tokens, sizeof *q->right);
    q->head = lb_array(links, sizeof *q->head);
    q->active = lb_array(links, sizeof *q->active);
    q->sorted = lb_array(links, sizeof *q->sorted);
    q->moved = lb_array(links, sizeof *q->moved);
    q->sends = lb_zeroed(q->s->map.nodes, 1);
    q->receives = lb_zeroed(q->s->map.nodes, 1);
    return q->at && q->key && q->left && q->right && q->head && q->active && q->sorted && q->moved && q->sends &&
                   q->receives
               ? LB_OK
               : LB_ERR_MEMORY;
}

/* Joins two heaps, without recursion: down the right sides, which change places with the left ones on the way. */
static uint32_t join(schedule *q, uint32_t a, uint32_t b) {
    uint32_t top = LB_NONE, *hang = &top;
    while (a != LB_NONE && b != LB_NONE) {
        if (q->key[b] < q->key[a]) {
            uint32_t kept = a;
            a = b;
            b = kept;
        }
        *hang = a;
        uint32_t rest = q->right[a];
        q->right[a] = q->left[a];
        hang = &q->left[a];
        a = rest;
    }
    *hang = a == LB_NONE ? b : a;
    return top;
}

static uint32_t urgency(const schedule *q, uint64_t token) {
    uint64_t left = q->r->first[token + 1] - q->at[token];
    if (q->rule == LB_AS_PLANNED)
        return q->r->when[q->at[token]];
    return UINT32_MAX - (uint32_t)left;
}

/* Puts a token into the queue of its next link. */
static void wait_for(schedule *q, uint32_t token) {
    uint32_t link = q->r->link[q->at[token]];
    q->key[token] = urgency(q, token);
    q->left[token] = q->right[token] = LB_NONE;
    if (q->head[link] == LB_NONE)
        q->active[q->actives++] = link;
    q->head[link] = join(q, q->head[link], token);
}

static void begin(schedule *q) {
    for (uint64_t i = 0; i < (uint64_t)q->s->map.nodes * q->s->map.ports; i++)
        q->head[i] = LB_NONE;
    for (uint64_t t = 0; t < q->r->tokens; t++) {
        q->at[t] = q->r->first[t];
        if (q->at[t] == q->r->first[t + 1])
            continue;
        q->waiting++;
        wait_for(q, (uint32_t)t);
    }
}

/* Under a port limit the most urgent go first, whichever links they wait for: a radix sort by key. */
static const uint32_t *ranked(schedule *q) {
    if (q->s->limit >= q->s->map.ports)
        return q->active;
    uint32_t *from = q->active, *to = q->sorted;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t place[257] = {0};
        for (uint32_t i = 0; i < q->actives; i++)
            place[(q->key[q->head[from[i]]] >> shift & 255) + 1]++;
        for (unsigned v = 0; v < 256; v++)
            place[v + 1] += place[v];
        for (uint32_t i = 0; i < q->actives; i++)
            to[place[q->key[q->head[from[i]]] >> shift & 255]++] = from[i];
        uint32_t *kept = from;
        from = to;
        to = kept;
    }
    return from;
}

static bool may_move(const schedule *q, uint32_t link) {
    uint32_t limit = q->s->limit, ports = q->s->map.ports;
    return limit >= ports || (q->sends[link / ports] < limit && q->receives[q->s->map.to[link]] < limit);
}

static int do_step(schedule *q, uint32_t step, lb_legs *legs) {
    const lb_map *map = &q->s->map;
    const uint32_t *order = ranked(q);
    uint32_t count = 0;
    if (q->s->limit < map->ports) {
        memset(q->sends, 0, map->nodes);
        memset(q->receives, 0, map->nodes);
    }
    for (uint32_t i = 0; i < q->actives; i++) {
        uint32_t link = order[i], token = q->head[link];
        if (!may_move(q, link))
            continue;
        q->sends[link / map->ports]++;
        q->receives[map->to[link]]++;
        q->head[link] = join(q, q->left[token], q->right[token]);
        q->moved[count++] = token;
        if (lb_legs_add(legs, step, link, token))
            return LB_ERR_MEMORY;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->actives; i++) {
        if (q->head[q->active[i]] != LB_NONE)
            q->active[kept++] = q->active[i];
    }
    q->actives = kept;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t token = q->moved[i];
        if (++q->at[token] == q->r->first[token + 1])
            q->waiting--;
        else
            wait_for(q, token);
    }
    return LB_OK;
}

int lb_routes_schedule(const lb_scene *s, const lb_routes *r, lb_urgency rule, lb_legs *legs, lb_why *why) {
    schedule q = {.s = s, .r = r, .rule = rule};
    int error = schedule_take(&q);
    if (!error)
        begin(&q);
    for (uint32_t step = 1; !error && q.waiting; step++)
        error = do_step(&q, step, legs);
    schedule_free(&q);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}
