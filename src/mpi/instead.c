/* Broadcasts and reductions by the plan of an allreduce, where that is quicker than any of their own (lb_mpi_instead).
 * In a broadcast all but the root begin with zeros, and bits are or-ed: the sum is what the root has, in whichever
 * order. In a reduction all but the root have a result that nobody asks for. */
#include "mpi/instead.h"

#include <string.h>

static void or_bytes(void *user, const void *left, const void *right, void *into, size_t count) {
    const lb_want *want = user;
    const unsigned char *a = left, *b = right;
    unsigned char *to = into;
    size_t bytes = count * (size_t)want->unit;
    for (size_t i = 0; i < bytes; i++)
        to[i] = a[i] | b[i];
}

static bool is_root(const lb_instance *instance) {
    return instance->net->node == (int)instance->want.root;
}

void lb_instead_data(lb_instance *instance, lb_data *data) {
    if (instance->want.kind != LB_BROADCAST)
        return;
    data->in_place = true;
    data->op = (lb_operator){or_bytes, &instance->want, (size_t)instance->want.unit};
}

int lb_instead_create(lb_instance *instance) {
    uint64_t bytes = instance->want.kind == LB_REDUCE && !is_root(instance) ? instance->want.bytes : 0;
    instance->landing = lb_mpi_take(bytes, 1);
    instance->memory += bytes;
    return instance->landing ? LB_OK : LB_ERR_MEMORY;
}

/* What comes out where. */
void *lb_instead_start(lb_instance *instance, void *out) {
    if (is_root(instance))
        return out;
    if (instance->want.kind == LB_REDUCE)
        return instance->landing;
    memset(out, 0, (size_t)instance->want.bytes);
    return out;
}
