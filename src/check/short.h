/* Short ways to a verdict. Each knows one form that a plan can have. It either finds that every rule holds, and fills
 * in the report with the very figures that the replay of all moves would give; or it returns false, having decided
 * nothing, and the replay decides. So nothing is ever refused here, and what is wrong with a plan is said in one place.
 */
#ifndef LB_SHORT_H
#define LB_SHORT_H

#include "plan/plan.h"

/* What a short way found, for the report. */
typedef struct lb_short {
    const lb_plan *plan;
    const lb_check_options *options; /* not NULL */
    lb_report *report;
    uint64_t limit; /* bytes that may be taken */
    uint64_t bytes; /* that were */
    double delay;   /* the sum of the steps in which packets came to where they are wanted */
    uint64_t delivered;
    uint64_t peak_stored; /* packets */
    uint32_t most_sends;
    bool relative;
} lb_short;

/* A stream: looks at each node once, not at each move. */
bool lb_short_stream(lb_short *s);

/* Runs: looks at each run once, not at each hop, on relative addresses. */
bool lb_short_runs(lb_short *s);

/* Any form: looks at each move, many at a time. */
bool lb_short_moves(lb_short *s);

/* ---- What they share ---- */

/* Blocks are so many packets, each of which may be sent, nothing is dead, and no step is for control. */
bool lb_short_is_plain(const lb_plan *plan, uint64_t packets);

/* Room for the packets of each step, all 0, in the report; true also where steps are too many to be recorded. */
bool lb_short_busy(lb_short *s);

/* Writes the report of a plan that keeps every rule: as many steps and moves as it says, each with one
 * packet of a block. */
void lb_short_holds(const lb_short *s);

#endif
