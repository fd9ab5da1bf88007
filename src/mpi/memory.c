/* Memory, checked. */
#include "mpi/memory.h"

#include <stdlib.h>

void *lb_mpi_take(uint64_t count, size_t size) {
    uint64_t bytes;
    if (__builtin_mul_overflow(count, (uint64_t)size, &bytes) || bytes > SIZE_MAX / 2)
        return NULL;
    return calloc(1, bytes ? (size_t)bytes : 1);
}

void *lb_room_for(lb_room *room, uint64_t bytes) {
    if (room->at && room->bytes >= bytes)
        return room->at;
    if (bytes > SIZE_MAX / 2)
        return NULL;
    free(room->at);
    *room = (lb_room){malloc(bytes ? (size_t)bytes : 1), bytes, 0};
    if (!room->at)
        *room = (lb_room){NULL, 0, bytes};
    return room->at;
}
