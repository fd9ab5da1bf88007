/* For the tests of the drop-in. They are strangers to Linkbound: plain MPI programs that are run with the drop-in
 * preloaded, and compare what MPI_Bcast and its like do with MPI's own, which they ask the dynamic linker for. */
#ifndef LB_TEST_STRANGER_H
#define LB_TEST_STRANGER_H

#include "pmpi/native.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern lb_native_table native; /* MPI's own */
void find_native(void);        /* exits when nothing is preloaded: such a test would compare MPI with itself */

/* A communicator under test, and random numbers that are the same at all of its processes. */
typedef struct group {
    MPI_Comm comm;
    const char *name;
    int rank, size;
    uint64_t random;
} group;
group group_of(MPI_Comm comm, const char *name, uint64_t seed);
uint64_t draw(group *g, uint64_t limit);
int draw_count(group *g);

extern _Atomic int failures;
void fail(const group *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Types: plain ones, with gaps, out of order. */
enum { TYPES = 8 };
extern MPI_Datatype types[TYPES];
void make_types(void);
void free_types(void);

/* Room for `count` elements of a type with bytes around it; every process and place differs. */
typedef struct buffer {
    unsigned char *memory;
    size_t size;
    void *at;
} buffer;
buffer make(const group *g, int64_t count, MPI_Datatype type, unsigned salt);
buffer copy(const buffer *b);
void same(const group *g, const buffer *ours, const buffer *theirs, const char *what);
void drop(buffer *b);

/* A call in one of its three forms. */
typedef enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS } form;
void complete(group *g, MPI_Request *request);  /* by a call drawn from wait, test, waitall, waitany, ... */
void run_twice(group *g, MPI_Request *request); /* a persistent one; frees it */
#define LB_OPEN(...) __VA_ARGS__
#if LB_PERSISTENT
#define START(g, Name, arguments)                                                                                      \
    do {                                                                                                               \
        LB_INIT_OF(Name)(LB_OPEN arguments, (g)->comm, MPI_INFO_NULL, &request_);                                      \
        run_twice((g), &request_);                                                                                     \
    } while (0)
#else
#define START(g, Name, arguments) MPI_##Name(LB_OPEN arguments, (g)->comm)
#endif
#define CALL(g, how, Name, lower, arguments)                                                                           \
    do {                                                                                                               \
        MPI_Request request_;                                                                                          \
        if ((how) == BLOCKING) {                                                                                       \
            MPI_##Name(LB_OPEN arguments, (g)->comm);                                                                  \
        } else if ((how) == NONBLOCKING) {                                                                             \
            MPI_I##lower(LB_OPEN arguments, (g)->comm, &request_);                                                     \
            complete((g), &request_);                                                                                  \
        } else {                                                                                                       \
            START(g, Name, arguments);                                                                                 \
        }                                                                                                              \
    } while (0)

#endif
