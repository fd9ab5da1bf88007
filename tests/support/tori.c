/* The tori that long messages are tested on. */
#include "support/tori.h"

#include <stdio.h>

/* Continues a name that has `dims` dimensions, `ones` of them of radix 1, and so many nodes. */
static void each(unsigned dims, unsigned ones, uint32_t nodes, uint32_t most, const char *name, torus_visit visit) {
    if (dims)
        visit(name);
    for (uint32_t k = 1; dims < 4 && nodes * k <= most; k++) {
        char longer[64];
        if (k == 1 && (ones > 0 || dims > 2))
            continue;
        snprintf(longer, sizeof longer, "%.40s%s%u", name, dims ? "x" : "", (unsigned)k);
        each(dims + 1, ones + (k == 1), nodes * k, most, longer, visit);
    }
}

void torus_each(uint32_t most, torus_visit visit) {
    each(0, 0, 1, most, "", visit);
}

const char *const torus_big[TORUS_BIG] = {"4x4x4", "8x8",     "3x4x5", "16",   "2x2x2x2x3",
                                          "2x5x5", "3x3x3x3", "6x7",   "2x9x3"};
