/* Several packets a block: some of them first and then the others, and a packet more than asked for, left out.
 *
 * The best plans for fewer packets are made once each, from one packet up, each of the best of what algorithms give and
 * of two smaller ones, so that P packets may come in any number of parts. Parts overlap as far as links are free
 * (lb_plan_join). */
#include "plan/graft.h"
#include "planner/entries.h"

#include <inttypes.h>
#include <stdio.h>

enum { MOST_PARTS = 16 }; /* packets for which all splits are tried */

typedef struct shelf {
    lb_contest *contest;
    lb_plan *of[MOST_PARTS + 1]; /* for so many packets */
} shelf;

static int plan_packets(lb_contest *c, uint64_t packets, unsigned by, lb_plan **plan) {
    lb_plan_options o = *c->options;
    o.packets = packets;
    return packets == 1 ? lb_contest_beside(c, c->task, &o, by, plan) : lb_contest_within(c, c->task, &o, by, plan);
}

/* Some first, then the rest. */
static void enter_split(lb_contest *c, const lb_plan *first, const lb_plan *second, uint64_t some, uint64_t rest) {
    lb_plan *plan = NULL;
    lb_why why = {""};
    char name[96];
    snprintf(name, sizeof name, "%.40s, %" PRIu64 "+%" PRIu64 " packets", first->algorithm, some, rest);
    if (lb_plan_join(first, second, &plan, &why) == LB_OK)
        lb_plan_rename(plan, name);
    lb_contest_enter(c, name, plan, &why);
}

/* The best of what is known for `packets`, kept. */
static void fill(shelf *s, uint64_t packets) {
    lb_contest *c = s->contest;
    lb_plan_options o = *c->options;
    lb_contest inner = {.run = c->run, .task = c->task, .options = &o, .by = c->by, .left = UINT64_MAX};
    o.packets = packets;
    if (plan_packets(c, packets, ~(unsigned)(LB_BY_PARTS | LB_BY_MORE), &inner.best))
        return;
    for (uint64_t some = 1; some <= packets / 2 && !lb_contest_over(&inner); some++) {
        if (s->of[some] && s->of[packets - some])
            enter_split(&inner, s->of[some], s->of[packets - some], some, packets - some);
    }
    s->of[packets] = inner.best;
}

static void enter_splits(lb_contest *c) {
    uint64_t packets = c->options->packets;
    shelf s = {.contest = c};
    for (uint64_t p = 1; p < packets; p++) {
        if (!lb_contest_afford(c, "in parts", lb_work_of(c->task, c->options)))
            break;
        fill(&s, p);
    }
    for (uint64_t some = 1; some <= packets / 2 && !lb_contest_over(c); some++) {
        if (s.of[some] && s.of[packets - some])
            enter_split(c, s.of[some], s.of[packets - some], some, packets - some);
    }
    for (uint64_t p = 0; p <= MOST_PARTS; p++)
        lb_plan_free(s.of[p]);
}

/* One packet, again and again. */
static void enter_repeated(lb_contest *c) {
    lb_plan *one = NULL, *plan = NULL;
    lb_why why = {""};
    char name[96] = "one packet at a time";
    if (c->options->packets >= UINT32_MAX || !lb_contest_afford(c, name, lb_work_of(c->task, c->options)))
        return;
    if (plan_packets(c, 1, ~(unsigned)LB_BY_PARTS, &one) == LB_OK &&
        lb_plan_pipeline(one, (uint32_t)c->options->packets, 0, &plan, &why) == LB_OK) {
        snprintf(name, sizeof name, "%.40s, one packet at a time", one->algorithm);
        lb_plan_rename(plan, name);
    }
    lb_contest_enter(c, name, plan, &why);
    lb_plan_free(one);
}

/* A packet more, of which any may be the one that is left out. */
static void enter_more(lb_contest *c) {
    lb_plan *more = NULL;
    lb_why why = {""};
    uint64_t packets = c->options->packets + 1;
    if (packets > MOST_PARTS || !lb_contest_afford(c, "a packet more", lb_work_of(c->task, c->options)))
        return;
    if (plan_packets(c, packets, ~(unsigned)(LB_BY_PARTS | LB_BY_MORE), &more))
        return;
    /* where it is longer than what there is, leaving out one may yet make it shorter, by not much */
    for (uint64_t i = 0; i < packets && !lb_contest_over(c); i++) {
        lb_plan *plan = NULL;
        char name[96];
        snprintf(name, sizeof name, "%.40s, packet %" PRIu64 " of %" PRIu64 " left out", more->algorithm, i + 1,
                 packets);
        if (lb_plan_trim(more, i, &plan, &why) == LB_OK)
            lb_plan_rename(plan, more->algorithm);
        lb_contest_enter(c, name, plan, &why);
    }
    lb_plan_free(more);
}

void lb_enter_parts(lb_contest *c) {
    uint64_t packets = c->options->packets;
    if (c->options->clock != LB_UNIT)
        return;
    if (packets > 1 && c->by & LB_BY_PARTS)
        enter_repeated(c);
    if (packets > 1 && packets <= MOST_PARTS && c->by & LB_BY_PARTS && !lb_contest_over(c))
        enter_splits(c);
    if (c->by & LB_BY_MORE && !lb_contest_over(c))
        enter_more(c);
}
