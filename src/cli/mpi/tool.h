/* What the companion's parts share. */
#ifndef CLI_MPI_TOOL_H
#define CLI_MPI_TOOL_H

#include "linkbound-mpi.h"

int tool_fail(int code);                           /* MPI's sentence as the error line; an exit status */
int tool_net(const lb_net *net, lb_mpi_net **out); /* on all processes; 0 or an exit status */

#endif
