/* Networks as people type them. */
#ifndef CLI_NET_NAMES_H
#define CLI_NET_NAMES_H

#include "linkbound.h"

/* As lb_net_parse; where the name is nearly one of a network the error line says which. 0, or an exit status. */
int cli_net_parse(const char *text, lb_net **net);

#endif
