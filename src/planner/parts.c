/* Several packets a block: some of them first and then the others, and a packet more than asked for, left out.
 *
 * The best plans for fewer packets are made once each, from one packet up, each of the best of what algorithms give and
 * of two smaller ones, so that P packets may come in any number of parts. Parts overlap as far as links are free
 * (lb_plan_join). */
#include "planner/enter_method.h"
#include "planner/entries.h"

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
static void enter_split(lb_contest *c, shelf *s, uint64_t some) {
    lb_plan *parts[2] = {s->of[some], s->of[c->options->packets - some]};
    if (parts[0] && parts[1])
        lb_enter_parts_of(c, (lb_method){LB_METHOD_JOIN, some}, parts);
}

/* The best of what is known for `packets`, kept. */
static void fill(shelf *s, uint64_t packets) {
    lb_contest *c = s->contest;
    lb_plan_options o = *c->options;
    lb_contest inner = {.run = c->run, .task = c->task, .options = &o, .by = c->by, .left = UINT64_MAX};
    o.packets = packets;
    if (plan_packets(c, packets, ~(unsigned)(LB_BY_PARTS | LB_BY_MORE), &inner.best))
        return;
    for (uint64_t some = 1; some <= packets / 2 && !lb_contest_over(&inner); some++)
        enter_split(&inner, s, some);
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
    for (uint64_t some = 1; some <= packets / 2 && !lb_contest_over(c); some++)
        enter_split(c, &s, some);
    for (uint64_t p = 0; p <= MOST_PARTS; p++)
        lb_plan_free(s.of[p]);
}

/* One packet, again and again. */
static void enter_repeated(lb_contest *c) {
    lb_method method = {LB_METHOD_REPEAT, 0};
    if (c->options->packets < UINT32_MAX &&
        lb_contest_afford(c, "one packet at a time", lb_work_of(c->task, c->options)))
        lb_enter_method(c, method, lb_contest_beside, ~(unsigned)LB_BY_PARTS);
}

/* A packet more, of which any may be the one that is left out. */
static void enter_more(lb_contest *c) {
    lb_plan *parts[2] = {NULL, NULL};
    uint64_t packets = c->options->packets + 1;
    if (packets > MOST_PARTS || !lb_contest_afford(c, "a packet more", lb_work_of(c->task, c->options)))
        return;
    if (plan_packets(c, packets, ~(unsigned)(LB_BY_PARTS | LB_BY_MORE), &parts[0]))
        return;
    /* where it is longer than what there is, leaving out one may yet make it shorter, by not much */
    for (uint64_t i = 0; i < packets && !lb_contest_over(c); i++)
        lb_enter_parts_of(c, (lb_method){LB_METHOD_TRIM, i}, parts);
    lb_plan_free(parts[0]);
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
