/* --slots: a machine, with so many processes on every node. */
#ifndef CLI_SLOTS_H
#define CLI_SLOTS_H

#include "cli/args.h"
#include "cli/outcome.h"

/* What the nodes of a machine must do among themselves for a task of all its processes: another task, for scans. */
lb_task_kind cli_slots_kind(const cli_args *args, lb_task_kind kind);

/* What a node must send of a machine is what all its processes must: `own` is the command line of the node, with so
 * many times the bytes or the packets in a block, and `machine` says how many. `kind` is the nodes'. Without --slots
 * both say what was there. 0, or an exit status after the error line. */
int cli_slots_apply(const cli_args *args, lb_task_kind kind, uint32_t nodes, cli_args *own, cli_machine *machine);

/* What the report says of it; "" where there are no slots. */
void cli_slots_text(const cli_machine *machine, char *buffer, size_t size);

#endif
