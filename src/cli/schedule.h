/* A plan from a schedule file, for the commands that take --schedule FILE instead of TASK NETWORK. */
#ifndef CLI_SCHEDULE_H
#define CLI_SCHEDULE_H

#include "cli/job.h"

/* Whether the words beside --schedule go with it: no operands from `first` on, no options of a task or a plan. 0, or an
 * exit status after the error line. */
int cli_schedule_words(const cli_args *args, unsigned first);

/* The plan, checked, and what it is in the outcome's words; or, where the job allows it, messages. 0, or an exit status
 * after the error line; the job must be freed in any case. */
int cli_schedule_read(const cli_args *args, cli_job *job);

/* Whether this file is another tool's. 0, or an exit status after the error line. */
int cli_schedule_foreign(const char *path, bool *foreign);

/* Whether --network, if it is there, is the network that a schedule says it is on. 0, or an exit status after the error
 * line. */
int cli_schedule_network(const cli_args *args, const lb_net *net);

/* Packets of a block on the unit clock; 0: packets are larger than a block, or no part of it. */
uint64_t cli_schedule_packets(const lb_plan *plan);

/* The unit clock's bound of a schedule whose blocks are `packets` packets; 0: of packets larger than a block, which
 * nothing bounds that is counted in blocks. */
int cli_schedule_bound(const cli_args *args, cli_outcome *outcome, uint64_t packets);

#endif
