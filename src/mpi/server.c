/* A thread that works while there is something to do, and rests between looks that were in vain: MPI wakes nobody up.
 */
#define _XOPEN_SOURCE 700
#include "mpi/server.h"

#include "mpi/rest.h"

static void *serve(void *user) {
    lb_server *s = user;
    unsigned idle = 0;
    pthread_mutex_lock(s->lock);
    while (!s->stop) {
        if (!s->has_work(s->user)) {
            pthread_cond_wait(&s->wake, s->lock);
            idle = 0;
            continue;
        }
        idle = s->work(s->user) ? 0 : idle + 1;
        pthread_mutex_unlock(s->lock);
        lb_mpi_rest(idle);
        pthread_mutex_lock(s->lock);
    }
    pthread_mutex_unlock(s->lock);
    return NULL;
}

bool lb_server_open(lb_server *s) {
    s->stop = false;
    pthread_cond_init(&s->wake, NULL);
    s->running = pthread_create(&s->thread, NULL, serve, s) == 0;
    if (!s->running)
        pthread_cond_destroy(&s->wake);
    return s->running;
}

void lb_server_wake(lb_server *s) {
    pthread_cond_signal(&s->wake);
}

void lb_server_close(lb_server *s) {
    if (!s->running)
        return;
    pthread_mutex_lock(s->lock);
    s->stop = true;
    pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(s->lock);
    pthread_join(s->thread, NULL);
    pthread_cond_destroy(&s->wake);
    s->running = false;
}
