/* What all records share: the frame, and the list of what is on its way. */
#include "check/holding.h"

void lb_holding_name(const lb_holding *h, uint64_t block, uint32_t *origin, uint32_t *dest, uint32_t *copy) {
    if (!h->relative && h->per_origin > 1) /* from offset first to origin first, as the task has it */
        block = block % h->nodes * h->per_origin + block / h->nodes;
    if (h->task->kind == LB_ALLTOALL) { /* the offset, not the destination */
        *origin = (uint32_t)(block / h->nodes);
        *dest = lb_net_add(&h->task->net, *origin, (uint32_t)(block % h->nodes));
        *copy = 0;
        return;
    }
    lb_task_name(h->task, block, origin, dest, copy);
}

uint32_t lb_holding_origin(const lb_holding *h, uint64_t block) {
    uint32_t origin, dest, copy;
    lb_holding_name(h, block, &origin, &dest, &copy);
    return origin;
}

uint32_t lb_holding_dest(const lb_holding *h, uint64_t block) {
    uint32_t origin, dest, copy;
    lb_holding_name(h, block, &origin, &dest, &copy);
    return dest;
}

bool lb_holding_wanted(const lb_holding *h, uint64_t block) {
    uint32_t origin, dest, copy;
    const lb_net *net = &h->task->net;
    if (h->alive == h->nodes)
        return true;
    lb_holding_name(h, block, &origin, &dest, &copy);
    return (origin == LB_NONE || lb_node_alive(net, origin)) &&
           (dest == LB_NONE || h->task->kind == LB_ALLREDUCE || lb_node_alive(net, dest));
}

int lb_holding_find_missing(lb_holding *h, const uint64_t *has) {
    for (uint64_t cell = 0; cell < h->atoms * h->nodes; cell++) {
        uint32_t node;
        if (has[cell / 64] >> cell % 64 & 1)
            continue;
        uint64_t atom = lb_holding_atom(h, cell, &node);
        if (lb_node_alive(&h->task->net, node) && lb_holding_wanted(h, atom / h->cuts.count))
            return lb_holding_break(h, LB_RULE_DELIVERED, atom, node);
    }
    return LB_HOLD_OK;
}

uint64_t lb_holding_atom(const lb_holding *h, uint64_t cell, uint32_t *node) {
    if (!h->by_way) {
        *node = (uint32_t)(cell % h->nodes);
        return cell / h->nodes;
    }
    uint64_t atom = cell % h->atoms, block = atom / h->cuts.count;
    uint32_t home = h->class == LB_SUM ? lb_holding_dest(h, block) : lb_holding_origin(h, block);
    *node = lb_net_add(&h->task->net, home, (uint32_t)(cell / h->atoms));
    return atom;
}

int lb_holding_grow(lb_holding *h, void **array, uint64_t *room, uint64_t need, size_t size, uint64_t own) {
    uint64_t may = h->spare > UINT64_MAX - own ? UINT64_MAX : h->spare + own;
    if (need > *room && *room > may / size / 2) { /* it doubles */
        h->too_large = true;
        return LB_ERR_SIZE;
    }
    return lb_grow(array, room, need, size);
}

int lb_holding_grow_notes(lb_holding *h) {
    if (lb_holding_grow(h, &h->arriving, &h->arriving_room, h->arrivals + 2, sizeof(uint32_t), 0))
        return LB_HOLD_MEMORY;
    uint64_t bytes = h->arriving_room * sizeof(uint32_t);
    h->pending_bytes = bytes > h->pending_bytes ? bytes : h->pending_bytes;
    return LB_HOLD_OK;
}

void *lb_holding_arriving(lb_holding *h, size_t size) {
    if (lb_holding_grow(h, &h->arriving, &h->arriving_room, h->arrivals + 1, size, 0))
        return NULL;
    uint64_t bytes = h->arriving_room * size;
    h->pending_bytes = bytes > h->pending_bytes ? bytes : h->pending_bytes;
    return (char *)h->arriving + h->arrivals++ * size;
}

int lb_holding_break(lb_holding *h, lb_rule rule, uint64_t atom, uint32_t node) {
    h->rule = rule;
    h->culprit.atom = atom;
    h->culprit.to = node;
    return LB_HOLD_BROKEN;
}
