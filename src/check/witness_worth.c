/* Verifying what a byte is worth at a place and a time (docs/bounds.md, WORTH): the value never rises with time, it is
 * 0 where the message begins and LB_WORTH_ONE where it must get to; and the best that every link can do with its time,
 * at these values, is too little. Shares nothing with src/bound.
 *
 * The value falls in LB_WORTH_PARTS steps from each moment of the witness to the next. A message is of use on a link
 * only if it begins when something can be there, and ends when what it brings can still get there. As the values are
 * the same between steps, none does better than one that begins and ends with steps, so only those are looked at; it
 * begins with the value after the step and ends with that before it. What a link can do by a step is the most, over all
 * steps before, of what it can do by that and one message more. */
#include "check/claims.h"
#include "check/recount.h"
#include "net/route.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_NODES = 4096 };

#define MOST_TIME (UINT64_C(1) << 24)
#define MOST_ALL  (UINT64_C(1) << 62)

enum { MOST_ENDS = 2 };

/* A link like others: the classes of its ends, and hops. Where the message is summed time runs backwards, over the
 * links that lead the other way, which on a lattice are as many. */
typedef struct kind {
    uint16_t from[MOST_ENDS], to[MOST_ENDS];
    uint32_t before, after;
    uint64_t most; /* that it carries */
} kind;

typedef struct scale {
    const lb_task *task;
    const lb_witness *w;
    uint32_t steps;
    uint64_t *at, *done;
    kind *kinds;
    uint32_t count, room;
} scale;

/* ---- The tables ---- */

static uint16_t value(const lb_task *task, const lb_witness *w, uint32_t class, uint32_t i) {
    return w->price[w->load * task->net.nodes + class * 2 * w->radius + i];
}

static bool falls(const lb_task *task, const lb_witness *w, uint32_t class) {
    for (uint32_t i = 1; i < 2 * w->radius; i++) {
        if (value(task, w, class, i) > value(task, w, class, i - 1))
            return false;
    }
    return value(task, w, class, 0) <= LB_WORTH_ONE;
}

static uint32_t end_of(const lb_witness *w, unsigned k) {
    return k ? w->weight[1] : w->first;
}

static uint16_t class_of(const lb_task *task, const lb_witness *w, unsigned k, uint32_t node) {
    return w->part[k * task->net.nodes + node];
}

static bool begins_and_ends(const lb_task *task, const lb_witness *w) {
    for (unsigned k = 0; k < w->load; k++) {
        if (value(task, w, class_of(task, w, k, w->node), 0) != 0 ||
            value(task, w, class_of(task, w, k, end_of(w, k)), 2 * w->radius - 1) != LB_WORTH_ONE)
            return false;
    }
    return true;
}

static bool moments_fit(const lb_witness *w) {
    for (uint32_t i = 1; i < w->radius; i++) {
        if (w->moment[i] <= w->moment[i - 1])
            return false;
    }
    return w->moment[0] == 0 && w->value < MOST_TIME && w->value > 2 * (uint64_t)w->moment[w->radius - 1];
}

int lb_witness_verify_worth(const lb_task *task, uint64_t links, const lb_witness *w, lb_why *why) {
    const lb_net *net = &task->net;
    bool rooted = task->kind == LB_BROADCAST || task->kind == LB_REDUCE;
    if (!rooted || !lb_net_is_lattice(net) || lb_net_routing(net) != LB_STORE_AND_FORWARD || links < net->ports ||
        net->nodes > MOST_NODES || w->node != lb_task_params_of(task).root || w->first >= net->nodes || w->load < 1 ||
        w->load > MOST_ENDS || (w->load > 1 && w->weight[1] >= net->nodes))
        return lb_fail(why, LB_ERR_CHECK, "the witness names node %" PRIu32 " and node %" PRIu32, w->node, w->first);
    if (w->radius < 1 || w->radius > LB_MAX_MOMENTS || w->weight[0] == 0 || w->weight[0] > MOST_TIME || w->width == 0 ||
        w->width > LB_MAX_PRICES || w->load * net->nodes + (uint64_t)w->width * 2 * w->radius > LB_MAX_PRICES ||
        !moments_fit(w))
        return lb_fail(why, LB_ERR_CHECK, "the witness's moments are not those of its time");
    for (uint32_t v = 0; v < w->load * net->nodes; v++) {
        if (w->part[v] >= w->width)
            return lb_fail(why, LB_ERR_CHECK, "node %" PRIu32 " is of no class of the witness's", v % net->nodes);
    }
    for (uint32_t i = 0; i < w->width; i++) {
        if (!falls(task, w, i))
            return lb_fail(why, LB_ERR_CHECK, "the witness's bytes are worth more later on");
    }
    return begins_and_ends(task, w) ? LB_OK : lb_fail(why, LB_ERR_CHECK, "the witness's bytes do not gain 1");
}

/* ---- What links carry ---- */

static uint64_t moment(const lb_witness *w, uint32_t i) {
    return i < w->radius ? w->moment[i] : w->value - w->moment[2 * w->radius - 1 - i];
}

/* Between a step and the next. */
static uint64_t worth(const scale *s, uint32_t class, uint32_t step) {
    uint32_t i = step / LB_WORTH_PARTS, part = step % LB_WORTH_PARTS;
    uint64_t now = value(s->task, s->w, class, i), next = value(s->task, s->w, class, i + 1);
    return now * LB_WORTH_PARTS - (now - next) * part;
}

static void set_steps(scale *s) {
    for (uint32_t k = 0; k < s->steps; k++) {
        uint32_t i = k / LB_WORTH_PARTS, part = k % LB_WORTH_PARTS;
        uint64_t from = moment(s->w, i), length = part ? moment(s->w, i + 1) - from : 0;
        s->at[k] = from + length * part / LB_WORTH_PARTS;
    }
}

/* What a byte gains by a message between these steps, added up over the ends that it goes to. */
static uint64_t gain(const scale *s, const kind *k, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (unsigned e = 0; e < s->w->load; e++) {
        uint64_t brought = worth(s, k->to[e], end - 1), lost = worth(s, k->from[e], begin);
        sum += brought > lost ? brought - lost : 0;
    }
    return sum;
}

static void weigh(scale *s, kind *k) {
    uint64_t unit = s->w->weight[0], early = k->before * unit, late = k->after * unit;
    uint32_t first = 0, last = s->steps - 1;
    while (first < last && s->at[first + 1] <= early)
        first++;
    while (last > first && s->at[last - 1] + late >= s->w->value)
        last--;
    for (uint32_t end = first; end <= last; end++) {
        uint64_t best = end > first ? s->done[end - 1] : 0;
        for (uint32_t begin = first; begin < end && s->at[begin] + unit < s->at[end]; begin++) {
            uint64_t sum = s->done[begin] + (s->at[end] - s->at[begin] - unit) * gain(s, k, begin, end);
            best = sum > best ? sum : best;
        }
        s->done[end] = best;
    }
    k->most = s->done[last];
}

static bool is_like(const kind *a, const kind *b) {
    bool like = a->before == b->before && a->after == b->after;
    for (unsigned e = 0; e < MOST_ENDS; e++)
        like = like && a->from[e] == b->from[e] && a->to[e] == b->to[e];
    return like;
}

/* The link's kind, weighed when it is met first. */
static int weigh_link(scale *s, uint32_t from, uint32_t to, uint64_t *most) {
    const lb_witness *w = s->w;
    const lb_net *net = &s->task->net;
    kind k = {.before = lb_distance(net, w->node, from), .after = LB_NONE};
    for (unsigned e = 0; e < w->load; e++) {
        uint32_t after = lb_distance(net, to, end_of(w, e));
        k.from[e] = class_of(s->task, w, e, from);
        k.to[e] = class_of(s->task, w, e, to);
        k.after = after < k.after ? after : k.after;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (is_like(&s->kinds[i], &k)) {
            *most = s->kinds[i].most;
            return LB_OK;
        }
    }
    if (s->count == s->room) {
        uint32_t room = s->room ? 2 * s->room : 64;
        kind *more = realloc(s->kinds, room * sizeof *more);
        if (!more)
            return LB_ERR_MEMORY;
        s->kinds = more;
        s->room = room;
    }
    weigh(s, &k);
    s->kinds[s->count++] = k;
    *most = k.most;
    return LB_OK;
}

static int weigh_all(scale *s, uint64_t *sum) {
    const lb_net *net = &s->task->net;
    *sum = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (unsigned p = 0; p < net->ports; p++) {
            uint64_t most = 0;
            int error = weigh_link(s, v, lb_neighbor(net, v, p), &most);
            if (error)
                return error;
            *sum += most;
            if (most > MOST_ALL || *sum > MOST_ALL)
                return LB_ERR_SIZE;
        }
    }
    return LB_OK;
}

/* In parts of a start-up, of LB_WORTH_ONE, and of the steps from moment to moment. */
static int too_little(const lb_task *task, const lb_cost *cost, const lb_witness *w, uint64_t sum, lb_why *why) {
    lb_ratio message = cost->tau, carried = cost->beta;
    if (!lb_ratio_scale(&message, w->load * cost->bytes, lb_task_parts(task)) ||
        !lb_ratio_scale(&carried, sum, (uint64_t)LB_WORTH_ONE * LB_WORTH_PARTS * w->weight[0]))
        return lb_fail(why, LB_ERR_SIZE, "the time is not a fraction of two 63-bit numbers");
    return lb_ratio_compare(carried, message) < 0
               ? LB_OK
               : lb_fail(why, LB_ERR_CHECK, "links carry enough, at the values that the witness gives");
}

int lb_witness_worth_time(const lb_task *task, const lb_cost *cost, const lb_witness *w, lb_ratio *time, lb_why *why) {
    scale s = {.task = task, .w = w, .steps = (2 * w->radius - 1) * LB_WORTH_PARTS + 1};
    uint64_t sum;
    s.at = lb_array(s.steps, sizeof *s.at);
    s.done = lb_array(s.steps, sizeof *s.done);
    int error = s.at && s.done ? LB_OK : LB_ERR_MEMORY;
    if (!error) {
        set_steps(&s);
        error = weigh_all(&s, &sum);
    }
    free(s.at);
    free(s.done);
    free(s.kinds);
    if (error)
        return lb_fail(why, error, "what the witness's bytes are worth cannot be added up");
    error = too_little(task, cost, w, sum, why);
    *time = cost->beta;
    if (!error && !lb_ratio_scale(time, w->value, w->weight[0]))
        error = lb_fail(why, LB_ERR_SIZE, "the time is not a fraction of two 63-bit numbers");
    return error;
}
