/* TE-CCL's schedules: JSON whose "7-Flows" say "Chunk C from S traveled over A->B in epoch E", perhaps "via switches
 * X". An epoch is a step; switches are no nodes, and a way through them is a link. The task is what "6-Demand_Met" says
 * that GPUs get. GPUs have numbers with gaps where switches are, and are our nodes in their order.
 *
 * Solutions of TE-CCL's linear program give flows a volume, and do not say which part of a chunk it is: they are not
 * read. */
#include "base/keyed.h"
#include "base/values_read.h"
#include "import/prose.h"
#include "import/readers.h"
#include "import/wants.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_GPU = LB_MAX_GRAPH_NODES, MOST_CHUNK = 1 << 24, MOST_EPOCH = 1 << 30 };

typedef struct reading {
    const lb_page *page;
    lb_values tree;
    lb_wants demand;
    lb_sketch sketch;
} reading;

typedef struct flow {
    uint32_t chunk, source, from, to, epoch;
} flow;

/* ---- The demand ---- */

/* A key that is a word and a number. */
static int take_key(const reading *r, uint32_t item, const char *word, uint64_t most, uint32_t *number) {
    uint32_t length = 0;
    const char *key = lb_values_key(&r->tree, item, &length);
    lb_prose text = lb_prose_part(r->page, key, length, 0);
    uint64_t n = 0;
    if (!lb_prose_take(&text, word) || !lb_prose_number(&text, most, &n) || text.at != text.end)
        return lb_page_fail(r->page, lb_values_line(&r->tree, item), "a key here is '%s' and a number up to %" PRIu64,
                            word, most);
    *number = (uint32_t)n;
    return LB_OK;
}

static int take_chunks(reading *r, uint32_t in, uint32_t source, uint32_t dest) {
    const lb_values *t = &r->tree;
    int error = LB_OK;
    if (lb_values_kind(t, in) != LB_VALUE_SET)
        return lb_page_fail(r->page, lb_values_line(t, in), "{\"Chunk 0\": TIME, ...} belongs here");
    for (uint32_t k = in + 1; k < lb_values_end(t, in) && !error; k = lb_values_end(t, k)) {
        uint32_t chunk = 0;
        error = take_key(r, k, "Chunk ", MOST_CHUNK - 1, &chunk);
        if (!error && source != dest && lb_wants_add(&r->demand, source, chunk, dest))
            error = lb_fail_memory(r->page->why, "a demand");
    }
    return error;
}

static int take_demand(reading *r) {
    const lb_values *t = &r->tree;
    uint32_t all = lb_values_get(&r->tree, 0, "6-Demand_Met"), source = 0, dest = 0;
    int error = LB_OK;
    if (!all || lb_values_kind(t, all) != LB_VALUE_SET)
        return lb_page_fail(r->page, 0, "there is no \"6-Demand_Met\": {...}, so nothing says what is to be done");
    for (uint32_t s = all + 1; s < lb_values_end(t, all) && !error; s = lb_values_end(t, s)) {
        error = take_key(r, s, "GPU ", MOST_GPU - 1, &source);
        if (!error && lb_values_kind(t, s) != LB_VALUE_SET)
            error = lb_page_fail(r->page, lb_values_line(t, s), "{\"GPU 0\": {...}, ...} belongs here");
        for (uint32_t d = s + 1; !error && d < lb_values_end(t, s); d = lb_values_end(t, d)) {
            error = take_key(r, d, "GPU ", MOST_GPU - 1, &dest);
            if (!error)
                error = take_chunks(r, d, source, dest);
        }
    }
    return error ? error : lb_wants_settle(&r->demand, r->page, &r->sketch);
}

/* ---- The flows ---- */

static int take_flow(const reading *r, uint32_t item, flow *f) {
    uint32_t length = 0;
    uint64_t chunk = 0, source = 0, from = 0, to = 0, epoch = 0;
    const char *word = lb_values_text(&r->tree, item, &length);
    lb_prose t = lb_prose_part(r->page, word ? word : "", length, 0);
    bool good = lb_values_kind(&r->tree, item) == LB_VALUE_STRING && lb_prose_take(&t, "Chunk ") &&
                lb_prose_number(&t, MOST_CHUNK - 1, &chunk) && lb_prose_take(&t, " from ") &&
                lb_prose_number(&t, MOST_GPU - 1, &source) && lb_prose_take(&t, " traveled over ") &&
                lb_prose_number(&t, MOST_GPU - 1, &from) && lb_prose_take(&t, "->") &&
                lb_prose_number(&t, MOST_GPU - 1, &to);
    if (good && lb_prose_take(&t, " with volume "))
        return lb_fail(r->page->why, LB_ERR_UNSUPPORTED,
                       "%s:%" PRIu32 ": the flow has a volume, and does not say which part of the chunk it is",
                       r->page->shown, lb_values_line(&r->tree, item));
    good = good && lb_prose_take(&t, " in epoch ") && lb_prose_number(&t, MOST_EPOCH, &epoch) &&
           (t.at == t.end || lb_prose_take(&t, " via switches "));
    *f = (flow){(uint32_t)chunk, (uint32_t)source, (uint32_t)from, (uint32_t)to, (uint32_t)epoch};
    return good ? LB_OK
                : lb_page_fail(r->page, lb_values_line(&r->tree, item),
                               "not \"Chunk C from S traveled over A->B in epoch E[ via switches X]\"");
}

static int add_flow(reading *r, const flow *f, uint32_t line) {
    lb_sketch_move move = {.step = f->epoch + 1, .line = line};
    lb_item item;
    move.from = lb_wants_rank(&r->demand, f->from);
    move.to = lb_wants_rank(&r->demand, f->to);
    if (move.from == LB_NONE || move.to == LB_NONE)
        return lb_page_broken(r->page, line, "link", "GPU %" PRIu32 " has nothing to give and nothing to get",
                              move.from == LB_NONE ? f->from : f->to);
    if (!lb_wants_item(&r->demand, f->source, f->chunk, &item))
        return lb_page_broken(r->page, line, "block", "nobody wants chunk %" PRIu32 " of GPU %" PRIu32, f->chunk,
                              f->source);
    return lb_sketch_move_add(&r->sketch, move) || lb_sketch_item_add(&r->sketch, item)
               ? lb_fail_memory(r->page->why, "a schedule")
               : LB_OK;
}

/* All flows as the file has them, and their order by epochs. */
typedef struct flows {
    flow *flow;
    uint32_t *item;
    lb_keyed *order;
    uint32_t count;
} flows;

static int read_flows(const reading *r, uint32_t list, flows *f) {
    const lb_values *t = &r->tree;
    uint32_t at = 0;
    f->count = lb_values_size(t, list);
    f->flow = lb_array(f->count, sizeof *f->flow);
    f->item = lb_array(f->count, sizeof *f->item);
    f->order = lb_array(f->count, sizeof *f->order);
    if (!f->flow || !f->item || !f->order)
        return lb_fail_memory(r->page->why, "a schedule");
    for (uint32_t k = list + 1; k < lb_values_end(t, list); k = lb_values_end(t, k), at++) {
        int error = take_flow(r, k, &f->flow[at]);
        if (error)
            return error;
        f->item[at] = k;
        f->order[at] = (lb_keyed){f->flow[at].epoch, at};
    }
    return lb_sort_keyed(f->order, f->count) ? lb_fail_memory(r->page->why, "a schedule") : LB_OK;
}

static int take_flows(reading *r) {
    uint32_t list = lb_values_get(&r->tree, 0, "7-Flows");
    flows f = {.count = 0};
    if (!list || lb_values_kind(&r->tree, list) != LB_VALUE_LIST)
        return lb_page_fail(r->page, 0, "there is no \"7-Flows\": [...]");
    int error = read_flows(r, list, &f);
    if (!error)
        error = take_demand(r);
    for (uint32_t k = 0; k < f.count && !error; k++) {
        uint64_t at = f.order[k].at;
        error = add_flow(r, &f.flow[at], lb_values_line(&r->tree, f.item[at]));
    }
    free(f.flow);
    free(f.item);
    free(f.order);
    return error;
}

int lb_import_teccl(const lb_page *page, const lb_import_options *o, lb_imported *out) {
    reading r = {.page = page, .tree = lb_page_tree(page), .sketch = {.algorithm = "teccl", .packet = 1}};
    int error = lb_values_read(&r.tree);
    if (!error)
        error = take_flows(&r);
    if (!error)
        error = lb_import_sketch(&r.sketch, page, o, out);
    lb_values_free(&r.tree);
    lb_wants_free(&r.demand);
    lb_sketch_free(&r.sketch);
    return error;
}
