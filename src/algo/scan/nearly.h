/* Packets of a scan that have nearly come to terms: some moves are still in the way of others. */
#ifndef LB_SCAN_NEARLY_H
#define LB_SCAN_NEARLY_H

#include "algo/common/algo.h"

/* A move of a packet that has a step. */
typedef struct lb_scan_seated {
    uint32_t packet, step; /* the first is 1 */
    uint32_t from, port;
    uint32_t first, last; /* the span */
} lb_scan_seated;

typedef struct lb_scan_nearly {
    lb_scan_seated *moves; /* NULL: there are none; to be freed */
    uint64_t count;
    uint32_t steps, clashes; /* moves that would have to go elsewhere, at every link and port that too many want */
} lb_scan_nearly;

/* Room for so many moves; there are none then. LB_ERR_MEMORY. */
int lb_scan_nearly_begin(lb_scan_nearly *nearly, uint64_t moves, uint32_t steps, uint32_t clashes);

#endif
