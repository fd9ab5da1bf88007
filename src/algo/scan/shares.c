/* Choosing ways for the pieces of a long message, and their sizes (shares.h).
 *
 * Pieces choose one after another, each the way that adds least to the links that have much to carry, and then again.
 * How many pieces there are, of which sizes, and who goes first, is found by trying: a run (haul.c) gives the time.
 * From the best of some hundreds more is tried: another way for a piece, other sizes, a piece more or less. */
#include "algo/scan/shares.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { PASSES = 3, ENTRANTS = 12, SPARES = 4 * LB_SHARES_PIECES };

#define LENIENT    0.002 /* how much slower what is tried next may be than the last, at first */
#define FARTHEST   1.02  /* and than the best, ever */
#define BUSY       0.1   /* what it is worth that links need fewer starts, where that does not make it faster yet */
#define LEAST_SIZE 0.02  /* of a piece, beside others */
#define NEVER      1e300
#define MOST_MORE  2
#define MOST_WORK  (UINT64_C(2) << 20) /* moves made in trials */

/* ---- Choosing among them ---- */

static uint32_t link_of(const lb_shares *s, const lb_scan_move *m) {
    return m->from * s->links.count + s->links.of[m->port];
}

static double hop_time(const lb_shares *s, uint32_t link, double units) {
    return s->beta + s->tau * units / s->links.lanes[link % s->links.count];
}

static void add_load(lb_shares *s, uint32_t family, double units, double sign) {
    for (uint32_t i = family * s->images; i < (family + 1) * s->images; i++) {
        for (uint64_t m = 0; m < s->ways[i].count; m++) {
            uint32_t link = link_of(s, &s->ways[i].moves[m]);
            s->load[link] += sign * hop_time(s, link, units / s->images);
        }
    }
}

/* What one more piece would add to the sum of the eighth powers of all loads, about. */
static void set_prices(lb_shares *s, double units) {
    uint32_t count = s->nodes * s->links.count;
    double top = 0;
    for (uint32_t i = 0; i < count; i++) {
        double load = s->load[i] + hop_time(s, i, units);
        top = load > top ? load : top;
    }
    for (uint32_t i = 0; i < count; i++) {
        double own = hop_time(s, i, units), x = (s->load[i] + own) / top, square = x * x;
        s->price[i] = (square * square * square * x + 0.001) * own;
    }
}

static double price_of(const lb_shares *s, uint32_t family, double hurry) {
    const lb_scan_way *w = &s->ways[family * s->images];
    double sum = 0;
    for (uint32_t i = 0; i < s->images; i++) {
        for (uint64_t m = 0; m < w[i].count; m++)
            sum += s->price[link_of(s, &w[i].moves[m])];
    }
    return sum * (1 + hurry * w->depth);
}

static uint32_t cheapest(const lb_shares *s, double hurry) {
    uint32_t best = 0;
    double least = 0;
    for (uint32_t w = 0; w < s->count; w++) {
        double price = price_of(s, w, hurry);
        if (w == 0 || price < least) {
            least = price;
            best = w;
        }
    }
    return best;
}

static double sum_of(const lb_shares_guess *g) {
    double sum = 0;
    for (uint32_t i = 0; i < g->pieces; i++)
        sum += g->size[i];
    return sum;
}

static void load_all(lb_shares *s, const lb_shares_guess *g, uint32_t but) {
    double unit = (double)s->units / sum_of(g);
    memset(s->load, 0, sizeof *s->load * s->nodes * s->links.count);
    for (uint32_t i = 0; i < g->pieces; i++) {
        if (i != but)
            add_load(s, g->way[i], g->size[i] * unit, 1);
    }
}

static void choose_ways(lb_shares *s, lb_shares_guess *g, double hurry) {
    double unit = (double)s->units / sum_of(g);
    memset(s->load, 0, sizeof *s->load * s->nodes * s->links.count);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        for (uint32_t i = 0; i < g->pieces; i++) {
            if (pass)
                add_load(s, g->way[i], g->size[i] * unit, -1);
            set_prices(s, g->size[i] * unit);
            g->way[i] = cheapest(s, hurry);
            add_load(s, g->way[i], g->size[i] * unit, 1);
        }
    }
}

/* ---- Trying ---- */

static void cut(lb_shares *s, const lb_shares_guess *g) {
    double all = sum_of(g), at = 0;
    lb_haul *h = &s->haul;
    uint32_t parts = 0;
    for (uint32_t i = 0; i < g->pieces; i++) {
        for (uint32_t image = 0; image < s->images; image++) {
            s->taken[parts] = g->way[i] * s->images + image;
            s->bound[parts++] = (uint64_t)(at / all * (double)s->units);
            at += g->size[i] / s->images;
        }
    }
    s->bound[parts] = s->units;
    h->pieces = parts;
    h->way = s->taken;
    h->bound = s->bound;
    h->bias = g->bias * (h->beta + h->tau * (double)s->units / parts);
    h->joined = g->joined * h->beta;
}

static void judge(lb_shares *s, lb_shares_guess *g, double limit) {
    cut(s, g);
    lb_haul_run(&s->haul, limit);
    g->score = s->haul.time + BUSY * s->haul.busy;
}

static void attempt(lb_shares *s) {
    judge(s, &s->trial, s->best.score);
    if (s->trial.score < s->best.score)
        s->best = s->trial;
}

/* The piece's size, beside the largest: the first are waited for, and all wait for the last. */
static double grown(uint32_t i, uint32_t pieces) {
    double end = (double)(pieces - i) / pieces, begin = (double)(i + 1) / pieces;
    double size = end < 0.4 ? 0.3 + end * 1.75 : 1;
    return begin < 0.2 ? size * (0.5 + begin * 2.5) : size;
}

static void begin(lb_shares *s) {
    static const double hurries[] = {0, 0.02, 0.1}, biases[] = {0, 0.02, 0.1, 0.5}, joined[] = {0, 6, 15};
    s->best.score = NEVER;
    for (uint32_t pieces = 1; pieces <= LB_SHARES_PIECES / s->images; pieces += pieces < 2 ? 1 : pieces / 2) {
        for (unsigned hurry = 0; hurry < 3; hurry++) {
            lb_shares_guess *g = &s->trial;
            *g = (lb_shares_guess){.pieces = pieces};
            for (uint32_t i = 0; i < pieces; i++)
                g->size[i] = grown(i, pieces);
            choose_ways(s, g, hurries[hurry]);
            for (unsigned i = 0; i < 12; i++) {
                g->bias = biases[i / 3];
                g->joined = joined[i % 3];
                attempt(s);
            }
        }
    }
}

/* ---- Trying from the best ---- */

/* The cheapest of some for a piece, where the others are. */
static void change_way(lb_shares *s, lb_shares_guess *g, uint32_t piece) {
    double least = 0, unit = (double)s->units / sum_of(g);
    load_all(s, g, piece);
    set_prices(s, g->size[piece] * unit);
    uint32_t entrants = lb_random_below(&s->chance, ENTRANTS) + 1, best = 0;
    for (uint32_t i = 0; i < entrants; i++) {
        uint32_t way = lb_random_below(&s->chance, s->count);
        double price = price_of(s, way, 0);
        if (i == 0 || price < least) {
            least = price;
            best = way;
        }
    }
    g->way[piece] = best;
}

static void resize(lb_shares *s, lb_shares_guess *g, uint32_t from) {
    static const double factors[] = {0.6, 0.8, 0.92, 1.08, 1.25, 1.6};
    uint32_t to = from + 1 + lb_random_below(&s->chance, 4);
    double factor = factors[lb_random_below(&s->chance, 6)];
    for (uint32_t i = from; i < to && i < g->pieces; i++)
        g->size[i] = g->size[i] * factor > LEAST_SIZE ? g->size[i] * factor : LEAST_SIZE;
}

/* A piece becomes two, the other one anywhere; or is left out. */
static void divide(lb_shares *s, lb_shares_guess *g, uint32_t piece) {
    if (g->pieces == LB_SHARES_PIECES / s->images)
        return;
    uint32_t to = lb_random_below(&s->chance, g->pieces + 1);
    g->size[piece] /= 2;
    double size = g->size[piece];
    uint32_t way = g->way[piece];
    memmove(g->size + to + 1, g->size + to, (g->pieces - to) * sizeof *g->size);
    memmove(g->way + to + 1, g->way + to, (g->pieces - to) * sizeof *g->way);
    g->size[to] = size;
    g->way[to] = way;
    g->pieces++;
}

static void leave_out(lb_shares_guess *g, uint32_t piece) {
    if (g->pieces == 1)
        return;
    g->pieces--;
    memmove(g->size + piece, g->size + piece + 1, (g->pieces - piece) * sizeof *g->size);
    memmove(g->way + piece, g->way + piece + 1, (g->pieces - piece) * sizeof *g->way);
}

static void swap(lb_shares_guess *g, uint32_t a, uint32_t b) {
    uint32_t way = g->way[a];
    g->way[a] = g->way[b];
    g->way[b] = way;
}

static bool uses(const lb_shares_guess *g, uint32_t way) {
    for (uint32_t i = 0; i < g->pieces; i++) {
        if (g->way[i] == way)
            return true;
    }
    return false;
}

/* A way for the piece that is nearly the one it has, in a place that nobody needs. */
static void vary_way(lb_shares *s, lb_shares_guess *g, uint32_t piece) {
    uint32_t place;
    do {
        s->last_spare = (s->last_spare + 1) % SPARES;
        place = s->count + s->last_spare;
    } while (uses(&s->kept, place) || uses(&s->best, place) || uses(&s->now, place) || uses(g, place));
    int error = s->vary(s, g->way[piece], place);
    s->error = s->error ? s->error : error;
    if (!error)
        g->way[piece] = place;
}

static void change(lb_shares *s, lb_shares_guess *g) {
    static const double biases[] = {0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5}, joined[] = {0, 3, 6, 10, 15, 25};
    uint32_t piece = lb_random_below(&s->chance, g->pieces), what = lb_random_below(&s->chance, 16);
    if (what < 6 && s->vary && lb_random_below(&s->chance, 4))
        vary_way(s, g, piece);
    else if (what < 6)
        change_way(s, g, piece);
    else if (what < 10)
        resize(s, g, piece);
    else if (what < 12)
        swap(g, piece, lb_random_below(&s->chance, g->pieces));
    else if (what == 12)
        divide(s, g, piece);
    else if (what == 13)
        leave_out(g, piece);
    else if (what == 14)
        g->bias = biases[lb_random_below(&s->chance, 7)];
    else
        g->joined = joined[lb_random_below(&s->chance, 6)];
}

static void improve(lb_shares *s, uint64_t most) {
    uint64_t from = s->haul.work;
    s->now = s->best;
    while (s->haul.work < most && !s->error) {
        double left = (double)(most - s->haul.work) / (double)(most - from);
        s->trial = s->now;
        change(s, &s->trial);
        if (lb_random_below(&s->chance, 3) == 0)
            change(s, &s->trial);
        double near = s->now.score * (1 + left * left * LENIENT), far = s->best.score * FARTHEST;
        double limit = near < far ? near : far;
        judge(s, &s->trial, limit);
        if (s->trial.score <= limit)
            s->now = s->trial;
        if (s->trial.score < s->best.score)
            s->best = s->trial;
    }
}

static void wander(lb_shares *s, uint64_t most) {
    uint32_t walks = s->walks ? s->walks : 1;
    uint64_t from = s->haul.work;
    s->first = s->kept = s->best;
    for (uint32_t i = 1; i <= walks && from < most; i++) {
        s->best = s->first;
        improve(s, from + (most - from) * i / walks);
        s->kept = s->best.score < s->kept.score ? s->best : s->kept;
    }
    s->best = s->kept;
}

/* ---- All of it ---- */

int lb_shares_begin(lb_shares *s, const lb_net *net, uint32_t nodes, const lb_cost *cost, uint32_t images,
                    uint64_t families, uint64_t seed, bool spares) {
    *s = (lb_shares){.net = net, .nodes = nodes, .images = images, .chance = seed + 1, .spares = spares ? SPARES : 0};
    lb_haul_links_make(&s->links, net);
    uint64_t links = (uint64_t)nodes * s->links.count;
    s->units = cost->bytes < LB_SHARES_UNITS ? cost->bytes : LB_SHARES_UNITS;
    s->tau = lb_ratio_value(cost->tau) * (double)cost->bytes / (double)s->units;
    s->beta = lb_ratio_value(cost->beta);
    s->ways = lb_zeroed((families + s->spares) * images, sizeof *s->ways);
    s->load = lb_array(links, sizeof *s->load);
    s->price = lb_array(links, sizeof *s->price);
    return s->ways && s->load && s->price ? LB_OK : LB_ERR_MEMORY;
}

int lb_shares_find(lb_shares *s, uint64_t most) {
    uint64_t longest = 0;
    for (uint32_t i = 0; i < s->count * s->images; i++)
        longest = s->ways[i].count > longest ? s->ways[i].count : longest;
    if (lb_haul_take(&s->haul, &s->links, s->nodes, longest * LB_SHARES_PIECES))
        return LB_ERR_MEMORY;
    s->haul.ways = s->ways;
    s->haul.tau = s->tau;
    s->haul.beta = s->beta;
    begin(s);
    wander(s, most);
    return s->error;
}

void lb_shares_write(lb_shares *s, lb_builder *builder) {
    s->haul.builder = builder;
    judge(s, &s->best, NEVER);
    s->haul.builder = NULL;
}

void lb_shares_end(lb_shares *s) {
    for (uint32_t i = 0; s->ways && i < (s->count + s->spares) * s->images; i++)
        lb_scan_way_free(&s->ways[i]);
    free(s->ways);
    free(s->load);
    free(s->price);
    lb_haul_free(&s->haul);
}

/* Four times as much with every level of effort, within limits. */
uint64_t lb_shares_work(const lb_plan_options *o) {
    int effort = o->effort > 0 ? o->effort : o->effort < 0 ? 1 : LB_EFFORT, more = effort - LB_EFFORT;
    return more < 0 ? MOST_WORK >> -2 * more : MOST_WORK << 2 * (more < MOST_MORE ? more : MOST_MORE);
}
