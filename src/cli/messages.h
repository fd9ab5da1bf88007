/* Files that do not name their data (linkbound-import.h): what check and simulate say of them. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "cli/job.h"

/* "8 ranks on ring:8, ...; not judged: GOAL does not name its data". */
void cli_messages_report(const cli_args *args, const cli_job *job);

/* How long they take. 0, or an exit status after the error line. */
int cli_messages_simulate(const cli_args *args, cli_job *job);

#endif
