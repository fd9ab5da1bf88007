/* The linear clock: tokens that wait for the same link share packets, so that start-ups are saved.
 *
 * Legs are placed again in their order, each in the first step in which its data is there, but a packet now takes up to
 * `size` tokens. Nothing gets later than it was: with size 1 no leg needs more than the step it had, and a larger
 * packet only lets legs go earlier. Large packets arrive late, though, and nothing can be sent on before all has
 * arrived. So several sizes are timed as the clock does it, and the best is kept. */
#include "algo/faulty/faulty_plan.h"

#include <stdlib.h>
#include <string.h>

#define SOME_WORK (UINT64_C(1) << 20) /* legs: of more, fewer sizes are tried */

typedef struct packing {
    const lb_scene *s;
    bool copies; /* tokens are in many places: by node and token, not by token alone */
    uint64_t tokens;
    double token, start;        /* the time of a token, and of a packet without any */
    uint32_t *ready;            /* the step in which a token is there */
    double *there;              /* the time */
    uint32_t *last, *fill;      /* per link: its last packet's step, and tokens in it */
    uint32_t *out, *in;         /* per node: the last step in which it sends, receives */
    uint32_t *sends, *takes;    /* how many packets in that */
    double *link;               /* when a link is free again */
    double *out_port, *in_port; /* node * limit: when a port is; NULL without a limit */
} packing;

static void packing_free(packing *k) {
    free(k->ready);
    free(k->there);
    free(k->last);
    free(k->fill);
    free(k->out);
    free(k->in);
    free(k->sends);
    free(k->takes);
    free(k->link);
    free(k->out_port);
    free(k->in_port);
}

static uint64_t places(const packing *k) {
    return k->copies ? lb_times(k->s->map.nodes, k->tokens) : k->tokens;
}

static int packing_take(packing *k) {
    uint64_t nodes = k->s->map.nodes, links = nodes * k->s->map.ports;
    bool limited = k->s->limit < k->s->map.ports;
    uint64_t ports = limited ? nodes * k->s->limit : 0;
    k->ready = lb_array(places(k), sizeof *k->ready);
    k->there = lb_array(places(k), sizeof *k->there);
    k->last = lb_array(links, sizeof *k->last);
    k->fill = lb_array(links, sizeof *k->fill);
    k->out = lb_array(nodes, sizeof *k->out);
    k->in = lb_array(nodes, sizeof *k->in);
    k->sends = lb_array(nodes, sizeof *k->sends);
    k->takes = lb_array(nodes, sizeof *k->takes);
    k->link = lb_array(links, sizeof *k->link);
    k->out_port = limited ? lb_array(ports, sizeof *k->out_port) : NULL;
    k->in_port = limited ? lb_array(ports, sizeof *k->in_port) : NULL;
    return k->ready && k->there && k->last && k->fill && k->out && k->in && k->sends && k->takes && k->link &&
                   (!limited || (k->out_port && k->in_port))
               ? LB_OK
               : LB_ERR_MEMORY;
}

static uint64_t place_of(const packing *k, uint32_t node, uint32_t token) {
    return k->copies ? node * k->tokens + token : token;
}

/* ---- Steps ---- */

/* The first step from `step` on in which a node may send (or receive) one more packet. */
static uint32_t with_port(uint32_t step, uint32_t last, uint32_t count, uint32_t limit) {
    return step > last ? step : last + (count >= limit);
}

static void count_packet(uint32_t *last, uint32_t *count, uint32_t step) {
    *count = *last == step ? *count + 1 : 1;
    *last = step;
}

static uint32_t step_for(packing *k, const lb_leg *leg, uint32_t size) {
    uint32_t from = leg->link / k->s->map.ports, to = k->s->map.to[leg->link], limit = k->s->limit;
    uint32_t step = k->ready[place_of(k, from, leg->token)] + 1, last = k->last[leg->link];
    if (step <= last && k->fill[leg->link] < size) {
        k->fill[leg->link]++;
        return last;
    }
    step = step > last ? step : last + 1;
    for (uint32_t before = 0; before != step;) {
        before = step;
        step = with_port(step, k->out[from], k->sends[from], limit);
        step = with_port(step, k->in[to], k->takes[to], limit);
    }
    count_packet(&k->out[from], &k->sends[from], step);
    count_packet(&k->in[to], &k->takes[to], step);
    k->last[leg->link] = step;
    k->fill[leg->link] = 1;
    return step;
}

/* from: legs in order of steps; to: the same, placed. */
static void place(packing *k, const lb_legs *from, uint32_t size, lb_legs *to) {
    uint64_t nodes = k->s->map.nodes, links = nodes * k->s->map.ports;
    memset(k->ready, 0, places(k) * sizeof *k->ready);
    memset(k->last, 0, links * sizeof *k->last);
    memset(k->fill, 0, links * sizeof *k->fill);
    memset(k->out, 0, nodes * sizeof *k->out);
    memset(k->in, 0, nodes * sizeof *k->in);
    memset(k->sends, 0, nodes * sizeof *k->sends);
    memset(k->takes, 0, nodes * sizeof *k->takes);
    to->steps = 0;
    to->count = from->count;
    for (uint64_t i = 0; i < from->count; i++) {
        lb_leg leg = from->at[i];
        leg.step = step_for(k, &leg, size);
        k->ready[place_of(k, k->s->map.to[leg.link], leg.token)] = leg.step;
        to->at[i] = leg;
        to->steps = leg.step > to->steps ? leg.step : to->steps;
    }
}

/* ---- Time ---- */

static double *first_free(double *ports, uint64_t node, uint32_t limit) {
    double *best = &ports[node * limit];
    for (uint32_t i = 1; i < limit; i++)
        best = ports[node * limit + i] < *best ? &ports[node * limit + i] : best;
    return best;
}

/* When a packet of `count` legs has arrived. */
static double send_packet(packing *k, const lb_leg *leg, uint64_t count) {
    uint32_t from = leg->link / k->s->map.ports, to = k->s->map.to[leg->link];
    double begin = k->link[leg->link];
    for (uint64_t i = 0; i < count; i++) {
        double there = k->there[place_of(k, from, leg[i].token)];
        begin = there > begin ? there : begin;
    }
    double *out = k->out_port ? first_free(k->out_port, from, k->s->limit) : NULL;
    double *in = k->in_port ? first_free(k->in_port, to, k->s->limit) : NULL;
    begin = out && *out > begin ? *out : begin;
    begin = in && *in > begin ? *in : begin;
    double end = begin + k->start + (double)count * k->token;
    if (out && in)
        *out = *in = end;
    k->link[leg->link] = end;
    return end;
}

/* Packets of one step carry nothing that arrives in it, so arrivals may be noted at once, but for tokens that are in
 * one place at a time: those move once a step. */
static double time_of(packing *k, const lb_legs *legs) {
    uint64_t nodes = k->s->map.nodes, ports = nodes * k->s->limit;
    double latest = 0;
    memset(k->there, 0, places(k) * sizeof *k->there);
    memset(k->link, 0, nodes * k->s->map.ports * sizeof *k->link);
    if (k->out_port) {
        memset(k->out_port, 0, ports * sizeof *k->out_port);
        memset(k->in_port, 0, ports * sizeof *k->in_port);
    }
    for (uint64_t i = 0, count; i < legs->count; i += count) {
        const lb_leg *leg = &legs->at[i];
        count = 1;
        while (i + count < legs->count && leg[count].step == leg->step && leg[count].link == leg->link)
            count++;
        double end = send_packet(k, leg, count);
        for (uint64_t j = 0; j < count; j++)
            k->there[place_of(k, k->s->map.to[leg->link], leg[j].token)] = end;
        latest = end > latest ? end : latest;
    }
    return latest;
}

/* ---- Sizes ---- */

static uint64_t busiest(packing *k, const lb_legs *legs) {
    uint32_t most = 0;
    memset(k->fill, 0, (uint64_t)k->s->map.nodes * k->s->map.ports * sizeof *k->fill);
    for (uint64_t i = 0; i < legs->count; i++) {
        uint32_t load = ++k->fill[legs->at[i].link];
        most = load > most ? load : most;
    }
    return most;
}

/* Keeps the packets that there are, or the best of those that can be made. */
static int try_sizes(packing *k, bool packed, lb_legs *legs, lb_why *why) {
    lb_legs now = {.at = NULL}, best = {.at = NULL};
    uint64_t most = busiest(k, legs), factor = legs->count > SOME_WORK ? 8 : 2;
    int error = lb_legs_sort(legs, &k->s->net);
    legs->time = error ? 0 : time_of(k, legs);
    for (uint64_t size = 1; !error && !packed; size = size * factor < most ? size * factor : most) {
        error = lb_legs_room(&now, legs->count);
        if (error)
            break;
        place(k, legs, (uint32_t)size, &now);
        error = lb_legs_sort(&now, &k->s->net);
        now.time = time_of(k, &now);
        if (!error && now.time < (best.at ? best.time : legs->time)) {
            lb_legs kept = best;
            best = now;
            now = kept;
        }
        if (size >= most)
            break;
    }
    lb_legs_free(&now);
    if (error) {
        lb_legs_free(&best);
        return lb_fail_memory(why, "a plan");
    }
    if (best.at) {
        lb_legs_free(legs);
        *legs = best;
    }
    return LB_OK;
}

int lb_legs_pack(const lb_scene *s, bool copies, bool packed, lb_legs *legs, lb_why *why) {
    const lb_cost *cost = s->options->cost;
    if (s->options->clock != LB_LINEAR || !cost || !legs->count)
        return LB_OK;
    packing k = {.s = s, .copies = copies, .tokens = lb_task_blocks(s->task) * s->pieces};
    k.token = lb_ratio_value(cost->tau) * (double)cost->bytes / (double)(s->pieces * lb_task_parts(s->task));
    k.start = lb_ratio_value(cost->beta);
    int error = packing_take(&k) ? lb_fail_memory(why, "a plan") : try_sizes(&k, packed, legs, why);
    packing_free(&k);
    return error;
}
