/* Networks for duplicates. All processes must agree on a number for each (ids.c), which takes a collective; so several
 * are made at a time, and the next duplicates of the same communicator take them, in the same order everywhere: calls
 * on a communicator come in the same order at all its processes. At first one, then more at a time. */
#include "pmpi/shim.h"

enum { MOST = 16, LAZY = 2 }; /* at a time; duplicates that have to ask, since most programs make no more */

/* Whatever of them the processes agree on. */
static void fill(lb_place *place) {
    lb_place *made[MOST], **last = &place->spares;
    int ids[MOST], wanted, found = 0;
    bool ready = true;
    place->batch = place->batch == 0 ? 1 : place->batch < MOST ? 2 * place->batch : MOST;
    wanted = (int)place->batch;
    for (int i = 0; i < wanted; i++) {
        made[i] = lb_place_new(place->comm);
        ready = made[i] && ready && lb_channel_join(made[i]);
    }
    lb_ids_agree(place->comm, ready, ids, wanted, &found);
    for (int i = 0; i < wanted; i++) {
        if (i >= found || !made[i]) { /* what all have agreed on is there */
            if (made[i])
                lb_place_free(made[i]);
            continue;
        }
        made[i]->id = ids[i];
        made[i]->net->tags = lb_ids_tags(ids[i]);
        made[i]->next = NULL;
        *last = made[i];
        last = &made[i]->next;
    }
    if (found == 0)
        place->batch = 0;
}

void lb_place_duplicated(MPI_Comm comm, MPI_Comm copy) {
    lb_place *place = lb_place_of(comm);
    if (!place || lb_shim_setup.set.debug || (place->duplicates++ < LAZY && !lb_shim_setup.nonblocking))
        return;
    if (!place->spares)
        fill(place);
    lb_place *spare = place->spares;
    if (!spare)
        return;
    place->spares = spare->next;
    spare->next = NULL;
    if (!lb_place_attach(spare, copy))
        PMPI_Abort(MPI_COMM_WORLD, MPI_ERR_NO_MEM); /* the others have it */
}
