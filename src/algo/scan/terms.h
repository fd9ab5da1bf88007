/* How near packets of a scan come to terms, and going on from there: what finish.c and insist.c share. */
#ifndef LB_SCAN_TERMS_H
#define LB_SCAN_TERMS_H

#include "algo/scan/mending.h"
#include "algo/scan/nearly.h"

/* Packets have what they had when they nearly came to terms. */
void lb_mending_take_up(lb_mending *m, const lb_scan_nearly *nearly);

/* Whether nobody is in anybody's way in the end, by rounds from what packets have, until these come no nearer; then
 * that is kept. Otherwise what came nearest is noted, if it is as near as what was. */
bool lb_mending_come_to_terms(lb_mending *m, lb_scan_nearly *nearly);

#endif
