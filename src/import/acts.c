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
    *act = (lb_act){
        .from = LB_NO_CELL, .to = LB_NO_CELL, .receives = LB_NONE, .sends = LB_NONE, .link = LB_NONE, .wait = LB_NONE};
    return act;
}

/* Whether one is the one that stands behind the last. */
static bool is_connection(const void *user, uint32_t number) {
    const lb_acts *a = user;
    const lb_connection *x = &a->connection[number], *y = &a->connection[a->connections];
    return x->from == y->from && x->to == y->to && x->channel == y->channel;
}

uint32_t lb_acts_connection(lb_acts *a, uint32_t from, uint32_t to, uint32_t channel) {
    void *grown = a->connection;
    if (lb_grow(&grown, &a->connection_room, a->connections + 1, sizeof *a->connection))
        return LB_NONE;
    a->connection = grown;
    a->connection[a->connections] = (lb_connection){from, to, channel, LB_NONE, LB_NONE};
    uint64_t hash = lb_hash_word(lb_hash_word(lb_hash_word(0, from), to), channel);
    uint32_t found = lb_index_find(&a->index, hash, is_connection, a);
    if (found == LB_NONE && lb_index_add(&a->index, hash, (uint32_t)a->connections) == LB_OK)
        found = (uint32_t)a->connections++;
    return found;
}

void lb_acts_free(lb_acts *a) {
    free(a->buffers);
    free(a->thread);
    free(a->act);
    free(a->connection);
    lb_index_free(&a->index);
    *a = (lb_acts){.ranks = 0};
}
