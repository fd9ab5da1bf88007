/* Exhibits: keeping what is put into them. */
#include "papers/exhibit.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- The document ---- */

typedef struct ex_string {
    struct ex_string *next;
    char text[];
} ex_string;

papers_doc *papers_doc_create(const struct papers_paper *paper) {
    papers_doc *doc = calloc(1, sizeof *doc);
    if (doc)
        doc->paper = paper;
    return doc;
}

static void clear(exhibit *e) {
    for (unsigned i = 0; i < e->rows; i++)
        free(e->row[i].cell);
    free(e->row);
    free(e->column);
    free(e->sentence);
    free(e->fact);
}

void papers_doc_free(papers_doc *doc) {
    if (!doc)
        return;
    for (exhibit *e = doc->first, *next; e; e = next) {
        next = e->next;
        clear(e);
        free(e);
    }
    for (unsigned i = 0; i < doc->pictures; i++) {
        free(doc->picture[i].svg);
        free(doc->picture[i].text);
    }
    for (ex_string *s = doc->strings, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    clear(&doc->spare);
    free(doc->part);
    free(doc->picture);
    free(doc->chart);
    free(doc);
}

bool papers_doc_holds(const papers_doc *doc) {
    bool holds = true;
    for (const exhibit *e = doc->first; e; e = e->next)
        holds = holds && ex_all_hold(e);
    return holds;
}

static const char *keep(papers_doc *doc, const char *format, va_list list) EX_PRINTF(2, 0);
static const char *keep(papers_doc *doc, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    ex_string *s = length < 0 ? NULL : malloc(sizeof *s + (size_t)length + 1);
    if (!s) {
        doc->failed = true;
        return "";
    }
    vsnprintf(s->text, (size_t)length + 1, format, list);
    s->next = doc->strings;
    doc->strings = s;
    return s->text;
}

const char *ex_keep(papers_doc *doc, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = keep(doc, format, list);
    va_end(list);
    return text;
}

/* Room for `more` elements behind the `count` there are; NULL, and the document has failed. */
static void *extend(papers_doc *doc, void **array, unsigned count, unsigned more, size_t size) {
    void *larger = realloc(*array, ((size_t)count + more) * size);
    if (!larger) {
        doc->failed = true;
        return NULL;
    }
    *array = larger;
    return memset((char *)larger + count * size, 0, more * size);
}

#define EXTEND(doc, array, count, more) extend(doc, (void **)&(array), count, more, sizeof *(array))

void ex_parts(papers_doc *doc, const ex_part *part, unsigned count) {
    if (!EXTEND(doc, doc->part, doc->parts, count))
        return;
    memcpy(doc->part + doc->parts, part, count * sizeof *part);
    doc->parts += count;
}

void ex_pictures(papers_doc *doc, const ex_picture *picture, unsigned count) {
    if (!EXTEND(doc, doc->picture, doc->pictures, count))
        return;
    memcpy(doc->picture + doc->pictures, picture, count * sizeof *picture);
    doc->pictures += count;
}

void ex_chart_add(papers_doc *doc, const ex_chart *chart) {
    if (EXTEND(doc, doc->chart, doc->charts, 1))
        doc->chart[doc->charts++] = *chart;
}

/* ---- Exhibits ---- */

exhibit *ex_begin(papers_doc *doc, const char *part, const char *key, const char *title) {
    exhibit *e = calloc(1, sizeof *e);
    if (!e) {
        doc->failed = true;
        e = &doc->spare;
        clear(e);
    } else if (doc->last) {
        doc->last = doc->last->next = e;
    } else {
        doc->first = doc->last = e;
    }
    *e = (exhibit){.doc = doc,
                   .part = part,
                   .key = key,
                   .title = title,
                   .where = EVERYWHERE,
                   .at = key,
                   .rows_key = "rows",
                   .holds_key = "holds",
                   .remarks = FOR_PEOPLE,
                   .gap = 2};
    return e;
}

void ex_columns(exhibit *e, const ex_column *column, unsigned count) {
    if (!EXTEND(e->doc, e->column, e->columns, count))
        return;
    memcpy(e->column + e->columns, column, count * sizeof *column);
    e->columns += count;
}

static exhibit *filled(exhibit *e, const ex_column *column, unsigned columns, const char *note) {
    e->remark_key = "remark";
    ex_columns(e, column, columns);
    ex_fact(e, "holds", v_holds());
    ex_below(e, FOR_PEOPLE, "%s", note);
    return e;
}

exhibit *ex_table(papers_doc *doc, const char *part, const char *key, const char *title, const ex_column *column,
                  unsigned columns, const char *note) {
    return filled(ex_begin(doc, part, key, title), column, columns, note);
}

exhibit *ex_titled(papers_doc *doc, const char *part, const char *key, const char *title, const ex_column *column,
                   unsigned columns, const char *note) {
    exhibit *e = ex_begin(doc, part, key, title);
    ex_fact(e, "title", v_text(title));
    return filled(e, column, columns, note);
}

void ex_row(exhibit *e) {
    ex_value *cell = calloc(e->columns + 1, sizeof *cell);
    if (!cell || !EXTEND(e->doc, e->row, e->rows, 1)) {
        e->doc->failed = true;
        free(cell);
        return;
    }
    e->row[e->rows++] = (ex_row_data){.cell = cell, .holds = true};
}

void ex_cells(exhibit *e, const ex_value *value, size_t count) {
    ex_row_data *row = e->rows ? &e->row[e->rows - 1] : NULL;
    for (size_t i = 0; row && i < count && row->filled < e->columns; i++) {
        row->cell[row->filled++] = value[i];
        row->holds = row->holds && (isnan(value[i].says) || value[i].says == value[i].real);
    }
}

void ex_reals(exhibit *e, const double *value, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        CELLS(e, v_real(value[i]));
}

ex_value v_count(uint64_t value) {
    return (ex_value){.kind = EX_COUNT, .count = value, .says = NAN};
}

ex_value v_real(double value) {
    return (ex_value){.kind = EX_REAL, .real = value, .says = NAN};
}

ex_value v_expect(double says, double found) {
    return (ex_value){.kind = EX_REAL, .real = found, .says = says};
}

ex_value v_yes(bool value) {
    return (ex_value){.kind = EX_YES, .yes = value, .says = NAN};
}

ex_value v_text(const char *text) {
    return text && *text ? (ex_value){.kind = EX_WORDS, .words = text, .says = NAN} : v_none();
}

ex_value v_words(exhibit *e, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = keep(e->doc, format, list);
    va_end(list);
    return v_text(text);
}

ex_value v_exact(exhibit *e, lb_ratio value) {
    char text[48];
    lb_ratio_text(value, text, sizeof text);
    return v_words(e, "%s", text);
}

ex_value v_none(void) {
    return (ex_value){.kind = EX_NONE, .says = NAN};
}

ex_value v_absent(void) {
    return (ex_value){.kind = EX_ABSENT, .says = NAN};
}

ex_value v_holds(void) {
    return (ex_value){.kind = EX_HOLDS, .says = NAN};
}

void ex_holds(exhibit *e, bool holds) {
    if (e->rows)
        e->row[e->rows - 1].holds &= holds;
}

void ex_remark(exhibit *e, bool erratum, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = keep(e->doc, format, list);
    va_end(list);
    if (e->rows) {
        e->row[e->rows - 1].remark = text;
        e->row[e->rows - 1].erratum = erratum;
    }
}

void ex_mark(exhibit *e, const char *sign) {
    if (e->rows)
        e->row[e->rows - 1].mark = sign;
}

static void say(exhibit *e, unsigned where, bool below, const char *text) {
    if (EXTEND(e->doc, e->sentence, e->sentences, 1))
        e->sentence[e->sentences++] = (ex_sentence){where, below, text};
}

void ex_above(exhibit *e, unsigned where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(e, where, false, keep(e->doc, format, list));
    va_end(list);
}

void ex_below(exhibit *e, unsigned where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(e, where, true, keep(e->doc, format, list));
    va_end(list);
}

void ex_fact(exhibit *e, const char *key, ex_value value) {
    if (EXTEND(e->doc, e->fact, e->facts, 1))
        e->fact[e->facts++] = (ex_fact_data){key, value, e->rows > 0};
}

/* ---- Reading ---- */

unsigned ex_wrong(const exhibit *e) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < e->rows; i++)
        wrong += !e->row[i].holds;
    return wrong;
}

bool ex_all_hold(const exhibit *e) {
    return ex_wrong(e) == 0;
}

bool ex_has_table(const exhibit *e, unsigned form) {
    for (unsigned k = 0; k < e->columns && e->where & form; k++) {
        if (ex_shown(&e->column[k], form))
            return true;
    }
    return false;
}

static void real_text(const ex_column *column, const ex_value *value, char text[EX_CELL]) {
    if (!isfinite(value->real))
        snprintf(text, EX_CELL, "-");
    else if (!isfinite(value->says) || value->says == value->real)
        snprintf(text, EX_CELL, "%.*f", column->decimals, value->real);
    else
        snprintf(text, EX_CELL, "%.*f (paper: %.*f)", column->decimals, value->real, column->decimals, value->says);
}

void ex_cell_text(const ex_column *column, const ex_value *value, char text[EX_CELL]) {
    switch (value->kind) {
    case EX_COUNT: snprintf(text, EX_CELL, "%" PRIu64, value->count); break;
    case EX_REAL: real_text(column, value, text); break;
    case EX_WORDS: snprintf(text, EX_CELL, "%s", value->words); break;
    case EX_YES: snprintf(text, EX_CELL, "%s", value->yes ? "yes" : "no"); break;
    default: text[0] = '\0';
    }
}
