/* Variables of the environment. */
#ifndef LB_MPI_ENVIRONMENT_H
#define LB_MPI_ENVIRONMENT_H

#include "linkbound.h"

bool lb_environment_flag(const char *name); /* set, and neither empty nor 0 */
/* These leave the value alone when the variable is not set; false: it is no such number. */
bool lb_environment_number(const char *name, const char *what, uint64_t *value, lb_why *why);
bool lb_environment_bytes(const char *name, uint64_t *value, lb_why *why); /* also with K, M or G */
/* LINKBOUND_TIMEOUT: seconds without a word from where one is due until that is said. 0: it never is. The default where
 * nothing is said, or nothing that makes sense. */
bool lb_environment_timeout(double *seconds, lb_why *why);

#endif
