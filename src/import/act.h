/* What a thread does next. */
#ifndef LB_ACT_H
#define LB_ACT_H

#include "import/executor.h"

/* Does acts of the thread until it has to wait or is done. LB_ERR_CHECK: one breaks a rule. */
int lb_executor_go_on(lb_executor *m, uint32_t thread);

/* What the thread sent last is over: so is its act. */
int lb_executor_sent(lb_executor *m, uint32_t thread);

/* Whether somebody waits for a message of the connection, and for nothing else. */
bool lb_executor_expects(const lb_executor *m, uint32_t connection);

#endif
