/* Links that stall: said on standard error, where today's networks would let a program hang without a word.
 *
 * A thread of the process's own looks now and then at what is under way. It calls nothing of MPI's (but MPI_Abort, in
 * the end) and costs those who send and receive nothing: it compares the numbers of messages, which the lanes count
 * anyhow, with those it saw before. It holds the process's lock while it looks, and who waits for messages gives that
 * up meanwhile.
 *
 * Time counts only while somebody looks for messages: an operation that nobody tests or waits for cannot go on. What
 * stalls, and who is to blame, is found in stalled.c. */
#define _XOPEN_SOURCE 700
#include "mpi/stall.h"

#include "mpi/simulated.h"
#include "mpi/stalled.h"

#ifndef LB_MPI_SIMULATED

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct lb_stalls {
    pthread_t thread;
    pthread_mutex_t lock; /* of `stop` and `tick` */
    pthread_cond_t wake;
    bool stop;
    double tick;     /* seconds between looks */
    uint64_t looks;  /* of the process's threads, seen last */
    double abort_at; /* 0: not */
} lb_stalls;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- Looking ---- */

/* The end of the job. A process that has not asked for threads may not call this from a second one, but nothing it
 * could disturb is to go on; and should MPI not manage it the alarm ends this process, and so the job. Launchers drop
 * what they have not passed on of what was said when the job is aborted: they are given a moment. */
static void end_job(const lb_process *process) {
    sigset_t alarms;
    lb_process_say(process, "linkbound: the job is ended, as LINKBOUND_TIMEOUT_ACTION=abort says\n");
    signal(SIGALRM, SIG_DFL);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
    alarm(10);
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}

/* Whether the job is to be ended: somewhat after the first words, so that others have theirs, and not by all processes
 * at a time, so that few say so. */
static bool is_over(lb_stalls *s, const lb_process *process, double time) {
    double least = 0;
    for (const lb_mpi_request *r = process->active; r; r = r->next) {
        double grace = r->net->set.timeout / 4 * (1 + (double)r->net->rank / r->net->size);
        if (r->stalls > 0 && r->net->set.abort && (least == 0 || grace < least))
            least = grace;
    }
    if (least == 0)
        s->abort_at = 0;
    else if (s->abort_at == 0)
        s->abort_at = time + least;
    return s->abort_at > 0 && time >= s->abort_at;
}

static bool look(lb_stalls *s, lb_process *process, double time, double passed) {
    bool attended = process->inside || process->looks != s->looks;
    s->looks = process->looks;
    for (lb_mpi_request *r = process->active; r; r = r->next)
        lb_stalls_age(r, attended ? passed : 0);
    return is_over(s, process, time);
}

/* Until it is to stop, or a tick is over: true. On a busy machine that takes longer; should the process itself have
 * been stopped meanwhile, that is not counted against others. */
static bool rest(lb_stalls *s, double *time, double *passed) {
    pthread_mutex_lock(&s->lock);
    double until = *time + s->tick, tick = s->tick;
    struct timespec at = {.tv_sec = (time_t)until};
    at.tv_nsec = (long)((until - (double)at.tv_sec) * 1e9);
    while (!s->stop && now() < until)
        pthread_cond_timedwait(&s->wake, &s->lock, &at);
    bool stop = s->stop;
    pthread_mutex_unlock(&s->lock);
    double before = *time;
    *time = now();
    *passed = *time - before < 4 * tick ? *time - before : 4 * tick;
    return !stop;
}

static void *watch(void *user) {
    lb_process *process = user;
    lb_stalls *s = process->stalls;
    double time = now(), passed;
    while (rest(s, &time, &passed)) {
        pthread_mutex_lock(&process->lock);
        bool over = look(s, process, time, passed);
        pthread_mutex_unlock(&process->lock);
        if (over)
            end_job(process);
    }
    return NULL;
}

/* ---- Opening and closing ---- */

static lb_stalls *make(double tick) {
    lb_stalls *s = lb_mpi_take(1, sizeof *s);
    pthread_condattr_t clock;
    if (!s)
        return NULL;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->wake, &clock);
    pthread_condattr_destroy(&clock);
    s->tick = tick;
    return s;
}

static void drop(lb_stalls *s) {
    pthread_cond_destroy(&s->wake);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* Signals are for the program's own threads. Without memory for a thread nobody watches, and all else is as ever. */
static void open_thread(lb_process *process, double tick) {
    sigset_t all, old;
    pthread_attr_t small;
    process->stalls = make(tick);
    if (!process->stalls)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, (size_t)256 << 10);
    int failed = pthread_create(&process->stalls->thread, &small, watch, process);
    pthread_attr_destroy(&small);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failed) {
        drop(process->stalls);
        process->stalls = NULL;
    }
}

/* The ranks of the network's nodes in the world, unless they are the same. */
static int *worlds_of(MPI_Comm comm, int size) {
    MPI_Group world;
    bool differ = false;
    if (MPI_Comm_group(MPI_COMM_WORLD, &world) != MPI_SUCCESS)
        return NULL;
    int *worlds = lb_mpi_ranks_in(world, comm, size);
    MPI_Group_free(&world);
    for (int i = 0; worlds && i < size; i++)
        differ |= worlds[i] != i;
    if (differ)
        return worlds;
    free(worlds);
    return NULL;
}

void lb_stalls_watch(lb_mpi_net *net, MPI_Comm comm) {
    lb_process *process = net->process;
    double tick = net->set.timeout / 16;
    if (net->set.timeout <= 0)
        return;
    if (!net->joined && !net->machine)
        net->worlds = worlds_of(comm, net->size);
    tick = tick > 1 ? 1 : tick < 0.01 ? 0.01 : tick;
    pthread_mutex_lock(&process->lock);
    if (!process->stalls) {
        open_thread(process, tick);
    } else {
        pthread_mutex_lock(&process->stalls->lock);
        if (tick < process->stalls->tick)
            process->stalls->tick = tick;
        pthread_mutex_unlock(&process->stalls->lock);
    }
    pthread_mutex_unlock(&process->lock);
}

void lb_stalls_close(lb_process *process) {
    lb_stalls *s = process->stalls;
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    process->stalls = NULL;
    drop(s);
}

#else /* simulated processes are not watched: their time is not ours */

void lb_stalls_watch(lb_mpi_net *net, MPI_Comm comm) {
    (void)net;
    (void)comm;
}

void lb_stalls_close(lb_process *process) {
    (void)process;
}

#endif
