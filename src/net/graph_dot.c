/* Graphs in Graphviz's language, DOT: graph and digraph, chains (a -- b -- c), subgraphs as ends ({a b} -- c),
 * comments.
 *
 * A link's speed is its attribute "speed", or else "weight"; `edge [speed=2]` sets it for those that follow. In a
 * digraph dir=both is a link both ways, dir=back one the other way round. A node's "pos", which Graphviz writes and
 * reads, is where it is drawn. All other attributes are passed over. */
#include "net/graph_text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_DEPTH = 32 };

typedef enum token_kind { T_END, T_WORD, T_LINK, T_ARROW, T_SIGN } token_kind;

typedef struct token {
    token_kind kind;
    bool quoted; /* no keyword */
    char sign;
    const char *word;
    size_t length;
} token;

typedef struct looks {
    uint32_t speed;
    bool own; /* the speed is one that says so, not a weight */
    bool both, back;
    bool placed; /* a node: where it is drawn */
    double x, y;
} looks;

typedef struct dot {
    lb_graph_text *g;
    token next;
    bool directed;
    unsigned depth;
    uint32_t *set; /* nodes of the ends that are being read */
    uint64_t count, room;
} dot;

/* ---- Words ---- */

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           (unsigned char)c >= 0x80;
}

/* Over blanks and comments; counts lines. */
static const char *skip_space(const char *p, const char *end, uint32_t *line) {
    while (p < end) {
        if (end - p > 1 && p[0] == '/' && p[1] == '*') {
            for (p += 2; p < end && !(end - p > 1 && p[0] == '*' && p[1] == '/'); p++)
                *line += *p == '\n';
            p = end - p > 1 ? p + 2 : end;
        } else if ((end - p > 1 && p[0] == '/' && p[1] == '/') || *p == '#') {
            while (p < end && *p != '\n')
                p++;
        } else if (strchr(" \t\r\n\f", *p)) {
            *line += *p == '\n';
            p++;
        } else {
            break;
        }
    }
    return p;
}

/* A quoted word, or <...>, which is markup and names no node well, but must be got over. */
static int take_quoted(lb_graph_text *g, token *t) {
    char close = *g->at == '"' ? '"' : '>';
    uint32_t line = g->line, open = 1;
    const char *p = g->at + 1;
    for (; p < g->end; p++) {
        g->line += *p == '\n';
        if (close == '"' && *p == '\\' && g->end - p > 1)
            p++;
        else if (close == '>' && *p == '<')
            open++;
        else if (*p == close && --open == 0)
            break;
    }
    if (p >= g->end)
        return lb_text_fail(g, LB_ERR_FORMAT, line, "the %s that begins here has no end", close == '"' ? "\"" : "<");
    *t = (token){T_WORD, true, 0, g->at + 1, (size_t)(p - g->at - 1)};
    g->at = p + 1;
    return LB_OK;
}

static int advance(dot *d) {
    lb_graph_text *g = d->g;
    g->at = skip_space(g->at, g->end, &g->line);
    const char *p = g->at;
    if (p == g->end) {
        d->next = (token){.kind = T_END};
        return LB_OK;
    }
    if (*p == '"' || *p == '<')
        return take_quoted(g, &d->next);
    if (g->end - p > 1 && *p == '-' && (p[1] == '-' || p[1] == '>')) {
        d->next = (token){.kind = p[1] == '-' ? T_LINK : T_ARROW};
        g->at += 2;
        return LB_OK;
    }
    while (p < g->end && (is_word(*p) || (*p == '-' && p == g->at)))
        p++;
    if (p == g->at) {
        d->next = (token){.kind = T_SIGN, .sign = *p};
        g->at++;
    } else {
        d->next = (token){.kind = T_WORD, .word = g->at, .length = (size_t)(p - g->at)};
        g->at = p;
    }
    return LB_OK;
}

static bool is_sign(const dot *d, char sign) {
    return d->next.kind == T_SIGN && d->next.sign == sign;
}

static bool is_key(const token *t, const char *key) {
    return t->kind == T_WORD && !t->quoted && t->length == strlen(key) && strncasecmp(t->word, key, t->length) == 0;
}

static int fail_here(const dot *d, const char *wanted) {
    const token *t = &d->next;
    char sign[] = {t->sign, '\0'};
    const char *found = t->kind == T_END     ? "the end of the file"
                        : t->kind == T_LINK  ? "--"
                        : t->kind == T_ARROW ? "->"
                                             : sign;
    return lb_text_fail(d->g, LB_ERR_FORMAT, d->g->line, "expected %s, found %s", wanted,
                        t->kind == T_WORD ? lb_text_show(t->word, t->length).text : found);
}

static int expect(dot *d, char sign, const char *wanted) {
    return is_sign(d, sign) ? advance(d) : fail_here(d, wanted);
}

/* ---- Attributes ---- */

static bool is_text(const token *t, const char *text) {
    return t->length == strlen(text) && memcmp(t->word, text, t->length) == 0;
}

/* A number with a point, as Graphviz writes them in any locale; false: there is none. */
static bool take_decimal(const char **p, const char *end, double *value) {
    const char *first = *p;
    bool negative = *p < end && **p == '-';
    double unit = 1;
    int digits = 0;
    *p += negative;
    *value = 0;
    for (bool fraction = false; *p < end && digits < 30 && ((**p >= '0' && **p <= '9') || (**p == '.' && !fraction));
         ++*p) {
        if (**p == '.') {
            fraction = true;
            continue;
        }
        unit = fraction ? unit / 10 : unit;
        *value = fraction ? *value + unit * (**p - '0') : *value * 10 + (**p - '0');
        digits++;
    }
    *value = negative ? -*value : *value;
    return digits > 0 && *p > first;
}

/* "x,y", perhaps with a z, and "!" where it must stay so. What is no such place is none. */
static void take_place(const token *value, looks *l) {
    const char *p = value->word, *end = p + value->length;
    l->placed = take_decimal(&p, end, &l->x) && p < end && *p++ == ',' && take_decimal(&p, end, &l->y) &&
                (p == end || *p == '!' || *p == ',');
}

static int take_attribute(dot *d, const token *key, const token *value, looks *l) {
    bool own = is_text(key, "speed");
    if (own || (is_text(key, "weight") && !l->own)) {
        l->own = own;
        return lb_text_speed_of(d->g, value->word, value->length, &l->speed);
    }
    if (is_text(key, "pos"))
        take_place(value, l);
    if (is_text(key, "dir")) {
        l->both = is_text(value, "both");
        l->back = is_text(value, "back");
    }
    return LB_OK;
}

/* "[a=b, c=d][e=f]"; whose they are is l. */
static int take_attributes(dot *d, looks *l) {
    int error = LB_OK;
    while (!error && is_sign(d, '[')) {
        error = advance(d);
        while (!error && d->next.kind == T_WORD) {
            token key = d->next, value = {.kind = T_WORD, .word = "", .length = 0};
            error = advance(d);
            if (!error && is_sign(d, '=')) {
                error = advance(d);
                value = d->next;
                if (!error)
                    error = value.kind == T_WORD ? advance(d) : fail_here(d, "an attribute's value");
            }
            if (!error)
                error = take_attribute(d, &key, &value, l);
            if (!error && (is_sign(d, ',') || is_sign(d, ';')))
                error = advance(d);
        }
        if (!error)
            error = expect(d, ']', "] or an attribute");
    }
    return error;
}

/* ---- Statements ---- */

static int take_statements(dot *d, looks usual);

static int compare_nodes(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

/* A subgraph: the nodes in it, each once, are what it stands for. */
static int take_subgraph(dot *d, const looks *usual) {
    uint64_t first = d->count, kept = first;
    int error = LB_OK;
    if (++d->depth > MOST_DEPTH)
        return lb_text_fail(d->g, LB_ERR_SIZE, d->g->line, "subgraphs nested more than %d deep", MOST_DEPTH);
    if (is_key(&d->next, "subgraph")) {
        error = advance(d);
        if (!error && d->next.kind == T_WORD)
            error = advance(d);
    }
    if (!error)
        error = expect(d, '{', "{");
    if (!error)
        error = take_statements(d, *usual);
    if (!error)
        error = expect(d, '}', "}");
    if (error)
        return error;
    d->depth--;
    if (d->count > first)
        qsort(d->set + first, d->count - first, sizeof *d->set, compare_nodes);
    for (uint64_t i = first; i < d->count; i++) {
        if (i == first || d->set[i] != d->set[i - 1])
            d->set[kept++] = d->set[i];
    }
    d->count = kept;
    return LB_OK;
}

/* A node, perhaps with a port of its picture, "a:n", or a subgraph: adds to the set. */
static int take_end(dot *d, const looks *usual) {
    if (is_sign(d, '{') || is_key(&d->next, "subgraph"))
        return take_subgraph(d, usual);
    if (d->next.kind != T_WORD)
        return fail_here(d, "a node");
    void *set = d->set;
    uint32_t node;
    int error = lb_text_node_of(d->g, d->next.word, d->next.length, &node);
    if (!error && lb_grow(&set, &d->room, d->count + 1, sizeof *d->set))
        error = lb_fail_memory(d->g->why, "a graph's nodes");
    d->set = set;
    if (!error) {
        d->set[d->count++] = node;
        error = advance(d);
    }
    while (!error && is_sign(d, ':')) {
        error = advance(d);
        if (!error)
            error = d->next.kind == T_WORD ? advance(d) : fail_here(d, "a port");
    }
    return error;
}

static int link_sets(dot *d, const uint64_t *begin, uint32_t line, const looks *l) {
    int error = LB_OK;
    for (uint64_t i = begin[0]; i < begin[1]; i++) {
        for (uint64_t j = begin[1]; j < begin[2] && !error; j++) {
            lb_text_link link = {d->set[i], d->set[j], l->speed, line, !d->directed || l->both};
            if (d->directed && l->back)
                link = (lb_text_link){d->set[j], d->set[i], l->speed, line, false};
            error = lb_text_add(d->g, &link);
        }
    }
    return error;
}

/* Of the nodes in the set from `first` on. */
static int take_node_attributes(dot *d, uint64_t first) {
    looks l = {.own = true, .speed = 1};
    int error = take_attributes(d, &l);
    for (uint64_t i = first; i < d->count && l.placed; i++) {
        lb_text_node *node = &d->g->nodes[d->set[i]];
        node->placed = true;
        node->x = l.x;
        node->y = l.y;
    }
    return error;
}

/* Where the attributes behind a chain are, they hold for all its links: so its ends are kept until then. */
static int take_chain(dot *d, const looks *usual) {
    uint64_t *begin = NULL, ends = 0, room = 0;
    uint32_t line = d->g->line;
    looks l = *usual;
    int error = LB_OK;
    for (bool more = true; more && !error;) {
        void *grown = begin;
        if (lb_grow(&grown, &room, ends + 3, sizeof *begin))
            error = lb_fail_memory(d->g->why, "a graph's links");
        begin = grown;
        if (error)
            break;
        begin[ends++] = d->count;
        error = take_end(d, usual);
        begin[ends] = d->count;
        more = d->next.kind == T_LINK || d->next.kind == T_ARROW;
        if (!error && more && (d->next.kind == T_ARROW) != d->directed)
            error = fail_here(d, d->directed ? "-> (this is a digraph)" : "-- (this is a graph)");
        if (!error && more)
            error = advance(d);
    }
    if (!error && ends == 1)
        error = take_node_attributes(d, begin[0]);
    else if (!error)
        error = take_attributes(d, &l);
    for (uint64_t i = 0; i + 1 < ends && !error; i++)
        error = link_sets(d, begin + i, line, &l);
    free(begin);
    return error;
}

static int take_statement(dot *d, looks *usual) {
    bool edge = is_key(&d->next, "edge");
    if (edge || is_key(&d->next, "node") || is_key(&d->next, "graph")) {
        int error = advance(d);
        looks others = {.speed = 1};
        return error ? error : take_attributes(d, edge ? usual : &others);
    }
    /* "rankdir=LR": an attribute of the graph. What stands before = is a node's name else. */
    dot ahead = *d;
    const char *at = d->g->at;
    uint32_t line = d->g->line;
    if (d->next.kind == T_WORD && advance(&ahead) == LB_OK && is_sign(&ahead, '=')) {
        d->next = ahead.next;
        int error = advance(d);
        return error ? error : d->next.kind == T_WORD ? advance(d) : fail_here(d, "an attribute's value");
    }
    d->g->at = at;
    d->g->line = line;
    return take_chain(d, usual);
}

static int take_statements(dot *d, looks usual) {
    int error = LB_OK;
    while (!error && !is_sign(d, '}') && d->next.kind != T_END) {
        error = is_sign(d, ';') ? advance(d) : take_statement(d, &usual);
        if (d->depth == 0)
            d->count = 0;
    }
    return error;
}

/* "strict digraph name {" */
static int take_heading(dot *d) {
    int error = advance(d);
    if (!error && is_key(&d->next, "strict")) {
        d->g->strict = true;
        error = advance(d);
    }
    d->directed = is_key(&d->next, "digraph");
    if (!error && !d->directed && !is_key(&d->next, "graph"))
        return fail_here(d, "graph or digraph");
    if (!error)
        error = advance(d);
    if (!error && d->next.kind == T_WORD)
        error = advance(d);
    return error ? error : expect(d, '{', "{");
}

/* ---- The language ---- */

bool lb_text_is_dot(const lb_graph_text *g) {
    lb_graph_text look = *g;
    lb_why why;
    look.why = &why;
    dot d = {.g = &look};
    return take_heading(&d) == LB_OK;
}

int lb_text_dot(lb_graph_text *g) {
    dot d = {.g = g};
    int error = take_heading(&d);
    if (!error)
        error = take_statements(&d, (looks){.speed = 1});
    if (!error)
        error = expect(&d, '}', "}");
    if (!error && d.next.kind != T_END)
        error = fail_here(&d, "nothing after the graph");
    free(d.set);
    return error;
}
