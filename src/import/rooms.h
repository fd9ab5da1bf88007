/* How many messages connections must hold. */
#ifndef LB_ROOMS_H
#define LB_ROOMS_H

#include "import/acts.h"

enum { LB_ROOMS_MOST = 64 };

/* The least number of messages that every connection must hold for the program not to lock, 1 to LB_ROOMS_MOST; 0: even
 * that is too few. The program ends where connections hold any number. With less it stops at the same place in
 * whatever order threads run, and more never hurts: threads only wait for each other in ways that do not depend on what
 * they find. LB_ERR_MEMORY, or 0. */
int lb_rooms(const lb_acts *a, uint32_t *rooms);

#endif
