/* Ranks that are threads: the team, its links, its runs. */
#define _GNU_SOURCE
#include "run/meet.h"
#include "run/team.h"

#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STACK = 1 << 20, MOST_RANKS = 1 << 15 };

/* ---- The transport ---- */

static inline void tell(const lb_rank *r, lb_watched what, unsigned port, uint64_t index, uint64_t bytes) {
    if (r->team->watcher)
        r->team->watcher(r->team->watching, what, r->node, port, index, bytes);
}

static int send_packet(void *user, unsigned port, uint64_t index, const lb_packet *packet) {
    lb_rank *r = user;
    int result = lb_ring_send(r->out[port], packet);
    if (result == LB_BUSY)
        return result;
    tell(r, LB_WATCH_SENT, port, index, packet->bytes);
    lb_team_notify(r->team, r->neighbor[port]);
    return result;
}

static const lb_packet *next_packet(void *user, unsigned port, uint64_t index) {
    lb_rank *r = user;
    const lb_packet *packet = lb_ring_next(r->in[port], r->first_in[port] + (uint32_t)index);
    if (packet)
        tell(r, LB_WATCH_CAME, port, index, 0);
    return packet;
}

static void release_packet(void *user, unsigned port, uint64_t index) {
    lb_rank *r = user;
    r->read[port]++;
    tell(r, LB_WATCH_READ, port, index, 0);
    if (lb_ring_release(r->in[port], r->first_in[port] + (uint32_t)index))
        lb_team_notify(r->team, r->neighbor[port]);
}

/* Tells the runner which packets have been released. */
static int progress(void *user, lb_runner *runner, bool wait) {
    lb_rank *r = user;
    int any = 0;
    (void)wait;
    for (unsigned p = 0; p < r->ports; p++) {
        lb_ring *ring = r->out[p];
        uint32_t number;
        any |= lb_ring_unblocked(ring);
        while (lb_ring_released(ring, &number)) {
            tell(r, LB_WATCH_FREED, p, number - ring->start, 0);
            lb_runner_sent(runner, p, number - ring->start);
            any = 1;
        }
    }
    return any;
}

/* ---- Making a team ---- */

static unsigned processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

static void connect_rank(lb_team *t, uint32_t node) {
    lb_rank *r = &t->rank[node];
    *r = (lb_rank){.team = t, .node = node, .ports = t->ports};
    r->transport = (lb_transport){.user = r,
                                  .window = LB_RING_SLOTS,
                                  .send = send_packet,
                                  .next = next_packet,
                                  .release = release_packet,
                                  .progress = progress};
    for (unsigned p = 0; p < t->ports; p++) {
        r->neighbor[p] = lb_neighbor(t->net, node, p);
        r->out[p] = &t->rings[(size_t)node * t->ports + p];
        r->in[p] = &t->rings[(size_t)r->neighbor[p] * t->ports + lb_port_opposite(t->net, p)];
    }
}

static int take_memory(lb_team *t, lb_why *why) {
    uint64_t links = (uint64_t)t->ranks * t->ports;
    size_t beds = (t->ranks + LB_BED_PLACES - 1) / LB_BED_PLACES;
    int error = lb_affordable(links * sizeof *t->rings, "the links of a team", why);
    if (error)
        return error;
    t->rank = lb_zeroed(t->ranks, sizeof *t->rank);
    t->queue = lb_array(t->ranks, sizeof *t->queue);
    t->rings = aligned_alloc(64, links ? (size_t)links * sizeof *t->rings : 64);
    t->beds = aligned_alloc(64, beds * sizeof *t->beds);
    if (!t->rank || !t->queue || !t->rings || !t->beds || lb_meeting_create(&t->meeting, t->ranks))
        return lb_fail_memory(why, "a team");
    memset(t->beds, 0, beds * sizeof *t->beds);
    memset(t->rings, 0, (size_t)links * sizeof *t->rings);
    return LB_OK;
}

/* It is held for a few instructions: better to try again than to sleep. */
static void init_lock(pthread_mutex_t *lock) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

int lb_team_create(const lb_net *net, lb_team **team, lb_why *why) {
    *team = NULL;
    if (lb_net_nodes(net) > MOST_RANKS)
        return lb_fail(why, LB_ERR_SIZE, "a team has at most %d ranks, and the network has %" PRIu32 " nodes",
                       MOST_RANKS, lb_net_nodes(net));
    lb_team *t = lb_zeroed(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "a team");
    init_lock(&t->lock);
    pthread_cond_init(&t->quiet, NULL);
    t->ranks = lb_net_nodes(net);
    t->ports = lb_net_ports(net);
    t->limit = processors();
    int error = lb_net_without(net, NULL, 0, NULL, 0, &t->net, why);
    if (!error)
        error = take_memory(t, why);
    if (error) {
        lb_team_free(t);
        return error;
    }
    for (uint32_t v = 0; v < t->ranks; v++)
        connect_rank(t, v);
    *team = t;
    return LB_OK;
}

void lb_team_watch(lb_team *t, lb_watcher watcher, void *user) {
    t->watcher = watcher;
    t->watching = user;
}

void lb_team_free(lb_team *t) {
    if (!t)
        return;
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->quiet);
    lb_net_free(t->net);
    free(t->rank);
    free(t->queue);
    free(t->rings);
    free(t->beds);
    lb_meeting_free(t->meeting);
    free(t);
}

/* ---- Running ---- */

static void *rank_thread(void *argument) {
    lb_rank *r = argument;
    int error = r->team->main(r, r->team->user);
    if (error)
        lb_team_fail(r->team, error);
    pthread_mutex_lock(&r->team->lock);
    r->team->ended++;
    lb_team_look_round(r->team);
    pthread_mutex_unlock(&r->team->lock);
    return NULL;
}

/* As after creation: a run that failed may have left anything. */
static void reset(lb_team *t) {
    t->queued = t->queue_first = t->working = 0;
    t->sleepers = NULL;
    t->sleeping = 0;
    atomic_store(&t->ended, 0);
    lb_meeting_reset(t->meeting);
    t->stuck = NULL;
    t->error = LB_OK;
    atomic_store(&t->failed, false);
    for (uint64_t i = 0; i < (uint64_t)t->ranks * t->ports; i++)
        lb_ring_reset(&t->rings[i]);
    for (uint32_t v = 0; v < t->ranks; v++) {
        lb_rank *r = &t->rank[v];
        atomic_store(&r->state, LB_RANK_OUT);
        r->asleep = false;
        memset(r->read, 0, sizeof r->read);
        atomic_store(&r->called, false);
    }
}

static uint32_t start_threads(lb_team *t, const pthread_attr_t *attributes) {
    uint32_t started = 0;
    for (; started < t->ranks; started++) {
        lb_rank *r = &t->rank[started];
        if (lb_node_alive(t->net, started) && pthread_create(&r->thread, attributes, rank_thread, r))
            break;
    }
    return started;
}

int lb_team_run(lb_team *t, lb_rank_main main, void *user, lb_why *why) {
    pthread_attr_t attributes;
    reset(t);
    t->main = main;
    t->user = user;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    uint32_t started = start_threads(t, &attributes);
    pthread_attr_destroy(&attributes);
    if (started < t->ranks)
        lb_team_fail(t, LB_ERR_MEMORY);
    for (uint32_t v = 0; v < started; v++) {
        if (lb_node_alive(t->net, v))
            pthread_join(t->rank[v].thread, NULL);
    }
    if (started < t->ranks)
        return lb_fail(why, LB_ERR_MEMORY, "only %" PRIu32 " of %" PRIu32 " threads could be started", started,
                       t->ranks);
    if (t->stuck && t->error == LB_ERR_ARG)
        return lb_fail(why, t->error, "%s", t->stuck);
    if (t->error > 0) /* none of ours */
        return lb_fail(why, t->error, "a rank failed: it returned %d", t->error);
    if (!t->error && why)
        why->text[0] = '\0';
    return t->error ? lb_fail(why, t->error, "a rank failed: %s", lb_strerror(t->error)) : LB_OK;
}

uint32_t lb_rank_node(const lb_rank *me) {
    return me->node;
}

int lb_rank_barrier(lb_rank *me) {
    return lb_meet(me, NULL, NULL, NULL, NULL);
}
