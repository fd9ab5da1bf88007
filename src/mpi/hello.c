/* Hellos: datagrams that go over one cable and no further, by IPv4 (224.0.0.254, which RFC 4727 leaves for experiments;
 * it works on interfaces without an address, too) and by IPv6 (all nodes of the link). Every interface says who it is,
 * and hears who is at the other end. No rights are needed. */
#define _GNU_SOURCE
#include "mpi/hello.h"

#include "mpi/memory.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CARRIER = 0x10000 }; /* IFF_LOWER_UP, whose header contradicts net/if.h; IFF_RUNNING may come a second late */
enum { GROUP4 = (int)0xE00000FE }; /* 224.0.0.254 */

typedef struct word {
    char magic[8];
    uint64_t nonce;
    int32_t host;
    char name[LB_INTERFACE];
} word;
static const char magic[8] = "lbhello";

struct lb_hello {
    int socket4, socket6; /* -1: none */
    uint16_t port;
    const lb_interface *list;
    int interfaces;
    lb_heard *heard;
    int count;
    uint64_t room;
};

/* ---- Interfaces ---- */

static lb_interface *interface_of(lb_interface *list, int *count, const char *name) {
    for (int i = 0; i < *count; i++) {
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    }
    unsigned index = if_nametoindex(name);
    if (*count == LB_MOST_INTERFACES || index == 0 || strlen(name) >= LB_INTERFACE)
        return NULL;
    lb_interface *new = &list[(*count)++];
    memset(new, 0, sizeof *new);
    memcpy(new->name, name, strlen(name));
    new->index = index;
    return new;
}

int lb_interfaces_list(lb_interface *list) {
    struct ifaddrs *all = NULL;
    int count = 0;
    if (getifaddrs(&all) != 0)
        return 0;
    for (struct ifaddrs *a = all; a; a = a->ifa_next) {
        if (!(a->ifa_flags & IFF_UP) || (a->ifa_flags & IFF_LOOPBACK))
            continue;
        lb_interface *i = interface_of(list, &count, a->ifa_name);
        if (!i || !a->ifa_addr || !a->ifa_netmask || a->ifa_addr->sa_family != AF_INET || !(a->ifa_flags & CARRIER))
            continue;
        struct sockaddr_in address, mask;
        memcpy(&address, a->ifa_addr, sizeof address);
        memcpy(&mask, a->ifa_netmask, sizeof mask);
        i->mask = ntohl(mask.sin_addr.s_addr);
        i->address = ntohl(address.sin_addr.s_addr);
        i->network = i->address & i->mask;
    }
    freeifaddrs(all);
    return count;
}

/* ---- Sockets ---- */

static bool set(int handle, int level, int option, int value) {
    return setsockopt(handle, level, option, &value, sizeof value) == 0;
}

static int open_socket(int family) {
    int handle = socket(family, SOCK_DGRAM, 0);
    if (handle < 0)
        return -1;
    int flags = fcntl(handle, F_GETFL);
    if (flags >= 0 && fcntl(handle, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(handle, F_SETFD, FD_CLOEXEC) == 0 &&
        set(handle, SOL_SOCKET, SO_REUSEADDR, 1))
        return handle;
    close(handle);
    return -1;
}

/* Every interface joins by itself: those that cannot hear nothing. */
static void open4(lb_hello *h) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(h->port)};
    socklen_t size = sizeof address;
    h->socket4 = open_socket(AF_INET);
    if (h->socket4 < 0)
        return;
    if (!set(h->socket4, IPPROTO_IP, IP_PKTINFO, 1) || !set(h->socket4, IPPROTO_IP, IP_MULTICAST_TTL, 1) ||
        bind(h->socket4, (struct sockaddr *)&address, sizeof address) != 0 ||
        getsockname(h->socket4, (struct sockaddr *)&address, &size) != 0) {
        close(h->socket4);
        h->socket4 = -1;
        return;
    }
    h->port = ntohs(address.sin_port);
    for (int i = 0; i < h->interfaces; i++) {
        struct ip_mreqn join = {.imr_multiaddr.s_addr = htonl((uint32_t)GROUP4), .imr_ifindex = (int)h->list[i].index};
        setsockopt(h->socket4, IPPROTO_IP, IP_ADD_MEMBERSHIP, &join, sizeof join);
    }
}

static void open6(lb_hello *h) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(h->port)};
    socklen_t size = sizeof address;
    h->socket6 = open_socket(AF_INET6);
    if (h->socket6 < 0)
        return;
    if (!set(h->socket6, IPPROTO_IPV6, IPV6_V6ONLY, 1) || !set(h->socket6, IPPROTO_IPV6, IPV6_RECVPKTINFO, 1) ||
        !set(h->socket6, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, 1) ||
        bind(h->socket6, (struct sockaddr *)&address, sizeof address) != 0 ||
        getsockname(h->socket6, (struct sockaddr *)&address, &size) != 0) {
        close(h->socket6);
        h->socket6 = -1;
        return;
    }
    h->port = ntohs(address.sin6_port);
}

lb_hello *lb_hello_open(const lb_interface *list, int count, uint16_t *port) {
    lb_hello *h = lb_mpi_take(1, sizeof *h);
    if (!h)
        return NULL;
    h->port = *port;
    h->list = list;
    h->interfaces = count;
    open4(h);
    open6(h);
    *port = h->port;
    if (h->socket4 >= 0 || h->socket6 >= 0)
        return h;
    lb_hello_close(h);
    return NULL;
}

void lb_hello_close(lb_hello *hello) {
    if (!hello)
        return;
    if (hello->socket4 >= 0)
        close(hello->socket4);
    if (hello->socket6 >= 0)
        close(hello->socket6);
    free(hello->heard);
    free(hello);
}

/* ---- Saying ---- */

static void say4(const lb_hello *h, unsigned index, const word *w) {
    struct ip_mreqn by = {.imr_ifindex = (int)index};
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons(h->port), .sin_addr.s_addr = htonl((uint32_t)GROUP4)};
    if (setsockopt(h->socket4, IPPROTO_IP, IP_MULTICAST_IF, &by, sizeof by) == 0)
        (void)!sendto(h->socket4, w, sizeof *w, MSG_DONTWAIT, (struct sockaddr *)&to, sizeof to);
}

static void say6(const lb_hello *h, unsigned index, const word *w) {
    struct sockaddr_in6 to = {.sin6_family = AF_INET6, .sin6_port = htons(h->port), .sin6_scope_id = index};
    to.sin6_addr.s6_addr[0] = 0xff; /* ff02::1 */
    to.sin6_addr.s6_addr[1] = 0x02;
    to.sin6_addr.s6_addr[15] = 1;
    (void)!sendto(h->socket6, w, sizeof *w, MSG_DONTWAIT, (struct sockaddr *)&to, sizeof to);
}

void lb_hello_say(lb_hello *hello, uint64_t nonce, int host) {
    word w;
    memset(&w, 0, sizeof w);
    memcpy(w.magic, magic, sizeof magic);
    w.nonce = nonce;
    w.host = host;
    for (int i = 0; i < hello->interfaces; i++) {
        memcpy(w.name, hello->list[i].name, sizeof w.name);
        if (hello->socket4 >= 0)
            say4(hello, hello->list[i].index, &w);
        if (hello->socket6 >= 0)
            say6(hello, hello->list[i].index, &w);
    }
}

/* ---- Hearing ---- */

static unsigned came_through(struct msghdr *message) {
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c)) {
        if (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_PKTINFO) {
            struct in_pktinfo info;
            memcpy(&info, CMSG_DATA(c), sizeof info);
            return (unsigned)info.ipi_ifindex;
        }
        if (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_PKTINFO) {
            struct in6_pktinfo info;
            memcpy(&info, CMSG_DATA(c), sizeof info);
            return info.ipi6_ifindex;
        }
    }
    return 0;
}

static int note(lb_hello *h, unsigned index, const word *w) {
    lb_heard new;
    int at = 0;
    memset(&new, 0, sizeof new);
    while (at < h->interfaces && h->list[at].index != index)
        at++;
    if (at == h->interfaces)
        return LB_OK;
    new.host = w->host;
    memcpy(new.mine, h->list[at].name, sizeof new.mine);
    memcpy(new.theirs, w->name, sizeof new.theirs);
    new.theirs[LB_INTERFACE - 1] = '\0';
    for (int i = 0; i < h->count; i++) {
        if (memcmp(&h->heard[i], &new, sizeof new) == 0)
            return LB_OK;
    }
    if ((uint64_t)h->count == h->room) {
        uint64_t room = h->room ? 2 * h->room : 64;
        lb_heard *more = realloc(h->heard, room * sizeof *more);
        if (!more)
            return LB_ERR_MEMORY;
        h->heard = more;
        h->room = room;
    }
    h->heard[h->count++] = new;
    return LB_OK;
}

/* Whoever sends other things to this port is not listened to. */
static int hear_from(lb_hello *h, int handle, uint64_t nonce) {
    int error = LB_OK;
    while (handle >= 0 && !error) {
        word w;
        char control[256];
        struct iovec part = {&w, sizeof w};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
        ssize_t got = recvmsg(handle, &message, MSG_DONTWAIT);
        if (got < 0)
            return LB_OK;
        if (got == (ssize_t)sizeof w && memcmp(w.magic, magic, sizeof magic) == 0 && w.nonce == nonce)
            error = note(h, came_through(&message), &w);
    }
    return error;
}

int lb_hello_hear(lb_hello *hello, uint64_t nonce) {
    int error = hear_from(hello, hello->socket4, nonce);
    return error ? error : hear_from(hello, hello->socket6, nonce);
}

const lb_heard *lb_hello_all(const lb_hello *hello, int *count) {
    *count = hello->count;
    return hello->heard;
}
