/* A program, run: what it moves when, and whether it does what it claims.
 *
 * Links are counted in steps: in each, every pair of ranks that has connections carries one chunk of the first message
 * that waits there. An act that sends is over when all of its message has crossed; others take no time. Connections
 * hold any number of messages here; rooms.h says how many they need.
 */
#ifndef LB_EXECUTE_H
#define LB_EXECUTE_H

#include "import/acts.h"
#include "import/execution.h"
#include "import/page.h"

/* Runs it, and holds what is in the outputs against the collective. LB_ERR_CHECK: the first rule that is broken, with
 * its line. The execution must be freed in any case. memory: bytes it may take. patient:
 * messages wait on their side of the link until they are waited for on the other, as long as any is. That may take more
 * steps, and keeps sums apart that a node of our model would have added to each other. */
int lb_execute(const lb_acts *a, const lb_page *page, bool patient, uint64_t memory, lb_execution *e);
void lb_execution_free(lb_execution *e);

#endif
