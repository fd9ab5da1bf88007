/* What was found out: see known.h. */
#include "mpi/known.h"

#include "mpi/memory.h"
#include "mpi/stock.h"

#include <stdlib.h>

lb_known *lb_known_of(const lb_question *q) {
    lb_stock *stock = q->net->stock;
    if (stock && !stock->known) {
        stock->known = lb_mpi_take(1, sizeof *stock->known);
        stock->forget = lb_known_free;
        if (stock->known)
            stock->known->process = stock->process;
    }
    return stock ? stock->known : NULL;
}

/* Whole tori look the same from every node. */
uint32_t lb_known_root(const lb_question *q) {
    bool alike = lb_net_is_torus(q->net->net) && lb_net_is_whole(q->net->net);
    return alike ? 0 : lb_task_params_of(q->task).root;
}

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
