/* From a program to a judged plan. */
#ifndef LB_PROGRAM_PLAN_H
#define LB_PROGRAM_PLAN_H

#include "import/acts.h"
#include "import/sketch.h"

/* Runs the program (patient: see execute.h), and makes a plan of what it moves, on `net` unless that is NULL. *room:
 * how many messages a connection must hold. LB_ERR_CHECK: a rule is broken. */
int lb_program_judge(const lb_acts *a, const lb_page *page, const lb_net *net, bool patient, uint64_t memory,
                     uint32_t *room, lb_plan **plan);

#endif
