/* Where the best changes. */
#ifndef CLI_COMPARE_CHANGES_H
#define CLI_COMPARE_CHANGES_H

#include "cli/comparison.h"

int cli_compare_changes(cli_comparison *c); /* fills change; 0 or an exit status */

#endif
