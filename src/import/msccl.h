/* MSCCL XML: the algorithm files of MSCCL and RCCL. */
#ifndef LB_MSCCL_READ_H
#define LB_MSCCL_READ_H

#include "import/acts.h"
#include "import/page.h"

/* Which calls a file is for. */
typedef struct lb_msccl_calls {
    bool in_place, out_of_place;
} lb_msccl_calls;

/* Reads the file as a call in place, or out of place, would run it: the buffers are the same memory then, or not. root:
 * of what has one, LB_NONE: the rank that receives, or sends, nothing. A file that is not for such calls is
 * not read any further. The program must be freed in any case.
 */
int lb_msccl_read(const lb_page *page, bool in_place, uint32_t root, lb_acts *a, lb_msccl_calls *calls);

#endif
