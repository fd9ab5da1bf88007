/* One call of the fuzzer's, and what everybody brings to it. */
#ifndef LB_TEST_FUZZ_CALL_H
#define LB_TEST_FUZZ_CALL_H

#include "fuzz.h"

typedef enum verb {
    BCAST,
    SCATTER,
    GATHER,
    ALLGATHER,
    ALLTOALL,
    SCATTERV,
    GATHERV,
    ALLGATHERV,
    ALLTOALLV,
    REDUCE,
    ALLREDUCE,
    SCAN,
    EXSCAN,
    REDUCE_SCATTER_BLOCK,
    REDUCE_SCATTER,
    VERBS
} verb;
typedef struct call {
    bool busy, in_place, again, symmetric; /* again: persistent, done twice */
    verb what;
    form how;
    uint64_t seed;
    int rank, size, root, unit; /* unit: basic elements of a block at most, or of all where they are alike */
    MPI_Comm comm;
    MPI_Request request;
    side in, out;
    summing sum;
    long index;
    char text[256];
} call;

bool call_sums(verb what);
bool call_sends_many(verb what);
bool call_receives_many(verb what);
void call_draw_sides(call *c, dice *d); /* with what this process brings */
void call_expect(call *c);              /* what must come out */
void call_describe(call *c, const char *comm);

#endif
