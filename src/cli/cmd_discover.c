/* linkbound discover, under mpirun: which network the hosts are wired as, and which host is which node. */
#include "cli/commands.h"
#include "cli/discover.h"

const cli_command cli_discover = {
    .name = "discover",
    .usage = "[NETWORK] [-o HOSTSFILE] [--profile FILE]",
    .summary = "find out how hosts are wired, and which host is which node",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_OUTPUT, OPT_PROFILE, OPT_JSON, OPT_QUIET),
    .max_operands = 1,
    .run = cli_discover_hosts,
    .help = "Run under mpirun, with one process or more on every host. Hosts greet each other on\n"
            "all network interfaces; one that hears exactly one other host is the end of a cable.\n"
            "The cables are compared with cubes, tori, meshes and rings, or with NETWORK, and\n"
            "missing or swapped ones are listed. If no cable can be seen, messages between all\n"
            "hosts are timed instead. The output is a hosts file, for linkbound exec --hosts. The\n"
            "links are measured, too; --profile FILE stores the result, --profile none leaves that\n"
            "out. Example:\n"
            "  mpirun -n 8 --map-by node linkbound discover -o hosts\n",
};
