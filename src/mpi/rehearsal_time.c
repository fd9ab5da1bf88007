/* A packet starts when what it carries is there and its link is through with the one before; it keeps the link for its
 * bytes and a gap, and arrives a latency after its bytes; by itself, not in copies nor in a pipeline, it keeps the link
 * until it has arrived. A plan in copies does every step in turn of its copies, each with its share of all packets
 * (copies.h). So one pass in step order tells when everything arrives. A formula knows neither which packets wait for
 * which nor how large each is, and on rings that are not alike both differ from step to step. Bytes are divisible
 * here. */
#include "mpi/rehearsal.h"

#include "mpi/memory.h"
#include "mpi/rehearsal_packets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double worth = 0.99; /* what more copies must bring: each costs messages */

/* How a flight's further hops are taken: behind its bytes, or before them, so that it comes upon links that others,
 * which were sent later, are on. */
typedef enum latency { BEHIND, BEFORE } latency;

/* When a packet of a copy has left its first link. */
static double send(lb_rehearsal *r, const lb_packet *p, const lb_pace *pace, latency lies, uint32_t copies,
                   const double *when) {
    double start = 0, far = p->hops * pace->hop, ahead = lies == BEFORE ? far : 0;
    double gap = copies > 1 || pace->pipelined ? pace->gap : pace->beta + far - ahead;
    for (uint32_t i = 0; i < p->froms; i++)
        start = fmax(start, when[r->from.at[p->from + i]]);
    start += ahead;
    for (uint32_t i = 0; i < p->links; i++)
        start = fmax(start, r->free[r->links.at[p->link + i]]);
    double sent = start + p->share * pace->block / copies;
    for (uint32_t i = 0; i < p->links; i++)
        r->free[r->links.at[p->link + i]] = sent + gap;
    return sent - ahead;
}

/* Copies are there with the first of them, sums with the last that belongs to them. */
static void arrive(const lb_rehearsal *r, const lb_packet *p, double time, double *when) {
    for (uint32_t i = 0; i < p->tos; i++) {
        double *at = &when[r->to.at[p->to + i]];
        *at = r->sums ? fmax(*at, time) : fmin(*at, time);
    }
}

/* The packets of one step of one copy: none carries what comes in the same step. */
static double take_step(lb_rehearsal *r, uint32_t first, uint32_t end, const lb_pace *pace, latency lies,
                        uint32_t copies, double *when, double *arrival) {
    double last = 0;
    for (uint32_t i = first; i < end; i++)
        arrival[i - first] =
            send(r, &r->packets[i], pace, lies, copies, when) + pace->beta + r->packets[i].hops * pace->hop;
    for (uint32_t i = first; i < end; i++) {
        arrive(r, &r->packets[i], arrival[i - first], when);
        last = fmax(last, arrival[i - first]);
    }
    return last;
}

/* INFINITY as soon as anything arrives later than `most`. */
static double go_through(lb_rehearsal *r, const lb_pace *pace, latency lies, uint32_t copies, double most) {
    uint32_t ports = lb_net_ports(r->net) * (r->symmetric ? 1 : lb_net_nodes(r->net));
    double *arrival = lb_mpi_take(r->count + UINT64_C(1), sizeof *arrival), last = 0;
    double *when = lb_mpi_take((uint64_t)r->cells * copies, sizeof *when);
    if (!arrival || !when) {
        free(arrival);
        free(when);
        return -1;
    }
    memset(r->free, 0, ports * sizeof *r->free);
    for (size_t i = 0; i < r->cells; i++)
        when[i] = r->ready[i] ? 0 : INFINITY;
    for (uint32_t c = 1; c < copies; c++)
        memcpy(when + (size_t)c * r->cells, when, r->cells * sizeof *when);
    for (uint32_t first = 0, end; first < r->count && last <= most; first = end) {
        for (end = first; end < r->count && r->packets[end].step == r->packets[first].step;)
            end++;
        for (uint32_t c = 0; c < copies; c++)
            last = fmax(last, take_step(r, first, end, pace, lies, copies, when + (size_t)c * r->cells, arrival));
    }
    free(arrival);
    free(when);
    return last > most ? INFINITY : last;
}

/* The later of both: where on its way a flight is late is not known. */
double lb_rehearsal_time(lb_rehearsal *r, const lb_pace *pace, uint32_t copies, double most) {
    double behind = go_through(r, pace, BEHIND, copies, most);
    bool both = r->flies && behind >= 0 && behind < INFINITY;
    double before = both ? go_through(r, pace, BEFORE, copies, most) : behind;
    return before < 0 ? before : fmax(before, behind);
}

/* So many copies must not take longer, or neither they nor any more, compared with them, take `most` or less: of more
 * copies each number must bring something. So what is given up does not change which number is best. */
static double limit_of(double most, uint32_t copies) {
    return most * pow(worth, (double)copies - LB_MOST_COPIES);
}

uint32_t lb_rehearsal_best(lb_rehearsal *r, const lb_pace *pace, double most, double *ns) {
    uint32_t best = 1;
    double mean = 0;
    *ns = lb_rehearsal_time(r, pace, 1, limit_of(most, 1));
    for (uint32_t i = 0; i < r->count; i++)
        mean += r->packets[i].share * pace->block / r->count;
    for (uint32_t copies = 2; copies <= LB_MOST_COPIES && mean / copies >= LB_LEAST_PACKET * pace->tau; copies++) {
        double time = lb_rehearsal_time(r, pace, copies, fmin(worth * *ns, limit_of(most, copies)));
        if (time >= worth * *ns)
            continue;
        *ns = time;
        best = copies;
        if (time < 0)
            break;
    }
    return best;
}
