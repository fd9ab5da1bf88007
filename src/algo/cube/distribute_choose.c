/* Choosing DISTRIBUTE 2's waves by working out the exact time of each choice: all links between two distances carry the
 * same, so a list of wavelets per distance is the whole state. One wave per distance, which is DISTRIBUTE 1's choice
 * and time, is among them. Sizes are whole d-ths of a message on each of the root's links. */
#include "algo/cube/distribute_choose.h"

__extension__ typedef unsigned __int128 wide;

enum { RATIOS = 48 };

/* Deals the levels to the waves: nearest first, from the last wave backwards; then puts each wave's farthest first. */
static void deal(lb_waves *w) {
    unsigned level = 1;
    uint64_t taken = 0;
    w->count = 0;
    for (unsigned wave = w->k; wave-- > 0;) {
        uint64_t room = w->size[wave];
        while (room > 0 && level <= w->d) {
            uint64_t left = w->cube->nodes[level] - taken, take = left < room ? left : room;
            w->list[w->count++] = (lb_wavelet){wave, level, taken, taken + take};
            room -= take;
            taken += take;
            if (take == left) {
                level++;
                taken = 0;
            }
        }
    }
    for (unsigned i = 0, j = w->count; i + 1 < j; i++) {
        lb_wavelet last = w->list[--j];
        w->list[j] = w->list[i];
        w->list[i] = last;
    }
}

/* A time is weighed as data*by_data + startups*by_start. */
typedef struct scales {
    uint64_t by_data, by_start;
} scales;

static wide weigh(const scales *s, lb_wave_time t) {
    return (wide)t.data * s->by_data + (wide)t.startups * s->by_start;
}

static lb_wave_time later(const scales *s, lb_wave_time a, lb_wave_time b) {
    return weigh(s, a) < weigh(s, b) ? b : a;
}

/* The exact time, wavelet by wavelet in the order they are sent. */
static lb_wave_time time_of(const lb_waves *w, const scales *s) {
    lb_wave_time root = {0, 0}, free_from[LB_SPREAD_MOST + 1] = {{0, 0}}, end = {0, 0};
    for (unsigned i = 0; i < w->count; i++) {
        const lb_wavelet *v = &w->list[i];
        if (i == 0 || v->wave != w->list[i - 1].wave) {
            root.data += w->size[v->wave] * w->cube->share[0];
            root.startups++;
        }
        lb_wave_time at = root;
        for (unsigned from = 1; from < v->level; from++) {
            at = later(s, at, free_from[from]);
            at.data += (v->to - v->from) * w->cube->share[from];
            at.startups++;
            free_from[from] = at;
        }
        end = later(s, end, at);
    }
    return later(s, end, root);
}

/* k waves, each num/den times the next; the first takes what is left. False when less than that is left. */
static bool geometric(lb_waves *w, unsigned k, uint64_t num, uint64_t den) {
    uint64_t left = (UINT64_C(1) << w->d) - 1, size = w->d;
    w->k = k;
    for (unsigned wave = k; wave-- > 1;) {
        if (size >= left)
            return false;
        w->size[wave] = size;
        left -= size;
        size = size * num / den;
    }
    w->size[0] = left;
    deal(w);
    return true;
}

/* One wave for each distance. */
static void level_by_level(lb_waves *w) {
    w->k = w->d;
    for (unsigned wave = 0; wave < w->k; wave++)
        w->size[wave] = w->cube->nodes[w->d - wave];
    deal(w);
}

static void consider(lb_wave_choice *c, const lb_waves *w, const scales *s) {
    lb_wave_time t = time_of(w, s);
    if (c->any && weigh(s, t) >= weigh(s, c->time))
        return;
    c->best = *w;
    c->time = t;
    c->any = true;
}

/* All ratios for k waves, from 1 to d; stops when the root's own time is reached. */
static void consider_waves(lb_wave_choice *c, lb_waves *w, unsigned k, const scales *s) {
    lb_wave_time least = {((UINT64_C(1) << w->d) - 1) * w->cube->share[0], k};
    for (unsigned i = 0; i <= RATIOS; i++) {
        uint64_t num = RATIOS + (uint64_t)i * (w->d - 1);
        if (geometric(w, k, num, RATIOS))
            consider(c, w, s);
        if (k == 1 || (c->any && weigh(s, c->time) <= weigh(s, least)))
            return;
    }
}

static void survey(unsigned d, lb_wave_cube *c) {
    c->unit = lb_lcm_upto(d);
    for (unsigned k = 0; k <= d; k++) {
        c->nodes[k] = k ? c->nodes[k - 1] * (d - k + 1) / k : 1;
        c->share[k] = k < d ? c->unit / (c->nodes[k] * (d - k)) : 0;
    }
}

static int scales_of(uint64_t unit, const lb_cost *cost, scales *s) {
    lb_ratio by = {1, 1};
    *s = (scales){1, 1};
    if (!cost)
        return LB_OK;
    if (cost->beta.num == 0) {
        *s = (scales){cost->tau.num > 0, 0};
        return LB_OK;
    }
    /* tau*m/(unit*beta) as a fraction */
    if (!lb_ratio_times(&by, cost->tau) || !lb_ratio_scale(&by, cost->bytes, unit) ||
        !lb_ratio_scale(&by, (uint64_t)cost->beta.den, (uint64_t)cost->beta.num))
        return LB_ERR_SIZE;
    s->by_data = (uint64_t)by.num;
    s->by_start = (uint64_t)by.den;
    return LB_OK;
}

int lb_choose_waves(const lb_task *task, const lb_plan_options *o, lb_wave_choice *c) {
    unsigned d = task->net.ports;
    scales s;
    c->any = false;
    c->time = (lb_wave_time){0, 0};
    c->best = (lb_waves){.cube = &c->cube, .d = d};
    c->cube.unit = 1;
    if (d == 0 || d > LB_SPREAD_MOST)
        return d ? LB_ERR_UNSUPPORTED : LB_OK;
    if (!o->cost && !o->groups)
        return LB_ERR_ARG;
    survey(d, &c->cube);
    int error = scales_of(c->cube.unit, o->cost, &s);
    if (error)
        return error;
    lb_waves w = {.cube = &c->cube, .d = d};
    if (o->groups) {
        consider_waves(c, &w, o->groups < d ? o->groups : d, &s);
        return c->any ? LB_OK : LB_ERR_UNSUPPORTED;
    }
    level_by_level(&w);
    consider(c, &w, &s);
    for (unsigned k = 1; k < d; k++) {
        lb_wave_time least = {((UINT64_C(1) << d) - 1) * c->cube.share[0], k};
        if (weigh(&s, c->time) <= weigh(&s, least))
            break;
        consider_waves(c, &w, k, &s);
    }
    return LB_OK;
}
