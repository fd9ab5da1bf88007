/* The network and the task that the command line names. */
#ifndef CLI_PROBLEM_H
#define CLI_PROBLEM_H

#include "cli/args.h"

typedef struct cli_problem {
    lb_net *net;
    lb_task *task;
} cli_problem;

/* From operands TASK NETWORK [K..L] and the options. 0, or an exit status after the error line. */
int cli_problem_make(const cli_args *args, cli_problem *problem);
void cli_problem_free(cli_problem *problem);

/* "broadcast from 5 on cube:3 (8 nodes, 3 ports)". */
void cli_problem_title(const lb_task *task, uint32_t ports, char *buffer, size_t size);

/* Whether --bytes are those of one message, or vector, that all is about; else they are those of many blocks. */
bool cli_is_message(const lb_task *task);

#endif
