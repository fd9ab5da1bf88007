/* The task of moves that name their blocks. */
#include "import/named.h"

#include <stdlib.h>

/* A number, or nothing, and a comma. */
static bool take_name(lb_prose *text, uint64_t nodes, uint32_t *name) {
    uint64_t number = LB_NONE;
    bool good = lb_prose_take(text, ",") || (lb_prose_number(text, nodes - 1, &number) && lb_prose_take(text, ","));
    *name = (uint32_t)number;
    return good;
}

bool lb_named_item(lb_prose *text, uint64_t nodes, lb_item *item) {
    const uint64_t units = UINT64_C(1) << 62;
    uint64_t copy = 0;
    bool good = take_name(text, nodes, &item->origin) && take_name(text, nodes, &item->dest) &&
                lb_prose_number(text, UINT32_MAX - 1, &copy) && lb_prose_take(text, ",") &&
                lb_prose_number(text, units, &item->lo) && lb_prose_take(text, ",") &&
                lb_prose_number(text, units, &item->hi);
    item->copy = (uint32_t)copy;
    return good;
}

/* Blocks that nobody sends stay where they are. */
static int list_permutation(lb_sketch *s, const lb_page *page, uint32_t **list) {
    *list = lb_array(s->nodes, sizeof **list);
    if (!*list)
        return lb_fail_memory(page->why, "a schedule");
    for (uint32_t v = 0; v < s->nodes; v++)
        (*list)[v] = v;
    for (uint64_t k = 0; k < s->items; k++) {
        if (s->item[k].origin != LB_NONE && s->item[k].dest != LB_NONE)
            (*list)[s->item[k].origin] = s->item[k].dest;
    }
    s->params.list = *list;
    s->params.count = s->nodes;
    return LB_OK;
}

/* As many blocks of a source as the largest of their numbers says. */
static int list_sources(lb_sketch *s, const lb_page *page, uint64_t line, uint32_t **list) {
    uint64_t total = 0, most = s->items + s->nodes;
    uint32_t *copies = lb_zeroed(s->nodes, sizeof *copies);
    *list = lb_array(most, sizeof **list);
    for (uint64_t k = 0; copies && k < s->items; k++) {
        const lb_item *i = &s->item[k];
        if (i->origin != LB_NONE && i->copy >= copies[i->origin] && i->copy < most)
            copies[i->origin] = i->copy + 1;
    }
    int error = copies && *list ? LB_OK : lb_fail_memory(page->why, "a schedule");
    for (uint32_t v = 0; v < s->nodes && !error; v++) {
        if (copies[v] > most - total)
            error = lb_page_fail(page, line, "the numbers of a source's blocks leave some out");
        for (uint32_t k = 0; k < copies[v] && !error; k++)
            (*list)[total++] = v;
    }
    free(copies);
    s->params.list = *list;
    s->params.count = total;
    return error;
}

int lb_named_task(lb_sketch *s, const lb_page *page, uint64_t line, const char *name, uint32_t **list) {
    const lb_item *first = s->item;
    *list = NULL;
    if (lb_task_kind_parse(name, &s->kind))
        return lb_page_fail(page, line, "the task is none that there is");
    switch (s->kind) {
    case LB_BROADCAST:
    case LB_SCATTER: s->params.root = first->origin; break;
    case LB_GATHER:
    case LB_REDUCE: s->params.root = first->dest; break;
    case LB_SEND:
        s->params.root = first->origin;
        s->params.to = first->dest;
        break;
    case LB_PERMUTE: return list_permutation(s, page, list);
    case LB_MULTIBROADCAST: return list_sources(s, page, line, list);
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_page_fail(page, line, "it does not say the offsets of isotropic and neighbors");
    default: break;
    }
    return LB_OK;
}
