/* From interfaces that hear each other to cables between hosts. No MPI in here. */
#ifndef LB_MPI_CABLES_H
#define LB_MPI_CABLES_H

#include "linkbound-find.h"
#include "mpi/hello.h"

/* An interface of a host, and who is at the other end. */
typedef struct lb_jack {
    int host;
    char name[LB_INTERFACE];
    int peer;                        /* a jack; -1: nobody, or several */
    int peers;                       /* hosts that are there, beside its own */
    uint32_t address, network, mask; /* of IPv4; mask 0: none */
} lb_jack;

typedef struct lb_jacks {
    lb_jack *all;
    int count;
    uint64_t room;
} lb_jacks;

/* What one host has said of itself: its interfaces, and what they have heard. Hosts come in order. */
int lb_jacks_add(lb_jacks *jacks, int host, const lb_interface *list, int count);
/* Who is where, of all that was heard (by[i] says at which host), and where nothing was, of addresses: two interfaces,
 * and no more, on the same network are wired. */
void lb_jacks_join(lb_jacks *jacks, const lb_heard *heard, const int *by, int count);
/* The cables, once each; *cables is the caller's to free. */
int lb_jacks_cables(const lb_jacks *jacks, lb_cable **cables, size_t *count);
void lb_jacks_free(lb_jacks *jacks);

#endif
