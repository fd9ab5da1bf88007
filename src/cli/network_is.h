/* linkbound networks NETWORK: what a network is. */
#ifndef LB_CLI_NETWORK_IS_H
#define LB_CLI_NETWORK_IS_H

#include "cli/args.h"

int cli_network_is(const cli_args *args, const char *network);

#endif
