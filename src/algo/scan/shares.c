/* prefix-shares: scan and exscan of long messages on the linear clock, on tori with links of any speeds.
 *
 * Where links differ in speed so must the ways that pieces of a message go (way.c): every ring may be summed up to any
 * digit, or cut anywhere, and the more links there are that many ways share, the less each of them should have. So
 * pieces choose their ways one after another, each the one that adds least to the links that have much to carry, and
 * then again. How many pieces there are, of which sizes, and who goes first, is found by trying: a run (haul.c) gives
 * the time. From the best of some hundreds more is tried: another way for a piece, other sizes, a piece more or less.
 *
 * How much is tried is counted, in moves made, so that every machine finds the same. */
#include "algo/scan/algorithms.h"

#include "algo/scan/haul.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 64, MOST_RADIX = 16, MOST_PIECES = 96, MOST_MODES = 96, PASSES = 3, ENTRANTS = 12 };

#define MOST_MOVES   (UINT64_C(1) << 16) /* of all ways that may be chosen */
#define MOST_MORE    2
#define MOST_WORK    (UINT64_C(2) << 20) /* moves made in trials */
#define MOST_UNITS   (UINT64_C(1) << 20)
#define LEAST_STARTS 4
#define LENIENT      0.002 /* how much slower what is tried next may be than the last, at first */
#define LEAST_SIZE   0.02  /* of a piece, beside others */

typedef struct guess {
    uint32_t pieces;
    uint32_t way[MOST_PIECES];
    double size[MOST_PIECES]; /* beside each other */
    double bias, joined;      /* in the times that a piece takes, and a start (haul.h) */
    double time;
} guess;

typedef struct search {
    const lb_net *net;
    lb_haul_links links;
    lb_haul haul;
    lb_scan_way *ways;
    uint32_t count;
    uint64_t longest;     /* moves of a way */
    double *load, *price; /* by link */
    uint64_t units, bound[MOST_PIECES + 1], chance;
    guess best, now, trial;
} search;

/* ---- The ways ---- */

/* What may be done with a ring. */
static unsigned modes_of(uint32_t r, lb_scan_mode *modes) {
    unsigned count = 0;
    modes[count++] = (lb_scan_mode){.parts = 1};
    if (r > 2)
        modes[count++] = (lb_scan_mode){.parts = r};
    for (uint32_t x = 0; x < r; x++)
        modes[count++] = (lb_scan_mode){.inward = true, .low = x, .high = x};
    for (uint32_t x = 1; x < r && r > 2; x++) {
        modes[count++] = (lb_scan_mode){.inward = true, .low = x - 1, .high = x};
        modes[count++] = (lb_scan_mode){.inward = true, .low = 0, .high = r - 1, .cut = x};
        modes[count++] = (lb_scan_mode){.inward = true, .round = true, .cut = x};
        modes[count++] = (lb_scan_mode){.inward = true, .round = true, .low = r - 1, .high = r - 1, .cut = x};
    }
    return count;
}

static uint64_t modes_in_all(const lb_net *net) {
    lb_scan_mode modes[MOST_MODES];
    uint64_t all = 1;
    for (unsigned i = 0; i < net->dims; i++)
        all = net->radix[i] > 1 ? lb_times(all, modes_of(net->radix[i], modes)) : all;
    return all;
}

/* The ways, or as many as there is room for, at random. */
static int weave(search *s) {
    const lb_net *net = s->net;
    uint64_t all = modes_in_all(net), most = MOST_MOVES / (UINT64_C(2) * net->nodes);
    most = most < all ? most : all;
    s->ways = lb_zeroed(most, sizeof *s->ways);
    if (!s->ways)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < most; i++) {
        uint64_t which = most < all ? lb_random_mixed(&s->chance) % all : i;
        lb_scan_mode modes[LB_MAX_DIMS] = {0}, some[MOST_MODES];
        for (unsigned d = 0; d < net->dims; d++) {
            unsigned count = net->radix[d] > 1 ? modes_of(net->radix[d], some) : 1;
            modes[d] = some[which % count];
            which /= count;
        }
        int error = lb_scan_weave(net, modes, &s->ways[s->count++]);
        if (error)
            return error;
        s->longest = s->ways[i].count > s->longest ? s->ways[i].count : s->longest;
    }
    return LB_OK;
}

/* ---- Choosing among them ---- */

static uint32_t link_of(const search *s, const lb_scan_move *m) {
    return m->from * s->links.count + s->links.of[m->port];
}

static double hop_time(const search *s, uint32_t link, double units) {
    return s->haul.beta + s->haul.tau * units / s->links.lanes[link % s->links.count];
}

static void add_load(search *s, uint32_t way, double units, double sign) {
    for (uint64_t m = 0; m < s->ways[way].count; m++) {
        uint32_t link = link_of(s, &s->ways[way].moves[m]);
        s->load[link] += sign * hop_time(s, link, units);
    }
}

/* What one more piece would add to the sum of the eighth powers of all loads, about. */
static void set_prices(search *s, double units) {
    uint32_t count = s->net->nodes * s->links.count;
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

static double price_of(const search *s, uint32_t way, double hurry) {
    const lb_scan_way *w = &s->ways[way];
    double sum = 0;
    for (uint64_t m = 0; m < w->count; m++)
        sum += s->price[link_of(s, &w->moves[m])];
    return sum * (1 + hurry * w->depth);
}

static uint32_t cheapest(const search *s, double hurry) {
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

static double sum_of(const guess *g) {
    double sum = 0;
    for (uint32_t i = 0; i < g->pieces; i++)
        sum += g->size[i];
    return sum;
}

static void load_all(search *s, const guess *g, uint32_t but) {
    double unit = (double)s->units / sum_of(g);
    memset(s->load, 0, sizeof *s->load * s->net->nodes * s->links.count);
    for (uint32_t i = 0; i < g->pieces; i++) {
        if (i != but)
            add_load(s, g->way[i], g->size[i] * unit, 1);
    }
}

static void choose_ways(search *s, guess *g, double hurry) {
    double unit = (double)s->units / sum_of(g);
    memset(s->load, 0, sizeof *s->load * s->net->nodes * s->links.count);
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

static void cut(search *s, const guess *g) {
    double all = sum_of(g), at = 0;
    lb_haul *h = &s->haul;
    for (uint32_t i = 0; i < g->pieces; i++) {
        s->bound[i] = (uint64_t)(at / all * (double)s->units);
        at += g->size[i];
    }
    s->bound[g->pieces] = s->units;
    h->pieces = g->pieces;
    h->way = g->way;
    h->bound = s->bound;
    h->bias = g->bias * (h->beta + h->tau * (double)s->units / g->pieces);
    h->joined = g->joined * h->beta;
}

static void judge(search *s, guess *g, double limit) {
    cut(s, g);
    lb_haul_run(&s->haul, limit);
    g->time = s->haul.time;
}

static void attempt(search *s) {
    judge(s, &s->trial, s->best.time);
    if (s->trial.time < s->best.time)
        s->best = s->trial;
}

/* The piece's size, beside the largest: the first are waited for, and all wait for the last. */
static double grown(uint32_t i, uint32_t pieces) {
    double end = (double)(pieces - i) / pieces, begin = (double)(i + 1) / pieces;
    double size = end < 0.4 ? 0.3 + end * 1.75 : 1;
    return begin < 0.2 ? size * (0.5 + begin * 2.5) : size;
}

static void begin(search *s) {
    static const double hurries[] = {0, 0.02, 0.1}, biases[] = {0, 0.02, 0.1, 0.5}, joined[] = {0, 6, 15};
    s->best.time = 1e300;
    for (uint32_t pieces = 3; pieces <= MOST_PIECES; pieces += pieces / 2) {
        for (unsigned hurry = 0; hurry < 3; hurry++) {
            guess *g = &s->trial;
            *g = (guess){.pieces = pieces};
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
static void change_way(search *s, guess *g, uint32_t piece) {
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

static void resize(search *s, guess *g, uint32_t from) {
    static const double factors[] = {0.6, 0.8, 0.92, 1.08, 1.25, 1.6};
    uint32_t to = from + 1 + lb_random_below(&s->chance, 4);
    double factor = factors[lb_random_below(&s->chance, 6)];
    for (uint32_t i = from; i < to && i < g->pieces; i++)
        g->size[i] = g->size[i] * factor > LEAST_SIZE ? g->size[i] * factor : LEAST_SIZE;
}

/* A piece becomes two, the other one anywhere; or is left out. */
static void divide(search *s, guess *g, uint32_t piece) {
    if (g->pieces == MOST_PIECES)
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

static void leave_out(guess *g, uint32_t piece) {
    if (g->pieces == 1)
        return;
    g->pieces--;
    memmove(g->size + piece, g->size + piece + 1, (g->pieces - piece) * sizeof *g->size);
    memmove(g->way + piece, g->way + piece + 1, (g->pieces - piece) * sizeof *g->way);
}

static void swap(guess *g, uint32_t a, uint32_t b) {
    uint32_t way = g->way[a];
    g->way[a] = g->way[b];
    g->way[b] = way;
}

static void change(search *s, guess *g) {
    static const double biases[] = {0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5}, joined[] = {0, 3, 6, 10, 15, 25};
    uint32_t piece = lb_random_below(&s->chance, g->pieces), what = lb_random_below(&s->chance, 16);
    if (what < 6)
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

static void improve(search *s, uint64_t most) {
    uint64_t from = s->haul.work;
    s->now = s->best;
    while (s->haul.work < most) {
        double left = (double)(most - s->haul.work) / (double)(most - from);
        s->trial = s->now;
        change(s, &s->trial);
        if (lb_random_below(&s->chance, 3) == 0)
            change(s, &s->trial);
        double limit = s->now.time * (1 + left * left * LENIENT);
        judge(s, &s->trial, limit);
        if (s->trial.time <= limit)
            s->now = s->trial;
        if (s->trial.time < s->best.time)
            s->best = s->trial;
    }
}

/* ---- The plan ---- */

static int write_plan(search *s, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, LB_EXPLICIT, LB_LINEAR, o->ports, s->units, s->units);
    s->haul.builder = &b;
    judge(s, &s->best, 1e300);
    return lb_build_finish(&b, "prefix-shares", plan, why);
}

/* Four times as much with every level of effort, within limits. */
static uint64_t most_work(const lb_plan_options *o) {
    int effort = o->effort > 0 ? o->effort : o->effort < 0 ? 1 : LB_EFFORT, more = effort - LB_EFFORT;
    return more < 0 ? MOST_WORK >> -2 * more : MOST_WORK << 2 * (more < MOST_MORE ? more : MOST_MORE);
}

static int take(search *s, const lb_cost *cost) {
    uint64_t links = (uint64_t)s->net->nodes * s->links.count;
    int error = weave(s);
    s->load = lb_array(links, sizeof *s->load);
    s->price = lb_array(links, sizeof *s->price);
    if (!error)
        error = s->load && s->price ? lb_haul_take(&s->haul, &s->links, s->longest * MOST_PIECES) : LB_ERR_MEMORY;
    s->haul.ways = s->ways;
    s->haul.tau = lb_ratio_value(cost->tau) * (double)cost->bytes / (double)s->units;
    s->haul.beta = lb_ratio_value(cost->beta);
    return error;
}

static void search_free(search *s) {
    for (uint32_t i = 0; i < s->count; i++)
        lb_scan_way_free(&s->ways[i]);
    free(s->ways);
    free(s->load);
    free(s->price);
    lb_haul_free(&s->haul);
    free(s);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    search *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a plan");
    s->net = &task->net;
    s->units = o->cost->bytes < MOST_UNITS ? o->cost->bytes : MOST_UNITS;
    s->chance = o->seed + 1;
    lb_haul_links_make(&s->links, s->net);
    int error = take(s, o->cost) ? lb_fail_memory(why, "a plan") : LB_OK;
    if (!error) {
        begin(s);
        improve(s, most_work(o));
        error = write_plan(s, task, o, plan, why);
    }
    search_free(s);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    lb_haul_links links;
    if (!o->cost || o->ports < net->ports || net->nodes > MOST_NODES || net->nodes < 3 ||
        o->cost->bytes < UINT64_C(4) * net->nodes || !lb_haul_links_make(&links, net))
        return 0;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > MOST_RADIX)
            return 0;
    }
    bool is_long =
        lb_ratio_value(o->cost->tau) * (double)o->cost->bytes >= LEAST_STARTS * lb_ratio_value(o->cost->beta);
    return is_long ? 65 : 0;
}

/* It takes some tenths of a second, ten times what this says: where messages are long that is worth it. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return most_work(o) >> 7;
}

const lb_algo lb_algo_prefix_shares = {
    .info = {.name = "prefix-shares",
             .source = "pieces of a long message on ways that share links of any speed evenly",
             .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN),
             .lattices = true,
             .linear = true,
             .promise = "long messages: near tau*m*(r-1)/r over the links of a dimension, and both ends"},
    .suits = suits,
    .needs =
        "it needs a cost, all ports, a torus of 3 to 64 nodes with radices to 16, links of any speeds, 4 bytes for "
        "every node, and a message that takes four times as long as a start",
    .work = work,
    .build = build,
};
