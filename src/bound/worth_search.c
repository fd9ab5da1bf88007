/* What bytes should be worth: by going down.
 *
 * A link's best use of its time, at these values, is found from moment to moment. What its messages carry says where a
 * byte is worth too much, at places and times to which they bring it, and where too little, where they take it from.
 * Every class has drops in its value, from 1 to 0, one for each moment; those that make links carry more become
 * smaller by a factor, others larger (multiplicative weights). The values get near the best, though not soon: some
 * hundreds of rounds, of which each looks at all pairs of moments for every group of links.
 *
 * Between moments values are straight lines here. A message that ends between two of them may then be worth more than
 * one that ends at either, by a quarter of the drop times the distance at most, so that is added; where classes are few
 * a sixth does better, as not all messages can gain so much. What is proven is counted by steps, not lines: a message
 * that ends with a step is worth what it was before it, and that is added, too. */
#include "bound/worth_search.h"

#include "linkbound.h"

#include <stddef.h>

enum { ROUNDS = 4, BEGUN = 1, STEPS = 300, HALVINGS = 30 };

#define PACE      0.3  /* of the first step: how much smaller a drop can get */
#define SLOWER    0.1  /* steps become shorter: the square root of 1 + so much for every step */
#define LEAST     1e-9 /* a drop never gets smaller */
#define LEAST_NEW 1e-6 /* nor is it so small at the beginning of a round */
#define FARTHER   1.1  /* how much longer a time is tried in a round */
#define AT_ONCE   1e-9
#define BETWEEN   (1 / 6.0) /* slack, in the drop times the distance of the moments */
#define BETWEEN_2 (1 / 4.0) /* where classes are many */
#define ONE_STEP  (1.0 / LB_WORTH_PARTS)

/* ---- Values ---- */

static double root_of(double x) {
    double y = x;
    for (unsigned i = 0; i < 40; i++)
        y = (y + x / y) / 2;
    return y;
}

static void begin_values(lb_worth *w) {
    for (unsigned c = 0; c < w->classes; c++) {
        for (unsigned j = 0; j < w->points; j++) {
            w->worth[c][j] = c == LB_WORTH_END;
            w->drop[c][j] = 1.0 / 3 / (w->points + 1);
        }
        w->drop[c][w->points - 1] += 1.0 / 3; /* a third of it stays to the end, a third is lacking from the first */
    }
}

/* The value at a moment is what is still to be lost. */
static void set_values(lb_worth *w, double drop[][LB_WORTH_POINTS]) {
    for (unsigned c = LB_WORTH_END + 1; c < w->classes; c++) {
        double sum = 0;
        for (unsigned j = w->points; j-- > 0;) {
            sum += drop[c][j];
            w->worth[c][j] = sum < 1 ? sum : 1;
        }
    }
    for (unsigned c = 0; c < w->classes; c++) {
        for (unsigned j = 0; j < w->points; j++) {
            const double *v = w->worth[c], *at = w->at;
            double left = j ? (v[j - 1] - v[j]) * (at[j] - at[j - 1]) * w->between : 0;
            double right = j + 1 < w->points ? (v[j] - v[j + 1]) * (at[j + 1] - at[j]) * w->between : 0;
            w->slack[c][j] = left > right ? left : right;
            w->steepest[c][j] = left > right ? j - 1 : j;
        }
    }
}

/* ---- What links carry ---- */

/* Of the moments before and after one, after which the larger drop is. */
static unsigned larger_drop(const lb_worth *w, unsigned class, unsigned j) {
    const double *v = w->worth[class];
    bool last = j + 1 == w->points;
    return last || (j && v[j - 1] - v[j] > v[j] - v[j + 1]) ? j - 1 : j;
}

/* What a byte is worth that comes there then, before the step. */
static double brought(const lb_worth *w, unsigned class, unsigned j) {
    const double *v = w->worth[class];
    unsigned k = larger_drop(w, class, j);
    return v[j] + (v[k] - v[k + 1]) * ONE_STEP;
}

/* Of a message that is worth something. */
static void add_slope(lb_worth *w, unsigned class, unsigned j, double sign, double carried, double count) {
    unsigned k = w->steepest[class][j];
    w->slope[class][j] += sign * carried * count;
    if (k + 1 < w->points) {
        double more = count * (w->at[k + 1] - w->at[k]) * w->between;
        w->slope[class][k] += more;
        w->slope[class][k + 1] -= more;
    }
}

static void add_slopes(lb_worth *w, const lb_worth_group *g, unsigned i, unsigned j) {
    double carried = w->at[j] - w->at[i] - 1, count = (double)g->count;
    for (unsigned k = 0; k < w->ends; k++) {
        unsigned to = g->to[k], drop = larger_drop(w, to, j);
        if (brought(w, to, j) <= w->worth[g->from[k]][i])
            continue;
        add_slope(w, to, j, 1, carried, count);
        add_slope(w, g->from[k], i, -1, carried, count);
        w->slope[to][drop] += ONE_STEP * carried * count;
        w->slope[to][drop + 1] -= ONE_STEP * carried * count;
    }
}

/* What a byte gains by a message that ends at a moment, on its way to one of the ends: the values where it begins. */
typedef struct side {
    const double *worth, *slack;
    double brought, more;
} side;

static side side_of(const lb_worth *w, const lb_worth_group *g, unsigned k, unsigned j) {
    if (k >= w->ends) /* nothing is gained */
        return (side){.worth = w->worth[LB_WORTH_END], .slack = w->slack[LB_WORTH_END]};
    return (side){.worth = w->worth[g->from[k]],
                  .slack = w->slack[g->from[k]],
                  .brought = brought(w, g->to[k], j),
                  .more = w->slack[g->to[k]][j]};
}

static double gain(const side *s, unsigned i, double length) {
    double more = s->brought - s->worth[i];
    return more > 0 ? length * more + s->slack[i] + s->more : 0;
}

/* The most that one link of a group carries, and where its messages begin and end. The earlier they begin, the more a
 * byte is worth there: beyond some moment nothing is gained. */
static double carry(lb_worth *w, const lb_worth_group *g, bool slopes) {
    double most[LB_WORTH_POINTS], end = w->at[w->points - 1] - g->after + AT_ONCE;
    unsigned from[LB_WORTH_POINTS] = {0}, lo = 0, hi = w->points - 1;
    const double *at = w->at;
    while (lo < hi && at[lo + 1] <= g->before + AT_ONCE)
        lo++;
    while (hi > lo && at[hi - 1] >= end - 2 * AT_ONCE)
        hi--;
    most[lo] = 0;
    for (unsigned j = lo + 1; j <= hi; j++) {
        most[j] = most[j - 1];
        from[j] = j;
        side one = side_of(w, g, 0, j), other = side_of(w, g, 1, j);
        for (unsigned i = j; i-- > lo && (one.brought > one.worth[i] || other.brought > other.worth[i]);) {
            if (at[j] - at[i] <= 1)
                continue;
            double length = at[j] - at[i] - 1, value = most[i] + gain(&one, i, length) + gain(&other, i, length);
            if (value > most[j]) {
                most[j] = value;
                from[j] = i;
            }
        }
    }
    for (unsigned j = hi; slopes && j > lo;) {
        unsigned i = from[j];
        if (i == j) {
            j--;
            continue;
        }
        add_slopes(w, g, i, j);
        j = i;
    }
    return most[hi] * (double)g->count;
}

static double carry_all(lb_worth *w, double drop[][LB_WORTH_POINTS], bool slopes) {
    double sum = 0;
    set_values(w, drop);
    for (unsigned c = 0; c < w->classes && slopes; c++) {
        for (unsigned j = 0; j < w->points; j++)
            w->slope[c][j] = 0;
    }
    for (unsigned i = 0; i < w->groups; i++)
        sum += carry(w, &w->group[i], slopes);
    return sum;
}

/* ---- Going down ---- */

/* What a class's drops have in common does not matter: they are made 1 again, with one more that is before the first
 * moment. */
static void step_down(lb_worth *w, unsigned class, double pace) {
    double change[LB_WORTH_POINTS], *drop = w->drop[class], before = 1, mean = 0, most = 0, sum = 0;
    for (unsigned j = 0; j < w->points; j++) {
        sum += w->slope[class][j];
        change[j] = sum;
        mean += drop[j] * sum;
        before -= drop[j];
    }
    most = mean < 0 ? -mean : mean;
    for (unsigned j = 0; j < w->points; j++) {
        double off = change[j] < mean ? mean - change[j] : change[j] - mean;
        most = off > most ? off : most;
    }
    if (most <= 0)
        return;
    before = before > LEAST ? before : LEAST;
    before *= 1 + pace * mean / most;
    sum = before > LEAST ? before : LEAST;
    for (unsigned j = 0; j < w->points; j++) {
        drop[j] *= 1 - pace * (change[j] - mean) / most;
        drop[j] = drop[j] > LEAST ? drop[j] : LEAST;
        sum += drop[j];
    }
    for (unsigned j = 0; j < w->points; j++)
        drop[j] /= sum;
}

static void copy(double to[][LB_WORTH_POINTS], double from[][LB_WORTH_POINTS], const lb_worth *w, double least) {
    for (unsigned c = 0; c < w->classes; c++) {
        for (unsigned j = 0; j < w->points; j++)
            to[c][j] = from[c][j] > least ? from[c][j] : least;
    }
}

static void go_down(lb_worth *w, unsigned round) {
    copy(w->drop, w->best, w, LEAST_NEW);
    w->least = carry_all(w, w->best, false);
    for (unsigned i = 0; i < STEPS; i++) {
        double carried = carry_all(w, w->drop, true);
        if (carried < w->least) {
            w->least = carried;
            copy(w->best, w->drop, w, 0);
        }
        for (unsigned c = LB_WORTH_END + 1; c < w->classes; c++)
            step_down(w, c, PACE / root_of(1 + SLOWER * i) / (round + 1));
    }
}

static void stretch(lb_worth *w, double time) {
    double more = time - w->at[w->points - 1];
    for (unsigned j = w->points / 2; j < w->points; j++)
        w->at[j] += more;
}

/* The longest time in which links cannot carry the message. */
static void find_time(lb_worth *w, double message) {
    double low = 2 * w->at[w->points / 2 - 1] + 1, high = w->at[w->points - 1] * FARTHER;
    for (unsigned i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        stretch(w, middle);
        if (carry_all(w, w->best, false) < message)
            low = middle;
        else
            high = middle;
    }
    stretch(w, low);
}

static void search_rounds(lb_worth *w, double message, double between, unsigned first, unsigned last) {
    w->between = between;
    for (unsigned round = first; round < last; round++) {
        go_down(w, round);
        find_time(w, message);
    }
    set_values(w, w->best);
}

void lb_worth_search(lb_worth *w, double message) {
    begin_values(w);
    copy(w->best, w->drop, w, 0);
    search_rounds(w, message, BETWEEN, 0, ROUNDS);
}

void lb_worth_search_on(lb_worth *w, double message) {
    search_rounds(w, message, BETWEEN_2, BEGUN, ROUNDS);
}
