/* linkbound discover without an MPI: it says who can. */
#include "cli/discover.h"

#include "cli/say.h"

int cli_discover_hosts(const cli_args *args) {
    (void)args;
    return cli_fail("discover looks at the hosts that processes run on: mpirun -n 8 --map-by node linkbound discover");
}
