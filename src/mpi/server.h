/* A thread that moves on what MPI itself does not, which MPI_THREAD_MULTIPLE allows: it works with a lock held while
 * there is something to do, takes a rest between two looks, and sleeps while there is nothing. */
#ifndef LB_MPI_SERVER_H
#define LB_MPI_SERVER_H

#include <pthread.h>
#include <stdbool.h>

typedef struct lb_server {
    pthread_mutex_t *lock;
    bool (*has_work)(void *user);
    bool (*work)(void *user); /* whether something could be done; may give up the lock meanwhile */
    void *user;
    pthread_t thread;
    pthread_cond_t wake;
    bool running, stop;
} lb_server;

/* The first four are filled in. False: no thread. */
bool lb_server_open(lb_server *server);
void lb_server_wake(lb_server *server);  /* the lock is held, and there is something to do */
void lb_server_close(lb_server *server); /* the lock is not held; nothing where it is not open */

#endif
