/* Timing messages: memory for it, and what is told of it. */
#include "import/messages_clock.h"

#include <stdlib.h>

static void give_back(lb_clockwork *c) {
    free(c->deed);
    free(c->ready);
    free(c->event);
    free(c->now);
    free(c->server);
}

static int duration(const lb_clockwork *c, const lb_deed *d, uint64_t *ticks) {
    uint64_t each = d->kind == LB_DEED_WORK ? c->scale : c->per_byte;
    uint64_t more = d->kind == LB_DEED_WORK ? 0 : c->per_message;
    return __builtin_mul_overflow(each, d->size, ticks) || __builtin_add_overflow(*ticks, more, ticks) ? LB_ERR_SIZE
                                                                                                       : LB_OK;
}

static int set_deed(lb_clockwork *c, uint64_t deed) {
    const lb_deed *d = &c->m->deed[deed];
    uint64_t first = c->m->first[deed], followers = c->m->first[deed + 1] - first;
    c->deed[deed] = (lb_clock_deed){.first = followers == 1 ? c->m->follower[first] : first,
                                    .followers = followers,
                                    .cause = LB_NONE,
                                    .server = d->server,
                                    .partner = d->partner,
                                    .kind = d->kind};
    return duration(c, d, &c->deed[deed].end);
}

static int take(lb_clockwork *c, lb_why *why) {
    uint64_t deeds = c->m->deeds, servers = c->m->servers;
    int error = LB_OK;
    c->deed = lb_array(deeds, sizeof *c->deed);
    c->ready = lb_array(deeds, sizeof *c->ready);
    c->event = lb_array(servers, sizeof *c->event);
    c->now = lb_array(servers, sizeof *c->now);
    c->server = lb_array(servers, sizeof *c->server);
    if (!c->deed || !c->ready || !c->event || !c->now || !c->server)
        return lb_fail_memory(why, "the messages' times");
    for (uint64_t k = 0; k < deeds && !error; k++)
        error = set_deed(c, k);
    for (uint64_t k = 0; k < servers; k++)
        c->server[k] = (lb_clock_server){.head = LB_NONE};
    for (uint64_t k = 0; k < c->m->needs && !error; k++) {
        c->deed[c->m->need[k].deed].left++;
        c->begins |= c->m->need[k].begun;
    }
    return error;
}

/* ---- The critical path ---- */

/* What a deed waited for before it could begin (or a receive, end), as in `cause`; LB_NONE: nothing. */
static uint32_t waited_for(const lb_clockwork *c, uint32_t deed, bool begun) {
    const lb_deed *d = &c->m->deed[deed];
    if (d->kind == LB_DEED_RECEIVE && !begun && c->deed[d->partner].end >= c->deed[deed].begin)
        return 2 * d->partner;
    return c->deed[deed].cause;
}

static bool fill_hop(const lb_clockwork *c, uint32_t deed, lb_hop *hop) {
    const lb_deed *d = &c->m->deed[deed];
    *hop = (lb_hop){.step = d->tag, .from = d->rank, .to = d->peer, .units = d->size, .bytes = d->size};
    return lb_ratio_make(c->deed[deed].begin, c->scale, &hop->start) == LB_OK &&
           lb_ratio_make(c->deed[deed].end, c->scale, &hop->finish) == LB_OK;
}

/* From what ends last back to what waited for nothing; the list is turned round at the end. */
static int find_path(const lb_clockwork *c, lb_timing *timing, lb_why *why) {
    uint32_t at = LB_NONE;
    uint64_t room = 0;
    for (uint32_t k = 0; k < c->m->deeds; k++) {
        if (c->deed[k].end == c->last && c->m->deed[k].kind != LB_DEED_RECEIVE)
            at = 2 * k;
    }
    for (; at != LB_NONE; at = waited_for(c, at / 2, at & 1)) {
        void *grown = timing->critical;
        if (c->m->deed[at / 2].kind != LB_DEED_SEND || (at & 1))
            continue;
        if (lb_grow(&grown, &room, timing->critical_count + 1, sizeof *timing->critical))
            return lb_fail_memory(why, "the critical path");
        timing->critical = grown;
        if (!fill_hop(c, at / 2, &timing->critical[timing->critical_count++]))
            return LB_ERR_SIZE;
    }
    for (size_t k = 0; k < timing->critical_count / 2; k++) {
        lb_hop *a = &timing->critical[k], *b = &timing->critical[timing->critical_count - 1 - k], hop = *a;
        *a = *b;
        *b = hop;
    }
    return LB_OK;
}

/* ---- The whole ---- */

static int find_ticks(lb_clockwork *c, const lb_cost *cost) {
    uint64_t q = (uint64_t)cost->tau.den, other = (uint64_t)cost->beta.den;
    if (__builtin_mul_overflow(q / lb_gcd(q, other), other, &c->scale) ||
        __builtin_mul_overflow((uint64_t)cost->tau.num, c->scale / q, &c->per_byte) ||
        __builtin_mul_overflow((uint64_t)cost->beta.num, c->scale / other, &c->per_message))
        return LB_ERR_SIZE;
    return LB_OK;
}

static int fill(const lb_clockwork *c, lb_timing *timing, lb_why *why) {
    uint64_t busiest = 0;
    double sum = 0;
    for (uint64_t k = 0; k < c->m->links; k++) {
        busiest = c->server[k].worked > busiest ? c->server[k].worked : busiest;
        sum += (double)c->server[k].worked;
    }
    timing->packets = c->m->sends;
    timing->utilisation = c->m->links && c->last ? sum / ((double)c->m->links * (double)c->last) : 0;
    if (lb_ratio_make(c->last, c->scale, &timing->makespan) || lb_ratio_make(busiest, c->scale, &timing->busiest_link))
        return LB_ERR_SIZE;
    return find_path(c, timing, why);
}

int lb_messages_time(const lb_messages *m, const lb_cost *cost, lb_timing *timing, lb_why *why) {
    lb_clockwork c = {.m = m};
    *timing = (lb_timing){.packets = 0};
    if (cost->tau.num < 0 || cost->tau.den <= 0 || cost->beta.num < 0 || cost->beta.den <= 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta are numbers that are not negative");
    int error = find_ticks(&c, cost);
    if (!error)
        error = take(&c, why);
    if (!error)
        error = lb_clockwork_run(&c);
    if (!error)
        error = fill(&c, timing, why);
    give_back(&c);
    if (error)
        lb_timing_free(timing);
    return error == LB_ERR_SIZE ? lb_fail(why, error, "times need more than 63 bits to be exact; use rounder numbers")
                                : error;
}
