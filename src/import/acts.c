/* Programs of other tools, as they are put together. */
#include "import/acts.h"

#include "base/hash.h"

#include <stdlib.h>

lb_thread *lb_acts_thread(lb_acts *a) {
    void *grown = a->thread;
    if (lb_grow(&grown, &a->thread_room, a->threads + 1, sizeof *a->thread))
        return NULL;
    a->thread = grown;
    lb_thread *thread = &a->thread[a->threads++];
    *thread = (lb_thread){.first = a->acts};
    return thread;
}

lb_act *lb_acts_act(lb_acts *a) {
    void *grown = a->act;
    if (lb_grow(&grown, &a->act_room, a->acts + 1, sizeof *a->act))
        return NULL;
    a->act = grown;
    lb_act *act = &a->act[a->acts++];
    *act = (lb_act){.from = LB_NO_CELL, .to = LB_NO_CELL, .receives = LB_NONE, .sends = LB_NONE, .wait = LB_NONE};
    return act;
}

static uint64_t place_of(const lb_acts *a, uint32_t from, uint32_t to, uint32_t channel) {
    uint64_t at = lb_hash_word(lb_hash_word(lb_hash_word(0, from), to), channel) & (a->table_size - 1);
    while (a->table[at]) {
        const lb_connection *c = &a->connection[a->table[at] - 1];
        if (c->from == from && c->to == to && c->channel == channel)
            break;
        at = (at + 1) & (a->table_size - 1);
    }
    return at;
}

static int widen(lb_acts *a) {
    uint64_t size = a->table_size ? 2 * a->table_size : 64;
    uint32_t *table = lb_zeroed(size, sizeof *table);
    if (!table)
        return LB_ERR_MEMORY;
    free(a->table);
    a->table = table;
    a->table_size = size;
    for (uint64_t k = 0; k < a->connections; k++) {
        const lb_connection *c = &a->connection[k];
        a->table[place_of(a, c->from, c->to, c->channel)] = (uint32_t)k + 1;
    }
    return LB_OK;
}

uint32_t lb_acts_connection(lb_acts *a, uint32_t from, uint32_t to, uint32_t channel) {
    if (2 * (a->connections + 1) > a->table_size && widen(a))
        return LB_NONE;
    uint64_t at = place_of(a, from, to, channel);
    if (a->table[at])
        return a->table[at] - 1;
    void *grown = a->connection;
    if (lb_grow(&grown, &a->connection_room, a->connections + 1, sizeof *a->connection))
        return LB_NONE;
    a->connection = grown;
    a->connection[a->connections] = (lb_connection){from, to, channel, LB_NONE, LB_NONE};
    a->table[at] = (uint32_t)++a->connections;
    return a->table[at] - 1;
}

void lb_acts_free(lb_acts *a) {
    free(a->buffers);
    free(a->thread);
    free(a->act);
    free(a->connection);
    free(a->table);
    *a = (lb_acts){.ranks = 0};
}
