/* Whether the engine is to do a call, or MPI. The only place where that is decided; it must come out the same at all
 * processes of the communicator.
 *
 * Below the minimum start-ups are what takes time, and MPI's own algorithms have few of them, too. */
#include "pmpi/shim.h"

bool lb_pays(const lb_place *place, const lb_ask *ask) {
    (void)place;
    if (!(lb_shim_setup.verbs >> ask->verb & 1))
        return false;
    return ask->unknown || (ask->volume > 0 && ask->volume >= lb_shim_setup.minimum);
}
