/* Verifying the time that a witness proves on the linear clock: what it counts is recounted (witness.c), then what
 * that costs is put together over again, in exact fractions. */
#include "check/recount.h"
#include "net/route.h"

typedef struct bill {
    const lb_task *task;
    const lb_cost *cost;
    const lb_witness *w;
    lb_ratio hop;
    bool flown;
    lb_why *why;
} bill;

/* What has to pass the witness's capacity. */
static uint64_t blocks_of(const bill *b) {
    const lb_witness *w = b->w;
    if (w->kind == LB_WITNESS_REACH && w->width == 0)
        return 0;
    return w->kind == LB_WITNESS_GROWTH || w->kind == LB_WITNESS_REACH ? lb_recount_of(b->task)->spread(b->task, w)
                                                                       : w->load;
}

/* The links after the first, each a hop or, if that is less, a start-up. */
static bool add_links(const bill *b, lb_ratio *delay) {
    lb_ratio each = lb_ratio_compare(b->hop, b->cost->beta) < 0 ? b->hop : b->cost->beta;
    uint64_t links = b->w->first > 1 ? b->w->first - UINT64_C(1) : 0;
    return lb_ratio_scale(&each, links, 1) && lb_ratio_plus(delay, each);
}

/* Start-ups and hops. false: they do not fit. */
static bool delay_of(const bill *b, lb_ratio *delay) {
    const lb_witness *w = b->w;
    *delay = b->cost->beta;
    switch (w->kind) {
    case LB_WITNESS_NODE: return b->flown ? add_links(b, delay) : lb_ratio_scale(delay, w->radius, 1);
    case LB_WITNESS_LINKS:
        return w->first <= w->load ? lb_ratio_scale(delay, w->load, w->first ? w->first : w->load) : true;
    case LB_WITNESS_GROWTH: return lb_ratio_scale(delay, w->value + 1 - w->radius, 1);
    case LB_WITNESS_REACH: return lb_ratio_scale(delay, w->radius, w->weight[0]);
    default: return true;
    }
}

/* Whether a hop takes as much of a start-up as the witness says, or more. */
static bool hops_hold(const bill *b) {
    lb_ratio least = b->cost->beta;
    lb_ratio hop = b->flown ? b->hop : b->cost->beta;
    return lb_ratio_scale(&least, b->w->weight[1], b->w->weight[0]) && lb_ratio_compare(least, hop) <= 0;
}

static int compare(lb_ratio time, lb_ratio proven, lb_why *why) {
    char claimed[64], shown[64];
    if (lb_ratio_compare(time, proven) <= 0)
        return LB_OK;
    lb_ratio_text(time, claimed, sizeof claimed);
    lb_ratio_text(proven, shown, sizeof shown);
    return lb_fail(why, LB_ERR_CHECK, "the bound says %s, its witness proves %s", claimed, shown);
}

static int settle(const bill *b, lb_ratio time) {
    lb_ratio data = b->cost->tau, delay;
    if (b->w->kind == LB_WITNESS_NONE)
        return time.num ? lb_fail(b->why, LB_ERR_CHECK, "a witness that proves nothing, for a time") : LB_OK;
    if (b->w->kind == LB_WITNESS_TOTAL || b->w->capacity == 0)
        return lb_fail(b->why, LB_ERR_CHECK, "the witness is not of a time");
    if (b->w->kind == LB_WITNESS_REACH && !hops_hold(b))
        return lb_fail(b->why, LB_ERR_CHECK, "the witness counts on longer hops than there are");
    if (!lb_ratio_scale(&data, b->cost->bytes, lb_task_parts(b->task)) ||
        !lb_ratio_scale(&data, blocks_of(b), b->w->capacity) || !delay_of(b, &delay) || !lb_ratio_plus(&data, delay))
        return lb_fail(b->why, LB_ERR_SIZE, "the time is not a fraction of two 63-bit numbers");
    return compare(time, data, b->why);
}

static int verify(const lb_task *task, uint32_t ports, const lb_cost *cost, const lb_witness *w, lb_ratio time,
                  lb_why *why) {
    bill b = {.task = task,
              .cost = cost,
              .w = w,
              .hop = cost->hop.den ? cost->hop : (lb_ratio){0, 1},
              .flown = lb_net_routing(&task->net) != LB_STORE_AND_FORWARD,
              .why = why};
    int error = lb_witness_verify(task, ports, 1, w, why);
    return error ? error : settle(&b, time);
}

/* Of those that have a time of their own. */
static int verify_own(const lb_task *task, uint32_t ports, const lb_cost *cost, const lb_witness *w, lb_ratio time,
                      lb_why *why) {
    lb_ratio proven = {0, 1};
    int error = lb_witness_verify(task, ports, 1, w, why);
    if (error)
        return error;
    switch (w->kind) {
    case LB_WITNESS_ENDS: error = lb_witness_ends_time(task, cost, w, &proven, why); break;
    case LB_WITNESS_WORTH: error = lb_witness_worth_time(task, cost, w, &proven, why); break;
    default: error = lb_witness_border_time(task, cost, w, &proven, why); break;
    }
    return error ? error : compare(time, proven, why);
}

int lb_witness_verify_time(const lb_task *task, uint32_t ports, const lb_cost *cost, const lb_witness *w, lb_ratio time,
                           lb_why *why) {
    const lb_net *base = lb_net_base(&task->net);
    lb_task *below = NULL;
    if (w->kind == LB_WITNESS_ENDS || w->kind == LB_WITNESS_WORTH || (w->kind == LB_WITNESS_BORDER && !w->whole))
        return verify_own(task, ports, cost, w, time, why);
    if (!lb_net_is_whole(base) || w->whole)
        return lb_witness_verify(task, ports, 1, w, why);
    int error = base == &task->net ? LB_OK : lb_task_on(task, base, &below, why);
    if (!error)
        error = verify(below ? below : task, ports, cost, w, time, why);
    lb_task_free(below);
    return error;
}
