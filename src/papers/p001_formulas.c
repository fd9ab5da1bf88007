/* 001's boxed formulas, coded from the paper's text (as corrected in docs/errata.md) and not from our algorithms: each
 * gives the time with the exactly best whole g, found by trying, and the closed form for the best real g. */
#include "papers/p001_parts.h"

#include <math.h>

/* n over k. */
static uint64_t choose(unsigned n, unsigned k) {
    uint64_t value = 1;
    for (unsigned i = 1; i <= k; i++)
        value = value * (n - k + i) / i;
    return value;
}

int p001_sum_of(unsigned d, lb_ratio *k) {
    *k = (lb_ratio){0, 1};
    for (unsigned i = 0; i <= d; i++) {
        lb_ratio term;
        if (lb_ratio_make(1, choose(d, i), &term) || !lb_ratio_plus(k, term))
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

#define PLAIN(name, num, den, startups)                                                                                \
    static int name(const p001_case *c, p001_time *t) {                                                                \
        return plain(c, num, den, startups, t);                                                                        \
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

PLAIN(broadcast_1, c->d, 1, c->d)
PLAIN(broadcast_2, 1, 1, c->d)

/* On the 1-cube the second stage has nothing but sends into node 0. */
static int broadcast_3a(const p001_case *c, p001_time *t) {
    unsigned stages = c->d > 1 ? c->d + 1 : 1;
    return plain(c, stages, c->d, stages, t);
}

static int broadcast_4(const p001_case *c, p001_time *t) {
    pipe p = {{1, c->d}, {c->d - 1, c->d}, c->d - 1, c->d};
    int error = pipe_best(c, &p, t);
    t->closed = closed_form(c, 1.0 / c->d, (c->d - 1.0) / c->d, c->d > 1 ? c->d - 1.0 : 1);
    return error;
}

/* ---- sections 3 and 4 ---- */

PLAIN(oc_send_1, c->n, 1, c->n)
PLAIN(oc_send_2, 1, 1, c->n)

static int oc_send_3(const p001_case *c, p001_time *t) {
    lb_ratio k;
    int error = p001_sum_of(c->n - 1, &k);
    return error ? error : plain(c, (uint64_t)k.num, (uint64_t)k.den * c->n, c->n, t);
}

/* O.C. SEND 4 of a share of the message that leaves 1/links to each link. In the middle stage a packet is (n-1 over
 * (n-1)/2) times smaller than the sender's. */
static int straight(const p001_case *c, unsigned links, p001_time *t) {
    pipe p = {{1, links}, {0, 1}, c->n - 1, links * choose(c->n - 1, (c->n - 1) / 2)};
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

static int oc_send_4(const p001_case *c, p001_time *t) {
    return straight(c, c->n, t);
}

static int xoc_send_1(const p001_case *c, p001_time *t) {
    pipe p;
    int error = aside_pipe(c, 1, &p);
    if (!error)
        error = pipe_time(c, &p, 1, t);
    t->order = t->data;
    t->groups = 0;
    return error;
}

static int xoc_send_2(const p001_case *c, p001_time *t) {
    return aside(c, 1, t);
}

/* n+g+1 stages (the paper has n+g-1 in one place), d+g-1 for the last two distances. */
static int arbitrary_send_2(const p001_case *c, p001_time *t) {
    unsigned more = c->n + 2 <= c->d ? c->n + 1 : c->d - 1;
    pipe p = {{1, c->d}, {more, c->d}, more, c->d};
    int error = pipe_best(c, &p, t);
    t->closed = closed_form(c, 1.0 / c->d, (double)more / c->d, c->d > 1 ? more : 1);
    return error;
}

/* The slower of the two ways, each with its own g. */
static int arbitrary_send_3(const p001_case *c, p001_time *t) {
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

PLAIN(distribute_1, (UINT64_C(1) << c->d) - 1, c->d, c->d)

/* The least k for which d*(1 + (d-1) + ... + (d-1)^(k-1)) is at least 2^d-1. */
static int distribute_2(const p001_case *c, p001_time *t) {
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

PLAIN(complete_exchange, UINT64_C(1) << c->d, 2, c->d)
PLAIN(permuted_send, 1, 1, UINT64_C(2) * c->d)

/* m = N^2/2^d, what a node has. */
PLAIN(transpose_rows, 1, 2, c->d)

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
static int transpose_blocks(const p001_case *c, p001_time *t) {
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

PLAIN(histogram, (UINT64_C(1) << c->d) - 1, (uint64_t)c->d << c->d, c->d)

/* ---- section 9: a/|S| ---- */

#define LEAST(name, num, den)                                                                                          \
    static int name(const p001_case *c, lb_ratio *order) {                                                             \
        (void)c;                                                                                                       \
        return lb_ratio_make(num, den, order);                                                                         \
    }

LEAST(by_links, 1, c->d)
LEAST(by_messages, (UINT64_C(1) << c->d) - 1, c->d)
LEAST(by_bins, (UINT64_C(1) << c->d) - 1, (uint64_t)c->d << c->d)
LEAST(by_cut, 1, 1)
/* The paper prints a = 2^(d-1)*m; the 2^(d-1) nodes of each half send 2^(d-1) messages each, both ways together
 * 2^(2d-1) over 2^d links. */
LEAST(by_exchange, UINT64_C(1) << (2 * c->d - 1), UINT64_C(1) << c->d)
LEAST(by_half, 1, 2)

#define ROOT_4  "tau*m/d + 2*sqrt((d-1)/d*beta*tau*m) + (d-1)*beta"
#define ROOT_OC "tau*m/n + 2*sqrt((K(n-1)-1)/n*beta*tau*m) + (n-1)*beta"

const p001_box p001_boxes[P001_BOXES] = {
    {"broadcast_1", "BROADCAST 1", "2", "broadcast-1", "d*tau*m + d*beta", NULL, LB_BROADCAST, P001_CUBE, P001_EQUAL,
     false, false, broadcast_1, by_links},
    {"broadcast_2", "BROADCAST 2", "2", "broadcast-2", "tau*m + d*beta", NULL, LB_BROADCAST, P001_CUBE, P001_EQUAL,
     false, false, broadcast_2, by_links},
    {"broadcast_3a", "BROADCAST 3A", "2", "broadcast-3a", "(d+1)/d*tau*m + (d+1)*beta", NULL, LB_BROADCAST, P001_CUBE,
     P001_EQUAL, false, false, broadcast_3a, by_links},
    {"broadcast_3b", "BROADCAST 3B", "2", "broadcast-3b", "tau*m + d*beta", NULL, LB_BROADCAST, P001_CUBE, P001_EQUAL,
     false, false, broadcast_2, by_links},
    {"broadcast_4", "BROADCAST 4", "2", "broadcast-4", "(d+g-1)*(tau*m/(d*g) + beta)", ROOT_4, LB_BROADCAST, P001_CUBE,
     P001_EQUAL, false, true, broadcast_4, by_links},
    {"oc_send_1", "O.C. SEND 1", "3", "oc-send-1", "n*tau*m + n*beta", NULL, LB_SEND, P001_SEND, P001_EQUAL, false,
     false, oc_send_1, by_links},
    {"oc_send_2", "O.C. SEND 2", "3", "oc-send-2", "tau*m + n*beta", NULL, LB_SEND, P001_SEND, P001_EQUAL, false, false,
     oc_send_2, by_links},
    {"oc_send_3", "O.C. SEND 3", "3", "oc-send-3", "K(n-1)/n*tau*m + n*beta", NULL, LB_SEND, P001_SEND, P001_EQUAL,
     false, false, oc_send_3, by_links},
    {"oc_send_4", "O.C. SEND 4", "3", "oc-send-4", "(g+K(n-1)-1)/(n*g)*tau*m + (g+n-1)*beta", ROOT_OC, LB_SEND,
     P001_SEND, P001_EQUAL, false, true, oc_send_4, by_links},
    {"xoc_send_1", "X.O.C. SEND 1", "4", "xoc-send-1", "(2*n+K(n-1))/n*tau*m + (n+2)*beta", NULL, LB_SEND, P001_ASIDE,
     P001_EQUAL, false, false, xoc_send_1, by_links},
    {"xoc_send_2", "X.O.C. SEND 2", "4", "xoc-send-2", "(g*n+n+K(n-1))/(g*n)*tau*m + (g+n+1)*beta",
     "tau*m + 2*sqrt((n+K(n-1))/n*beta*tau*m) + (n+1)*beta", LB_SEND, P001_ASIDE, P001_EQUAL, false, false, xoc_send_2,
     by_links},
    {"arbitrary_send_1", "ARBITRARY SEND 1", "4", "arbitrary-send-1", "O.C. SEND 4's", ROOT_OC, LB_SEND, P001_SEND,
     P001_EQUAL, false, true, oc_send_4, by_links},
    {"arbitrary_send_2", "ARBITRARY SEND 2", "4", "arbitrary-send-2",
     "(s+g)*(tau*m/(d*g) + beta), s = n+1 for n <= d-2, else d-1", "tau*m/d + 2*sqrt(s/d*beta*tau*m) + s*beta", LB_SEND,
     P001_SEND, P001_AT_MOST, false, true, arbitrary_send_2, by_links},
    {"arbitrary_send_3", "ARBITRARY SEND 3", "4", "arbitrary-send-3",
     "the later of O.C. SEND 4 with n*m/d and X.O.C. SEND 2 with m/d",
     "tau*m/d + 2*sqrt((K(n-1)-1)/d*beta*tau*m) + (n-1)*beta, tau*m/d + 2*sqrt((n+K(n-1))/(d*n)*beta*tau*m) + "
     "(n+1)*beta: the later",
     LB_SEND, P001_SEND, P001_EQUAL, false, true, arbitrary_send_3, by_links},
    {"distribute_1", "DISTRIBUTE 1", "5", "distribute-1", "(2^d-1)/d*tau*m + d*beta", NULL, LB_SCATTER, P001_CUBE,
     P001_EQUAL, false, true, distribute_1, by_messages},
    {"distribute_2", "DISTRIBUTE 2", "5", "distribute-2", "(2^d-1)/d*tau*m + k*beta, k waves", NULL, LB_SCATTER,
     P001_CUBE, P001_LARGE, false, true, distribute_2, by_messages},
    {"collect_1", "COLLECT 1", "5", "collect-1", "(2^d-1)/d*tau*m + d*beta", NULL, LB_GATHER, P001_CUBE, P001_EQUAL,
     false, true, distribute_1, by_messages},
    {"collect_2", "COLLECT 2", "5", "collect-2", "(2^d-1)/d*tau*m + k*beta, k waves", NULL, LB_GATHER, P001_CUBE,
     P001_LARGE, false, true, distribute_2, by_messages},
    {"complete_broadcast", "COMPLETE BROADCAST", "6", "complete-broadcast", "(2^d-1)/d*tau*m + d*beta", NULL,
     LB_ALLGATHER, P001_CUBE, P001_EQUAL, false, true, distribute_1, by_messages},
    {"inversion", "INVERSION", "6", "inversion", "tau*m + d*beta", NULL, LB_PERMUTE, P001_OPPOSITE, P001_EQUAL, false,
     true, broadcast_2, by_cut},
    {"complete_exchange", "COMPLETE EXCHANGE", "6", "complete-exchange", "2^(d-1)*tau*m + d*beta", NULL, LB_ALLTOALL,
     P001_CUBE, P001_EQUAL, false, true, complete_exchange, by_exchange},
    {"permuted_send", "PERMUTED SEND, of v to its opposite", "6", "permuted-send", "tau*m + 2*d*beta", NULL, LB_PERMUTE,
     P001_OPPOSITE, P001_EQUAL, false, true, permuted_send, by_cut},
    {"permuted_send_next", "PERMUTED SEND, of v to v+1", "6", "permuted-send", "tau*m + 2*d*beta", NULL, LB_PERMUTE,
     P001_NEXT, P001_EQUAL, false, false, permuted_send, NULL},
    {"transpose_rows", "MATRIX TRANSPOSITION, stored by rows", "7.1", "transpose-rows",
     "tau*N^2/2^(d+1) + d*beta, N^2 = 2^d*m", NULL, LB_ALLTOALL, P001_CUBE, P001_EQUAL, true, true, transpose_rows,
     by_half},
    {"transpose_blocks", "MATRIX TRANSPOSITION, stored by submatrices", "7.2", "transpose-blocks",
     "(k*p+1)*(tau*m/(2*k*p) + beta), the slowest k <= d/2, N^2 = 2^d*m",
     "tau*N^2/2^(d+1) + 2*sqrt(beta*tau/2^(d+1))*N + beta", LB_PERMUTE, P001_SWAP, P001_EQUAL, false, true,
     transpose_blocks, by_half},
    {"histogram", "HISTOGRAM", "8", "histogram", "(1-2^-d)/d*tau*m + d*beta", NULL, LB_REDUCE_SCATTER, P001_CUBE,
     P001_EQUAL, true, true, histogram, by_bins},
};
