/* The factors of a network's name: rings and lines, twisted tori, circulant and complete graphs, and so on. */
#ifndef LB_FACTORS_H
#define LB_FACTORS_H

#include "base/line.h"
#include "net/lattice.h"

enum { LB_NAME_ROOM = 4096 };

/* A name that is being read: the recipe so far, and what the factors are called. */
typedef struct lb_reading {
    const char *text, *at;
    lb_recipe recipe;
    bool rings[LB_MAX_DIMS]; /* by dimension: it is a factor's that is nothing but rings and lines */
    char name[LB_NAME_ROOM], other[LB_NAME_ROOM]; /* the whole; factors that are no rings, as they stand */
    lb_line line;                                 /* of the name */
    size_t others;
    unsigned other_first[LB_MAX_DIMS]; /* by dimension: where such a factor that begins there stands in `other`, + 1 */
} lb_reading;

/* Reads a decimal number that ends where digits end. Values beyond 2^32 stop at UINT32_MAX, which every limit refuses.
 */
bool lb_read_number(const char **text, uint32_t *value);

/* Reads one factor, up to *, a blank or the end, and adds it to the recipe. */
int lb_read_factor(lb_reading *r, lb_why *why);

int lb_name_error(const char *text, lb_why *why);

#endif
