/* When the packets of prefix-cuts use the links of a ring. */
#ifndef LB_PREFIX_CUTS_TABLE_H
#define LB_PREFIX_CUTS_TABLE_H

#include "algo/common/algo.h"

enum { LB_CUTS_RADIX = 16, LB_CUTS_PERIOD = 2 * (LB_CUTS_RADIX - 1), LB_CUTS_ROUND = 2 * LB_CUTS_RADIX };

/* One of the packets of a round. */
typedef struct lb_cut {
    uint32_t at;         /* the first digit of the upper part: 0..r-1 where the ring is summed up to r-1, 1..r to 0 */
    uint32_t to;         /* the digit to which it is summed up */
    uint32_t begin, end; /* the steps before the higher dimensions begin with it, and all of its steps */
} lb_cut;

/* Rounds of 2r packets begin every 2(r-1) steps, which is as often as each of them uses every link. */
typedef struct lb_cuts_table {
    uint32_t r, period;
    lb_cut cuts[LB_CUTS_ROUND]; /* those that end first come first */
    /* What a link up (0) or down (1) from digit x carries in steps that are s+1 modulo the period: which packet, from 1
     * on, and in which step of its round. */
    struct lb_cuts_use {
        uint16_t cut, step;
    } uses[2][LB_CUTS_RADIX][LB_CUTS_PERIOD];
    /* Whose `begin` is s modulo the period: of packets that are summed up to r-1 (0), or to 0 (1). */
    uint8_t begins[2][LB_CUTS_PERIOD];
} lb_cuts_table;

/* For a ring of 3 to LB_CUTS_RADIX nodes, if the higher dimensions take so many steps. */
void lb_cuts_table_make(lb_cuts_table *table, uint32_t r, uint32_t above);

#endif
