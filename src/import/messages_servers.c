/* Links and processors are found by a table, and only they are sorted: of deeds there are many more. */
#include "import/messages_servers.h"

#include "base/hash.h"
#include "base/keyed.h"
#include "import/index.h"

#include <stdlib.h>

/* One, by the first deed that it has. */
typedef struct server {
    uint32_t rank, peer, lane, deed;
} server;

typedef struct servers {
    server *list;
    uint64_t count, room;
    lb_index index;
} servers;

/* Whether one is the one that stands behind the last. */
static bool is_server(const void *user, uint32_t number) {
    const servers *s = user;
    const server *x = &s->list[number], *y = &s->list[s->count];
    return x->rank == y->rank && x->peer == y->peer && x->lane == y->lane;
}

/* Who does the deed, in the order in which they are found; LB_NONE: there is no memory. */
static uint32_t find_server(servers *s, const lb_deed *d, uint64_t deed) {
    void *grown = s->list;
    if (lb_grow(&grown, &s->room, s->count + 1, sizeof *s->list))
        return LB_NONE;
    s->list = grown;
    s->list[s->count] = (server){d->rank, d->peer, d->lane, (uint32_t)deed};
    uint64_t hash = lb_hash_word(lb_hash_bits((uint64_t)d->rank << 32 | d->peer), d->lane);
    uint32_t found = lb_index_find(&s->index, hash, is_server, s);
    if (found == LB_NONE && lb_index_add(&s->index, hash, (uint32_t)s->count) == LB_OK)
        found = (uint32_t)s->count++;
    return found;
}

static int order(const lb_messages *m, const servers *s, uint32_t *number, lb_sketch *links) {
    lb_keyed *list = lb_array(s->count, sizeof *list);
    for (uint64_t k = 0; list && k < s->count; k++)
        list[k] = (lb_keyed){s->list[k].lane, k};
    int error = list ? lb_sort_keyed(list, s->count) : LB_ERR_MEMORY;
    for (uint64_t k = 0; k < s->count && !error; k++) {
        const server *x = &s->list[list[k].at];
        list[k].key = (uint64_t)x->rank << 32 | x->peer;
    }
    if (!error)
        error = lb_sort_keyed(list, s->count);
    for (uint64_t k = 0; k < s->count && !error; k++) {
        const server *x = &s->list[list[k].at];
        number[list[k].at] = (uint32_t)(m->servers + k);
        if (links)
            error = lb_sketch_move_add(
                links, (lb_sketch_move){.step = 1, .from = x->rank, .to = x->peer, .line = m->deed[x->deed].line});
    }
    free(list);
    return error;
}

int lb_messages_servers(lb_messages *m, const lb_page *page, lb_deed_kind kind, lb_sketch *links) {
    servers s = {.count = 0};
    int error = LB_OK;
    for (uint64_t k = 0; k < m->deeds && !error; k++) {
        lb_deed *d = &m->deed[k];
        if (d->kind != kind)
            continue;
        d->server = find_server(&s, d, k);
        error = d->server == LB_NONE ? LB_ERR_MEMORY : LB_OK;
    }
    uint32_t *number = lb_array(s.count, sizeof *number);
    if (!error)
        error = number ? order(m, &s, number, links) : LB_ERR_MEMORY;
    for (uint64_t k = 0; k < m->deeds && !error; k++) {
        if (m->deed[k].kind == kind)
            m->deed[k].server = number[m->deed[k].server];
    }
    m->servers += s.count;
    free(number);
    free(s.list);
    lb_index_free(&s.index);
    return error ? lb_fail_memory(page->why, "messages") : LB_OK;
}
