/* The times that 001 quotes for Saad & Schultz [11], Ho & Johnsson [5] and Johnsson [9], and ours beside them. */
#include "cli/papers_001.h"

#include "cli/say.h"

#include <math.h>
#include <string.h>

/* ---- the quoted times, in the paper's words ---- */

static double broadcast(const p001_case *c) {
    double data = p001_tau_m(c), beta = p001_beta(c);
    return data / c->d + 2 * sqrt(beta * data) + c->d * beta;
}

/* For d = 1 the formula has no start-up at all: there it is not meant. */
static double send(const p001_case *c) {
    if (c->d == 1)
        return NAN;
    double data = p001_tau_m(c), beta = p001_beta(c), more = c->n < c->d ? c->n + 1.0 : c->d - 1.0;
    return data / c->d + 2 * sqrt(more * beta * data / c->d) + more * beta;
}

static double nodes(const p001_case *c) {
    return ldexp(1, (int)c->d);
}

static double distribute(const p001_case *c) {
    return (nodes(c) - 1) * p001_tau_m(c) + c->d * p001_beta(c);
}

static double complete_broadcast(const p001_case *c) {
    return (nodes(c) + (double)c->d * c->d) / c->d * p001_tau_m(c) + c->d * p001_beta(c);
}

static double complete_exchange(const p001_case *c) {
    return nodes(c) / 2 * c->d * p001_tau_m(c) + c->d * p001_beta(c);
}

/* N^2 = 2^d*m. */
static double transpose_rows(const p001_case *c) {
    return c->d / 2.0 * p001_tau_m(c) + c->d * p001_beta(c);
}

static double transpose_blocks(const p001_case *c) {
    return p001_tau_m(c) + (c->d - 1) * lb_ratio_value(c->cost.tau);
}

const p001_rival p001_rivals[P001_RIVALS] = {
    {"broadcast",
     "Broadcast",
     "Ho & Johnsson [5]",
     "tau*m/d + 2*sqrt(beta*tau*m) + d*beta",
     {"broadcast_4"},
     P001_CUBE,
     false,
     broadcast},
    {"send",
     "Arbitrary send",
     "Saad & Schultz [11]",
     "tau*m/d + 2*sqrt(s/d*beta*tau*m) + s*beta, s = n+1, or d-1 for n = d",
     {"arbitrary_send_2", "arbitrary_send_3"},
     P001_SEND,
     false,
     send},
    {"distribute",
     "Distribute",
     "Saad & Schultz [11]",
     "(2^d-1)*tau*m + d*beta",
     {"distribute_1", "distribute_2"},
     P001_CUBE,
     false,
     distribute},
    {"complete_broadcast",
     "Complete broadcast",
     "Saad & Schultz [11]",
     "(2^d+d^2)/d*tau*m + d*beta",
     {"complete_broadcast"},
     P001_CUBE,
     false,
     complete_broadcast},
    {"complete_exchange",
     "Complete exchange",
     "Saad & Schultz [11]",
     "2^(d-1)*d*tau*m + d*beta",
     {"complete_exchange"},
     P001_CUBE,
     false,
     complete_exchange},
    {"transpose_rows",
     "Transposition, stored by rows",
     "Saad & Schultz [11]",
     "d*tau*N^2/2^(d+1) + d*beta",
     {"transpose_rows"},
     P001_CUBE,
     false,
     transpose_rows},
    {"transpose_blocks",
     "Transposition, stored by submatrices",
     "Johnsson [9]",
     "tau*N^2/2^d + (d-1)*tau, start-ups not counted",
     {"transpose_blocks"},
     P001_SWAP,
     true,
     transpose_blocks},
};

/* ---- ours beside them ---- */

static const p001_row *find(const p001 *all, const char *key, unsigned d, unsigned n, const char **name) {
    for (unsigned i = 0; i < P001_BOXES && key; i++) {
        const p001_table *table = &all->table[i];
        if (strcmp(p001_boxes[i].key, key) != 0)
            continue;
        for (unsigned k = 0; k < table->rows; k++) {
            if (table->row[k].d == d && table->row[k].n == n) {
                *name = p001_boxes[i].name;
                return &table->row[k];
            }
        }
    }
    return NULL;
}

/* What is compared with a quoted time: theirs may be for a g that is not whole, so ours is too, or for no start-ups. */
static double comparable(const p001_rival *rival, const p001_case *c, const p001_row *row) {
    double simulated = lb_ratio_value(row->simulated);
    if (rival->free)
        return lb_ratio_value(row->box.order) * p001_tau_m(c);
    return isnan(row->box.closed) || simulated < row->box.closed ? simulated : row->box.closed;
}

static void race(const p001 *all, const p001_rival *rival, const p001_case *c, p001_races *races) {
    p001_race r = {.d = c->d, .n = c->n, .theirs = rival->time(c)};
    if (isnan(r.theirs))
        return;
    for (unsigned i = 0; i < 2; i++) {
        const char *name = NULL;
        const p001_row *row = find(all, rival->ours[i], c->d, c->n, &name);
        if (!row)
            continue;
        r.holds = r.holds || row->box.capped || comparable(rival, c, row) <= r.theirs * (1 + 1e-12);
        if (!r.by || lb_ratio_value(row->simulated) < r.ours) {
            r.by = name;
            r.ours = lb_ratio_value(row->simulated);
        }
    }
    if (r.by)
        races->row[races->rows++] = r;
}

int p001_make_races(p001 *all) {
    for (unsigned i = 0; i < P001_RIVALS; i++) {
        for (unsigned d = 1; d <= all->most; d++) {
            unsigned n[P001_MOST], count = p001_distances(p001_rivals[i].shape, d, n);
            for (unsigned k = 0; k < count; k++) {
                p001_case c = {.d = d, .n = n[k], .cost = all->cost};
                race(all, &p001_rivals[i], &c, &all->races[i]);
            }
        }
    }
    return CLI_OK;
}
