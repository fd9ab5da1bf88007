/* What was found out: see known.h. */
#include "mpi/known.h"

#include <stdlib.h>

static void drop(lb_known *known, lb_rehearsed *slot) {
    uint64_t bytes = lb_rehearsal_bytes(slot->rehearsal);
    if (known->process) {
        known->process->known_bytes -= bytes;
        known->process->kept_bytes -= bytes;
    }
    lb_rehearsal_free(slot->rehearsal);
    *slot = (lb_rehearsed){.rehearsal = NULL};
}

static bool drop_oldest(lb_known *known) {
    for (unsigned i = 0; i < LB_MPI_REHEARSALS; i++) {
        lb_rehearsed *slot = &known->rehearsals[(known->next + i) % LB_MPI_REHEARSALS];
        if (slot->rehearsal) {
            drop(known, slot);
            return true;
        }
    }
    return false;
}

void lb_known_keep(lb_known *known, const lb_which *plan, lb_rehearsal *rehearsal) {
    uint64_t bytes = lb_rehearsal_bytes(rehearsal);
    lb_process *process = known->process;
    while (process && bytes && process->known_bytes + bytes > process->memory / 4) {
        if (!drop_oldest(known))
            break;
    }
    lb_rehearsed *slot = &known->rehearsals[known->next++ % LB_MPI_REHEARSALS];
    drop(known, slot);
    *slot = (lb_rehearsed){*plan, rehearsal};
    if (process) {
        process->known_bytes += bytes;
        process->kept_bytes += bytes;
    }
}

void lb_known_free(lb_known *known) {
    for (unsigned i = 0; known && i < LB_MPI_REHEARSALS; i++)
        drop(known, &known->rehearsals[i]);
    free(known);
}
