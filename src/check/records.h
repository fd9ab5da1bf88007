/* Which record is kept. */
#ifndef LB_RECORDS_H
#define LB_RECORDS_H

#include "check/holding.h"

/* The cheap and the full record for a task. */
const lb_record *lb_record_for(const lb_holding *h, bool full);

#endif
