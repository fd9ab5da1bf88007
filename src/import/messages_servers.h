/* Who does deeds: links, and the processors of ranks. */
#ifndef LB_IMPORT_MESSAGES_SERVERS_H
#define LB_IMPORT_MESSAGES_SERVERS_H

#include "import/messages.h"
#include "import/sketch.h"

/* Numbers those of all deeds of a kind, after the ones that have a number, in the order of their ends and lanes; each
 * is a move of the sketch, if there is one. */
int lb_messages_servers(lb_messages *m, const lb_page *page, lb_deed_kind kind, lb_sketch *links);

#endif
