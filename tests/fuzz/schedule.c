/* Hostile schedule files: the reader, the loader and the checker must answer with an error or a verdict, whatever the
 * bytes. And the reader's fast path must say what its general scanner says. */
#include "check/check_file.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY (UINT64_C(16) << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void insist(bool good) {
    if (!good)
        abort();
}

/* A failure must leave one line of text. */
static void insist_sentence(int error, const lb_why *why) {
    if (error < 0)
        insist(why->text[0] && strlen(why->text) < LB_WHY_MAX && !strpbrk(why->text, "\n\r\033"));
}

static void compare_moves(const lb_reader *reader, const lb_move *a, const lb_move *b) {
    insist(a->step == b->step && a->from == b->from && a->to == b->to && a->op == b->op && a->port == b->port);
    insist(a->step > 0 && a->nitems > 0 && a->nitems == b->nitems);
    for (uint32_t i = 0; i < a->nitems; i++) {
        const lb_item *x = &a->items[i], *y = &b->items[i];
        insist(x->origin == y->origin && x->dest == y->dest && x->copy == y->copy && x->lo == y->lo && x->hi == y->hi);
        insist(x->lo < x->hi && x->hi <= reader->header.denominator);
    }
}

static void compare_paths(const uint8_t *bytes, size_t size) {
    lb_reader fast, general;
    lb_move a, b;
    lb_why why = {""}, other = {""};
    int error = lb_reader_open_memory(&fast, bytes, size, MEMORY, &why), got;
    insist_sentence(error, &why);
    if (error)
        return;
    insist(lb_reader_open_memory(&general, bytes, size, MEMORY, NULL) == LB_OK);
    general.general = true;
    general.input.chunk = 7;
    lb_reader_rewind(&general);
    fast.input.chunk = size % 61 + 1;
    lb_reader_rewind(&fast);
    do {
        got = lb_reader_next(&fast, &a, &why);
        insist(lb_reader_next(&general, &b, &other) == got);
        insist_sentence(got, &why);
        if (got < 0)
            insist(strcmp(why.text, other.text) == 0);
        if (got > 0)
            compare_moves(&fast, &a, &b);
    } while (got > 0);
    lb_reader_close(&fast);
    lb_reader_close(&general);
}

static void check(const uint8_t *bytes, size_t size) {
    const lb_check_options options = {.memory = MEMORY};
    lb_reader reader;
    lb_header header;
    lb_report report;
    lb_why why = {""};
    if (lb_reader_open_memory(&reader, bytes, size, MEMORY, &why))
        return;
    int error = lb_check_reader(&reader, &options, &header, &report, &why);
    insist_sentence(error, &why);
    if (error == LB_OK || error == LB_ERR_CHECK) {
        insist(header.task != NULL);
        lb_task_free(header.task);
        lb_report_free(&report);
    }
}

/* What was loaded must be a plan like any other. */
static void load(const uint8_t *bytes, size_t size) {
    lb_reader reader;
    lb_plan *plan;
    lb_cursor *cursor;
    lb_move move;
    lb_why why = {""};
    uint64_t count = 0;
    if (lb_reader_open_memory(&reader, bytes, size, MEMORY, &why))
        return;
    int error = lb_plan_load(&reader, &plan, &why);
    insist_sentence(error, &why);
    if (error)
        return;
    insist(lb_cursor_open(plan, &cursor, NULL) == LB_OK);
    while (lb_cursor_next(cursor, &move))
        count++;
    insist(count == lb_plan_moves(plan));
    lb_cursor_close(cursor);
    lb_plan_free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    compare_paths(bytes, size);
    check(bytes, size);
    load(bytes, size);
    return 0;
}
