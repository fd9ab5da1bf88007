/* linkbound discover, under mpirun: which network the hosts are wired as, and which host is which node. */
#include "cli/commands.h"
#include "cli/discover.h"

const cli_command cli_discover = {
    .name = "discover",
    .usage = "[NETWORK] [-o HOSTSFILE] [--profile FILE]",
    .summary = "which network the hosts are wired as, and which is which node",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_OUTPUT, OPT_PROFILE, OPT_JSON, OPT_QUIET),
    .max_operands = 1,
    .run = cli_discover_hosts,
    .help = "Run under mpirun, with one process or more on every host. Hosts say hello to each\n"
            "other on all network interfaces; those that hear one other host alone are at the end\n"
            "of a cable. The cables are matched against cubes, tori, meshes and rings, or against\n"
            "NETWORK; what is missing or plugged in wrongly is said. Where no cable can be seen,\n"
            "messages between all hosts are timed. What is printed is a hosts file, for\n"
            "linkbound exec --hosts. The links are measured, too; --profile FILE keeps that, and\n"
            "--profile none leaves it out. Example:\n"
            "  mpirun -n 8 --map-by node linkbound discover -o hosts\n",
};
