/* The data of GOAL files: see goal_data.h. */
#include "import/goal_data.h"

#include "base/keyed.h"
#include "import/named.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void lb_goal_data_free(lb_goal_data *d) {
    lb_sketch_free(&d->sketch);
    free(d->deed);
}

/* ---- Comments ---- */

/* " TASK DENOMINATOR UNIT"; other comments may begin with the same word. */
static bool take_head(lb_goal_data *d, lb_prose head) {
    const uint64_t most = UINT64_C(1) << 62;
    size_t length = 0;
    if (!lb_prose_take(&head, " data "))
        return false;
    while (length < sizeof d->task - 1 && head.at<head.end && * head.at> ' ')
        d->task[length++] = *head.at++;
    d->task[length] = '\0';
    return lb_prose_take(&head, " ") && lb_prose_number(&head, most, &d->sketch.denominator) &&
           lb_prose_take(&head, " ") && lb_prose_number(&head, most, &d->sketch.packet) &&
           (head.at == head.end || (head.at + 1 == head.end && *head.at == '\r')) && d->sketch.denominator > 0;
}

int lb_goal_data_comment(lb_goal_data *d, lb_prose *text, const lb_messages *m) {
    const char *end = memchr(text->at, '\n', (size_t)(text->end - text->at));
    lb_prose line = lb_prose_part(text->page, text->at, (size_t)((end ? end : text->end) - text->at), text->line);
    if (!d->named && m->deeds == 0)
        d->named = take_head(d, line);
    d->items = line.at;
    d->size = (size_t)(line.end - line.at);
    d->line = text->line;
    text->at = line.end;
    return LB_OK;
}

int lb_goal_data_send(lb_goal_data *d, const lb_page *page, const lb_messages *m) {
    const lb_deed *send = &m->deed[m->deeds - 1];
    lb_sketch *s = &d->sketch;
    void *grown = d->deed;
    if (!d->named)
        return LB_OK;
    lb_prose text = lb_prose_part(page, d->items ? d->items : "", d->items ? d->size : 0, d->line);
    bool sums = lb_prose_take(&text, " sum");
    if ((!sums && !lb_prose_take(&text, " copy")) || send->tag == 0)
        return lb_page_fail(page, send->line, "of data that is named, every send has its items before it, and a tag");
    d->items = NULL;
    if (lb_grow(&grown, &d->deed_room, s->moves + 1, sizeof *d->deed))
        return lb_fail_memory(page->why, "a schedule");
    d->deed = grown;
    d->deed[s->moves] = (uint32_t)m->deeds - 1;
    int error = lb_sketch_move_add(s, (lb_sketch_move){.step = send->tag,
                                                       .from = send->rank,
                                                       .to = send->peer,
                                                       .line = send->line,
                                                       .op = sums ? LB_OP_SUM : LB_OP_COPY});
    while (!error && text.at < text.end && *text.at != '\r') {
        lb_item item;
        if (!lb_prose_take(&text, " ") || !lb_named_item(&text, m->ranks, &item))
            return lb_prose_fail(&text, "not items: origin,destination,copy,first,last");
        error = lb_sketch_item_add(s, item);
    }
    if (!error && s->move[s->moves - 1].item == s->items)
        return lb_page_fail(page, d->line, "the send carries no items");
    return error ? lb_fail_memory(page->why, "a schedule") : LB_OK;
}

/* ---- What a send must require ---- */

/* More comparisons than any sensible file needs. */
#define MOST_LOOKS (UINT64_C(1) << 31)

/* A piece that a rank received. */
typedef struct got {
    lb_item item;
    uint32_t rank, step, deed;
} got;

static uint64_t item_end(const lb_sketch *s, uint64_t move) {
    return move + 1 < s->moves ? s->move[move + 1].item : s->items;
}

static int by_block(const got *x, const got *y) {
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->item.origin != y->item.origin)
        return x->item.origin < y->item.origin ? -1 : 1;
    if (x->item.dest != y->item.dest)
        return x->item.dest < y->item.dest ? -1 : 1;
    return (x->item.copy > y->item.copy) - (x->item.copy < y->item.copy);
}

/* The keys that gots are sorted by, the least first. */
static uint64_t key_of(const got *g, int which) {
    switch (which) {
    case 0: return g->step;
    case 1: return g->item.copy;
    case 2: return (uint64_t)g->item.origin << 32 | g->item.dest;
    default: return g->rank;
    }
}

/* In the order of by_block, those of a block by their steps. */
static got *sort_gots(const got *list, uint64_t count) {
    lb_keyed *order = lb_array(count, sizeof *order);
    int error = order ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t k = 0; k < count && !error; k++)
        order[k].at = k;
    for (int which = 0; which < 4 && !error; which++) {
        for (uint64_t k = 0; k < count; k++)
            order[k].key = key_of(&list[order[k].at], which);
        error = lb_sort_keyed(order, count);
    }
    got *sorted = error ? NULL : lb_array(count, sizeof *sorted);
    for (uint64_t k = 0; sorted && k < count; k++)
        sorted[k] = list[order[k].at];
    free(order);
    return sorted;
}

static got *list_gots(const lb_goal_data *d, const lb_messages *m) {
    const lb_sketch *s = &d->sketch;
    got *list = lb_array(s->items, sizeof *list);
    for (uint64_t k = 0; list && k < s->moves; k++) {
        for (uint64_t i = s->move[k].item; i < item_end(s, k); i++)
            list[i] = (got){s->item[i], s->move[k].to, s->move[k].step, m->deed[d->deed[k]].partner};
    }
    got *sorted = list ? sort_gots(list, s->items) : NULL;
    free(list);
    return sorted;
}

/* What a rank got: from `first` to before `end`. */
typedef struct window {
    const got *list;
    uint64_t count, first, end;
} window;

/* Ranks come in order. */
static void open_window(window *w, uint32_t rank) {
    if (w->first < w->end && w->list[w->first].rank == rank)
        return;
    for (w->first = w->end; w->first < w->count && w->list[w->first].rank < rank;)
        w->first++;
    for (w->end = w->first; w->end < w->count && w->list[w->end].rank == rank;)
        w->end++;
}

/* The first of this block. */
static uint64_t find_got(const window *w, const got *of) {
    const got *list = w->list;
    uint64_t low = w->first, high = w->end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (by_block(&list[middle], of) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* `seen` is the send's number and 1 at deeds that it requires. */
static int check_item(const lb_sketch *s, const lb_page *page, uint64_t move, const lb_item *item, const window *w,
                      const uint64_t *seen, uint64_t *looks, const lb_messages *m) {
    const lb_sketch_move *send = &s->move[move];
    const got of = {.item = *item, .rank = send->from}, *list = w->list;
    for (uint64_t k = find_got(w, &of); k < w->end && by_block(&list[k], &of) == 0 && list[k].step < send->step; k++) {
        bool meets = list[k].item.lo < item->hi && item->lo < list[k].item.hi;
        if (meets && seen[list[k].deed] != move + 1)
            return lb_page_broken(page, send->line, "race",
                                  "it sends what the receive of line %" PRIu32 " brings, and does not require that",
                                  m->deed[list[k].deed].line);
        if (++*looks > MOST_LOOKS)
            return lb_fail(page->why, LB_ERR_SIZE, "%s: blocks are cut too finely to be judged", page->shown);
    }
    return LB_OK;
}

/* Needs in the order of those who have them: `at` is the need. */
static lb_keyed *sort_needs(const lb_messages *m) {
    lb_keyed *list = lb_array(m->needs, sizeof *list);
    for (uint64_t k = 0; list && k < m->needs; k++)
        list[k] = (lb_keyed){m->need[k].deed, k};
    if (list && lb_sort_keyed(list, m->needs) == LB_OK)
        return list;
    free(list);
    return NULL;
}

/* Sends stand in the order of the file here, so their needs come one after the other. */
static int check_needs(const lb_goal_data *d, const lb_page *page, const lb_messages *m) {
    const lb_sketch *s = &d->sketch;
    uint64_t looks = 0, need = 0;
    got *list = list_gots(d, m);
    uint64_t *seen = lb_zeroed(m->deeds, sizeof *seen);
    lb_keyed *needs = sort_needs(m);
    window w = {.list = list, .count = s->items};
    int error = list && seen && needs ? LB_OK : lb_fail_memory(page->why, "a schedule");
    for (uint64_t k = 0; k < s->moves && !error; k++) {
        for (; need < m->needs && needs[need].key <= d->deed[k]; need++) {
            const lb_need *n = &m->need[needs[need].at];
            if (n->deed == d->deed[k] && !n->begun)
                seen[n->needs] = k + 1;
        }
        open_window(&w, s->move[k].from);
        for (uint64_t i = s->move[k].item; i < item_end(s, k) && !error; i++)
            error = check_item(s, page, k, &s->item[i], &w, seen, &looks, m);
    }
    free(list);
    free(seen);
    free(needs);
    return error;
}

/* ---- The plan ---- */

/* The same moves in the order of their steps. */
static int put_in_order(const lb_sketch *from, lb_sketch *to) {
    lb_keyed *order = lb_array(from->moves, sizeof *order);
    int error = order ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t k = 0; k < from->moves && !error; k++)
        order[k] = (lb_keyed){from->move[k].step, k};
    if (!error)
        error = lb_sort_keyed(order, from->moves);
    for (uint64_t k = 0; k < from->moves && !error; k++) {
        uint64_t move = order[k].at;
        error = lb_sketch_move_add(to, from->move[move]);
        for (uint64_t i = from->move[move].item; i < item_end(from, move) && !error; i++)
            error = lb_sketch_item_add(to, from->item[i]);
    }
    free(order);
    return error;
}

int lb_goal_data_plan(lb_goal_data *d, const lb_page *page, const lb_messages *m, const lb_import_options *o,
                      lb_imported *out) {
    lb_sketch ordered = {
        .nodes = m->ranks, .denominator = d->sketch.denominator, .packet = d->sketch.packet, .algorithm = "goal"};
    uint32_t *list = NULL;
    if (d->sketch.items == 0)
        return lb_page_fail(page, 0, "it names its data, and has none");
    int error = put_in_order(&d->sketch, &ordered) ? lb_fail_memory(page->why, "a schedule") : LB_OK;
    if (!error)
        error = lb_named_task(&ordered, page, 0, d->task, &list);
    if (!error && (ordered.kind == LB_SCAN || ordered.kind == LB_EXSCAN))
        error = lb_page_fail(page, 0, "the data of scans cannot be named in GOAL");
    if (!error)
        error = lb_import_sketch(&ordered, page, o, out);
    if (!error)
        error = check_needs(d, page, m);
    lb_sketch_free(&ordered);
    free(list);
    return error;
}
