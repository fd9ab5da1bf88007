/* Collectives in which everybody sends to all neighbours at every step (allreduce, allgather, reduce-scatter): each
 * step waits for the one before, and so the links are idle for a latency at every step. Where messages share links, and
 * are paced (overlap.h), two copies of the plan or more, each with its share of every block, take turns: the links have
 * the packet of one while the other's is on its way.
 *
 * A copy's packet takes s/g for its bytes, if a step's takes s, and then its latency; the links are busy for s and g
 * gaps. A step takes the longer of these two, and the last copy is g-1 packets behind the first, or a latency if the
 * links are always busy. Steps are not equal,
 * and a formula has only their sum: plans that move the least data have half of it in the first and the last step, and
 * nearly all in half of the steps. Those that exchange what is left once it is small enough (formulas in j) are about
 * equal. What comes out is within 4 % of what was simulated (docs/simgrid.md). */
#include "mpi/copies.h"

#include <math.h>

enum { MOST_COPIES = 8, LEAST_PACKET = 64 };
static const double worth = 0.99; /* what more copies must bring: each costs messages */

typedef struct course {
    double steps, data, latency, gap;
} course;

/* So many steps, each with so much data. */
static double time_of_steps(const course *c, double steps, double data, double copies) {
    return steps * fmax(data + copies * c->gap, data / copies + c->latency);
}

static double time_of(const course *c, double uneven, double copies) {
    double each = c->data / c->steps, more = uneven * each;
    double behind = (copies - 1) * ((each + more) / copies + c->gap);
    return time_of_steps(c, c->steps / 2, each + more, copies) + time_of_steps(c, c->steps / 2, each - more, copies) +
           fmin(behind, c->latency);
}

uint32_t lb_copies_best(const lb_pace *pace, const lb_formula *f, double *ns) {
    double steps = (double)f->startups;
    uint32_t best = 1;
    if (f->startups < 2)
        return 1;
    course c = {steps, lb_ratio_value(f->data) * pace->block, pace->beta + (double)f->hops * pace->hop / steps,
                pace->gap};
    for (uint32_t copies = 2; copies <= MOST_COPIES; copies++) {
        double time = time_of(&c, pace->uneven, copies);
        if (c.data / c.steps / copies < LEAST_PACKET * pace->tau)
            break;
        if (time >= worth * *ns)
            continue;
        *ns = time;
        best = copies;
    }
    return best;
}
