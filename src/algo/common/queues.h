/* Many queues of waiting packets, each served farthest-to-go first. */
#ifndef LB_QUEUES_H
#define LB_QUEUES_H

#include "base/base.h"

/* A packet at a node. What its fields mean is the user's business. */
typedef struct lb_waiting {
    uint32_t at, origin, dest, copy, packet;
    uint8_t port;
} lb_waiting;

typedef struct lb_queued {
    lb_waiting packet;
    uint32_t next;
} lb_queued;

typedef struct lb_served {
    uint64_t queue;
    lb_waiting packet;
} lb_served;

typedef struct lb_queues {
    uint64_t count;
    unsigned buckets; /* distances are told apart this finely */
    uint32_t farthest;
    uint32_t *head, *tail; /* queue*buckets + bucket: first and last entry, +1; 0: none */
    uint64_t *filled;      /* queue: which buckets hold something */
    uint32_t *length;      /* queue */
    lb_queued *entries;
    uint64_t room, used;
    uint32_t free; /* chain of entries to use again, +1 */
    uint64_t waiting;
    uint64_t *active; /* queues that hold something, and some that have just been emptied */
    uint8_t *listed;  /* queue: it stands in active */
    uint64_t nactive;
    lb_served *served; /* room for one packet a queue */
} lb_queues;

int lb_queues_begin(lb_queues *q, uint64_t count, uint32_t farthest);
void lb_queues_end(lb_queues *q);

int lb_queues_push(lb_queues *q, uint64_t queue, lb_waiting packet, uint32_t left);
/* The queue must hold something. */
lb_waiting lb_queues_pop(lb_queues *q, uint64_t queue);

/* Drops emptied queues from `active` and returns how many there are, longest first if asked. */
uint64_t lb_queues_order(lb_queues *q, bool longest_first);

/* Sorts served[0..count) by queue. */
void lb_queues_sort_served(lb_queues *q, size_t count);

#endif
