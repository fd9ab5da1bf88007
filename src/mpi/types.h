/* Datatypes: elements to bytes and back. */
#ifndef LB_MPI_TYPES_H
#define LB_MPI_TYPES_H

#include "linkbound-run.h"
#include "mpi/process.h"

typedef struct lb_kind {
    struct lb_kind *next, **link; /* all of the process */
    MPI_Datatype type;
    uint64_t size;
    MPI_Aint extent, true_lb, true_extent;
    unsigned holders; /* operations under way, or persistent ones, that were given this type */
    bool gone;        /* the user has freed it: the handle is none any more */
    bool retired;     /* the user thinks that it is freed: it will be when nobody holds it */
    bool named;
    bool dense;      /* its bytes lie in order and without gaps, so n of them are n*size bytes */
    lb_type element; /* LB_TYPES: none of ours */
} lb_kind;

int lb_process_type_key(lb_process *process); /* by which types keep their kinds; an MPI error code */

/* MPI error codes; `quiet` is a communicator whose errors are returned. A type that is not committed is an error. */
int lb_kind_of(lb_process *process, MPI_Datatype type, MPI_Comm quiet, const lb_kind **kind);

/* The user may free a type that operations under way have been given. Those that hold it can tell whether he has. The
 * process's lock is held. */
lb_kind *lb_kind_hold(const lb_kind *kind);
void lb_kind_let_go(lb_kind *kind);
bool lb_kind_retire(lb_process *process, MPI_Datatype type); /* false: nobody holds it, and it can be freed */

/* Elements to and from bytes, one after another. MPI error codes. */
int lb_mpi_pack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm);
int lb_mpi_unpack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm);

/* p + count*stride, stride in bytes. p may be MPI_BOTTOM, and the type have addresses. */
static inline void *lb_mpi_at(const void *p, int64_t count, int64_t stride) {
    return (void *)((uintptr_t)p + (uintptr_t)count * (uintptr_t)stride); /* NOLINT(performance-no-int-to-ptr) */
}

#endif
