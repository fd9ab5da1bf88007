/* Preloaded into ranks: MPI libraries look at their sockets again and again, without ever waiting. With more ranks than
 * processors that takes the time from the kernel's network stack, which has to move the data. Here, after a few looks
 * that find nothing, the next one waits for a socket, but not for long: the library may have other things to do.
 * LINKBOUND_IDLE_US is how long (0: never), LINKBOUND_IDLE_LOOKS how many looks come before. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>

typedef int epoll_call(int, struct epoll_event *, int, int);
typedef int poll_call(struct pollfd *, nfds_t, int);

static epoll_call *real_epoll;
static poll_call *real_poll;
static struct timespec wait_for;
static long looks = 3;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static __thread long empty; /* looks in a row that found nothing */

static void set_up(void) {
    const char *us_text = getenv("LINKBOUND_IDLE_US"), *looks_text = getenv("LINKBOUND_IDLE_LOOKS");
    long us = us_text ? strtol(us_text, NULL, 10) : 1000;
    wait_for = (struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    looks = looks_text ? strtol(looks_text, NULL, 10) : looks;
    *(void **)&real_epoll = dlsym(RTLD_NEXT, "epoll_wait");
    *(void **)&real_poll = dlsym(RTLD_NEXT, "poll");
}

/* Whether this look, which found `found`, should be made again, waiting. */
static int again(int timeout, int found) {
    if (timeout != 0 || (wait_for.tv_sec == 0 && wait_for.tv_nsec == 0))
        return 0;
    empty = found == 0 ? empty + 1 : 0;
    return empty >= looks;
}

static int took(int found) {
    if (found > 0)
        empty = 0;
    return found < 0 ? 0 : found; /* a signal is nothing to tell somebody who did not want to wait */
}

int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout) {
    pthread_once(&once, set_up);
    int found = real_epoll(epfd, events, maxevents, timeout);
    return again(timeout, found) ? took(epoll_pwait2(epfd, events, maxevents, &wait_for, NULL)) : found;
}

int poll(struct pollfd *fds, nfds_t nfds, int timeout) {
    pthread_once(&once, set_up);
    int found = real_poll(fds, nfds, timeout);
    return nfds > 0 && again(timeout, found) ? took(ppoll(fds, nfds, &wait_for, NULL)) : found;
}
