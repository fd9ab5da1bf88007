/* CSV as our export writes it: a row for every block or piece of every packet, in step order (docs/exports.md). The
 * last column names the task. */
#include "import/named.h"
#include "import/prose.h"
#include "import/readers.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS "packet,step,from,to,port,action,origin,destination,copy,first,last,denominator,unit,task"

enum { TASK_NAME = 32 };

typedef struct row {
    uint64_t packet, step, from, to, port, denominator, unit;
    lb_item item;
    bool sums;
    char task[TASK_NAME];
} row;

typedef struct reading {
    lb_prose text;
    lb_sketch sketch;
    row last;       /* packet 0: there was none yet */
    uint32_t first; /* the line of the first row */
    uint32_t *list;
} reading;

static int fail(const reading *r, const char *sentence) {
    return lb_prose_fail(&r->text, sentence);
}

static int no_memory(const reading *r) {
    return lb_fail_memory(r->text.page->why, "a schedule");
}

/* ---- Rows ---- */

/* A number and its comma. */
static bool take(lb_prose *text, uint64_t most, uint64_t *number) {
    return lb_prose_number(text, most, number) && lb_prose_take(text, ",");
}

static bool take_word(lb_prose *text, char *word) {
    size_t length = 0;
    while (length < TASK_NAME - 1 && text->at < text->end &&
           ((*text->at >= 'a' && *text->at <= 'z') || *text->at == '-'))
        word[length++] = *text->at++;
    word[length] = '\0';
    return length > 0;
}

static int take_row(reading *r, row *w) {
    lb_prose *t = &r->text;
    const uint64_t nodes = LB_MAX_NODES - 1, units = UINT64_C(1) << 62;
    bool good = take(t, UINT64_MAX, &w->packet) && take(t, UINT32_MAX - 1, &w->step) && take(t, nodes, &w->from) &&
                take(t, nodes, &w->to) && take(t, LB_MAX_PORTS, &w->port);
    w->sums = good && lb_prose_take(t, "sum,");
    good = good && (w->sums || lb_prose_take(t, "copy,")) && lb_named_item(t, LB_MAX_NODES, &w->item) &&
           lb_prose_take(t, ",") && take(t, units, &w->denominator);
    w->unit = 0;
    good = good && (lb_prose_take(t, ",") || take(t, units, &w->unit)) && take_word(t, w->task);
    if (!good)
        return fail(r, "not a row of " COLUMNS);
    if (w->packet == 0 || w->step == 0 || w->denominator == 0)
        return fail(r, "packets and steps are counted from 1, and a block has some unit");
    return LB_OK;
}

/* What the rows before it settled. */
static int compare(const reading *r, const row *w) {
    const row *l = &r->last;
    if (l->packet == 0)
        return LB_OK;
    if (w->denominator != l->denominator || w->unit != l->unit || strcmp(w->task, l->task) != 0)
        return fail(r, "another denominator, unit or task than in the row before");
    if (w->packet != l->packet)
        return w->step < l->step ? fail(r, "the steps are not in order") : LB_OK;
    if (w->step != l->step || w->from != l->from || w->to != l->to || w->sums != l->sums)
        return fail(r, "a packet has one step, one link and one action");
    return LB_OK;
}

static void see(lb_sketch *s, uint64_t node) {
    if (node != LB_NONE && node >= s->nodes)
        s->nodes = (uint32_t)node + 1;
}

static int add_row(reading *r, const row *w) {
    lb_sketch *s = &r->sketch;
    lb_sketch_move move = {.step = (uint32_t)w->step,
                           .from = (uint32_t)w->from,
                           .to = (uint32_t)w->to,
                           .line = r->text.line,
                           .op = w->sums ? LB_OP_SUM : LB_OP_COPY};
    see(s, w->from);
    see(s, w->to);
    see(s, w->item.origin);
    see(s, w->item.dest);
    if (!s->moves)
        r->first = r->text.line;
    if (w->packet != r->last.packet && lb_sketch_move_add(s, move))
        return no_memory(r);
    r->last = *w;
    return lb_sketch_item_add(s, w->item) ? no_memory(r) : LB_OK;
}

static int take_rows(reading *r) {
    row w = {.packet = 0};
    int error = LB_OK;
    if (!lb_prose_take(&r->text, COLUMNS) || !lb_prose_end(&r->text))
        return fail(r, "the columns are not " COLUMNS);
    while (!error && r->text.at < r->text.end) {
        error = take_row(r, &w);
        if (!error)
            error = compare(r, &w);
        if (!error)
            error = add_row(r, &w);
        if (!error && !lb_prose_end(&r->text))
            error = fail(r, "the row does not end after its task");
    }
    return !error && r->sketch.moves == 0 ? fail(r, "there are no packets, so nothing says which task it is") : error;
}

int lb_import_csv(const lb_page *page, const lb_import_options *o, lb_imported *out) {
    reading r = {.text = lb_prose_of(page), .sketch = {.algorithm = "csv"}};
    if (o->net)
        r.sketch.nodes = lb_net_nodes(o->net);
    int error = take_rows(&r);
    r.sketch.denominator = r.last.denominator;
    r.sketch.packet = r.last.unit;
    if (!error)
        error = lb_named_task(&r.sketch, page, r.first, r.last.task, &r.list);
    if (!error)
        error = lb_import_sketch(&r.sketch, page, o, out);
    lb_sketch_free(&r.sketch);
    free(r.list);
    return error;
}
