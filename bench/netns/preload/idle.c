/* Preloaded into ranks: MPI libraries look at their sockets again and again, without ever waiting. With more ranks than
 * processors that takes the time from the kernel's network stack, which has to move the data. Here, after a few looks
 * that find nothing, the next one waits for a socket, but not for long: the library may have other things to do, which
 * no socket tells of. So the first wait is short, and each that was in vain makes the next twice as long: nobody is
 * late by more than it had waited already. LINKBOUND_IDLE_US is the longest (0: never wait), LINKBOUND_IDLE_LOOKS how
 * many looks come before. */
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
static const long shortest = 30, busy = 5; /* microseconds */
static long longest = 1000;
static long looks = 3;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static __thread long empty;   /* looks in a row that found nothing */
static __thread long wait_us; /* the last wait, if it was in vain, else 0 */
static __thread struct timespec last;

static void set_up(void) {
    const char *us_text = getenv("LINKBOUND_IDLE_US"), *looks_text = getenv("LINKBOUND_IDLE_LOOKS");
    longest = us_text ? strtol(us_text, NULL, 10) : longest;
    looks = looks_text ? strtol(looks_text, NULL, 10) : looks;
    *(void **)&real_epoll = dlsym(RTLD_NEXT, "epoll_wait");
    *(void **)&real_poll = dlsym(RTLD_NEXT, "poll");
}

/* Whether long enough has passed since the last look to have done something. */
static int was_busy(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long seconds = (long)(now.tv_sec - last.tv_sec);
    return seconds > 1 || seconds * 1000000 + (now.tv_nsec - last.tv_nsec) / 1000 >= busy;
}

/* Whether this look, which found `found`, should be made again, waiting. */
static int again(int timeout, int found) {
    if (timeout != 0 || longest <= 0)
        return 0;
    if (found != 0 || was_busy())
        empty = wait_us = 0;
    empty += found == 0;
    clock_gettime(CLOCK_MONOTONIC, &last);
    return empty >= looks;
}

static struct timespec next_wait(void) {
    wait_us = wait_us == 0 ? shortest : 2 * wait_us;
    if (wait_us > longest)
        wait_us = longest;
    return (struct timespec){.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
}

static int took(int found) {
    if (found > 0)
        empty = wait_us = 0;
    clock_gettime(CLOCK_MONOTONIC, &last);
    return found < 0 ? 0 : found; /* a signal is nothing to tell somebody who did not want to wait */
}

int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout) {
    pthread_once(&once, set_up);
    int found = real_epoll(epfd, events, maxevents, timeout);
    if (!again(timeout, found))
        return found;
    const struct timespec wait_for = next_wait();
    return took(epoll_pwait2(epfd, events, maxevents, &wait_for, NULL));
}

int poll(struct pollfd *fds, nfds_t nfds, int timeout) {
    pthread_once(&once, set_up);
    int found = real_poll(fds, nfds, timeout);
    if (nfds == 0 || !again(timeout, found))
        return found;
    const struct timespec wait_for = next_wait();
    return took(ppoll(fds, nfds, &wait_for, NULL));
}
