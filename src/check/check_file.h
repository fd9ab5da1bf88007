/* Checking what a schedule reader delivers. */
#ifndef LB_CHECK_FILE_H
#define LB_CHECK_FILE_H

#include "file/read.h"

/* As lb_check_file, from an open reader, which is closed. On LB_OK and LB_ERR_CHECK *header (when not NULL) owns the
 * task; otherwise its task is NULL. */
int lb_check_reader(lb_reader *reader, const lb_check_options *options, lb_header *header, lb_report *report,
                    lb_why *why);

#endif
