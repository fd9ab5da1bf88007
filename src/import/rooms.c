/* Programs with little room: nothing but who waits for whom. */
#include "import/rooms.h"

#include <stdlib.h>
#include <string.h>

/* What an act waits for and does to connections: the rest of it would only be carried about. */
typedef struct deed {
    uint32_t receives, sends, wait, wait_act;
} deed;

typedef struct crowd {
    const lb_acts *a;
    deed *deed; /* of each act */
    uint32_t room;
    uint64_t *done; /* of each thread */
    uint32_t *held; /* by each connection */
    uint64_t *stack, stacked;
    bool *queued;
} crowd;

static bool is_ready(const crowd *c, const deed *act) {
    if (act->wait != LB_NONE && c->done[act->wait] <= act->wait_act)
        return false;
    if (act->receives != LB_NONE && c->held[act->receives] == 0)
        return false;
    return act->sends == LB_NONE || c->held[act->sends] < c->room;
}

static void wake(crowd *c, uint32_t thread) {
    if (thread == LB_NONE || c->queued[thread])
        return;
    c->queued[thread] = true;
    c->stack[c->stacked++] = thread;
}

/* Goes as far as the thread can, and wakes whom that may help. Threads of its own rank may wait for its acts. */
static uint64_t go_on(crowd *c, uint32_t thread) {
    const lb_thread *t = &c->a->thread[thread];
    uint64_t before = c->done[thread];
    while (c->done[thread] < t->acts) {
        const deed *act = &c->deed[t->first + c->done[thread]];
        if (!is_ready(c, act))
            break;
        c->done[thread]++;
        if (act->receives != LB_NONE) {
            c->held[act->receives]--;
            wake(c, c->a->connection[act->receives].sender);
        }
        if (act->sends != LB_NONE) {
            c->held[act->sends]++;
            wake(c, c->a->connection[act->sends].receiver);
        }
    }
    if (c->done[thread] > before) {
        for (uint32_t k = thread; k > 0 && c->a->thread[k - 1].rank == t->rank; k--)
            wake(c, k - 1);
        for (uint32_t k = thread + 1; k < c->a->threads && c->a->thread[k].rank == t->rank; k++)
            wake(c, k);
    }
    return c->done[thread] - before;
}

static bool ends(crowd *c, uint32_t room) {
    uint64_t left = c->a->acts;
    c->room = room;
    memset(c->done, 0, c->a->threads * sizeof *c->done);
    memset(c->held, 0, c->a->connections * sizeof *c->held);
    for (uint32_t k = 0; k < c->a->threads; k++)
        wake(c, k);
    while (c->stacked) {
        uint64_t thread = c->stack[--c->stacked];
        c->queued[thread] = false;
        left -= go_on(c, (uint32_t)thread);
    }
    return left == 0;
}

int lb_rooms(const lb_acts *a, uint32_t *rooms) {
    crowd c = {.a = a,
               .deed = lb_array(a->acts, sizeof *c.deed),
               .done = lb_zeroed(a->threads, sizeof *c.done),
               .held = lb_zeroed(a->connections, sizeof *c.held),
               .stack = lb_array(a->threads, sizeof *c.stack),
               .queued = lb_zeroed(a->threads, sizeof *c.queued)};
    bool good = c.deed && c.done && c.held && c.stack && c.queued;
    uint32_t few = 0, enough = LB_ROOMS_MOST;
    for (uint64_t k = 0; k < a->acts && good; k++)
        c.deed[k] = (deed){a->act[k].receives, a->act[k].sends, a->act[k].wait, a->act[k].wait_act};
    if (good && ends(&c, 1)) /* as most do */
        enough = 1;
    else if (good && !ends(&c, enough))
        few = enough;
    while (good && enough - few > 1) {
        uint32_t middle = few + (enough - few) / 2;
        if (ends(&c, middle))
            enough = middle;
        else
            few = middle;
    }
    *rooms = few == LB_ROOMS_MOST ? 0 : enough;
    free(c.deed);
    free(c.done);
    free(c.held);
    free(c.stack);
    free(c.queued);
    return good ? LB_OK : LB_ERR_MEMORY;
}
