/* linkbound tune without an MPI: it says who can. */
#include "cli/tune.h"

#include "cli/say.h"

int cli_tune_links(const cli_args *args) {
    (void)args;
    return cli_fail("tune measures the links between processes: mpirun -n 8 linkbound tune cube:3");
}
