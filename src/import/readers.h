/* The readers that lb_import chooses from, one for each format: a whole file in memory, into a judged plan. */
#ifndef LB_READERS_H
#define LB_READERS_H

#include "import/sketch.h"
#include "linkbound-import.h"

/* Fills out->plan and out->room, or out->messages; options are not NULL, and options->memory is set. */
typedef int lb_page_reader(const lb_page *page, const lb_import_options *options, lb_imported *out);

lb_page_reader lb_import_msccl, lb_import_csv, lb_import_teccl, lb_import_forestcoll, lb_import_mscclpp, lb_import_goal,
    lb_import_chakra;

/* Holds a plan that was read against our model, whose rules are stricter than other tools': a node has one partial sum
 * of a block, and sums are made in the same order everywhere. Of a program, which was judged when it was run, `moves`
 * is NULL, and LB_ERR_UNSUPPORTED says that it does what it claims all the same; else LB_ERR_CHECK, with the line of
 * the move that breaks a rule. */
int lb_import_check(const lb_page *page, uint64_t memory, const lb_sketch *moves, const lb_plan *plan);

/* For formats that name moves: makes the plan, and checks it. */
int lb_import_sketch(const lb_sketch *s, const lb_page *page, const lb_import_options *options, lb_imported *out);

#endif
