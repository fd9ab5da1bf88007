/* Agreeing on numbers: everybody says which are free, by a bit each, and MPI's own allreduce leaves those that are free
 * everywhere. The lowest of them are taken.
 *
 * A number that a process has given back may still be in use at others, which have not come as far yet: there it is not
 * free, so nobody gets it who would exchange messages with them. And whoever has given it back has received all that
 * was sent to it.
 *
 * Another thread may be agreeing on something else at the same time, and would see the same numbers as free: who comes
 * second says that he is busy, and all of that communicator try again. */
#define _POSIX_C_SOURCE 200809L
#include "pmpi/ids.h"

#include "mpi/engine.h"
#include "pmpi/native.h"

#include <sched.h>
#include <string.h>

enum { MOST = 4096, WORDS = MOST / 64, FEWEST_SLOTS = 64, TRIES = 64 };
enum { READY = 1, QUIET = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t available[WORDS];
static bool agreeing;
static int slots;

void lb_ids_open(int most_tag) {
    int all = most_tag / LB_MPI_TAGS, ids = all / FEWEST_SLOTS < MOST ? all / FEWEST_SLOTS : MOST;
    ids = ids > 0 ? ids : 1;
    slots = all / ids < LB_MPI_SLOTS ? all / ids : LB_MPI_SLOTS;
    memset(available, 0, sizeof available);
    for (int id = 0; id < ids; id++)
        available[id / 64] |= UINT64_C(1) << (id % 64);
}

int lb_ids_slots(void) {
    return slots;
}

int lb_ids_tags(int id) {
    return id * slots * LB_MPI_TAGS;
}

void lb_ids_return(int id) {
    if (id == LB_ID_NONE)
        return;
    pthread_mutex_lock(&lock);
    available[id / 64] |= UINT64_C(1) << (id % 64);
    pthread_mutex_unlock(&lock);
}

typedef struct ballot {
    uint64_t flags, free[WORDS];
} ballot;

/* Whether this thread is the one that agrees now. */
static bool vote(bool ready, ballot *mine) {
    memset(mine, 0, sizeof *mine);
    mine->flags = ready ? READY : 0;
    pthread_mutex_lock(&lock);
    bool first = !agreeing;
    if (first) {
        agreeing = true;
        mine->flags |= QUIET;
        memcpy(mine->free, available, sizeof available);
    }
    pthread_mutex_unlock(&lock);
    return first;
}

/* The lock is held. */
static int take(const ballot *all, int ids[], int count) {
    int found = 0;
    for (int id = 0; id < MOST && found < count; id++) {
        uint64_t bit = UINT64_C(1) << (id % 64);
        if (!(all->free[id / 64] & bit))
            continue;
        available[id / 64] &= ~bit;
        ids[found++] = id;
    }
    return found;
}

lb_agreement lb_ids_agree(MPI_Comm comm, bool ready, int ids[], int count, int *found) {
    *found = 0;
    for (int i = 0; i < TRIES; i++) {
        ballot mine, all;
        bool first = vote(ready, &mine);
        int code = lb_native.allreduce(&mine, &all, WORDS + 1, MPI_UINT64_T, MPI_BAND, comm);
        bool fine = code == MPI_SUCCESS && all.flags == (READY | QUIET);
        pthread_mutex_lock(&lock);
        if (fine)
            *found = take(&all, ids, count);
        if (first)
            agreeing = false;
        pthread_mutex_unlock(&lock);
        if (code != MPI_SUCCESS || !(all.flags & READY))
            return LB_NOT_EVER;
        if (fine)
            return *found > 0 ? LB_AGREED : LB_NOT_NOW;
        sched_yield();
    }
    return LB_NOT_NOW;
}
