/* For the MPI tests: random cases that all processes draw alike, types of every sort, and comparing with what MPI's own
 * collectives do. A test program is run by many processes; any failure anywhere makes it exit with 1. */
#ifndef LB_TEST_MPI_H
#define LB_TEST_MPI_H

#include "linkbound-mpi.h"

#include <stdlib.h>
#include <string.h>

typedef enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS } form;

/* The communicator under test, its network, and random numbers that are the same at all of its processes. */
typedef struct world {
    MPI_Comm comm;
    lb_mpi_net *net;
    int rank, size;
    uint64_t random;
    char name[64]; /* of the network */
} world;

uint64_t draw(world *w, uint64_t limit); /* 0 .. limit-1 */

/* Cuts MPI_COMM_WORLD into groups of many sizes, 1 to all, and runs the test on each with its network (or networks). */
typedef void (*test)(world *w);
int test_main(int argc, char **argv, test run);

void fail(const world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define CHECK(w, condition)                                                                                            \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail((w), "%s:%d: %s", __FILE__, __LINE__, #condition);                                                    \
    } while (0)

/* What MPI says of an error code: its class, and whether its sentence has this part. */
int class_of(int code);
bool says(int code, const char *part);

/* Completes a request in the way of its form: persistent ones are done twice. */
void finish(world *w, lb_mpi_request **request, form f);

/* A collective in one of its forms: CALL(w, f, bcast, (buffer, count, type, root)). */
#define OPEN(...) __VA_ARGS__
#define CALL(w, f, verb, arguments)                                                                                    \
    do {                                                                                                               \
        lb_mpi_request *request_ = NULL;                                                                               \
        if ((f) == BLOCKING)                                                                                           \
            CHECK((w), !lb_mpi_##verb(OPEN arguments, (w)->net));                                                      \
        if ((f) == NONBLOCKING)                                                                                        \
            CHECK((w), !lb_mpi_i##verb(OPEN arguments, (w)->net, &request_));                                          \
        if ((f) == PERSISTENT)                                                                                         \
            CHECK((w), !lb_mpi_##verb##_init(OPEN arguments, (w)->net, &request_));                                    \
        finish((w), &request_, (f));                                                                                   \
    } while (0)

/* The same with large counts: CALL_C(w, f, bcast, (buffer, count, type, root)) calls lb_mpi_bcast_c or a form of it. */
#define CALL_C(w, f, verb, arguments)                                                                                  \
    do {                                                                                                               \
        lb_mpi_request *request_ = NULL;                                                                               \
        if ((f) == BLOCKING)                                                                                           \
            CHECK((w), !lb_mpi_##verb##_c(OPEN arguments, (w)->net));                                                  \
        if ((f) == NONBLOCKING)                                                                                        \
            CHECK((w), !lb_mpi_i##verb##_c(OPEN arguments, (w)->net, &request_));                                      \
        if ((f) == PERSISTENT)                                                                                         \
            CHECK((w), !lb_mpi_##verb##_init_c(OPEN arguments, (w)->net, &request_));                                  \
        finish((w), &request_, (f));                                                                                   \
    } while (0)
/* One or the other: of collectives whose counts are no lists. */
#define EITHER(w, f, verb, arguments)                                                                                  \
    do {                                                                                                               \
        if (draw((w), 2))                                                                                              \
            CALL(w, f, verb, arguments);                                                                               \
        else                                                                                                           \
            CALL_C(w, f, verb, arguments);                                                                             \
    } while (0)

/* Types: plain ones, with gaps, out of order, resized. */
enum { TYPES = 8 };
MPI_Datatype type_at(unsigned index);

/* A buffer for `count` elements of a type with bytes around it; filled so that every process and place differs. */
typedef struct buffer {
    unsigned char *memory;
    size_t size;
    void *at;
} buffer;
buffer make(const world *w, int64_t count, MPI_Datatype type, unsigned salt);
buffer copy(const buffer *b);
void same(const world *w, const buffer *a, const buffer *b, const char *what);
void drop(buffer *b);

#endif
