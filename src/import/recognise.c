/* Which format a file has: JSON by the keys of its outermost set, in whatever order they come; all else by how it
 * begins, after blanks and comments. */
#include "import/recognise.h"

#include "import/chakra.h"

#include <string.h>

#define BLANKS " \t\r\n"

/* ---- JSON ---- */

typedef struct scan {
    const char *at, *end;
    int depth;
} scan;

/* Over a string, whose quote `at` is at; false: it has no end. */
static bool pass_string(scan *s) {
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        s->at += *s->at == '\\' && s->end - s->at > 1;
    if (s->at == s->end)
        return false;
    s->at++;
    return true;
}

/* The next string of the outermost set that a colon follows, without its quotes. 1: there is one; 0: the set is closed;
 * -1: the bytes end before. */
static int next_key(scan *s, const char **key, size_t *length) {
    while (s->at < s->end) {
        char c = *s->at;
        if (c == '"') {
            *key = s->at + 1;
            if (!pass_string(s))
                return -1;
            *length = (size_t)(s->at - 1 - *key);
            const char *after = s->at + strspn(s->at, BLANKS);
            if (s->depth == 1 && *after == ':')
                return 1;
            continue;
        }
        s->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        s->at++;
        if (s->depth == 0)
            return 0;
    }
    return -1;
}

/* What a key or a beginning is a sign of; files of other tools that are not read have a sentence. */
typedef struct sign {
    const char *word;
    lb_import_format format;
    const char *refused;
} sign;

static const sign signs[] = {
    {"linkbound", LB_IMPORT_OWN, NULL},
    {"network", LB_IMPORT_OWN, NULL},
    {"task", LB_IMPORT_OWN, NULL},
    {"algorithm", LB_IMPORT_OWN, NULL},
    {"denominator", LB_IMPORT_OWN, NULL},
    {"step", LB_IMPORT_OWN, NULL},
    {"steps", LB_IMPORT_OWN, NULL},
    {"from", LB_IMPORT_OWN, NULL},
    {"1-Epoch_Duration", LB_IMPORT_TECCL, NULL},
    {"6-Demand_Met", LB_IMPORT_TECCL, NULL},
    {"7-Flows", LB_IMPORT_TECCL, NULL},
    {"8-Chunk paths", LB_IMPORT_TECCL, NULL},
    {"collective", LB_IMPORT_MSCCLPP, NULL},
    {"gpus", LB_IMPORT_MSCCLPP, NULL},
    {"reuse_resources", LB_IMPORT_MSCCLPP, NULL},
    {"traceEvents", LB_IMPORT_OWN, "a trace of events: it has times and no data, and cannot be judged"},
    {"msccl_type", LB_IMPORT_OWN, "a file of SCCL: it is not read, but the MSCCL XML that msccl-tools make of it is"},
};

static lb_recognised refuse(const lb_page *page, const char *sentence) {
    lb_explain(page->why, "%s: %s", page->shown, sentence);
    return LB_REFUSED;
}

static lb_recognised tell(const lb_page *page, const sign *s, lb_import_format *format) {
    *format = s->format;
    return s->refused ? refuse(page, s->refused) : LB_KNOWN;
}

static lb_recognised by_keys(const lb_page *page, const char *bytes, bool whole, lb_import_format *format) {
    scan s = {.at = bytes, .end = page->bytes + page->size};
    const char *key = NULL;
    size_t length = 0;
    int more;
    while ((more = next_key(&s, &key, &length)) > 0) {
        for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
            if (strlen(signs[k].word) == length && memcmp(signs[k].word, key, length) == 0)
                return tell(page, &signs[k], format);
        }
    }
    if (more < 0)
        return whole ? LB_KNOWN : LB_MORE;
    return refuse(page, "JSON without the keys of a format that is read: \"linkbound\" (schedule files), \"7-Flows\" "
                        "(TE-CCL), \"gpus\" (MSCCL++)");
}

/* ---- All else ---- */

static bool begins(const char *bytes, const char *word) {
    return strncmp(bytes, word, strlen(word)) == 0;
}

/* Blanks, and what stands in `open` and `close`: comments, instructions. */
static const char *skip(const char *bytes, const char *open, const char *close) {
    bytes += strspn(bytes, BLANKS);
    while (begins(bytes, open) && strstr(bytes + strlen(open), close)) {
        bytes = strstr(bytes + strlen(open), close) + strlen(close);
        bytes += strspn(bytes, BLANKS);
    }
    return bytes;
}

static const sign beginnings[] = {
    {"packet,", LB_IMPORT_CSV, NULL},
    {"num_ranks", LB_IMPORT_GOAL, NULL},
    {"digraph", LB_IMPORT_OWN, "a graph for Graphviz: it does not name its data, and cannot be judged"},
    {"graph", LB_IMPORT_OWN, "a graph for Graphviz: it does not name its data, and cannot be judged"},
    {"strict", LB_IMPORT_OWN, "a graph for Graphviz: it does not name its data, and cannot be judged"},
    {"<Algo", LB_IMPORT_FORESTCOLL, NULL},
    {"<svg", LB_IMPORT_OWN, "a picture: it does not name its data, and cannot be judged"},
    {"\x89PNG", LB_IMPORT_OWN, "a picture: it does not name its data, and cannot be judged"},
    {"<!doctype html", LB_IMPORT_OWN, "a page of HTML, and no schedule"},
    {"<!DOCTYPE html", LB_IMPORT_OWN, "a page of HTML, and no schedule"},
    {"<html", LB_IMPORT_OWN, "a page of HTML, and no schedule"},
    {"<", LB_IMPORT_MSCCL, NULL},
    {"\xFF\xFE", LB_IMPORT_OWN, "UTF-16, and a schedule is UTF-8"},
    {"\xFE\xFF", LB_IMPORT_OWN, "UTF-16, and a schedule is UTF-8"},
};

/* Only comments so far: what comes after them tells. */
static bool is_cut(const char *bytes, bool whole) {
    return !whole && (*bytes == '\0' || begins(bytes, "//") || begins(bytes, "/*"));
}

lb_recognised lb_recognise(const lb_page *page, bool whole, lb_import_format *format) {
    const char *bytes = page->bytes + strspn(page->bytes, BLANKS);
    bool comment = begins(bytes, "//") || begins(bytes, "/*");
    if (lb_chakra_is(page->bytes, page->size)) {
        *format = LB_IMPORT_CHAKRA;
        return LB_KNOWN;
    }
    *format = comment ? LB_IMPORT_GOAL : LB_IMPORT_OWN; /* such comments are GOAL's, and Graphviz' */
    if (*bytes == '{')
        return by_keys(page, bytes, whole, format);
    for (const char *before = NULL; bytes != before;) {
        before = bytes;
        bytes = skip(skip(bytes, "//", "\n"), "/*", "*/");
        bytes = skip(skip(bytes, "<?", "?>"), "<!--", "-->");
    }
    if (is_cut(bytes, whole))
        return LB_MORE;
    for (size_t k = 0; k < sizeof beginnings / sizeof *beginnings; k++) {
        if (begins(bytes, beginnings[k].word))
            return tell(page, &beginnings[k], format);
    }
    return LB_KNOWN;
}
