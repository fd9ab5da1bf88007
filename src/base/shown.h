/* Files' names and what the system says of them, in sentences. */
#ifndef LB_SHOWN_H
#define LB_SHOWN_H

#include "base/base.h"

#define LB_SHOWN_MAX 128 /* of a file's name in a sentence */

/* A path as sentences show it: on one line, its end when it is long. */
void lb_show_path(const char *path, char shown[LB_SHOWN_MAX]);

/* LB_ERR_IO: "NAME: cannot be VERB: what the system says about `number`". */
int lb_fail_system(lb_why *why, const char *shown, const char *verb, int number);

#endif
