/* Watching a team at work: when packets leave, come, and are done with. */
#ifndef LB_RUN_WATCH_H
#define LB_RUN_WATCH_H

#include "linkbound-run.h"

typedef enum lb_watched {
    LB_WATCH_SENT,  /* the packet is where its receiver finds it */
    LB_WATCH_FREED, /* the sender knows that it was read */
    LB_WATCH_CAME,  /* the receiver has found it; may be said again */
    LB_WATCH_READ   /* and has no more need of it */
} lb_watched;

/* What happened to the index-th packet in this action that the node sends or receives through the port; bytes where it
 * is sent. Whoever does the node's work calls, so never two at a time for one node. */
typedef void (*lb_watcher)(void *user, lb_watched what, uint32_t node, unsigned port, uint64_t index, uint64_t bytes);

/* Before the team runs. NULL: nobody watches, as in the beginning. */
void lb_team_watch(lb_team *team, lb_watcher watcher, void *user);

#endif
