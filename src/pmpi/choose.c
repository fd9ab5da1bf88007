/* Whether the engine is to do a call, or MPI. The only place where that is decided; it must come out the same at all
 * processes of the communicator.
 *
 * Below the minimum start-ups are what takes time, and MPI's own algorithms have few of them, too. */
#include "pmpi/shim.h"

/* On machines what depends on the order of the ranks, unless it is the nodes', or on lengths that differ, is MPI's. */
static bool is_for_machines(const lb_place *place, const lb_ask *ask) {
    int commutes = 1;
    switch (ask->verb) {
    case LB_VERB_bcast:
    case LB_VERB_scatter:
    case LB_VERB_gather:
    case LB_VERB_allgather:
    case LB_VERB_alltoall: return true;
    case LB_VERB_reduce:
    case LB_VERB_allreduce:
    case LB_VERB_reduce_scatter_block: return PMPI_Op_commutative(ask->op, &commutes) == MPI_SUCCESS && commutes;
    case LB_VERB_scan:
    case LB_VERB_exscan: return lb_seats_in_order(place->node_of, place->size);
    default: return false;
    }
}

bool lb_pays(const lb_place *place, lb_ask *ask) {
    const lb_setup *setup = &lb_shim_setup;
    if (!(setup->verbs >> ask->verb & 1)) {
        ask->reason = setup->one_host ? LB_LEFT_ONE_HOST : LB_LEFT_UNWANTED;
        return false;
    }
    ask->reason = LB_LEFT_PLAN;
    if (place->node_of && !is_for_machines(place, ask))
        return false;
    ask->reason = LB_LEFT_SHORT;
    return ask->unknown || (ask->volume > 0 && ask->volume >= setup->minimum);
}

bool lb_enters(lb_place *place, lb_ask *ask) {
    ask->reason = LB_LEFT_SETUP;
    if (!lb_place_ready(place))
        return false;
    ask->reason = LB_LEFT_PLAN; /* unless it is planned */
    return true;
}

bool lb_takes(lb_place *place, lb_ask *ask) {
    return lb_pays(place, ask) && lb_enters(place, ask);
}
