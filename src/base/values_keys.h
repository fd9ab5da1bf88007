/* Keys of a set in a tree of keys and values. */
#ifndef LB_VALUES_KEYS_H
#define LB_VALUES_KEYS_H

#include "base/values.h"

/* Fails where a set has a key twice. */
int lb_values_unlike(const lb_values *tree, uint32_t set);

#endif
