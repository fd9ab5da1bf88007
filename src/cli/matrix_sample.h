/* A matrix to move: values that tell every element from every other, and whether each has come to its place. */
#ifndef CLI_MATRIX_SAMPLE_H
#define CLI_MATRIX_SAMPLE_H

#include "linkbound-matrix.h"

/* Moves a whole matrix by the plan (NULL when nothing is sent) and compares every element with where it must be. Where
 * elements are too short to be all different it moves several, which together tell. 0, or an exit status after the
 * error line. */
int cli_matrix_try(const lb_rearrange *rearrange, const lb_plan *plan);

#endif
