/* Messages that are all there: held against their own order. */
#ifndef LB_IMPORT_MESSAGES_SETTLE_H
#define LB_IMPORT_MESSAGES_SETTLE_H

#include "import/messages.h"

/* When all deeds and needs are there: pairs sends with receives in the order of the file, finds the links (on `net`
 * unless that is NULL) and sees that everything comes to its end. LB_ERR_CHECK: a rule is broken. */
int lb_messages_settle(lb_messages *m, const lb_page *page, const lb_net *net);

#endif
