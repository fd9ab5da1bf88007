/* 001's boxed formulas, coded from the paper's text (as corrected in docs/errata.md) and not from our algorithms: each
 * gives the time with the exactly best whole g, found by trying, and the closed form for the best real g. */
#include "cli/papers_001_formulas.h"

#include "base/exact.h"

#include <math.h>

int p001_sum_of(unsigned d, lb_ratio *k) {
    *k = (lb_ratio){0, 1};
    for (unsigned i = 0; i <= d; i++) {
        lb_ratio term;
        if (lb_ratio_make(1, lb_choose(d, i), &term) || !lb_ratio_plus(k, term))
            return LB_ERR_SIZE;
    }
    return LB_OK;
}

/* K_d as a real number. */
static double sum_value(unsigned d) {
    lb_ratio k;
    return p001_sum_of(d, &k) ? NAN : lb_ratio_value(k);
}

double p001_tau_m(const p001_case *c) {
    return lb_ratio_value(c->cost.tau) * (double)c->cost.bytes;
}

double p001_beta(const p001_case *c) {
    return lb_ratio_value(c->cost.beta);
}

/* order*tau*m + 2*sqrt(gain*beta*tau*m) + startups*beta */
static double closed_form(const p001_case *c, double order, double gain, double startups) {
    double data = p001_tau_m(c), beta = p001_beta(c);
    return order * data + 2 * sqrt(gain * beta * data) + startups * beta;
}

static int set_time(const p001_case *c, p001_time *t) {
    lb_ratio data = t->data, startups = c->cost.beta;
    if (!lb_ratio_times(&data, c->cost.tau) || !lb_ratio_scale(&data, c->cost.bytes, 1) ||
        !lb_ratio_scale(&startups, t->startups, 1) || !lb_ratio_plus(&data, startups))
        return LB_ERR_SIZE;
    t->time = data;
    return LB_OK;
}

/* No g to choose: num/den*tau*m + startups*beta. */
static int plain(const p001_case *c, uint64_t num, uint64_t den, uint64_t startups, p001_time *t) {
    *t = (p001_time){.startups = startups, .closed = NAN};
    int error = lb_ratio_make(num, den, &t->data);
    t->order = t->data;
    return error ? error : set_time(c, t);
}

/* ---- pipelining ---- */

/* (order + gain/g)*tau*m + (startups+g)*beta, for messages of which each group is cut into so many pieces. */
typedef struct pipe {
    lb_ratio order, gain;
    uint64_t startups, pieces;
} pipe;

static int pipe_time(const p001_case *c, const pipe *p, uint32_t g, p001_time *t) {
    lb_ratio gain = p->gain;
    *t = (p001_time){.data = p->order, .order = p->order, .startups = p->startups + g, .groups = g, .closed = NAN};
    if (!lb_ratio_scale(&gain, 1, g) || !lb_ratio_plus(&t->data, gain))
        return LB_ERR_SIZE;
    return set_time(c, t);
}

/* The time falls with g and then rises: the first g after which it does not fall is the best. */
static int pipe_best(const p001_case *c, const pipe *p, p001_time *t) {
    int error = pipe_time(c, p, 1, t);
    for (uint32_t g = 2; !error; g++) {
        p001_time next;
        error = pipe_time(c, p, g, &next);
        if (error || lb_ratio_compare(next.time, t->time) >= 0)
            break;
        if (g > c->cost.bytes / p->pieces) {
            t->capped = true;
            break;
        }
        *t = next;
    }
    return error;
}

/* ---- section 2 ---- */

int p001_broadcast_1(const p001_case *c, p001_time *t) {
    return plain(c, c->d, 1, c->d, t);
}

int p001_broadcast_2(const p001_case *c, p001_time *t) {
    return plain(c, 1, 1, c->d, t);
}

/* On the 1-cube the second stage has nothing but sends into node 0. */
int p001_broadcast_3a(const p001_case *c, p001_time *t) {
    unsigned stages = c->d > 1 ? c->d + 1 : 1;
    return plain(c, stages, c->d, stages, t);
}

int p001_broadcast_4(const p001_case *c, p001_time *t) {
    pipe p = {{1, c->d}, {c->d - 1, c->d}, c->d - 1, c->d};
    int error = pipe_best(c, &p, t);
    t->closed = closed_form(c, 1.0 / c->d, (c->d - 1.0) / c->d, c->d > 1 ? c->d - 1.0 : 1);
    return error;
}

/* ---- sections 3 and 4 ---- */

int p001_oc_send_1(const p001_case *c, p001_time *t) {
    return plain(c, c->n, 1, c->n, t);
}

int p001_oc_send_2(const p001_case *c, p001_time *t) {
    return plain(c, 1, 1, c->n, t);
}

int p001_oc_send_3(const p001_case *c, p001_time *t) {
    lb_ratio k;
    int error = p001_sum_of(c->n - 1, &k);
    return error ? error : plain(c, (uint64_t)k.num, (uint64_t)k.den * c->n, c->n, t);
}

/* (n-1 over (n-1)/2): in the middle stage a packet is so many times smaller than the sender's. */
static uint64_t middle(unsigned n) {
    uint64_t value = 1;
    for (unsigned i = 1; i <= (n - 1) / 2; i++)
        value = value * (n - i) / i;
    return value;
}

/* O.C. SEND 4 of a share of the message that leaves 1/links to each link. */
static int straight(const p001_case *c, unsigned links, p001_time *t) {
    pipe p = {{1, links}, {0, 1}, c->n - 1, links * middle(c->n)};
    int error = p001_sum_of(c->n - 1, &p.gain);
    p.gain.num -= p.gain.den;
    if (!error && !lb_ratio_scale(&p.gain, 1, links))
        error = LB_ERR_SIZE;
    if (!error)
        error = pipe_best(c, &p, t);
    double gain = (sum_value(c->n - 1) - 1) / links;
    t->closed = closed_form(c, 1.0 / links, gain, c->n > 1 ? c->n - 1.0 : 1);
    return error;
}

/* X.O.C. SEND of 1/links of the message. */
static int aside_pipe(const p001_case *c, unsigned links, pipe *p) {
    *p = (pipe){{1, links}, {0, 1}, c->n + 1, links};
    int error = p001_sum_of(c->n - 1, &p->gain);
    if (error || !lb_ratio_plus(&p->gain, (lb_ratio){c->n, 1}) || !lb_ratio_scale(&p->gain, 1, (uint64_t)c->n * links))
        return LB_ERR_SIZE;
    return LB_OK;
}

static int aside(const p001_case *c, unsigned links, p001_time *t) {
    pipe p;
    int error = aside_pipe(c, links, &p);
    if (!error)
        error = pipe_best(c, &p, t);
    t->closed = closed_form(c, 1.0 / links, (c->n + sum_value(c->n - 1)) / c->n / links, c->n + 1.0);
    return error;
}

int p001_oc_send_4(const p001_case *c, p001_time *t) {
    return straight(c, c->n, t);
}

int p001_xoc_send_1(const p001_case *c, p001_time *t) {
    pipe p;
    int error = aside_pipe(c, 1, &p);
    if (!error)
        error = pipe_time(c, &p, 1, t);
    t->order = t->data;
    t->groups = 0;
    return error;
}

int p001_xoc_send_2(const p001_case *c, p001_time *t) {
    return aside(c, 1, t);
}

/* n+g+1 stages (the paper has n+g-1 in one place), d+g-1 for the last two distances. */
int p001_arbitrary_send_2(const p001_case *c, p001_time *t) {
    unsigned more = c->n + 2 <= c->d ? c->n + 1 : c->d - 1;
    pipe p = {{1, c->d}, {more, c->d}, more, c->d};
    int error = pipe_best(c, &p, t);
    t->closed = closed_form(c, 1.0 / c->d, (double)more / c->d, c->d > 1 ? more : 1);
    return error;
}

/* The slower of the two ways, each with its own g. */
int p001_arbitrary_send_3(const p001_case *c, p001_time *t) {
    p001_time other;
    int error = straight(c, c->d, t);
    if (error || c->n == c->d)
        return error;
    error = aside(c, c->d, &other);
    if (error)
        return error;
    double closed = fmax(t->closed, other.closed);
    bool capped = t->capped || other.capped;
    if (lb_ratio_compare(other.time, t->time) > 0)
        *t = other;
    t->closed = closed;
    t->capped = capped;
    return LB_OK;
}

/* ---- section 5 ---- */

int p001_distribute_1(const p001_case *c, p001_time *t) {
    return plain(c, (UINT64_C(1) << c->d) - 1, c->d, c->d, t);
}

/* The least k for which d*(1 + (d-1) + ... + (d-1)^(k-1)) is at least 2^d-1. */
int p001_distribute_2(const p001_case *c, p001_time *t) {
    uint64_t all = (UINT64_C(1) << c->d) - 1, wave = c->d, sum = c->d;
    uint32_t k = 1;
    for (; sum < all; k++) {
        wave *= c->d - 1;
        sum += wave;
    }
    int error = plain(c, all, c->d, k, t);
    t->groups = k;
    return error;
}

/* ---- sections 6, 7 and 8 ---- */

int p001_complete_exchange(const p001_case *c, p001_time *t) {
    return plain(c, UINT64_C(1) << c->d, 2, c->d, t);
}

int p001_permuted_send(const p001_case *c, p001_time *t) {
    return plain(c, 1, 1, UINT64_C(2) * c->d, t);
}

/* m = N^2/2^d, what a node has. */
int p001_transpose_rows(const p001_case *c, p001_time *t) {
    return plain(c, 1, 2, c->d, t);
}

/* Class k with p packets: (kp+1)*(tau*m/(2kp) + beta), and 2k stages if p = 1, when nothing overlaps. */
static int class_best(const p001_case *c, unsigned k, p001_time *t) {
    int error = plain(c, 1, 1, UINT64_C(2) * k, t);
    t->groups = 1;
    for (uint32_t p = 2; !error; p++) {
        p001_time next;
        error = plain(c, (uint64_t)k * p + 1, UINT64_C(2) * k * p, (uint64_t)k * p + 1, &next);
        next.groups = p;
        bool better = !error && lb_ratio_compare(next.time, t->time) < 0;
        if (error || (!better && p > 2)) /* p = 1 is not of the same curve */
            break;
        if (better && p > c->cost.bytes / (2 * k)) {
            t->capped = true;
            break;
        }
        if (better)
            *t = next;
    }
    return error;
}

/* All classes at once: the slowest. */
int p001_transpose_blocks(const p001_case *c, p001_time *t) {
    int error = class_best(c, c->d / 2, t);
    for (unsigned k = c->d / 2 - 1; k >= 1 && !error; k--) {
        p001_time other;
        error = class_best(c, k, &other);
        other.capped = other.capped || t->capped;
        if (!error && lb_ratio_compare(other.time, t->time) > 0)
            *t = other;
    }
    t->order = (lb_ratio){1, 2};
    t->closed = closed_form(c, 0.5, 0.5, 1);
    return error;
}

int p001_histogram(const p001_case *c, p001_time *t) {
    return plain(c, (UINT64_C(1) << c->d) - 1, (uint64_t)c->d << c->d, c->d, t);
}
