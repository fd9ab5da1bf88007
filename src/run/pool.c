/* How the threads of a team share the work: see team.h. */
#include "run/team.h"

#include <limits.h>

/* ---- Sleeping; all under the lock ---- */

static void list_sleeper(lb_rank *r) {
    lb_team *t = r->team;
    r->asleep = true;
    t->sleeping++;
    r->before = NULL;
    r->after = t->sleepers;
    if (t->sleepers)
        t->sleepers->before = r;
    t->sleepers = r;
}

static void unlist_sleeper(lb_rank *r) {
    if (r->before)
        r->before->after = r->after;
    else
        r->team->sleepers = r->after;
    if (r->after)
        r->after->before = r->before;
    r->asleep = false;
    r->team->sleeping--;
}

/* The sleeper counts as working from now on, so that nobody else is woken for the same work. The caller posts, when it
 * has given the lock back. */
static lb_rank *wake(lb_rank *r) {
    unlist_sleeper(r);
    r->team->working++;
    return r;
}

/* Calls all of a list, bed by bed. One that is called may be up at once and use its links again, so they are read
 * before. */
static void call(lb_rank **list) {
    while (*list) {
        lb_team *t = (*list)->team;
        uint32_t bed = (*list)->node / LB_BED_PLACES, places = 0;
        for (lb_rank **at = list; *at;) {
            lb_rank *r = *at;
            if (r->node / LB_BED_PLACES != bed) {
                at = &r->after;
                continue;
            }
            *at = r->after;
            places |= 1U << r->node % LB_BED_PLACES;
            atomic_store(&r->called, true);
        }
        lb_bed_wake(&t->beds[bed], places);
    }
}

static void call_one(lb_rank *r) {
    r->after = NULL;
    call(&r);
}

static void stop_working(lb_team *t) {
    t->working--;
    if (t->working == 0 && t->failed)
        pthread_cond_broadcast(&t->quiet);
}

/* ---- The queue ---- */

static void push(lb_team *t, uint32_t rank) {
    lb_rank *r = &t->rank[rank], *helper = NULL;
    pthread_mutex_lock(&t->lock);
    t->queue[(t->queue_first + t->queued++) % t->ranks] = rank;
    if (r->heavy && t->working < t->limit && t->sleepers)
        helper = wake(r->asleep ? r : t->sleepers);
    pthread_mutex_unlock(&t->lock);
    if (helper)
        call_one(helper);
}

static lb_rank *pop(lb_team *t) {
    if (t->queued == 0)
        return NULL;
    lb_rank *r = &t->rank[t->queue[t->queue_first]];
    t->queue_first = (t->queue_first + 1) % t->ranks;
    t->queued--;
    return r;
}

void lb_team_notify(lb_team *t, uint32_t rank) {
    _Atomic int *state = &t->rank[rank].state;
    int now = atomic_load(state);
    for (;;) {
        if (now == LB_RANK_IDLE) {
            if (!atomic_compare_exchange_weak(state, &now, LB_RANK_QUEUED))
                continue;
            push(t, rank);
            return;
        }
        if (now != LB_RANK_RUNNING || atomic_compare_exchange_weak(state, &now, LB_RANK_AGAIN))
            return;
    }
}

/* ---- Running ---- */

/* A rank is done. Its thread, if it sleeps, is woken at once when there is much to do, else when this thread has
 * nothing left to do: one that is awake sooner only gets in the way. */
static void finish(lb_rank *r, int result, lb_rank **finished) {
    lb_team *t = r->team;
    lb_rank *sleeper = NULL;
    r->result = result;
    atomic_store(&r->state, LB_RANK_OUT);
    pthread_mutex_lock(&t->lock);
    atomic_store(&r->done, true);
    if (r->asleep)
        sleeper = wake(r);
    pthread_mutex_unlock(&t->lock);
    if (sleeper && r->heavy) {
        call_one(sleeper);
    } else if (sleeper) {
        sleeper->after = *finished;
        *finished = sleeper;
    }
}

/* Runs a rank until it is done or has to wait. */
static void run(lb_rank *r, lb_rank **finished) {
    for (;;) {
        int result = lb_runner_progress(r->runner, false);
        if (result) {
            finish(r, result, finished);
            return;
        }
        int now = LB_RANK_RUNNING;
        if (atomic_compare_exchange_strong(&r->state, &now, LB_RANK_IDLE))
            return;
        atomic_store(&r->state, LB_RANK_RUNNING);
    }
}

/* After a failure nobody may leave while somebody else may still be reading its memory. */
static int leave_failed(lb_team *t) {
    stop_working(t);
    while (t->working > 0)
        pthread_cond_wait(&t->quiet, &t->lock);
    pthread_mutex_unlock(&t->lock);
    return LB_ERR_CANCELLED;
}

/* Takes ranks from the queue until it is empty and the own one is done. */
static int help(lb_rank *me, lb_rank *finished) {
    lb_team *t = me->team;
    for (;;) {
        pthread_mutex_lock(&t->lock);
        if (t->queued == 0 && finished) {
            pthread_mutex_unlock(&t->lock);
            call(&finished);
            continue;
        }
        if (t->failed) {
            call(&finished);
            return leave_failed(t);
        }
        lb_rank *r = pop(t);
        if (r) {
            pthread_mutex_unlock(&t->lock);
            atomic_store(&r->state, LB_RANK_RUNNING);
            run(r, &finished);
            continue;
        }
        stop_working(t);
        bool done = atomic_load(&me->done);
        if (!done) {
            list_sleeper(me);
            lb_team_look_round(t);
        }
        pthread_mutex_unlock(&t->lock);
        if (done)
            return me->result < 0 ? me->result : LB_OK;
        lb_wait_begin(&me->wait, t->ranks > t->limit);
        lb_bed_sleep(&t->beds[me->node / LB_BED_PLACES], me->node % LB_BED_PLACES, &me->called, &me->wait);
    }
}

int lb_team_work(lb_rank *me) {
    lb_team *t = me->team;
    pthread_mutex_lock(&t->lock);
    bool failed = t->failed; /* then the others' memory may be gone */
    t->working += !failed;
    pthread_mutex_unlock(&t->lock);
    if (failed)
        return LB_ERR_CANCELLED;
    atomic_store(&me->done, false);
    atomic_store(&me->state, LB_RANK_RUNNING);
    lb_rank *finished = NULL;
    run(me, &finished);
    return help(me, finished);
}

static void fail_locked(lb_team *t, int error) {
    if (!t->failed)
        t->error = error;
    atomic_store(&t->failed, true);
    while (t->sleepers)
        call_one(wake(t->sleepers));
    lb_meeting_wake(t->meeting, INT_MAX);
    pthread_cond_broadcast(&t->quiet);
}

void lb_team_fail(lb_team *t, int error) {
    pthread_mutex_lock(&t->lock);
    fail_locked(t, error);
    pthread_mutex_unlock(&t->lock);
}

void lb_team_look_round(lb_team *t) {
    if (t->failed || t->working > 0 || t->queued > 0)
        return;
    uint32_t sleeping = t->sleeping, waiting = sleeping + atomic_load(&t->meeting->arrived), ended = t->ended;
    if (waiting == 0 || ended + waiting < lb_nodes_alive(t->net))
        return;
    if (ended == 0 && sleeping == 0)
        return; /* all have come to the meeting, which begins */
    t->stuck = ended ? "a rank ended while all others waited for it" : "all ranks wait for each other: " LB_ASTRAY;
    fail_locked(t, LB_ERR_ARG);
}
