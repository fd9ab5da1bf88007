/* The transport: packets between neighbours as messages. A packet that is longer than a chunk travels as several, when
 * its link is used both ways: MPI's rendezvous protocols let a long message one way hold up what goes the other way.
 * And when it is not alone: of several rendezvous under way each gets a share of the link, so that the first packet,
 * which somebody waits for to send it on, arrives hardly before the last. Both ends know the program, so they cut
 * alike.
 */
#include "mpi/lanes.h"

#include "mpi/overlap.h"
#include "mpi/traced.h"

#include <math.h>
#include <stdlib.h>

static const uint64_t longest = UINT64_C(1) << 30; /* MPI counts in ints */
enum { FLYING = 16 };                              /* messages under way on a lane, at most */
static const uint64_t short_packet = 4096, very_many = 512;

static int failed(lb_instance *instance, int code) {
    instance->code = code;
    return LB_ERR_IO;
}

static void message_done(const lb_flight *flight);

/* Tags differ from message to message: completion need not come in the order of posting. Messages with the same tag
 * cannot overtake each other, so it does no harm that tags are used again. */
static int post_one(lb_lane *lane, lb_load *load) {
    lb_instance *instance = lane->owner;
    lb_mpi_net *net = instance->net;
    uint64_t left = load->bytes - load->posted, bytes = left < lane->most ? left : lane->most;
    if (lane->messages == 0 && lane->first)
        bytes = lane->first;
    int turn = (int)(lane->messages++ % (unsigned)(LB_MPI_TAGS / lane->lanes)), code;
    int tag = instance->tags + turn * lane->lanes + lane->lane;
    unsigned char *at = load->at + load->posted;
    uint64_t index = (uint64_t)lane->lane << 48 | lane->messages;
    MPI_Request *request = lb_pump_add(
        &net->process->pump,
        (lb_flight){.done = message_done,
                    .owner = lane,
                    .packet = lane->next,
                    .bytes = bytes,
                    .traced = lb_traced_message(instance, lane->peer, lane->way == LB_SENDS, bytes, index)});
    if (lane->way == LB_SENDS) {
        code = MPI_Isend(at, (int)bytes, MPI_BYTE, lb_mpi_peer(net, lane->peer), tag, net->comm, request);
        net->facts.messages++;
        net->facts.bytes += bytes;
    } else {
        code = MPI_Irecv(at, (int)bytes, MPI_BYTE, lb_mpi_peer(net, lane->peer), tag, net->comm, request);
    }
    if (code != MPI_SUCCESS) {
        net->process->pump.count--;
        return failed(instance, code);
    }
    load->posted += bytes;
    lane->under_way += bytes;
    lane->flying++;
    return LB_OK;
}

/* Whether another message may go. Those under way may have `room` bytes together, but one always goes. */
static bool may_post(const lb_lane *lane, const lb_load *load) {
    uint64_t left = load->bytes - load->posted, bytes = left < lane->most ? left : lane->most;
    return lane->flying == 0 ||
           (lane->flying < lane->flyers && bytes <= lane->brief && lane->under_way + bytes <= lane->room);
}

static lb_delays *delays_of(const lb_lane *lane) {
    return &lane->owner->net->process->pump.delays;
}

/* Of a pipeline: whether the link is through with what was sent, or all but an eighth of a message of it, since packets
 * do not come quite evenly. If not it is looked at again when it is. Where nothing is under way the link is idle,
 * whatever was expected of it: so nobody waits for his time alone, and a profile that is wrong costs no more than
 * sending one by one. */
static bool is_due(lb_lane *lane, const lb_load *load) {
    double now, busy = (double)(load->bytes - load->posted) * lane->byte + lane->message;
    if (lane->message <= 0)
        return true;
    now = lb_delay_now();
    if (lane->flying > 0 && now < lane->due - busy / 8) {
        lane->delay.due = lane->due;
        lb_delay_begin(delays_of(lane), &lane->delay);
        return false;
    }
    lane->due = (lane->flying > 0 ? fmax(lane->due, now) : now) + busy;
    return true;
}

static int post_more(lb_lane *lane) {
    if (lane->flying == 0)
        lb_delay_drop(delays_of(lane), &lane->delay);
    while (lane->next < lane->known && !lane->delay.waits) {
        lb_load *load = &lane->loads[lane->next % lane->owner->window];
        if (!may_post(lane, load) || !is_due(lane, load))
            break;
        int error = post_one(lane, load);
        if (error)
            return error;
        if (load->posted == load->bytes)
            lane->next++;
    }
    return LB_OK;
}

static void delay_over(void *owner) {
    post_more(owner); /* where it fails the instance has the code */
}

static int hand_over(lb_lane *lane, uint64_t index, void *at, uint64_t bytes) {
    lane->loads[index % lane->owner->window] = (lb_load){.at = at, .bytes = bytes};
    if (index == 0 && lane->stagger && bytes <= lane->most)
        lane->first = bytes / (bytes < short_packet && !lane->many ? 16 : 8);
    lane->known = index + 1;
    return post_more(lane);
}

static void message_done(const lb_flight *flight) {
    lb_lane *lane = flight->owner;
    lb_instance *instance = lane->owner;
    uint64_t packet = flight->packet;
    lb_load *load = &lane->loads[packet % instance->window];
    lane->flying--;
    lane->under_way -= flight->bytes;
    load->done += flight->bytes;
    bool whole = load->done == load->bytes;
    if (post_more(lane))
        return; /* the instance has the code, and its request looks */
    if (whole && lane->way == LB_SENDS)
        lb_runner_sent(instance->runner, lane->port, packet);
    if (whole && lane->way == LB_RECEIVES)
        lb_runner_received(instance->runner, lane->port, packet);
}

static int send_packet(void *user, unsigned port, uint64_t index, const lb_packet *packet) {
    lb_instance *instance = user;
    lb_stretch stretch = packet->stretches[0];
    unsigned char *base = packet->base[stretch.place >> 62];
    return hand_over(&instance->lanes[2 * port], index, base + (stretch.place & (UINT64_MAX >> 2)), packet->bytes);
}

static int post_packet(void *user, unsigned port, uint64_t index, void *into, uint64_t bytes) {
    lb_instance *instance = user;
    return hand_over(&instance->lanes[2 * port + 1], index, into, bytes);
}

/* The pump tells the runners; nothing is left to do here. */
static int progress(void *user, lb_runner *runner, bool wait) {
    lb_instance *instance = user;
    (void)runner;
    (void)wait;
    return instance->code == MPI_SUCCESS ? LB_OK : LB_ERR_IO;
}

lb_transport lb_lanes_transport(lb_instance *instance) {
    return (lb_transport){
        .user = instance, .window = instance->window, .send = send_packet, .post = post_packet, .progress = progress};
}

int lb_lanes_requests(const lb_instance *instance) {
    if (instance->want.straight)
        return instance->requests;
    if (instance->direct)
        return 2 * (instance->net->nodes - 1);
    return (int)instance->ports * 2 * (int)(instance->window > FLYING ? instance->window : FLYING);
}

static bool is_paced(const lb_instance *instance) {
    return instance->pipelined && lb_pipeline_is_paced(instance->net);
}

/* What one process of several on a node sends is a part of what the link carries. */
static void set_pace(const lb_instance *instance, lb_lane *lane) {
    const lb_mpi_profile *profile = &instance->net->set.profile;
    double sharers = instance->want.sharers > 1 ? instance->want.sharers : 1;
    if (lane->way == LB_RECEIVES || !is_paced(instance))
        return;
    lane->delay = (lb_delay){.over = delay_over, .owner = lane};
    lane->byte = sharers * lb_ratio_value(profile->tau) * 1e-9;
    lane->message = fmax(1e-12, sharers * lb_ratio_value(profile->gap) * 1e-9);
}

/* Where messages share their link, two at a time keep it busy, if they are not in step: one of them has its latency
 * while the other has the link. In step they would end together and both wait for the next. So the first packet of many
 * is cut in two, unevenly: 1:7, or 1:15 where that was found to be quicker, of short packets unless there are hundreds.
 * Other packets go one at a time, so that the first comes soonest, which is to be passed on. Of scatters and gathers
 * brief ones go together, which a link carries in about the time of a start-up: in all, what it carries in one and a
 * half of it, or more or less of that (overlap.c), and of gathers, where all wait for the last, in four times
 * that, or freely. Where pipelines are paced none of this is needed for them. */
static void set_flyers(const lb_instance *instance, lb_lane *lane) {
    const lb_mpi_profile *profile = &instance->net->set.profile;
    lb_task_kind kind = instance->want.kind;
    double beta = lb_ratio_value(profile->beta), tau = lb_ratio_value(profile->tau), brief = 1.5 * beta / tau;
    double together = kind == LB_GATHER ? 4 : kind == LB_SCATTER ? lb_scatter_together(instance->net) : 0;
    bool free = !profile->shared || profile->chunk || lane->stagger || is_paced(instance) || brief > 1e15 ||
                (kind == LB_GATHER && lb_gather_is_free(instance->net, (double)instance->want.bytes * tau, beta));
    lane->flyers = lane->stagger && profile->shared && !profile->chunk ? 2 : FLYING;
    if (is_paced(instance))
        lane->flyers = instance->window;
    lane->brief = free ? UINT64_MAX : (uint64_t)(kind == LB_SCATTER ? together * brief : brief);
    lane->room = free ? UINT64_MAX : (uint64_t)(together * brief);
}

/* Which of the lanes to a neighbour it is. Both ends count them at the one that sends. */
static void number_lane(const lb_mpi_net *net, const lb_net *links, lb_lane *lane) {
    bool sends = lane->way == LB_SENDS;
    uint32_t me = (uint32_t)net->node, from = sends ? me : (uint32_t)lane->peer, to = sends ? (uint32_t)lane->peer : me;
    unsigned own = sends ? lane->port : lb_port_opposite(links, lane->port), ports = lb_net_ports(links);
    bool several = net->lanes > 1 || ports > lb_net_ports(net->net); /* two flights may lead to the same node */
    lane->lanes = 1;
    for (unsigned port = 0; several && port < ports; port++) {
        bool beside = port != own && lb_neighbor(links, from, port) == to;
        lane->lanes += beside;
        lane->lane += beside && port < own;
    }
}

static void set_lane(lb_instance *instance, const lb_net *links, unsigned port, lb_way way) {
    lb_mpi_net *net = instance->net;
    const lb_mpi_profile *profile = &net->set.profile;
    uint64_t chunk = profile->chunk;
    bool both = lb_script_port_bytes(instance->script, port, LB_SENDS) > 0 &&
                lb_script_port_bytes(instance->script, port, LB_RECEIVES) > 0;
    uint64_t packets = lb_script_port_packets(instance->script, port, way);
    bool cut = both || packets > 1;
    unsigned at = 2 * port + (way == LB_RECEIVES);
    bool stagger = profile->shared && instance->pipelined && !is_paced(instance) && packets > LB_MPI_FEW;
    instance->lanes[at] = (lb_lane){.owner = instance,
                                    .port = port,
                                    .way = way,
                                    .peer = (int)lb_neighbor(links, (uint32_t)net->node, port),
                                    .stagger = stagger,
                                    .many = packets > very_many,
                                    .most = cut && chunk > 0 && chunk < longest ? chunk : longest,
                                    .loads = instance->loads + (uint64_t)at * instance->window};
    number_lane(net, links, &instance->lanes[at]);
    set_flyers(instance, &instance->lanes[at]);
    set_pace(instance, &instance->lanes[at]);
}

/* Paced, no more than can be under way: those that a link carries in a start-up, one that it carries, one to spare. */
static unsigned window_of(const lb_instance *instance) {
    const lb_mpi_profile *profile = &instance->net->set.profile;
    double tau = lb_ratio_value(profile->tau), gap = lb_ratio_value(profile->gap), least = INFINITY;
    if (!profile->shared || profile->window <= LB_MPI_STAGGERED)
        return profile->window;
    if (!is_paced(instance))
        return LB_MPI_STAGGERED;
    for (unsigned port = 0; port < instance->ports; port++) {
        for (lb_way way = LB_SENDS; way <= LB_RECEIVES; way++) {
            double packets = (double)lb_script_port_packets(instance->script, port, way);
            double bytes = (double)lb_script_port_bytes(instance->script, port, way);
            least = packets > 0 ? fmin(least, bytes / packets * tau + gap) : least;
        }
    }
    double wanted = 3 + lb_ratio_value(profile->beta) / least;
    return wanted < profile->window ? (unsigned)wanted : profile->window;
}

int lb_lanes_create(lb_instance *instance, const lb_net *links) {
    unsigned ports = instance->ports = lb_net_ports(links);
    instance->window = window_of(instance);
    instance->lanes = lb_mpi_take(2 * ports, sizeof *instance->lanes);
    instance->loads = lb_mpi_take((uint64_t)2 * ports * instance->window, sizeof *instance->loads);
    if (!instance->lanes || !instance->loads)
        return LB_ERR_MEMORY;
    for (unsigned port = 0; port < ports; port++) {
        set_lane(instance, links, port, LB_SENDS);
        set_lane(instance, links, port, LB_RECEIVES);
    }
    return LB_OK;
}

void lb_lanes_start(lb_instance *instance) {
    unsigned lanes = 2 * instance->ports;
    for (unsigned i = 0; i < lanes; i++) {
        lb_lane *lane = &instance->lanes[i];
        lane->messages = lane->next = lane->known = 0;
        lane->flying = 0;
        lane->under_way = 0;
        lane->due = 0;
        lane->seen = 0;
        lane->quiet = lane->said = 0;
    }
}

void lb_lanes_stop(lb_instance *instance) {
    unsigned lanes = instance->lanes ? 2 * instance->ports : 0;
    for (unsigned i = 0; i < lanes; i++)
        lb_delay_drop(delays_of(&instance->lanes[i]), &instance->lanes[i].delay);
}
