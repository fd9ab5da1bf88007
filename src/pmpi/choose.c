/* Whether the engine is to do a call, or MPI. The only place where that is decided; it must come out the same at all
 * processes of the communicator.
 *
 * Below the minimum start-ups are what takes time, and MPI's own algorithms have few of them, too. */
#include "pmpi/shim.h"

static bool is_neighborly(lb_verb verb) {
    return verb == LB_VERB_neighbor_allgather || verb == LB_VERB_neighbor_allgatherv ||
           verb == LB_VERB_neighbor_alltoall || verb == LB_VERB_neighbor_alltoallv ||
           verb == LB_VERB_neighbor_alltoallw;
}

bool lb_pays(const lb_place *place, lb_ask *ask) {
    const lb_setup *setup = &lb_shim_setup;
    if (!(setup->verbs >> ask->verb & 1)) {
        ask->reason = setup->one_host ? LB_LEFT_ONE_HOST : LB_LEFT_UNWANTED;
        return false;
    }
    ask->reason = LB_LEFT_PLAN;
    if (place->node_of && is_neighborly(ask->verb)) /* neighbours of machines are the own plane's: not MPI's */
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
