/* Which interfaces of this host are wired to which of others: what is heard, and what addresses say. No MPI in here. */
#ifndef LB_MPI_HELLO_H
#define LB_MPI_HELLO_H

#include "linkbound.h"

enum { LB_INTERFACE = 16, LB_MOST_INTERFACES = 256 };

/* An interface that is up and no loopback; its IPv4 address and network, if it has one and a carrier. */
typedef struct lb_interface {
    char name[LB_INTERFACE];
    unsigned index;
    uint32_t address, network, mask; /* in the machine's own byte order; mask 0: no address */
} lb_interface;

/* All there are, LB_MOST_INTERFACES at most; how many. */
int lb_interfaces_list(lb_interface *list);

/* Something was heard on `mine` that host `host` had said on `theirs`. */
typedef struct lb_heard {
    int host;
    char mine[LB_INTERFACE], theirs[LB_INTERFACE];
} lb_heard;

/* Ears on all interfaces of the list. Port 0 takes any that is free, and *port becomes it. NULL: it cannot be done. */
typedef struct lb_hello lb_hello;
lb_hello *lb_hello_open(const lb_interface *list, int count, uint16_t *port);
/* Says once, on every interface, that this is host `host`; `nonce` tells this occasion from others. */
void lb_hello_say(lb_hello *hello, uint64_t nonce, int host);
/* What came since, each once. An lb_error. */
int lb_hello_hear(lb_hello *hello, uint64_t nonce);
const lb_heard *lb_hello_all(const lb_hello *hello, int *count);
void lb_hello_close(lb_hello *hello);

#endif
