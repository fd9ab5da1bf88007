/* Datatypes: whether their elements are plain bytes, and packing those that are not. What is found out about a type is
 * kept with it, as an attribute. */
#include "mpi/engine.h"

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
    free(kind);
    pthread_mutex_unlock(&process->lock);
    return MPI_SUCCESS;
}

static lb_type element_of(MPI_Datatype type) {
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
    if (type == MPI_LONG)
        return sizeof(long) == 8 ? LB_I64 : LB_I32;
    if (type == MPI_UNSIGNED_LONG)
        return sizeof(long) == 8 ? LB_U64 : LB_U32;
    return LB_TYPES;
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
    kind->element = kind->named ? element_of(type) : LB_TYPES;
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

/* So many elements at a time that ints can count their bytes. */
static uint64_t batch_of(const lb_kind *kind) {
    const uint64_t most = UINT64_C(1) << 30;
    uint64_t widest = kind->size > 0 ? kind->size : 1;
    return widest >= most ? 1 : most / widest;
}

int lb_mpi_pack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm) {
    uint64_t batch = batch_of(kind);
    if (kind->size == 0)
        return MPI_SUCCESS;
    if (kind->size > (UINT64_C(1) << 30))
        return MPI_ERR_TYPE;
    for (uint64_t i = 0; i < count; i += batch) {
        uint64_t now = count - i < batch ? count - i : batch;
        int at = 0, code = MPI_Pack(lb_mpi_at(from, (int64_t)i, kind->extent), (int)now, type,
                                    (char *)to + i * kind->size, (int)(now * kind->size), &at, comm);
        if (code != MPI_SUCCESS)
            return code;
    }
    return MPI_SUCCESS;
}

int lb_mpi_unpack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm) {
    uint64_t batch = batch_of(kind);
    if (kind->size == 0)
        return MPI_SUCCESS;
    if (kind->size > (UINT64_C(1) << 30))
        return MPI_ERR_TYPE;
    for (uint64_t i = 0; i < count; i += batch) {
        uint64_t now = count - i < batch ? count - i : batch;
        int at = 0, code = MPI_Unpack((const char *)from + i * kind->size, (int)(now * kind->size), &at,
                                      lb_mpi_at(to, (int64_t)i, kind->extent), (int)now, type, comm);
        if (code != MPI_SUCCESS)
            return code;
    }
    return MPI_SUCCESS;
}
