/* Formulas that take milliseconds to find are found once for a network. */
#ifndef LB_MPI_FORMULAS_H
#define LB_MPI_FORMULAS_H

#include "mpi/net.h"

/* What lb_formula_of says of an algorithm that the options name, with their cost. */
bool lb_formula_kept(const lb_mpi_net *net, const lb_task *task, const lb_plan_options *options, lb_formula *formula);

#endif
