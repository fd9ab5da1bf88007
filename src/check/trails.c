/* Where carried data has been, atom by atom. Ways are short, so a place is found by looking through them. */
#include "check/trails.h"

#include <stdlib.h>

uint64_t lb_trails_bytes(uint64_t atoms, uint32_t depth) {
    uint64_t bytes;
    size_t each = sizeof(uint32_t) + sizeof(lb_when);
    return __builtin_mul_overflow(atoms, (uint64_t)depth * each, &bytes) ? UINT64_MAX : bytes;
}

int lb_trails_begin(lb_trails *trails, uint64_t atoms, uint32_t depth) {
    *trails = (lb_trails){.depth = depth, .atoms = atoms};
    trails->node = lb_array(atoms * depth, sizeof *trails->node);
    trails->when = lb_array(atoms * depth, sizeof *trails->when);
    if (!trails->node || !trails->when)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < atoms * depth; i++)
        trails->node[i] = LB_NONE;
    return LB_OK;
}

void lb_trails_end(lb_trails *trails) {
    free(trails->node);
    free(trails->when);
    *trails = (lb_trails){0};
}

lb_when *lb_trails_find(const lb_trails *trails, uint64_t atom, uint32_t node) {
    const uint32_t *trail = &trails->node[atom * trails->depth];
    for (uint32_t i = 0; i < trails->depth && trail[i] != LB_NONE; i++) {
        if (trail[i] == node)
            return &trails->when[atom * trails->depth + i];
    }
    return NULL;
}

int lb_trails_add(lb_trails *trails, uint64_t atom, uint32_t node, lb_when when) {
    uint64_t first = atom * trails->depth;
    for (uint32_t i = 0; i < trails->depth; i++) {
        if (trails->node[first + i] == node) {
            if (when.time < trails->when[first + i].time)
                trails->when[first + i] = when;
            return LB_OK;
        }
        if (trails->node[first + i] == LB_NONE) {
            trails->node[first + i] = node;
            trails->when[first + i] = when;
            return LB_OK;
        }
    }
    return LB_ERR_CHECK;
}
