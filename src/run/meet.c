/* The rounds of a meeting: arriving, doing one's parts, and leaving when the round is closed; and how a round fails in
 * which somebody is missing. */
#define _GNU_SOURCE /* for syscall */
#include "run/meet.h"
#include "run/team.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static void close_round(lb_meeting *m, uint32_t round) {
    atomic_store(&m->state, round + 2);
    lb_meeting_wake(m, INT_MAX);
}

/* Takes parts until none is left, beginning with the rank's own. */
static void take_parts(lb_rank *me, const lb_shared *shared, uint32_t round) {
    lb_meeting *m = me->team->meeting;
    uint32_t ranks = me->team->ranks, part = me->node;
    for (uint32_t i = 0; i < ranks; i++, part = part + 1 < ranks ? part + 1 : 0) {
        if (atomic_load_explicit(&m->taken[part], memory_order_relaxed) || atomic_exchange(&m->taken[part], true))
            continue;
        lb_shared_part(shared, m->at, part);
        if (atomic_fetch_sub(&m->left, 1) == 1)
            close_round(m, round);
    }
}

static int all_came_for(const lb_team *t, const lb_action *action) {
    for (uint32_t v = 0; v < t->ranks; v++) {
        if (t->rank[v].came_for != action && lb_node_alive(t->net, v))
            return LB_ERR_ARG;
    }
    return LB_OK;
}

/* All are there. */
static void begin_round(lb_rank *me, const lb_action *action, const lb_shared *shared, uint32_t round) {
    lb_team *t = me->team;
    lb_meeting *m = t->meeting;
    atomic_store_explicit(&m->arrived, 0, memory_order_relaxed);
    m->result = all_came_for(t, action);
    if (m->result)
        t->stuck = "ranks have met for different actions: " LB_ASTRAY;
    if (!m->result && shared && !shared->light) {
        for (uint32_t v = 0; v < t->ranks; v++)
            atomic_store_explicit(&m->taken[v], false, memory_order_relaxed);
        atomic_store_explicit(&m->left, t->ranks, memory_order_relaxed);
        atomic_store(&m->state, round + 1);
        lb_meeting_wake(m, shared->heavy ? INT_MAX : (int)t->limit - 1);
        return;
    }
    if (!m->result && shared)
        lb_shared_all(shared, m->at);
    close_round(m, round);
}

/* What a rank that has arrived is to do now: 0, wait on. */
enum { WAIT, LEAVE, HELP, FAIL };
static int look(const lb_team *t, uint32_t round) {
    uint32_t state = atomic_load(&t->meeting->state);
    if (state == round + 2)
        return LEAVE;
    if (state == round + 1)
        return HELP;
    return t->failed ? FAIL : WAIT;
}

/* Waits for the round to be closed, or opened: then it has to be closed all the same once nothing is left to take. */
static int wait_while(lb_rank *me, uint32_t round, int same) {
    lb_team *t = me->team;
    lb_meeting *m = t->meeting;
    int now;
    lb_wait_begin(&me->wait, t->ranks > t->limit);
    do {
        now = look(t, round);
        if (now != same)
            return now;
    } while (lb_wait(&me->wait));
    atomic_fetch_add(&m->sleepers, 1);
    for (;;) {
        uint32_t bell = atomic_load(&m->bell);
        now = look(t, round);
        if (now != same)
            break;
        syscall(SYS_futex, &m->bell, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, bell, NULL, NULL, 0);
    }
    atomic_fetch_sub(&m->sleepers, 1);
    return now;
}

static int stay(lb_rank *me, const lb_shared *shared, uint32_t round) {
    int now = wait_while(me, round, WAIT);
    if (now == HELP) {
        take_parts(me, shared, round);
        now = wait_while(me, round, HELP);
    }
    return now == FAIL ? LB_ERR_CANCELLED : me->team->meeting->result;
}

int lb_meet(lb_rank *me, const lb_action *action, const lb_shared *shared, const void *in, void *out) {
    lb_team *t = me->team;
    lb_meeting *m = t->meeting;
    if (t->failed)
        return LB_ERR_CANCELLED;
    uint32_t round = atomic_load(&m->state);
    me->came_for = action;
    m->at[me->node] = (lb_buffers){(unsigned char *)in, out};
    if (atomic_fetch_add(&m->arrived, 1) + 1 == lb_nodes_alive(t->net)) {
        begin_round(me, action, shared, round);
    } else if (t->ended || t->sleeping) { /* who ended or sleeps may have looked before this one arrived */
        pthread_mutex_lock(&t->lock);
        lb_team_look_round(t);
        pthread_mutex_unlock(&t->lock);
    }
    return stay(me, shared, round);
}
