/* How elements are combined. */
#ifndef LB_MPI_OPERATORS_H
#define LB_MPI_OPERATORS_H

#include "mpi/memory.h"
#include "mpi/types.h"

/* What an instance combines with; set anew for every run. */
typedef struct lb_folding {
    MPI_Op op;
    MPI_Datatype type;
    const lb_kind *kind;
    const lb_kind *given; /* what the user has passed, which his operators shall see; NULL: the same */
    MPI_Comm comm;
    bool commutes;
    bool packed;       /* elements have to be unpacked to be combined */
    lb_operator quick; /* combine is NULL: MPI_Reduce_local */
    lb_room left, right;
    int code;               /* the first error of MPI's */
    struct lb_trace *trace; /* NULL: nobody wants to know when */
} lb_folding;

int lb_folding_set(lb_folding *folding, MPI_Op op, MPI_Datatype type, const lb_kind *kind, const lb_kind *given,
                   MPI_Comm comm);
void lb_folding_free(lb_folding *folding);
void lb_mpi_fold(void *user, const void *left, const void *right, void *into, size_t count); /* an lb_combine */
uint64_t lb_mpi_unit(const lb_kind *kind); /* bytes of an element on the way */
bool lb_mpi_flat(const lb_kind *kind);     /* elements can be combined where they lie, extent for extent */

#endif
