/* The readers that lb_import chooses from, one for each format: a whole file in memory, into a judged plan. */
#ifndef LB_READERS_H
#define LB_READERS_H

#include "import/page.h"
#include "linkbound-import.h"

/* Fills out->plan and out->room; options are not NULL, and options->memory is set. */
typedef int lb_page_reader(const lb_page *page, const lb_import_options *options, lb_imported *out);

lb_page_reader lb_import_msccl;

/* Holds a plan that was read against our model, whose rules are stricter than other tools': a node has one partial sum
 * of a block, and sums are made in the same order everywhere. LB_ERR_UNSUPPORTED where `judged` says that the file does
 * what it claims all the same, else LB_ERR_CHECK. */
int lb_import_check(const lb_page *page, uint64_t memory, bool judged, const lb_plan *plan);

#endif
