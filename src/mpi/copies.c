/* Collectives in which everybody sends to all neighbours at every step (allreduce, allgather, reduce-scatter): each
 * step waits for the one before, and so the links are idle for a latency at every step. Where messages share links, and
 * are paced (overlap.h), two copies of the plan or more, each with its share of every block, take turns: the links have
 * the packet of one while the other's is on its way.
 *
 * A copy's packet takes s/g for its bytes, if a step's takes s, and then its latency; the links are busy for s and g
 * gaps. A step takes the longer of these two, and the last copy is g-1 packets behind the first, or a latency if the
 * links are always busy. Steps are not equal, and a formula has only their sum: plans that move the least data have
 * half of it in the first and the last step, and nearly all in half of the steps. Of those that exchange what is left
 * once it is small enough (formulas in j) it is known what each step has, and a timetable of all copies is gone
 * through. What comes out is within 4 % of what was simulated (docs/simgrid.md). */
#include "mpi/copies.h"

#include <math.h>

enum { MOST_STEPS = 64 };
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

/* ---- Exchanges in j ---- */

/* j levels of L divide what is left by r, and come once more at the end, the other way; the others exchange all of it.
 * Those that divide are the near ones: what peers that are farther away cost, in hops and on links that they share, is
 * had by the others, or by the inner ones where all divide. */
typedef struct exchanges {
    uint32_t levels, halved;
    bool once; /* only one half of an allreduce */
    double r;
} exchanges;

typedef struct step {
    double data, latency;
} step;

static exchanges exchanges_of(const lb_pace *pace, const lb_formula *f) {
    bool once = f->startups == f->groups;
    uint32_t levels = (uint32_t)f->startups - (once ? 0 : f->groups);
    return (exchanges){levels, f->groups, once, pow(pace->nodes, 1.0 / levels)};
}

static void set_step(const exchanges *e, step *list, uint32_t level, step one) {
    uint32_t steps = e->levels + (e->once ? 0 : e->halved);
    list[level] = one;
    if (level < e->halved && !e->once)
        list[steps - 1 - level] = one;
}

/* What every step has; their number. 0: not known. */
static uint32_t list_steps(const lb_pace *pace, const lb_formula *f, step *list) {
    exchanges e = exchanges_of(pace, f);
    double sides = e.once ? 1 : 2, all = lb_ratio_value(f->data) * pace->block, rest = pow(e.r, -(double)e.halved);
    uint32_t whole = e.levels - e.halved, inner = whole ? whole : (e.halved + 1) / 2;
    if (f->startups > MOST_STEPS || f->groups > e.levels || !pace->ports)
        return 0;
    double divided = sides * (1 - rest), least = whole * (e.r - 1) * rest;
    double far = fmax(all - divided * pace->block / pace->ports, all * least / (divided + least));
    far = whole ? far : 0;
    double hops = (double)f->hops * pace->hop / (inner * (whole ? 1 : sides));
    for (uint32_t l = 0; l < e.levels; l++) {
        double part = pow(e.r, -(double)l) * (1 - 1 / e.r) / (1 - rest);
        double data = l < e.halved ? (all - far) / sides * part : far / whole;
        set_step(&e, list, l, (step){data, pace->beta + (l + inner >= e.levels ? hops : 0)});
    }
    return (uint32_t)f->startups;
}

/* Every step of every copy, one after another on the links, each when what it waits for is there. */
static double go_through(const step *list, uint32_t steps, uint32_t copies, double gap) {
    double ready[LB_MOST_COPIES] = {0}, now = 0, last = 0;
    for (uint32_t s = 0; s < steps; s++) {
        for (uint32_t c = 0; c < copies; c++) {
            double sent = fmax(now, ready[c]) + list[s].data / copies;
            now = sent + gap;
            ready[c] = sent + list[s].latency;
            last = fmax(last, ready[c]);
        }
    }
    return last;
}

/* ---- The best number ---- */

uint32_t lb_copies_best(const lb_pace *pace, const lb_formula *f, double *ns) {
    double steps = (double)f->startups;
    uint32_t best = 1;
    if (f->startups < 2)
        return 1;
    step list[MOST_STEPS];
    uint32_t known = f->letter == 'j' ? list_steps(pace, f, list) : 0;
    course c = {steps, lb_ratio_value(f->data) * pace->block, pace->beta + (double)f->hops * pace->hop / steps,
                pace->gap};
    for (uint32_t copies = 2; copies <= LB_MOST_COPIES; copies++) {
        double time = known ? go_through(list, known, copies, c.gap) : time_of(&c, pace->uneven, copies);
        if (c.data / c.steps / copies < LB_LEAST_PACKET * pace->tau)
            break;
        if (time >= worth * *ns)
            continue;
        *ns = time;
        best = copies;
    }
    return best;
}
