/* The memory that a machine's nodes share: made when it is first wanted, and made longer for longer messages, by all
 * nodes together, since how much there is says how long pieces are. It may fail anywhere: no memory to share, too
 * little, or processes that were said to be on one node and are not. So all processes of a node tell their leader
 * whether they have it, the leaders tell each other, and everybody hears what there is everywhere. Four rounds of
 * messages, for the few operations that are longer than all before. What is told has rooms of its own: the leg that the
 * memory is for has been set up by then, and its blocks lie in others. */
#include "mpi/machine_grow.h"

#include "mpi/cache.h"
#include "mpi/stage.h"

#include <stdio.h>
#include <string.h>

static const uint64_t least = UINT64_C(64) << 10;

enum { MAKE, OPEN, ACROSS, TELL };
enum { STAGE = 1 };

/* From the leader to the others. */
typedef struct letter {
    uint64_t bytes; /* of either half, here; then everywhere */
    char name[LB_ARENA_NAME];
} letter;

static lb_machine *machine_of(const lb_mpi_request *r) {
    return r->net->machine;
}

bool lb_machine_grows(lb_mpi_request *r, uint64_t need) {
    lb_machine *m = machine_of(r);
    uint64_t goal = least;
    while (goal < need && goal < m->capacity)
        goal *= 2;
    r->growth = goal < m->capacity ? goal : m->capacity;
    r->growing = MAKE;
    return m->slots > 1 && r->growth > m->bank && (!m->stuck || m->bank == 0);
}

static int none(const lb_mpi_request *r) {
    lb_why why = {"the processes of a node have no memory to share (/dev/shm)"};
    r->net->process->shortage = why;
    return lb_process_code(r->net->process, LB_ERR_MEMORY, &why);
}

static int stage(lb_mpi_request *r, lb_mpi_net *net, const lb_want *want, const void *in, void *out) {
    if (r->kept[STAGE])
        lb_instance_put(r->kept[STAGE]);
    r->kept[STAGE] = NULL;
    return lb_mpi_stage_on(r, net, STAGE, want, in, out);
}

static letter *letter_of(lb_mpi_request *r) {
    return lb_room_for(&r->room[ROOM_LETTER], sizeof(letter));
}

static int tell(lb_mpi_request *r, letter *l) {
    lb_want want = {.kind = LB_BROADCAST, .bytes = sizeof *l, .unit = 8, .aside = true};
    return machine_of(r)->inside ? stage(r, machine_of(r)->inside, &want, NULL, l) : MPI_SUCCESS;
}

/* The leader makes it, or makes it longer. */
static int make(lb_mpi_request *r) {
    lb_machine *m = machine_of(r);
    letter *l = letter_of(r);
    if (!l)
        return MPI_ERR_NO_MEM;
    if (m->stuck && m->bank == 0)
        return none(r); /* for good: everybody knows */
    memset(l, 0, sizeof *l);
    if (!m->inside)
        l->bytes = r->growth;
    if (!m->inside || m->slot > 0)
        return tell(r, l);
    bool there = m->arena.at || lb_arena_make(&m->arena, lb_machine_here(m), 2 * m->capacity);
    memcpy(l->name, m->arena.name, sizeof l->name);
    l->bytes = there && lb_arena_take(&m->arena, r->growth) ? r->growth : m->bank;
    return tell(r, l);
}

/* The others open it, and say whether they could. */
static int open_it(lb_mpi_request *r) {
    lb_machine *m = machine_of(r);
    const letter *l = letter_of(r);
    uint64_t here = (uint64_t)lb_machine_here(m), *said = lb_room_for(&r->room[ROOM_SAID], (here + 1) * sizeof *said);
    lb_want want = {.kind = LB_GATHER, .bytes = sizeof *said, .unit = 8, .aside = true};
    if (!l || !said)
        return MPI_ERR_NO_MEM;
    if (!m->inside)
        return MPI_SUCCESS;
    if (m->slot > 0 && !m->arena.at && l->bytes > 0)
        lb_arena_open(&m->arena, l->name, (int)here, 2 * m->capacity);
    said[here] = m->arena.at ? l->bytes : 0;
    return stage(r, m->inside, &want, &said[here], said);
}

static uint64_t least_of(const uint64_t *values, int count) {
    uint64_t found = UINT64_MAX;
    for (int i = 0; i < count; i++)
        found = values[i] < found ? values[i] : found;
    return found;
}

/* The leaders tell each other. */
static int go_across(lb_mpi_request *r) {
    const lb_machine *m = machine_of(r);
    const letter *l = letter_of(r);
    uint64_t *heard = lb_room_for(&r->room[ROOM_HEARD], (uint64_t)m->nodes * sizeof *heard);
    lb_want want = {.kind = LB_ALLGATHER, .bytes = sizeof *heard, .unit = 8, .in_place = true, .aside = true};
    if (!l || !heard)
        return MPI_ERR_NO_MEM;
    if (m->slot > 0)
        return MPI_SUCCESS;
    heard[m->node] = m->inside ? least_of(r->room[ROOM_SAID].at, lb_machine_here(m)) : l->bytes;
    return m->nodes > 1 ? stage(r, r->net, &want, NULL, heard) : MPI_SUCCESS;
}

static int tell_all(lb_mpi_request *r) {
    const lb_machine *m = machine_of(r);
    letter *l = letter_of(r);
    if (!l)
        return MPI_ERR_NO_MEM;
    if (m->slot == 0)
        l->bytes = least_of(r->room[ROOM_HEARD].at, m->nodes);
    return tell(r, l);
}

static int end(lb_mpi_request *r) {
    lb_machine *m = machine_of(r);
    const letter *l = letter_of(r);
    if (r->kept[STAGE])
        lb_instance_put(r->kept[STAGE]);
    r->kept[STAGE] = NULL;
    lb_arena_forget_name(&m->arena);
    m->stuck = l->bytes < r->growth;
    m->bank = l->bytes;
    if (m->bank > 0)
        return MPI_SUCCESS;
    lb_arena_close(&m->arena);
    return none(r);
}

int lb_machine_grow(lb_mpi_request *r, bool *done) {
    switch (r->growing++) {
    case MAKE: return make(r);
    case OPEN: return open_it(r);
    case ACROSS: return go_across(r);
    case TELL: return tell_all(r);
    default: *done = true; return end(r);
    }
}
