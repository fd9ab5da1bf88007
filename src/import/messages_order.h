/* Whether messages come to their end. */
#ifndef LB_IMPORT_MESSAGES_ORDER_H
#define LB_IMPORT_MESSAGES_ORDER_H

#include "import/messages.h"

/* Everything is done at some time if sends are buffered, else LB_ERR_CHECK; m->unbuffered: even if they are not. */
int lb_messages_order(lb_messages *m, const lb_page *page);

#endif
