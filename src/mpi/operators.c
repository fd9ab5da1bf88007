/* Operators: the usual ones by loops of our own, all others by MPI_Reduce_local.
 *
 * Elements of predefined types, those with padding too, are combined where they lie, extent for extent. Elements of
 * derived types travel packed, and are unpacked to be combined. */
#include "mpi/operators.h"

#include "mpi/simulated.h"
#include "mpi/trace.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool lb_mpi_flat(const lb_kind *kind) {
    return kind->dense || (kind->named && kind->true_lb == 0);
}

uint64_t lb_mpi_unit(const lb_kind *kind) {
    return lb_mpi_flat(kind) ? (uint64_t)kind->extent : kind->size;
}

static lb_reduction reduction_of(MPI_Op op) {
    const struct {
        MPI_Op op;
        lb_reduction reduction;
    } table[] = {{MPI_SUM, LB_ADD},  {MPI_PROD, LB_MULTIPLY}, {MPI_MIN, LB_MIN}, {MPI_MAX, LB_MAX},
                 {MPI_BAND, LB_AND}, {MPI_BOR, LB_OR},        {MPI_BXOR, LB_XOR}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].op == op)
            return table[i].reduction;
    }
    return LB_REDUCTIONS;
}

enum { BATCH = 1 << 16 }; /* bytes of elements that are unpacked at a time */

static uint64_t batch_of(const lb_kind *kind) {
    uint64_t stride = kind->extent > 0 ? (uint64_t)kind->extent : 1;
    uint64_t batch = stride >= BATCH ? 1 : BATCH / stride;
    return batch;
}

/* Memory in which a batch of elements lies as the type says. */
static void *typed(const lb_folding *folding, const lb_room *room) {
    return lb_mpi_at(room->at, -(int64_t)folding->kind->true_lb, 1);
}

static int take_typed(lb_folding *folding) {
    const lb_kind *kind = folding->kind;
    uint64_t batch = batch_of(kind), bytes;
    uint64_t stride = kind->extent < 0 ? (uint64_t)-kind->extent : (uint64_t)kind->extent;
    if (kind->extent < 0)
        return MPI_ERR_TYPE;
    bytes = (batch - 1) * stride + (uint64_t)kind->true_extent;
    uint64_t before = folding->left.bytes;
    if (!lb_room_for(&folding->left, bytes) || !lb_room_for(&folding->right, bytes))
        return MPI_ERR_NO_MEM;
    if (folding->left.bytes != before) { /* gaps in the elements are not unpacked */
        memset(folding->left.at, 0, (size_t)bytes);
        memset(folding->right.at, 0, (size_t)bytes);
    }
    return MPI_SUCCESS;
}

int lb_folding_set(lb_folding *folding, MPI_Op op, MPI_Datatype type, const lb_kind *kind, const lb_kind *given,
                   MPI_Comm comm) {
    int commutes = 1;
    folding->code = MPI_SUCCESS;
    if (op == MPI_OP_NULL)
        return MPI_SUCCESS;
    folding->op = op;
    folding->type = type;
    folding->kind = kind;
    folding->given = given;
    folding->comm = comm;
    folding->packed = !lb_mpi_flat(kind);
    folding->quick.combine = NULL;
    lb_reduction reduction = reduction_of(op);
    if (kind->element != LB_TYPES && reduction != LB_REDUCTIONS &&
        lb_operator_of(kind->element, reduction, &folding->quick) == LB_OK) {
        folding->commutes = true;
        return MPI_SUCCESS;
    }
    folding->quick.combine = NULL;
    int code = MPI_Op_commutative(op, &commutes);
    folding->commutes = commutes != 0;
    if (code == MPI_SUCCESS && folding->packed)
        code = take_typed(folding);
    return code;
}

void lb_folding_free(lb_folding *folding) {
    free(folding->left.at);
    free(folding->right.at);
}

static void note(lb_folding *folding, int code) {
    if (folding->code == MPI_SUCCESS)
        folding->code = code;
}

/* Operators may look at the handle: it is the user's own for as long as it is one. */
static MPI_Datatype users_type(const lb_folding *folding) {
    return folding->given && !folding->given->gone ? folding->given->type : folding->type;
}

static void combine(lb_folding *folding, const void *left, void *right, uint64_t count) {
    note(folding, MPI_Reduce_local(left, right, (int)count, users_type(folding), folding->op));
}

enum { COPIED = 1 << 13 }; /* bytes that are copied at a time: they stay in the nearest memory */

/* Those that give the same bits whichever operand comes first. */
static bool either_way(MPI_Op op) {
    return op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR || op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR;
}

/* In the place of left, where an operator that commutes may still tell left from right: of two NaNs, or of 0 and -0. */
static void fold_left(lb_folding *folding, const char *left, const char *right, char *into, uint64_t count) {
    uint64_t extent = (uint64_t)folding->kind->extent, most = extent && extent < COPIED ? COPIED / extent : 1;
    if (!lb_room_for(&folding->right, most * extent)) {
        note(folding, MPI_ERR_NO_MEM);
        return;
    }
    for (uint64_t i = 0, now; i < count; i += now) {
        now = count - i < most ? count - i : most;
        memcpy(folding->right.at, right + i * extent, (size_t)(now * extent));
        combine(folding, left + i * extent, folding->right.at, now);
        memcpy(into + i * extent, folding->right.at, (size_t)(now * extent));
    }
}

/* MPI_Reduce_local leaves left op right in the place of right. */
static void fold_flat(lb_folding *folding, const char *left, const char *right, char *into, uint64_t count) {
    if (into == left && either_way(folding->op)) {
        combine(folding, right, into, count);
        return;
    }
    if (into == left) {
        fold_left(folding, left, right, into, count);
        return;
    }
    if (into != right)
        memcpy(into, right, (size_t)(count * (uint64_t)folding->kind->extent));
    combine(folding, left, into, count);
}

static void fold_packed(lb_folding *folding, const void *left, const void *right, void *into, uint64_t count) {
    void *a = typed(folding, &folding->left), *b = typed(folding, &folding->right);
    note(folding, lb_mpi_unpack(left, count, folding->type, folding->kind, a, folding->comm));
    note(folding, lb_mpi_unpack(right, count, folding->type, folding->kind, b, folding->comm));
    combine(folding, a, b, count);
    note(folding, lb_mpi_pack(b, count, folding->type, folding->kind, into, folding->comm));
}

static void fold(lb_folding *folding, const void *left, const void *right, void *into, size_t count) {
#ifdef LB_MPI_SIMULATED
    lb_simulated_copy((uint64_t)count * lb_mpi_unit(folding->kind));
#endif
    if (folding->quick.combine) {
        folding->quick.combine(folding->quick.user, left, right, into, count);
        return;
    }
    uint64_t batch = folding->packed ? batch_of(folding->kind) : BATCH, unit = lb_mpi_unit(folding->kind);
    for (uint64_t i = 0; i < count; i += batch) {
        uint64_t now = count - i < batch ? count - i : batch;
        const char *l = (const char *)left + i * unit, *r = (const char *)right + i * unit;
        char *to = (char *)into + i * unit;
        if (folding->packed)
            fold_packed(folding, l, r, to, now);
        else
            fold_flat(folding, l, r, to, now);
    }
}

void lb_mpi_fold(void *user, const void *left, const void *right, void *into, size_t count) {
    lb_folding *folding = user;
    double begin = folding->trace ? lb_trace_now() : 0;
    fold(folding, left, right, into, count);
    if (folding->trace)
        lb_trace_sum(folding->trace, begin, (uint64_t)count * lb_mpi_unit(folding->kind));
}
