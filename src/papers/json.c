/* Exhibits for programs. Every value has a place, "figure3.0.classes.2.name": names lead into objects, numbers into
 * arrays. Written in order, places say what to open and to close on the way from one value to the next. */
#include "papers/render.h"

#include <stdarg.h>
#include <string.h>

enum { DEPTH = 12, NAME = 48, PLACE = 160 };

typedef struct writer {
    out_json *json;
    char open[DEPTH][NAME]; /* names on the way to where we are */
    char bracket[DEPTH];    /* what each has opened */
    unsigned depth;
} writer;

static bool is_index(const char *name) {
    return *name && strspn(name, "0123456789") == strlen(name);
}

static void close_to(writer *w, unsigned depth) {
    while (w->depth > depth)
        out_json_close(w->json, w->bracket[--w->depth] == '[' ? ']' : '}');
}

static unsigned split(const char *place, char name[DEPTH][NAME]) {
    unsigned count = 0;
    while (*place && count < DEPTH) {
        size_t length = strcspn(place, ".");
        snprintf(name[count++], sizeof name[0], "%.*s", (int)length, place);
        place += length + (place[length] == '.');
    }
    return count;
}

/* Goes to where the place's last name belongs, and gives that as the key there (NULL in an array). */
static const char *go(writer *w, const char *place, char last[NAME]) {
    char name[DEPTH][NAME];
    unsigned count = split(place, name), same = 0;
    while (same < w->depth && same + 1 < count && strcmp(w->open[same], name[same]) == 0)
        same++;
    close_to(w, same);
    for (unsigned i = same; i + 1 < count; i++) {
        memcpy(w->open[i], name[i], sizeof name[i]);
        w->bracket[i] = is_index(name[i + 1]) ? '[' : '{';
        out_json_open(w->json, is_index(name[i]) ? NULL : name[i], w->bracket[i]);
        w->depth = i + 1;
    }
    memcpy(last, name[count ? count - 1 : 0], NAME);
    return is_index(last) ? NULL : last;
}

/* The value at the place that the format and what follows say. */
static void put(writer *w, ex_value value, const char *format, ...) EX_PRINTF(3, 4);
static void put(writer *w, ex_value value, const char *format, ...) {
    char place[PLACE], last[NAME];
    va_list list;
    va_start(list, format);
    vsnprintf(place, sizeof place, format, list);
    va_end(list);
    const char *key = value.kind == EX_ABSENT ? NULL : go(w, place, last);
    switch (value.kind) {
    case EX_ABSENT: break;
    case EX_COUNT: out_json_number(w->json, key, value.count); break;
    case EX_REAL: out_json_double(w->json, key, value.real); break;
    case EX_WORDS: out_json_text(w->json, key, value.words); break;
    case EX_YES: out_json_bool(w->json, key, value.yes); break;
    default: out_json_null(w->json, key);
    }
}

static ex_value words(const char *text) {
    return (ex_value){.kind = text ? EX_WORDS : EX_NONE, .words = text};
}

static ex_value yes(bool value) {
    return (ex_value){.kind = EX_YES, .yes = value};
}

static void put_facts(writer *w, const exhibit *e, bool after) {
    for (unsigned i = 0; i < e->facts; i++) {
        const ex_fact_data *fact = &e->fact[i];
        if (fact->after == after)
            put(w, fact->value.kind == EX_HOLDS ? yes(ex_all_hold(e)) : fact->value, "%s.%s", e->at, fact->key);
    }
}

static void put_row(writer *w, const exhibit *e, const char *list, unsigned i) {
    const ex_row_data *row = &e->row[i];
    unsigned place = e->first + i;
    for (unsigned k = 0; k < e->columns; k++) {
        if (ex_shown(&e->column[k], IN_JSON))
            put(w, row->cell[k], "%s.%u.%s", list, place, e->column[k].key);
    }
    if (e->remark_key)
        put(w, words(row->remark), "%s.%u.%s", list, place, e->remark_key);
    if (e->holds_key)
        put(w, yes(row->holds), "%s.%u.%s", list, place, e->holds_key);
}

static void put_rows(writer *w, const exhibit *e) {
    char list[PLACE], last[NAME];
    snprintf(list, sizeof list, "%s%s%s", e->at, *e->rows_key ? "." : "", e->rows_key);
    for (unsigned i = 0; i < e->rows; i++)
        put_row(w, e, list, i);
    if (!e->rows) {
        out_json_open(w->json, go(w, list, last), '[');
        out_json_close(w->json, ']');
    }
}

static void put_picture(writer *w, const ex_picture *p, unsigned i) {
    char command[400], line[400];
    const char *text = p->text ? p->text : "";
    snprintf(command, sizeof command, "linkbound draw %s", p->words);
    put(w, words(p->part), "pictures.%u.figure", i);
    put(w, words(p->title), "pictures.%u.title", i);
    put(w, words(p->caption), "pictures.%u.caption", i);
    put(w, words(command), "pictures.%u.command", i);
    for (unsigned k = 0; *text; k++) {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        put(w, words(line), "pictures.%u.lines.%u", i, k);
        text += length + (text[length] != '\0');
    }
}

void papers_json(out_json *json, const papers_doc *doc) {
    writer w = {.json = json};
    out_json_open(json, NULL, '{');
    out_json_bool(json, "holds", papers_doc_holds(doc));
    for (const exhibit *e = doc->first; e; e = e->next) {
        if (!(e->where & IN_JSON))
            continue;
        put_facts(&w, e, false);
        if (ex_has_table(e, IN_JSON))
            put_rows(&w, e);
        put_facts(&w, e, true);
    }
    for (unsigned i = 0; i < doc->pictures; i++)
        put_picture(&w, &doc->picture[i], i);
    for (unsigned i = 0; doc->errata && doc->errata[i]; i++)
        put(&w, words(doc->errata[i]), "errata.%u", i);
    close_to(&w, 0);
    out_json_close(json, '}');
}
