/* linkbound tune, under mpirun: measures the links, and writes the profile that the MPI engine plans with. */
#include "cli/commands.h"
#include "cli/tune.h"

const cli_command cli_tune = {
    .name = "tune",
    .usage = "[NETWORK] [-o FILE]",
    .summary = "measure the links between MPI processes, and store the result",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_OUTPUT, OPT_JSON, OPT_QUIET),
    .max_operands = 1,
    .run = cli_tune_links,
    .help = "Run under mpirun, with a process for every node. Measures tau (ns per byte),\n"
            "beta (ns per packet), how many links a process can usefully drive at a time,\n"
            "and the size of messages with which a link is quickest both ways. The result\n"
            "is written to FILE, else to $LINKBOUND_PROFILE, else to\n"
            "$XDG_CONFIG_HOME/linkbound/profile, where programs that use liblinkbound-mpi\n"
            "find it. Without NETWORK the number of processes is factorised. Example:\n"
            "  mpirun -n 8 linkbound tune cube:3\n",
};
