/* Receives from anybody, or of any tag. */
#ifndef LB_MESSAGES_ANY_H
#define LB_MESSAGES_ANY_H

#include "import/messages.h"

/* Gives each receive whose peer or tag is LB_NONE those of the messages that it meets. LB_ERR_CHECK: there are none;
 * LB_ERR_UNSUPPORTED: there are different ones, so that it is chance which it meets. */
int lb_messages_any(lb_messages *m, const lb_page *page);

#endif
