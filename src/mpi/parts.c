/* Types that differ from block to block, of alltoallw and neighbor_alltoallw: what is known of them while the request
 * is there. The user may free them, or use his list again, when a nonblocking call has returned. */
#include "mpi/parts.h"

#include "mpi/sides.h"

/* Blocks of nothing have any type, even none. */
static int kind_of(lb_mpi_net *net, const lb_side *side, int i, const lb_kind **kind) {
    *kind = NULL;
    return lb_side_count(side, i) > 0 ? lb_kind_of(net->process, side->types[i], net->comm, kind) : MPI_SUCCESS;
}

/* Displacements are in bytes, and so is all that is counted; the kind says so, of what is no list. */
int lb_side_set_w(lb_mpi_net *net, lb_side *side, const void *at, lb_list counts, lb_list displs,
                  const MPI_Datatype types[], int n) {
    int64_t elements;
    uint64_t all = 0;
    int code = lb_side_set_lists(side, counts, displs, n, &elements);
    if (code == MPI_SUCCESS)
        code = lb_side_set(net, side, at, 0, MPI_BYTE);
    side->types = types;
    side->plain = true;
    for (int i = 0; i < n && code == MPI_SUCCESS; i++) {
        const lb_kind *kind;
        uint64_t bytes = 0;
        code = kind_of(net, side, i, &kind);
        if (code != MPI_SUCCESS || !kind)
            continue;
        if (__builtin_mul_overflow((uint64_t)lb_side_count(side, i), kind->size, &bytes) ||
            __builtin_add_overflow(all, bytes, &all))
            return MPI_ERR_COUNT;
        side->plain &= kind->dense;
    }
    side->count = (int64_t)all;
    return code == MPI_SUCCESS ? lb_side_bytes(side, all, &all) : code;
}

int lb_parts_take(lb_mpi_net *net, lb_side *side, lb_room *room, bool keep) {
    if (!side->types)
        return MPI_SUCCESS;
    lb_typed_block *parts = lb_room_for(room, (uint64_t)side->blocks * sizeof *parts);
    if (!parts)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < side->blocks; i++)
        parts[i] = (lb_typed_block){MPI_DATATYPE_NULL, NULL, false};
    side->parts = parts;
    int code = MPI_SUCCESS;
    for (int i = 0; i < side->blocks && code == MPI_SUCCESS; i++) {
        code = kind_of(net, side, i, &parts[i].kind);
        if (code != MPI_SUCCESS || !parts[i].kind)
            continue;
        parts[i].type = side->types[i];
        if (!keep || parts[i].kind->named)
            continue;
        code = MPI_Type_dup(side->types[i], &parts[i].type);
        parts[i].duplicate = code == MPI_SUCCESS;
        if (parts[i].duplicate)
            code = lb_kind_of(net->process, parts[i].type, net->comm, &parts[i].kind);
    }
    side->types = NULL;
    return code;
}

void lb_parts_drop(lb_side *side) {
    for (int i = 0; side->parts && i < side->blocks; i++) {
        if (side->parts[i].duplicate)
            MPI_Type_free(&side->parts[i].type);
    }
    side->parts = NULL;
}
