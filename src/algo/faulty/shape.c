/* Measuring trees. */
#include "algo/faulty/shape.h"

#include <stdlib.h>

int lb_shape_take(lb_shape_of *shape, uint32_t nodes) {
    *shape = (lb_shape_of){.count = 0};
    shape->order = lb_array(nodes, sizeof *shape->order);
    shape->depth = lb_array(nodes, sizeof *shape->depth);
    shape->top = lb_array(nodes, sizeof *shape->top);
    shape->kids = lb_array(nodes, sizeof *shape->kids);
    shape->first = lb_array((uint64_t)nodes + 1, sizeof *shape->first);
    shape->child = lb_array(nodes, sizeof *shape->child);
    if (shape->order && shape->depth && shape->top && shape->kids && shape->first && shape->child)
        return LB_OK;
    lb_shape_free(shape);
    return LB_ERR_MEMORY;
}

void lb_shape_free(lb_shape_of *shape) {
    free(shape->order);
    free(shape->depth);
    free(shape->top);
    free(shape->kids);
    free(shape->first);
    free(shape->child);
    *shape = (lb_shape_of){.count = 0};
}

static void list_children(lb_shape_of *shape, const lb_map *map, const uint32_t *into) {
    uint32_t n = map->nodes;
    for (uint32_t v = 0; v < n; v++)
        shape->kids[v] = 0;
    for (uint32_t v = 0; v < n; v++) {
        if (into[v] != LB_NONE)
            shape->kids[lb_link_from(map, into[v])]++;
    }
    shape->first[0] = 0;
    for (uint32_t v = 0; v < n; v++)
        shape->first[v + 1] = shape->first[v] + shape->kids[v];
    for (uint32_t v = 0; v < n; v++) {
        if (into[v] != LB_NONE)
            shape->child[shape->first[lb_link_from(map, into[v])]++] = v;
    }
    for (uint32_t v = n; v > 0; v--)
        shape->first[v] = shape->first[v - 1];
    shape->first[0] = 0;
}

void lb_shape_measure(lb_shape_of *shape, const lb_map *map, uint32_t root, const uint32_t *into) {
    unsigned ports = map->ports ? map->ports : 1;
    list_children(shape, map, into);
    for (uint32_t v = 0; v < map->nodes; v++)
        shape->depth[v] = shape->top[v] = LB_NONE;
    for (unsigned p = 0; p < map->ports; p++)
        shape->load[p] = 0;
    shape->depth[root] = 0;
    shape->order[0] = root;
    shape->count = 1;
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t v = shape->order[i];
        for (uint32_t k = shape->first[v]; k < shape->first[v + 1]; k++) {
            uint32_t c = shape->child[k];
            shape->depth[c] = shape->depth[v] + 1;
            shape->top[c] = v == root ? into[c] % ports : shape->top[v];
            shape->load[shape->top[c]]++;
            shape->order[shape->count++] = c;
        }
    }
}
