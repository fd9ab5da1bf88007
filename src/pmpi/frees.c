/* Communicators as they go. A program's attributes may have delete functions that call collectives on the communicator
 * that is being freed. Ours may be gone by then: another one would never be deleted. So from when a communicator begins
 * to be freed, which is the same for all its processes, MPI does everything on it. */
#include "pmpi/shim.h"

/* Being freed, now: each on the stack of the thread that does it. */
typedef struct going {
    struct going *next;
    MPI_Comm comm;
} going;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static going *all;
static _Atomic unsigned count; /* most calls see here that there are none */

bool lb_comm_going(MPI_Comm comm) {
    bool found = false;
    if (atomic_load_explicit(&count, memory_order_relaxed) == 0)
        return false;
    pthread_mutex_lock(&lock);
    for (const going *g = all; g; g = g->next)
        found |= g->comm == comm;
    pthread_mutex_unlock(&lock);
    return found;
}

static void enter(going *mine) {
    pthread_mutex_lock(&lock);
    mine->next = all;
    all = mine;
    atomic_fetch_add(&count, 1);
    pthread_mutex_unlock(&lock);
}

static void leave(const going *mine) {
    pthread_mutex_lock(&lock);
    going **link = &all;
    while (*link != mine)
        link = &(*link)->next;
    *link = mine->next;
    atomic_fetch_sub(&count, 1);
    pthread_mutex_unlock(&lock);
}

#define LB_ENDERS(X)                                                                                                   \
    X(Comm_free, comm_free)                                                                                            \
    X(Comm_disconnect, comm_disconnect)

#define ENDER(Name, lower)                                                                                             \
    LB_MPI_API int MPI_##Name(MPI_Comm *comm) {                                                                        \
        going mine = {.comm = comm ? *comm : MPI_COMM_NULL};                                                           \
        if (!lb_shim_setup.on || mine.comm == MPI_COMM_NULL)                                                           \
            return lb_native.lower(comm);                                                                              \
        enter(&mine);                                                                                                  \
        int code = lb_native.lower(comm);                                                                              \
        leave(&mine);                                                                                                  \
        return code;                                                                                                   \
    }
LB_ENDERS(ENDER)

#define BEHIND(Name, lower) LB_MPI_API int PMPI_##Name(MPI_Comm *comm) __attribute__((alias("MPI_" #Name)));
LB_ENDERS(BEHIND)
