/* The formats that lb_export chooses from. options is not NULL. */
#ifndef LB_FORMATS_H
#define LB_FORMATS_H

#include "linkbound-export.h"

typedef int lb_writer(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why);

lb_writer lb_export_dot, lb_export_csv, lb_export_msccl, lb_export_goal, lb_export_trace, lb_export_mscclpp,
    lb_export_chakra;

#endif
