/* GOAL, the schedules of LogGOPSim, as its txt2bin reads them: num_ranks N, then `rank R { ... }` for all in order; in
 * it `[label:] send Bb to P`, `recv Bb from P`, `calc T`, with `tag`, `cpu`, `nic` in this order, and `a requires b` (b
 * has ended), `a irequires b` (b has begun), of labels that are there already. Statements end with their line, and
 * comments stand before them.
 *
 * GOAL does not name what is sent; what we write says it in comments (goal_data.h), and is judged by them. */
#include "import/goal_data.h"
#include "import/index.h"
#include "import/messages_settle.h"
#include "import/readers.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct word {
    const char *at;
    uint32_t length;
} word;

typedef struct label {
    word name;
    uint32_t deed;
} label;

typedef struct reading {
    lb_prose text;
    lb_messages *m;
    lb_goal_data data;
    bool counted;        /* num_ranks was there */
    uint32_t rank, next; /* that is read, LB_NONE: none; and that must come */
    label *label;        /* of this rank */
    uint64_t labels, room;
    uint32_t last; /* that was found or added */
    lb_index index;
} reading;

static int fail(const reading *r, const char *sentence) {
    return lb_prose_fail(&r->text, sentence);
}

static int no_memory(const reading *r) {
    return lb_fail_memory(r->text.page->why, "a schedule");
}

/* ---- Words ---- */

static void skip_blanks(lb_prose *t) {
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t'))
        t->at++;
}

static bool is_letter(char c) {
    return (unsigned char)((c | ' ') - 'a') < 26;
}

/* Empty where none comes. */
static word take_word(lb_prose *t) {
    skip_blanks(t);
    const char *at = t->at;
    word w = {at, 0};
    if (at < t->end && is_letter(*at)) {
        while (at < t->end && (is_letter(*at) || (*at >= '0' && *at <= '9') || *at == '_'))
            at++;
    }
    w.length = (uint32_t)(at - w.at);
    t->at = at;
    return w;
}

static inline bool is(word w, const char *text) {
    size_t length = strlen(text);
    return w.length == length && memcmp(w.at, text, length) == 0;
}

static bool take_number(lb_prose *t, uint64_t most, uint64_t *number) {
    skip_blanks(t);
    return lb_prose_number(t, most, number);
}

static bool take_sign(lb_prose *t, const char *sign) {
    skip_blanks(t);
    return lb_prose_take(t, sign);
}

/* ---- Labels ---- */

typedef struct sought {
    const reading *r;
    word name;
} sought;

static bool same(word a, word b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static bool is_sought(const void *user, uint32_t number) {
    const sought *s = user;
    return same(s->r->label[number].name, s->name);
}

/* Eight letters at a time; most labels have fewer. */
static uint64_t hash_of(word w) {
    uint64_t hash = w.length, letters = 0;
    for (; w.length >= sizeof letters; w.at += sizeof letters, w.length -= (uint32_t)sizeof letters) {
        memcpy(&letters, w.at, sizeof letters);
        hash = lb_hash_word(hash, letters);
    }
    letters = 0;
    for (uint32_t k = 0; k < w.length; k++)
        letters = letters << 8 | (unsigned char)w.at[k];
    return lb_hash_bits(hash ^ letters);
}

static uint32_t find_label(const reading *r, word name, uint64_t hash) {
    sought s = {r, name};
    return lb_index_find(&r->index, hash, is_sought, &s);
}

/* The deed that comes next will have this name. */
static int add_label(reading *r, word name) {
    void *grown = r->label;
    uint64_t hash = hash_of(name);
    if (find_label(r, name, hash) != LB_NONE)
        return fail(r, "the rank has this label already");
    if (lb_grow(&grown, &r->room, r->labels + 1, sizeof *r->label))
        return no_memory(r);
    r->label = grown;
    r->label[r->labels] = (label){name, (uint32_t)r->m->deeds};
    r->last = (uint32_t)r->labels++;
    return lb_index_add(&r->index, hash, r->last) ? no_memory(r) : LB_OK;
}

/* ---- Statements ---- */

/* "from P tag T": -1 is anybody, any tag, of a receive. */
static int take_number_or_any(reading *r, uint64_t most, bool any, uint64_t *number) {
    if (any && take_sign(&r->text, "-1")) {
        *number = LB_NONE;
        return LB_OK;
    }
    return take_number(&r->text, most, number) ? LB_OK : fail(r, "a rank, tag, cpu or nic is missing or too large");
}

/* "tag T", say, if that is what comes; *w: the word, and then the next. */
static inline int take_option(reading *r, word *w, const char *name, uint64_t most, bool any, uint64_t *value) {
    if (!is(*w, name))
        return LB_OK;
    int error = take_number_or_any(r, most, any, value);
    *w = error ? *w : take_word(&r->text);
    return error;
}

/* "tag T cpu C nic K", of which any may be left out; of work there is only cpu. */
static int take_options(reading *r, lb_deed *d) {
    uint64_t tag = 0, cpu = 0, nic = 0;
    bool work = d->kind == LB_DEED_WORK;
    word w = take_word(&r->text);
    int error = work ? LB_OK : take_option(r, &w, "tag", UINT32_MAX - 1, d->kind == LB_DEED_RECEIVE, &tag);
    if (!error)
        error = take_option(r, &w, "cpu", 255, false, &cpu);
    if (!error && !work)
        error = take_option(r, &w, "nic", 255, false, &nic);
    if (error)
        return error;
    d->tag = (uint32_t)tag;
    d->lane = (uint8_t)(work ? cpu : nic);
    return w.length ? fail(r, "after the rank may come tag, cpu and nic, in this order, after work only cpu") : LB_OK;
}

static int take_deed(reading *r, word what) {
    lb_deed d = {.rank = r->rank, .line = r->text.line};
    uint64_t peer = 0;
    int error = LB_OK;
    if (is(what, "calc"))
        d.kind = LB_DEED_WORK;
    else if (is(what, "recv"))
        d.kind = LB_DEED_RECEIVE;
    else if (!is(what, "send"))
        return fail(r, "not a statement: send, recv or calc, or a label with requires or irequires");
    if (!take_number(&r->text, UINT64_C(1) << 62, &d.size))
        return fail(r, "the size is missing, or more than 2^62");
    if (d.kind != LB_DEED_WORK) {
        if (d.size == 0)
            return fail(r, "a message has at least one byte");
        if (!take_sign(&r->text, "b") || !is(take_word(&r->text), d.kind == LB_DEED_SEND ? "to" : "from"))
            return fail(r, "a message is \"send 8b to 1\" or \"recv 8b from 1\"");
        error = take_number_or_any(r, LB_MAX_NODES - 1, d.kind == LB_DEED_RECEIVE, &peer);
        d.peer = (uint32_t)peer;
    }
    if (!error)
        error = take_options(r, &d);
    if (!error)
        error = lb_messages_deed(r->m, r->text.page, d);
    if (!error && d.kind == LB_DEED_SEND)
        error = lb_goal_data_send(&r->data, r->text.page, r->m);
    return error;
}

/* Most needs are of the deed that was there last. */
static int take_need(reading *r, word name, bool begun) {
    bool again = r->last < r->labels && same(r->label[r->last].name, name);
    word needed = take_word(&r->text);
    uint32_t mine = again ? r->last : find_label(r, name, hash_of(name)),
             other = find_label(r, needed, hash_of(needed));
    r->last = mine;
    if (mine == LB_NONE || other == LB_NONE)
        return fail(r, "the rank has no such label up to here");
    return lb_messages_need(r->m, r->text.page,
                            (lb_need){.deed = r->label[mine].deed, .needs = r->label[other].deed, .begun = begun});
}

static int take_statement(reading *r, word w) {
    int error = LB_OK;
    if (is(w, "send") || is(w, "recv") || is(w, "calc")) {
        error = take_deed(r, w);
    } else if (w.length == 0) {
        error = fail(r, "not a statement: send, recv or calc, or a label with requires or irequires");
    } else if (take_sign(&r->text, ":")) {
        error = add_label(r, w);
        if (!error)
            error = take_deed(r, take_word(&r->text));
    } else {
        word verb = take_word(&r->text);
        if (!is(verb, "requires") && !is(verb, "irequires"))
            return fail(r, "after a label comes a colon, requires or irequires");
        error = take_need(r, w, *verb.at == 'i');
    }
    skip_blanks(&r->text);
    return !error && !lb_prose_end(&r->text) ? fail(r, "a statement ends with its line") : error;
}

/* ---- The file ---- */

static int take_count(reading *r) {
    uint64_t ranks = 0;
    if (r->counted || !take_number(&r->text, LB_MAX_NODES, &ranks) || ranks == 0)
        return fail(r, "num_ranks comes once, and is from 1 to 2^26");
    r->m->ranks = (uint32_t)ranks;
    r->counted = true;
    return LB_OK;
}

static int begin_rank(reading *r) {
    uint64_t rank = 0;
    if (!take_number(&r->text, LB_MAX_NODES - 1, &rank) || rank != r->next || rank >= r->m->ranks ||
        !take_sign(&r->text, "{"))
        return fail(r, "the ranks come in order, as \"rank 0 {\", after num_ranks");
    r->rank = r->next++;
    return LB_OK;
}

static void end_rank(reading *r) {
    r->rank = LB_NONE;
    r->labels = 0;
    lb_index_clear(&r->index);
}

static int skip_comment(reading *r) {
    for (; r->text.at < r->text.end; r->text.at++) {
        if (lb_prose_take(&r->text, "*/"))
            return LB_OK;
        r->text.line += *r->text.at == '\n';
    }
    return fail(r, "a comment has no end");
}

static int take_next(reading *r) {
    lb_prose *t = &r->text;
    if (lb_prose_take(t, "//"))
        return lb_goal_data_comment(&r->data, t, r->m);
    if (lb_prose_take(t, "/*"))
        return skip_comment(r);
    if (r->rank != LB_NONE && lb_prose_take(t, "}")) {
        end_rank(r);
        return LB_OK;
    }
    word w = take_word(t);
    if (r->rank != LB_NONE)
        return take_statement(r, w);
    if (is(w, "num_ranks"))
        return take_count(r);
    return is(w, "rank") ? begin_rank(r) : fail(r, "neither num_ranks nor a rank");
}

static int take_all(reading *r) {
    int error = LB_OK;
    while (!error) {
        skip_blanks(&r->text);
        if (r->text.at == r->text.end)
            break;
        error = lb_prose_end(&r->text) ? LB_OK : take_next(r);
    }
    if (!error && r->rank != LB_NONE)
        error = fail(r, "the last rank has no end");
    if (!error && (!r->counted || r->next != r->m->ranks))
        error = fail(r, "not all ranks of num_ranks are there");
    return error;
}

int lb_import_goal(const lb_page *page, const lb_import_options *o, lb_imported *out) {
    reading r = {.text = lb_prose_of(page), .rank = LB_NONE, .m = lb_zeroed(1, sizeof *r.m)};
    if (!r.m)
        return no_memory(&r);
    r.m->memory = o->memory;
    int error = take_all(&r);
    if (!error)
        error = lb_messages_settle(r.m, page, o->net);
    if (!error && r.data.named)
        error = lb_goal_data_plan(&r.data, page, r.m, o, out);
    lb_goal_data_free(&r.data);
    free(r.label);
    lb_index_free(&r.index);
    if (error || out->plan)
        lb_messages_free(r.m);
    else
        out->messages = r.m;
    return error;
}
