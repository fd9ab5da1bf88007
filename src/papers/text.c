/* Exhibits for people at a terminal. */
#include "out/wrap.h"
#include "papers/render.h"

#include <string.h>

enum { INDENT = 2, LINE = 79, COLUMNS = 80 };

static void heading(FILE *out, const lb_style *style, const char *text, int length) {
    fprintf(out, "%s%.*s%s\n", lb_ink_on(style, LB_INK_BOLD), length, text, lb_ink_on(style, LB_INK_PLAIN));
}

static void say(FILE *out, const lb_style *style, const char *text) {
    fprintf(out, "%*s", INDENT, "");
    out_wrap(out, INDENT, style->width < COLUMNS ? style->width : COLUMNS, text);
}

/* ---- Tables ---- */

typedef struct layout {
    const exhibit *e;
    FILE *out;
    unsigned *width; /* of each column */
    unsigned gap;
    int owed; /* blanks that are due before the next word: none are printed at the end of a line */
} layout;

static unsigned larger(unsigned a, unsigned b) {
    return a > b ? a : b;
}

static unsigned width_of(const exhibit *e, unsigned k) {
    unsigned width = larger(e->column[k].width, out_columns(e->column[k].head));
    for (unsigned i = 0; i < e->rows; i++) {
        char text[EX_CELL];
        ex_cell_text(&e->column[k], &e->row[i].cell[k], text);
        width = larger(width, out_columns(text));
    }
    return width;
}

/* The largest gap, up to the one that is wanted, with which rows and remarks fit into a line. */
static void fit(layout *l) {
    const exhibit *e = l->e;
    unsigned sum = INDENT, gaps = 0, remark = 0;
    for (unsigned k = 0; k < e->columns; k++) {
        if (!ex_shown(&e->column[k], IN_TEXT))
            continue;
        l->width[k] = width_of(e, k);
        sum += l->width[k] + e->column[k].lead;
        gaps++;
    }
    for (unsigned i = 0; i < e->rows && e->remarks & IN_TEXT; i++)
        remark = larger(remark, e->row[i].remark ? 2 + out_columns(e->row[i].remark) : 0);
    l->gap = e->gap;
    while (l->gap > 1 && sum + (gaps - 1) * l->gap + remark > LINE)
        l->gap--;
}

static void put_word(layout *l, const char *text, unsigned width, bool right) {
    int blanks = (int)width - (int)out_columns(text);
    if (right)
        l->owed += blanks;
    if (*text) {
        fprintf(l->out, "%*s%s", l->owed, "", text);
        l->owed = 0;
    }
    l->owed += (right ? 0 : blanks) + (int)l->gap;
}

static void put_cell(layout *l, unsigned k, const char *text) {
    const ex_column *column = &l->e->column[k];
    l->owed += (int)column->lead;
    put_word(l, text, l->width[k], column->look == AS_NUMBER || column->look == AS_EXACT);
}

/* The line above the heads: each group's name at the right end of its columns. */
static void put_groups(layout *l) {
    const exhibit *e = l->e;
    const char *group = "";
    unsigned span = 0;
    bool any = false;
    l->owed = INDENT;
    for (unsigned k = 0; k < e->columns; k++)
        any = any || (e->column[k].group && ex_shown(&e->column[k], IN_TEXT));
    for (unsigned k = 0; any && k <= e->columns; k++) {
        if (k < e->columns && !ex_shown(&e->column[k], IN_TEXT))
            continue;
        if (span && (k == e->columns || e->column[k].group)) {
            put_word(l, group, span - l->gap, true);
            span = 0;
        }
        if (k < e->columns) {
            group = e->column[k].group ? e->column[k].group : group;
            span += l->width[k] + e->column[k].lead + l->gap;
        }
    }
    if (any)
        putc('\n', l->out);
}

static void put_row(layout *l, const ex_row_data *row) {
    const exhibit *e = l->e;
    char text[EX_CELL];
    l->owed = INDENT;
    for (unsigned k = 0; k < e->columns; k++) {
        if (!ex_shown(&e->column[k], IN_TEXT))
            continue;
        ex_cell_text(&e->column[k], &row->cell[k], text);
        put_cell(l, k, text);
    }
    if (row->remark && e->remarks & IN_TEXT)
        fprintf(l->out, "%*s%s", l->owed - (int)l->gap + 2, "", row->remark);
    if (row->mark)
        fprintf(l->out, " %s", row->mark);
    fprintf(l->out, "%s\n", row->holds ? "" : " !");
}

static void put_table(FILE *out, const exhibit *e) {
    unsigned width[128] = {0};
    layout l = {.e = e, .out = out, .width = width};
    if (e->columns > sizeof width / sizeof *width)
        return;
    fit(&l);
    put_groups(&l);
    l.owed = INDENT;
    for (unsigned k = 0; k < e->columns; k++) {
        if (ex_shown(&e->column[k], IN_TEXT))
            put_cell(&l, k, e->column[k].head);
    }
    putc('\n', out);
    for (unsigned i = 0; i < e->rows; i++)
        put_row(&l, &e->row[i]);
}

/* ---- The rest ---- */

static void put_sentences(FILE *out, const lb_style *style, const exhibit *e, bool below) {
    for (unsigned i = 0; i < e->sentences; i++) {
        if (e->sentence[i].below == below && e->sentence[i].where & IN_TEXT)
            say(out, style, e->sentence[i].text);
    }
}

/* Whether there is anything of it at all. */
static bool is_there(const exhibit *e) {
    bool there = e->title || ex_has_table(e, IN_TEXT);
    for (unsigned i = 0; i < e->sentences; i++)
        there = there || e->sentence[i].where & IN_TEXT;
    return there && e->where & IN_TEXT;
}

static void put_exhibit(FILE *out, const lb_style *style, const exhibit *e) {
    if (!is_there(e))
        return;
    for (const char *line = e->title; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        heading(out, style, line, (int)strcspn(line, "\n"));
    put_sentences(out, style, e, false);
    if (e->figure[style->utf8])
        fputs(e->figure[style->utf8], out);
    if (e->rows && ex_has_table(e, IN_TEXT))
        put_table(out, e);
    put_sentences(out, style, e, true);
    if (!ex_all_hold(e))
        say(out, style, "NOT SO in the rows marked !.");
    if (!e->joined)
        putc('\n', out);
}

/* The drawing's first line is its title. */
static void put_picture(FILE *out, const lb_style *style, const ex_picture *p) {
    const char *end = p->text ? strchr(p->text, '\n') : NULL;
    if (!end || (p->where && !(p->where & IN_TEXT)))
        return;
    heading(out, style, p->text, (int)(end - p->text));
    fputs(end + 1, out);
    say(out, style, p->caption);
    putc('\n', out);
}

void papers_text(FILE *out, const lb_style *style, const papers_doc *doc) {
    for (const exhibit *e = doc->first; e; e = e->next)
        put_exhibit(out, style, e);
    for (unsigned i = 0; i < doc->pictures; i++)
        put_picture(out, style, &doc->picture[i]);
    if (!doc->errata)
        return;
    heading(out, style, "Errata", 6);
    for (unsigned i = 0; doc->errata[i]; i++)
        say(out, style, doc->errata[i]);
}
