/* What stalls of an operation that is under way, and how it is said: lane by lane, or message by message where they go
 * straight. Called by the thread of stall.c, which says why.
 *
 * Where one link is dead all processes stall in the end, each waiting for another, some in the same call and some in
 * the next. In step order the first event that is not done can always go on (src/run/runner.h), so of all that stall in
 * the earliest call the one in the lowest step is to blame: each process names what it waits for in its lowest step,
 * says which call and step that is, and speaks the later the higher the step. For what it waits for in higher steps
 * time begins anew whenever something moves.
 *
 * A slow link is no dead one: what is under way on a link may take SLOWER times as long as the profile says, should
 * that be longer than the time limit, and so may what its sender has to wait for itself, step by step. */
#include "mpi/stalled.h"

#include "mpi/lanes.h"
#include "mpi/simulated.h"
#include "mpi/stalled_inside.h"
#include "mpi/stalled_words.h"

#ifndef LB_MPI_SIMULATED

#include <inttypes.h>
#include <stdio.h>

enum { SLOWER = 120, NAMED = 4 };
#define EARLIEST 0.875 /* of the time limit: what is in the first step */

/* ---- Words ---- */

/* What to do about a link; nothing for processes that have none in common. */
static void advise(const lb_mpi_net *net, int from, int to, char *text, size_t size) {
    unsigned port = 0, ports = lb_net_ports(net->net);
    while (port < ports && lb_neighbor(net->net, (uint32_t)from, port) != (uint32_t)to)
        port++;
    text[0] = '\0';
    int a = lb_stalls_name(net, from), b = lb_stalls_name(net, to);
    if (port < ports)
        snprintf(text, size,
                 ". If that link is dead (of several the one of the lowest call and step is), leave it out: "
                 "LINKBOUND_WITHOUT=%d-%d (linkbound exec or run --without %d-%d)",
                 a < b ? a : b, a < b ? b : a, a < b ? a : b, a < b ? b : a);
}

/* The ranks, where the nodes are numbered otherwise. */
static void ranks_of(const lb_mpi_net *net, int from, int to, char *text, size_t size) {
    text[0] = '\0';
    if (net->worlds)
        snprintf(text, size, " (ranks %d and %d of MPI_COMM_WORLD)", net->worlds[from], net->worlds[to]);
}

/* ---- Lanes ---- */

/* The packet that a lane waits for. */
static uint64_t awaited(const lb_lane *lane) {
    uint64_t window = lane->owner->window, first = lane->known > window ? lane->known - window : 0, found = lane->known;
    for (uint64_t i = lane->known; i-- > first;) {
        const lb_load *load = &lane->loads[i % window];
        if (load->done < load->bytes)
            found = i;
    }
    return found;
}

static uint32_t step_of(const lb_lane *lane, uint64_t packet) {
    return lb_script_port_step(lane->owner->script, lane->port, lane->way, packet);
}

/* Seconds that so many bytes may take. */
static double slowly(const lb_mpi_net *net, double bytes) {
    return SLOWER * 1e-9 * lb_ratio_value(net->set.profile.tau) * bytes;
}

/* The step that a lane waits in, and how long it may. */
static double patience(const lb_lane *lane, uint32_t *step) {
    const lb_instance *stage = lane->owner;
    const lb_mpi_net *net = stage->net;
    lb_script_facts facts = lb_script_facts_of(stage->script);
    uint64_t packet = awaited(lane);
    uint32_t before = packet > 0 ? step_of(lane, packet - 1) : 0;
    *step = step_of(lane, packet);
    uint64_t first = lane->under_way < 2 * lane->most ? lane->under_way : 2 * lane->most; /* one after another */
    double late = facts.steps ? (double)(*step ? *step - 1 : 0) / facts.steps * (1 - EARLIEST) : 0;
    double slow = slowly(net, (double)facts.largest * (*step > before ? *step - before : 0) + (double)first);
    return (EARLIEST + late) * (slow > net->set.timeout ? slow : net->set.timeout);
}

static void say_lane(lb_mpi_request *r, const lb_lane *lane, uint32_t step) {
    const lb_mpi_net *net = r->net;
    char advice[224], ranks[64], how[160], call[40];
    bool sends = lane->way == LB_SENDS;
    int from = sends ? net->node : lane->peer, to = sends ? lane->peer : net->node;
    uint64_t packet = awaited(lane), packets = lb_script_port_packets(r->stage->script, lane->port, lane->way);
    advise(net, from, to, advice, sizeof advice);
    ranks_of(net, from, to, ranks, sizeof ranks);
    lb_stalls_call(r, call, sizeof call);
    int far = lb_stalls_name(net, lane->peer);
    if (sends)
        snprintf(how, sizeof how, "node %d does not take packet %" PRIu64 " of %" PRIu64, far, packet + 1, packets);
    else if (lane->messages > lane->flying || r->which > 0)
        snprintf(how, sizeof how, "it stopped in the middle, at packet %" PRIu64 " of %" PRIu64, packet + 1, packets);
    else
        snprintf(how, sizeof how, "nothing at all of this call has come from node %d, which may not have made it yet",
                 far);
    lb_stalls_say(r, "nothing from node %d to node %d%s for %.*f s; %s (%s, step %" PRIu32 ")%s",
                  lb_stalls_name(net, from), lb_stalls_name(net, to), ranks, LB_DIGITS(lane->quiet), how, call, step,
                  advice);
}

static bool is_quiet(const lb_lane *lane, lb_way way) {
    return lane->way == way && lane->flying > 0 && lane->quiet >= EARLIEST * lane->owner->net->set.timeout;
}

/* Lanes of a way in the lowest step that stalls, when they have stalled for long enough. Whether there are any. */
static bool say_lanes(lb_mpi_request *r, lb_way way) {
    lb_lane *lanes = r->stage->lanes;
    unsigned count = 2 * r->stage->ports, named = 0;
    uint32_t lowest = UINT32_MAX, step;
    for (unsigned i = 0; i < count; i++) {
        if (is_quiet(&lanes[i], way) && patience(&lanes[i], &step) > 0 && step < lowest)
            lowest = step;
    }
    for (unsigned i = 0; i < count && lowest < UINT32_MAX; i++) {
        lb_lane *lane = &lanes[i];
        if (!is_quiet(lane, way) || lane->quiet < patience(lane, &step) || step != lowest ||
            lane->quiet < 2 * lane->said)
            continue;
        if (lane->said == 0)
            r->stalls++;
        lane->said = lane->quiet; /* again when it has taken twice as long */
        if (named++ < NAMED)
            say_lane(r, lane, step);
    }
    return lowest < UINT32_MAX;
}

/* Whether something has come, or gone. */
static bool age_lane(lb_mpi_request *r, lb_lane *lane, double passed) {
    uint64_t done = lane->messages - lane->flying;
    bool moved = done != lane->seen;
    if (!moved && lane->flying > 0) {
        lane->quiet += passed;
        return false;
    }
    if (lane->said > 0) {
        r->stalls--;
        lb_stalls_say(r, "node %d %s node %d again, after %.*f s", lb_stalls_name(r->net, lane->peer),
                      lane->way == LB_SENDS ? "takes from" : "sends to", lb_stalls_name(r->net, r->net->node),
                      LB_DIGITS(lane->quiet));
    }
    lane->seen = done;
    lane->quiet = lane->said = 0;
    return moved;
}

/* The lowest step that something is awaited in. */
static uint32_t lowest_of(const lb_lane *lanes, unsigned count) {
    uint32_t lowest = UINT32_MAX;
    for (unsigned i = 0; i < count; i++) {
        const lb_lane *lane = &lanes[i];
        uint32_t step = lane->way == LB_RECEIVES && lane->flying > 0 ? step_of(lane, awaited(lane)) : UINT32_MAX;
        lowest = step < lowest ? step : lowest;
    }
    return lowest;
}

/* Something has moved: what is in higher steps than the lowest so far may have had to wait for that. */
static void begin_anew(lb_lane *lanes, unsigned count, uint64_t lowest) {
    for (unsigned i = 0; i < count; i++) {
        lb_lane *lane = &lanes[i];
        if (lane->said == 0 && (lane->way == LB_SENDS || (lane->flying > 0 && step_of(lane, awaited(lane)) > lowest)))
            lane->quiet = 0;
    }
}

static void look_at_lanes(lb_mpi_request *r, double passed) {
    unsigned count = 2 * r->stage->ports;
    bool moved = false;
    for (unsigned i = 0; i < count; i++)
        moved |= age_lane(r, &r->stage->lanes[i], passed);
    if (moved)
        begin_anew(r->stage->lanes, count, r->stage->seen);
    r->stage->seen = lowest_of(r->stage->lanes, count);
    if (!say_lanes(r, LB_RECEIVES))
        say_lanes(r, LB_SENDS);
}

/* ---- Direct ---- */

/* Whom something is awaited from or, where nothing is, who does not take what is sent. */
static int list_peers(const lb_mpi_request *r, bool sends, char *text, size_t size, int *one) {
    const lb_pump *pump = &r->net->process->pump;
    int found = 0;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < pump->count; i++) {
        const lb_flight *flight = &pump->flights[i];
        if (flight->owner != r->stage || flight->sends != sends)
            continue;
        *one = flight->peer;
        if (found < NAMED)
            length += (size_t)snprintf(text + length, size - length, "%s%d", found ? ", " : "",
                                       lb_stalls_name(r->net, flight->peer));
        found++;
    }
    if (found > NAMED)
        snprintf(text + length, size - length, " and %d others", found - NAMED);
    return found;
}

static void say_direct(lb_mpi_request *r) {
    const lb_mpi_net *net = r->net;
    char peers[96], advice[224] = "", call[40];
    int one = 0, me = lb_stalls_name(net, net->node);
    bool sends = list_peers(r, false, peers, sizeof peers, &one) == 0;
    int count =
        sends ? list_peers(r, true, peers, sizeof peers, &one) : list_peers(r, false, peers, sizeof peers, &one);
    lb_stalls_call(r, call, sizeof call);
    if (count == 1)
        advise(net, one, net->node, advice, sizeof advice);
    if (sends)
        lb_stalls_say(r, "nothing from node %d to node%s %s for %.*f s, and not taken (%s)%s", me, count > 1 ? "s" : "",
                      peers, LB_DIGITS(r->stage->quiet), call, advice);
    else
        lb_stalls_say(r, "nothing from node%s %s to node %d for %.*f s; it may not have been called there yet (%s)%s",
                      count > 1 ? "s" : "", peers, me, LB_DIGITS(r->stage->quiet), call, advice);
}

/* All messages may share a link. */
static void look_at_direct(lb_mpi_request *r, double passed) {
    lb_instance *stage = r->stage;
    const lb_mpi_net *net = r->net;
    uint64_t far = stage->at * UINT32_MAX + (uint64_t)stage->left; /* the round, and what is left of it */
    if (far == stage->seen && stage->left > 0) {
        stage->quiet += passed;
        double slow = slowly(net, (double)stage->want.bytes * net->nodes);
        if (stage->quiet < EARLIEST * net->set.timeout || stage->quiet < slow || stage->quiet < 2 * stage->said)
            return;
        r->stalls += stage->said == 0;
        stage->said = stage->quiet;
        say_direct(r);
        return;
    }
    if (stage->said > 0) {
        r->stalls--;
        lb_stalls_say(r, "messages come again at node %d, after %.*f s", lb_stalls_name(net, net->node),
                      LB_DIGITS(stage->quiet));
    }
    stage->seen = far;
    stage->quiet = stage->said = 0;
}

void lb_stalls_age(lb_mpi_request *r, double passed) {
    if (r->net->set.timeout <= 0 || r->check != MPI_REQUEST_NULL)
        return;
    if (r->net->machine)
        lb_stalls_inside(r, passed);
    if (!r->stage || r->stage->net != r->net)
        return;
    if (r->stage->direct)
        look_at_direct(r, passed);
    else
        look_at_lanes(r, passed);
}

void lb_stalls_over(lb_mpi_request *r) {
    r->stalls = 0;
    lb_stalls_say(r, "it has gone on, and is done at node %d", lb_stalls_name(r->net, r->net->node));
}

#else /* simulated processes are not watched: see stall.c */

void lb_stalls_over(lb_mpi_request *r) {
    r->stalls = 0;
}

#endif
