/* Where the best changes, to the byte: by halving between neighbouring sizes.
 *
 * Between two sizes the best can change more than once, so a few sizes in between are looked at first, and after a
 * change is found the rest of the stretch is searched again. Formulas cost nothing. A simulated algorithm is simulated
 * again where it may win: times only grow with the size, so one that takes longer at the small end than the winner does
 * at the large end cannot be best in between. */
#include "cli/compare_changes.h"

#include "cli/compare_points.h"
#include "cli/say.h"

#include <stdlib.h>

enum { BETWEEN = 8, CHEAP = 20000 };

typedef struct stretch {
    cli_comparison *c;
    const cli_row *low, *high; /* the sizes compared on either side */
    cli_point *points;         /* room for one size's */
    bool poor;                 /* there was not enough left to simulate with */
} stretch;

static bool may_win(const stretch *s, size_t rival) {
    const cli_point *low = &s->low->point[rival], *winner = &s->high->point[s->high->best];
    return low->known && low->value <= winner->value * (1 + 1e-12);
}

static bool afford(stretch *s, size_t rival) {
    uint64_t packets = cli_compare_effort(s->c->rival[rival].plan);
    if (packets > s->c->budget) {
        s->poor = true;
        return false;
    }
    s->c->budget -= packets;
    return true;
}

static size_t best_at(stretch *s, uint64_t bytes) {
    cli_comparison *c = s->c;
    for (size_t i = 0; i < c->rivals; i++) {
        s->points[i].known = false;
        if (!c->rival[i].plan || (may_win(s, i) && afford(s, i)))
            cli_compare_point(c, i, bytes, &s->points[i]);
    }
    return cli_compare_best(c, bytes, s->points);
}

/* Whether no time that took part is only an upper bound: then what is best here might be another. */
static bool all_exact(const stretch *s) {
    for (size_t i = 0; i < s->c->rivals; i++) {
        if (s->points[i].known && s->points[i].at_most)
            return false;
    }
    return true;
}

static int add_change(cli_comparison *c, uint64_t bytes, size_t from, size_t to, bool exact) {
    if ((c->changes & (c->changes + 1)) == 0) { /* full: 0, 1, 3, 7, ... are there */
        cli_change *more = realloc(c->change, (2 * c->changes + 1) * sizeof *more);
        if (!more)
            return cli_fail_why(LB_ERR_MEMORY, NULL);
        c->change = more;
    }
    c->change[c->changes++] = (cli_change){.bytes = bytes, .from = from, .to = to, .exact = exact};
    return CLI_OK;
}

/* All changes after lo up to hi, given what is best at both. */
static int search(stretch *s, uint64_t lo, size_t at_lo, uint64_t hi, size_t at_hi) {
    int status = CLI_OK;
    while (at_lo != at_hi && !status) {
        uint64_t below = lo, above = hi;
        size_t next = at_hi;
        while (above - below > 1 && !s->poor) {
            uint64_t middle = below + (above - below) / 2;
            size_t best = best_at(s, middle);
            if (best == at_lo) {
                below = middle;
            } else {
                above = middle;
                next = best;
            }
        }
        if (s->poor) {
            above = hi;
            next = at_hi;
        }
        status = add_change(s->c, above, at_lo, next, !s->poor && all_exact(s));
        lo = above;
        at_lo = next;
    }
    return status;
}

/* Whether it costs little to ask for the best in between. */
static bool cheap(const stretch *s) {
    uint64_t packets = 0;
    for (size_t i = 0; i < s->c->rivals; i++) {
        if (s->c->rival[i].plan && may_win(s, i))
            packets += cli_compare_effort(s->c->rival[i].plan);
    }
    return packets <= CHEAP;
}

static int search_stretch(stretch *s) {
    uint64_t lo = s->low->bytes, hi = s->high->bytes;
    size_t at_lo = s->low->best;
    int status = CLI_OK;
    size_t parts = cheap(s) ? BETWEEN : 1;
    for (size_t part = 1; part < parts && hi - lo > 1 && !status && !s->poor; part++) {
        uint64_t middle = cli_size_between(s->low->bytes, hi, part, parts);
        if (middle <= lo || middle >= hi)
            continue;
        size_t best = best_at(s, middle);
        if (s->poor)
            break;
        status = search(s, lo, at_lo, middle, best);
        lo = middle;
        at_lo = best;
    }
    return status ? status : search(s, lo, at_lo, hi, s->high->best);
}

int cli_compare_changes(cli_comparison *c) {
    stretch s = {.c = c, .points = calloc(c->rivals, sizeof(cli_point))};
    int status = CLI_OK;
    if (!s.points)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    for (size_t i = 0; i + 1 < c->rows && !status; i++) {
        s.low = &c->row[i];
        s.high = &c->row[i + 1];
        s.poor = false;
        status = search_stretch(&s);
    }
    free(s.points);
    return status;
}
