/* Formulas against simulations. */
#ifndef CLI_COMPARE_VERIFY_H
#define CLI_COMPARE_VERIFY_H

#include "cli/comparison.h"

void cli_compare_verify(cli_comparison *c); /* fills verified, spare, wrong */

#endif
