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
    .help = "Run under mpirun, with one process or more on every host. Hosts greet each\n"
            "other on all network interfaces; one that hears exactly one other host is the\n"
            "end of a cable. The cables are compared with cubes, tori, meshes and rings, or\n"
            "with NETWORK, and missing or swapped ones are listed. If no cable can be seen,\n"
            "messages between all hosts are timed instead. The output is a hosts file, for\n"
            "linkbound exec --hosts. The links are measured, too; --profile FILE stores the\n"
            "result, --profile none leaves that out. Example:\n"
            "  mpirun -n 8 --map-by node linkbound discover -o hosts\n",
};
