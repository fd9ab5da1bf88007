/* The inside of a team.
 *
 * Who does the work. A rank's runner belongs to nobody in particular: whichever thread of the team has nothing better
 * to do runs it. A rank that waits in an action is idle; a packet for it, or one of its own that has been read, puts it
 * in the team's queue; threads whose own rank is idle take ranks from there, and sleep when there are none. So with
 * more ranks than processors an action does not cost a change of threads for every packet, but hardly more than one for
 * every rank, and when all sleep the last to come does the work of all. */
#ifndef LB_RUN_TEAM_H
#define LB_RUN_TEAM_H

#include "base/base.h"
#include "net/net.h"
#include "run/bed.h"
#include "run/meeting.h"
#include "run/ring.h"
#include "run/watch.h"

#include <pthread.h>

typedef enum lb_rank_state {
    LB_RANK_OUT,     /* not in an action */
    LB_RANK_IDLE,    /* nothing to do until something happens */
    LB_RANK_QUEUED,  /* something has */
    LB_RANK_RUNNING, /* by some thread */
    LB_RANK_AGAIN    /* and something has happened meanwhile */
} lb_rank_state;

struct lb_rank {
    lb_team *team;
    uint32_t node;
    lb_ring *out[LB_MAX_PORTS], *in[LB_MAX_PORTS];
    uint32_t first_in[LB_MAX_PORTS]; /* the number of the action's first packet */
    uint32_t read[LB_MAX_PORTS];     /* packets released so far: all of the actions before */
    uint32_t neighbor[LB_MAX_PORTS];
    lb_transport transport;
    _Atomic int state;
    _Atomic bool done; /* the action */
    bool heavy;        /* it is worth another thread's waking up */
    lb_runner *runner;
    unsigned ports;
    int result;
    _Atomic bool called;       /* to wake up */
    lb_waiter wait;            /* the thread's */
    const lb_action *came_for; /* to the meeting; NULL for a barrier */
    /* The sleep of the rank's thread; under the team's lock. */
    bool asleep;
    lb_rank *before, *after; /* in the list of sleepers, or of those to be woken */
    pthread_t thread;
};

struct lb_team {
    lb_net *net;
    uint32_t ranks;
    unsigned ports;
    lb_rank *rank;
    lb_ring *rings; /* rank * ports + port: what the rank sends there */
    lb_bed *beds;
    lb_meeting *meeting;
    pthread_mutex_t lock;
    pthread_cond_t quiet; /* nobody works, after a failure */
    uint32_t *queue;      /* of ranks that can run; a ring as long as there are ranks */
    uint32_t queued, queue_first;
    uint32_t working, limit; /* threads at work in actions; processors */
    lb_rank *sleepers;
    _Atomic uint32_t sleeping; /* ranks in that list; written under the lock */
    _Atomic uint32_t ended;    /* ranks whose main has returned */
    const char *stuck;         /* why nobody can go on */
    _Atomic bool failed;
    lb_watcher watcher; /* NULL: none */
    void *watching;
    /* the run */
    lb_rank_main main;
    void *user;
    int error;
};

/* The rank's runner has been started: runs it, and others, until it is done. */
int lb_team_work(lb_rank *me);

/* Something has happened that a rank may have waited for. */
void lb_team_notify(lb_team *team, uint32_t rank);

/* Wakes all, to fail. */
void lb_team_fail(lb_team *team, int error);

#define LB_ASTRAY "they do not call the same actions in the same order"

/* Fails when all ranks that have not ended wait, and nobody is left who could wake them: one has ended too early, or
 * they do different things. Under the lock. */
void lb_team_look_round(lb_team *team);

#endif
