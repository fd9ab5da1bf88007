/* Datatypes: whether their elements are plain bytes, and packing those that are not. What is found out about a type is
 * kept with it, as an attribute. */
#include "mpi/types.h"

#include "mpi/memory.h"

#include <stdlib.h>
#include <string.h>

static int forget(MPI_Datatype type, int key, void *value, void *extra) {
    lb_kind *kind = value;
    lb_process *process = extra;
    (void)type;
    (void)key;
    pthread_mutex_lock(&process->lock);
    *kind->link = kind->next;
    if (kind->next)
        kind->next->link = kind->link;
    kind->gone = true;
    if (kind->holders == 0)
        free(kind);
    pthread_mutex_unlock(&process->lock);
    return MPI_SUCCESS;
}

lb_kind *lb_kind_hold(const lb_kind *kind) {
    lb_kind *held = (lb_kind *)kind;
    held->holders++;
    return held;
}

void lb_kind_let_go(lb_kind *kind) {
    if (--kind->holders > 0)
        return;
    if (kind->gone) {
        free(kind);
    } else if (kind->retired) {
        MPI_Datatype type = kind->type;
        MPI_Type_free(&type); /* and forgets the kind */
    }
}

bool lb_kind_retire(lb_process *process, MPI_Datatype type) {
    void *found;
    int flag = 0;
    pthread_mutex_lock(&process->lock);
    bool held = MPI_Type_get_attr(type, process->type_key, &found, &flag) == MPI_SUCCESS && flag &&
                ((lb_kind *)found)->holders > 0;
    if (held)
        ((lb_kind *)found)->retired = true;
    pthread_mutex_unlock(&process->lock);
    return held;
}

/* Fortran's types, and integers that hold addresses, are of one size or another. */
static lb_type element_of_sized(MPI_Datatype type, uint64_t size) {
    const MPI_Datatype reals[] = {MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4, MPI_REAL8};
    const MPI_Datatype integers[] = {MPI_LONG, MPI_INTEGER, MPI_INTEGER4, MPI_INTEGER8,
                                     MPI_AINT, MPI_OFFSET,  MPI_COUNT};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) { /* NOLINT(bugprone-sizeof-expression) */
        if (reals[i] == type)
            return size == 4 ? LB_F32 : size == 8 ? LB_F64 : LB_TYPES;
    }
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) { /* NOLINT(bugprone-sizeof-expression) */
        if (integers[i] == type)
            return size == 4 ? LB_I32 : size == 8 ? LB_I64 : LB_TYPES;
    }
    return LB_TYPES;
}

static lb_type element_of(MPI_Datatype type, uint64_t size) {
    const struct {
        MPI_Datatype type;
        lb_type element;
    } table[] = {
        {MPI_DOUBLE, LB_F64},  {MPI_FLOAT, LB_F32},    {MPI_INT32_T, LB_I32},   {MPI_UINT32_T, LB_U32},
        {MPI_INT64_T, LB_I64}, {MPI_UINT64_T, LB_U64}, {MPI_UINT8_T, LB_U8},    {MPI_UNSIGNED_CHAR, LB_U8},
        {MPI_INT, LB_I32},     {MPI_UNSIGNED, LB_U32}, {MPI_LONG_LONG, LB_I64}, {MPI_UNSIGNED_LONG_LONG, LB_U64},
        {MPI_BYTE, LB_U8},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].type == type)
            return table[i].element;
    }
    if (type == MPI_UNSIGNED_LONG)
        return size == 8 ? LB_U64 : LB_U32;
    return element_of_sized(type, size);
}

/* A type without gaps may still take its bytes in another order: packs one whose bytes say where they lie. */
static bool in_order(MPI_Datatype type, const lb_kind *kind) {
    enum { MOST = 1 << 16 };
    if (kind->size > MOST)
        return false;
    bool fine = false;
    int size = (int)kind->size;
    unsigned char *before = lb_mpi_take(kind->size, 1), *after = lb_mpi_take(kind->size, 1);
    for (int shift = 0; before && after && shift <= 8; shift += 8) {
        for (int i = 0; i < size; i++)
            before[i] = (unsigned char)(i >> shift);
        int at = 0;
        fine = MPI_Pack(before, 1, type, after, size, &at, MPI_COMM_SELF) == MPI_SUCCESS && at == size &&
               memcmp(before, after, (size_t)size) == 0;
        if (!fine)
            break;
    }
    free(before);
    free(after);
    return fine;
}

/* MPI has no function that tells; packing nothing is refused. Otherwise a type that needs no packing would pass, and
 * another only be refused when half of the operation is done. */
static int committed(MPI_Datatype type, MPI_Comm quiet) {
    char nothing = 0;
    int at = 0;
    return MPI_Pack(&nothing, 0, type, &nothing, 1, &at, quiet);
}

static int look(MPI_Datatype type, MPI_Comm quiet, lb_kind *kind) {
    MPI_Count size;
    MPI_Aint lb;
    int integers, addresses, types, combiner = MPI_COMBINER_NAMED;
    int code = MPI_Type_size_x(type, &size);
    if (code == MPI_SUCCESS)
        code = MPI_Type_get_extent(type, &lb, &kind->extent);
    if (code == MPI_SUCCESS)
        code = MPI_Type_get_true_extent(type, &kind->true_lb, &kind->true_extent);
    if (code == MPI_SUCCESS)
        code = MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (code == MPI_SUCCESS && combiner != MPI_COMBINER_NAMED)
        code = committed(type, quiet);
    if (code != MPI_SUCCESS)
        return code;
    if (size < 0)
        return MPI_ERR_TYPE;
    kind->size = (uint64_t)size;
    kind->named = combiner == MPI_COMBINER_NAMED;
    kind->element = kind->named ? element_of(type, kind->size) : LB_TYPES;
    bool full = kind->true_lb == 0 && kind->extent == (MPI_Aint)size && kind->true_extent == (MPI_Aint)size;
    kind->dense = full && (kind->named || in_order(type, kind));
    return MPI_SUCCESS;
}

static int kind_of(lb_process *process, MPI_Datatype type, MPI_Comm quiet, const lb_kind **kind) {
    void *found;
    int flag = 0, code;
    *kind = NULL;
    if (type == MPI_DATATYPE_NULL)
        return MPI_ERR_TYPE;
    code = MPI_Type_get_attr(type, process->type_key, &found, &flag);
    if (code == MPI_SUCCESS && flag) {
        *kind = found;
        return MPI_SUCCESS;
    }
    lb_kind *fresh = lb_mpi_take(1, sizeof *fresh);
    if (!fresh)
        return MPI_ERR_NO_MEM;
    code = look(type, quiet, fresh);
    if (code == MPI_SUCCESS)
        code = MPI_Type_set_attr(type, process->type_key, fresh);
    if (code != MPI_SUCCESS) {
        free(fresh);
        return code;
    }
    fresh->type = type;
    fresh->next = process->kinds;
    fresh->link = &process->kinds;
    if (fresh->next)
        fresh->next->link = &fresh->next;
    process->kinds = fresh;
    *kind = fresh;
    return MPI_SUCCESS;
}

int lb_kind_of(lb_process *process, MPI_Datatype type, MPI_Comm quiet, const lb_kind **kind) {
    pthread_mutex_lock(&process->lock);
    int code = kind_of(process, type, quiet, kind);
    pthread_mutex_unlock(&process->lock);
    return code;
}

int lb_process_type_key(lb_process *process) {
    return MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, forget, &process->type_key, process);
}

/* ---- Packing ---- */

static const uint64_t most_bytes = UINT64_C(1) << 30; /* at a time, so that ints can count them */

/* MPICH's MPI_Pack and MPI_Unpack refuse MPI_BOTTOM, which is a null pointer: the same elements, seen from `base`. */
static int seen_from(const void *base, uint64_t count, MPI_Datatype type, MPI_Datatype *seen) {
    int length = (int)count;
    MPI_Aint back = (MPI_Aint)(0 - (uintptr_t)base);
    int code = MPI_Type_create_hindexed(1, &length, &back, type, seen);
    return code == MPI_SUCCESS ? MPI_Type_commit(seen) : code;
}

typedef struct batch {
    void *elements, *bytes; /* of which one is only read */
    uint64_t count, size;
    bool packs;
} batch;

static int move_seen(const batch *b, void *elements, uint64_t count, MPI_Datatype type, MPI_Comm comm) {
    int at = 0;
    return b->packs ? MPI_Pack(elements, (int)count, type, b->bytes, (int)b->size, &at, comm)
                    : MPI_Unpack(b->bytes, (int)b->size, &at, elements, (int)count, type, comm);
}

static int move_batch(const batch *b, MPI_Datatype type, MPI_Comm comm) {
    MPI_Datatype seen;
    if (b->elements)
        return move_seen(b, b->elements, b->count, type, comm);
    int code = seen_from(b->bytes, b->count, type, &seen);
    if (code != MPI_SUCCESS)
        return code;
    code = move_seen(b, b->bytes, 1, seen, comm);
    MPI_Type_free(&seen);
    return code;
}

/* From elements to bytes, or back. */
static int move(const void *elements, const void *bytes, bool packs, uint64_t count, MPI_Datatype type,
                const lb_kind *kind, MPI_Comm comm) {
    if (kind->size == 0)
        return MPI_SUCCESS;
    if (kind->size > most_bytes)
        return MPI_ERR_TYPE;
    uint64_t most = most_bytes / kind->size;
    for (uint64_t i = 0; i < count; i += most) {
        uint64_t now = count - i < most ? count - i : most;
        batch b = {lb_mpi_at(elements, (int64_t)i, kind->extent), (char *)bytes + i * kind->size, now, now * kind->size,
                   packs};
        int code = move_batch(&b, type, comm);
        if (code != MPI_SUCCESS)
            return code;
    }
    return MPI_SUCCESS;
}

int lb_mpi_pack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm) {
    return move(from, to, true, count, type, kind, comm);
}

int lb_mpi_unpack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm) {
    return move(to, from, false, count, type, kind, comm);
}
