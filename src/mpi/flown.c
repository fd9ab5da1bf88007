/* Tori that cut through: see flown.h. MPI says whom a message is for and not which way it goes, so flights are those of
 * dimension order. */
#include "mpi/flown.h"

#include "mpi/stock.h"

#include <stdio.h>

int lb_flown_make(const lb_net *net, lb_net **flown) {
    static const char word[] = " dimension-order";
    char name[256];
    lb_why why;
    *flown = NULL;
    int wrote = lb_net_name(net, name, sizeof name);
    if (!lb_net_is_whole(net) || !lb_net_is_torus(net) || lb_net_routing(net) != LB_STORE_AND_FORWARD || wrote < 0 ||
        (size_t)wrote + sizeof word > sizeof name)
        return LB_OK;
    snprintf(name + wrote, sizeof name - (size_t)wrote, "%s", word);
    int error = lb_net_parse(name, flown, &why);
    return error == LB_ERR_MEMORY ? error : LB_OK; /* else its links are not all alike, or it is too large */
}

const lb_net *lb_mpi_wires(const lb_mpi_net *net, const lb_want *want) {
    bool flies = want->kind <= LB_ALLREDUCE && !want->steps; /* of what comes after it there are no flights */
    bool flown = flies && net->set.profile.routed && net->stock->flown;
    return flown ? net->stock->flown : net->net;
}
