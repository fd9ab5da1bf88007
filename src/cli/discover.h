/* linkbound discover: only the companion programs can, which are linked with an MPI (src/cli/mpi). */
#ifndef CLI_DISCOVER_H
#define CLI_DISCOVER_H

#include "cli/args.h"

int cli_discover_hosts(const cli_args *args);

#endif
