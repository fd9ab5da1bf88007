/* Networks of machines that are known by name. */
#ifndef LB_MACHINES_H
#define LB_MACHINES_H

#include "net/net.h"

/* NULL: there is none of this name. *links: what a file would say of it; NULL where its network has a name. */
const lb_wiring *lb_wiring_find(const char *name, const char **links);

#endif
