/* Reading a tree of keys and values. */
#ifndef LB_VALUES_READ_H
#define LB_VALUES_READ_H

#include "base/values.h"

/* Reads what stands from tree->at to tree->end, from line tree->line of the file; shown, what and why are set too. The
 * bytes must outlive the tree, which must be freed in any case. */
int lb_values_read(lb_values *tree);

#endif
