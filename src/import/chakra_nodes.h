/* The nodes of one rank's Chakra trace. */
#ifndef LB_IMPORT_CHAKRA_NODES_H
#define LB_IMPORT_CHAKRA_NODES_H

#include "import/messages.h"

/* Adds them. The line of a deed is its node's number. */
int lb_chakra_take(const lb_page *page, uint32_t rank, lb_messages *m);

#endif
