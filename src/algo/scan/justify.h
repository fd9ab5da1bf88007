/* A timetable of a scan is made shorter by moving all of it to and fro. */
#ifndef LB_SCAN_JUSTIFY_H
#define LB_SCAN_JUSTIFY_H

#include "algo/scan/way.h"

/* Changes the steps of all moves, packet after packet as lb_scan_timetable gives them, and how many steps there are,
 * which does not become more. Does nothing where there are very many links and steps. *work counts moves looked at.
 * LB_ERR_MEMORY. */
int lb_scan_justify(const lb_scan_job *job, uint32_t *starts, uint32_t *steps, uint64_t *work);

#endif
