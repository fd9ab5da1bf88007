/* linkbound tune: only the companion programs can, which are linked with an MPI (src/cli/mpi). */
#ifndef CLI_TUNE_H
#define CLI_TUNE_H

#include "cli/args.h"

int cli_tune_links(const cli_args *args);

#endif
