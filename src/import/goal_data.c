/* The data of GOAL files: see goal_data.h. */
#include "import/goal_data.h"

#include "base/hash.h"
#include "base/keyed.h"
#include "import/index.h"
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
    uint32_t step, deed;
    uint64_t next; /* of the same block; 0: none */
} got;

/* What ranks received, one rank after the other, and of the rank that is looked at the first of each block. */
typedef struct gots {
    got *list;
    uint64_t *first; /* of each rank, and the end */
    uint32_t rank;
    uint64_t opened; /* how many ranks were looked at, up to now */
    const lb_item *sought;
    lb_index index;
} gots;

static uint64_t item_end(const lb_sketch *s, uint64_t move) {
    return move + 1 < s->moves ? s->move[move + 1].item : s->items;
}

static int list_gots(const lb_goal_data *d, const lb_messages *m, gots *g) {
    const lb_sketch *s = &d->sketch;
    g->list = lb_array(s->items, sizeof *g->list);
    g->first = lb_zeroed(m->ranks + UINT64_C(2), sizeof *g->first);
    if (!g->list || !g->first)
        return LB_ERR_MEMORY;
    uint64_t *first = g->first + 1; /* ends as the first of the next */
    for (uint64_t k = 0; k < s->moves; k++)
        first[s->move[k].to + 1] += item_end(s, k) - s->move[k].item;
    for (uint32_t r = 0; r < m->ranks; r++)
        first[r + 1] += first[r];
    for (uint64_t k = 0; k < s->moves; k++) {
        for (uint64_t i = s->move[k].item; i < item_end(s, k); i++)
            g->list[first[s->move[k].to]++] =
                (got){.item = s->item[i], .step = s->move[k].step, .deed = m->deed[d->deed[k]].partner};
    }
    return LB_OK;
}

static uint64_t hash_block(const lb_item *i) {
    return lb_hash_word(lb_hash_bits((uint64_t)i->origin << 32 | i->dest), i->copy);
}

static bool is_block(const void *user, uint32_t number) {
    const gots *g = user;
    const lb_item *i = &g->list[g->first[g->rank] + number].item;
    return i->origin == g->sought->origin && i->dest == g->sought->dest && i->copy == g->sought->copy;
}

/* The first that the rank got of this block, and 1; 0: it got none. */
static uint64_t find_got(gots *g, const lb_item *item) {
    g->sought = item;
    uint32_t found = lb_index_find(&g->index, hash_block(item), is_block, g);
    return found == LB_NONE ? 0 : g->first[g->rank] + found + 1;
}

/* Ranks come in order. */
static int open_rank(gots *g, uint32_t rank) {
    if (g->opened > rank)
        return LB_OK;
    g->opened = rank + UINT64_C(1);
    g->rank = rank;
    lb_index_clear(&g->index);
    for (uint64_t k = g->first[rank]; k < g->first[rank + 1]; k++) {
        uint64_t head = find_got(g, &g->list[k].item);
        if (head) {
            g->list[k].next = g->list[head - 1].next;
            g->list[head - 1].next = k + 1;
        } else if (lb_index_add(&g->index, hash_block(&g->list[k].item), (uint32_t)(k - g->first[rank]))) {
            return LB_ERR_MEMORY;
        }
    }
    return LB_OK;
}

/* `seen` is the send's number and 1 at deeds that it requires. */
static int check_item(const lb_sketch *s, const lb_page *page, uint64_t move, const lb_item *item, gots *g,
                      const uint64_t *seen, uint64_t *looks, const lb_messages *m) {
    const lb_sketch_move *send = &s->move[move];
    for (uint64_t k = find_got(g, item); k > 0; k = g->list[k - 1].next) {
        const got *it = &g->list[k - 1];
        bool meets = it->step < send->step && it->item.lo < item->hi && item->lo < it->item.hi;
        if (meets && seen[it->deed] != move + 1)
            return lb_page_broken(page, send->line, "race",
                                  "it sends what the receive of line %" PRIu32 " brings, and does not require that",
                                  m->deed[it->deed].line);
        if (++*looks > MOST_LOOKS)
            return lb_fail(page->why, LB_ERR_SIZE, "%s: blocks are cut too finely to be judged", page->shown);
    }
    return LB_OK;
}

/* Needs in the order of those who have them: `at` is the need. NULL, and no error, where they stand in it. */
static int sort_needs(const lb_messages *m, lb_keyed **list) {
    uint64_t k = 1;
    while (k < m->needs && m->need[k].deed >= m->need[k - 1].deed)
        k++;
    *list = k < m->needs ? lb_array(m->needs, sizeof **list) : NULL;
    if (k >= m->needs || !*list)
        return k < m->needs ? LB_ERR_MEMORY : LB_OK;
    for (k = 0; k < m->needs; k++)
        (*list)[k] = (lb_keyed){m->need[k].deed, k};
    return lb_sort_keyed(*list, m->needs);
}

/* Sends stand in the order of the file here, so their needs come one after the other. */
static int check_needs(const lb_goal_data *d, const lb_page *page, const lb_messages *m) {
    const lb_sketch *s = &d->sketch;
    uint64_t looks = 0, need = 0;
    gots g = {.list = NULL};
    lb_keyed *needs = NULL;
    uint64_t *seen = lb_zeroed(m->deeds, sizeof *seen);
    int error = seen ? LB_OK : LB_ERR_MEMORY;
    if (!error)
        error = list_gots(d, m, &g);
    if (!error)
        error = sort_needs(m, &needs);
    for (uint64_t k = 0; k < s->moves && !error; k++) {
        for (; need < m->needs; need++) {
            const lb_need *n = &m->need[needs ? needs[need].at : need];
            if (n->deed > d->deed[k])
                break;
            if (n->deed == d->deed[k] && !n->begun)
                seen[n->needs] = k + 1;
        }
        error = open_rank(&g, s->move[k].from);
        for (uint64_t i = s->move[k].item; i < item_end(s, k) && !error; i++)
            error = check_item(s, page, k, &s->item[i], &g, seen, &looks, m);
    }
    free(g.list);
    free(g.first);
    lb_index_free(&g.index);
    free(seen);
    free(needs);
    return error == LB_ERR_MEMORY ? lb_fail_memory(page->why, "a schedule") : error;
}

/* ---- The plan ---- */

/* Moves of a step are far from each other in the file, and are sent for ahead of their turn. */
static void send_for(const lb_sketch *s, const lb_keyed *order, uint64_t k) {
    enum { FAR = 24, NEAR = 12 };
    if (k + FAR >= s->moves)
        return;
    __builtin_prefetch(&s->move[order[k + FAR].at]);
    __builtin_prefetch(&s->item[s->move[order[k + NEAR].at].item]);
}

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
        send_for(from, order, k);
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
