/* What is dead, as people write it: --without "3-7,12>13" and --without-node 5,9. */
#ifndef CLI_FAULTS_H
#define CLI_FAULTS_H

#include "cli/args.h"

/* Takes what --without and --without-node say out of *net, which is replaced. 0, or an exit status after the line. */
int cli_faults_apply(const cli_args *args, lb_net **net);

/* " without 2 links and 1 node", or nothing. */
void cli_faults_title(const lb_net *net, char *buffer, size_t size);

/* The same network, and the same task on it, with nothing dead. 0, or an exit status after the line. */
int cli_faults_whole(const lb_task *task, lb_task **whole);

#endif
