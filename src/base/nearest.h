/* Names that were nearly right: lb_nearest, and the sentence about them. */
#ifndef LB_NEAREST_H
#define LB_NEAREST_H

#include "base/base.h"

/* "unknown KIND 'NAME'" with the nearest of the names, or all of them where none is near. Returns LB_ERR_ARG. */
int lb_fail_unknown(const char *kind, const char *name, const char *const *names, size_t count, lb_why *why);

/* Whether a word of the text begins so, in any case of letters. */
bool lb_has_word(const char *text, const char *word);

#endif
