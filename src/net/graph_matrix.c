/* Graphs as machines print them: the matrices of `nvidia-smi topo -m` and `rocm-smi --showtopo`.
 *
 * GPUs are the nodes. NV# is so many NVLinks, a link of that speed; XGMI a link, where a matrix of hops is there too
 * only if it says 1. All else (PIX, PXB, PHB, NODE, SYS, PCIE, N/A) is a way through the host and no link. Other
 * devices have columns after the GPUs' and rows of their own; both are passed over. */
#include "net/graph_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_GPUS = 256,
    MOST_NVLINKS = 18, /* of a GPU; where the matrix shows more, it is a switch that all pairs share */
};

typedef struct matrix {
    lb_graph_text *g;
    uint32_t gpus;
    uint32_t *speed, *line; /* row * gpus + column; the line of each row, 0: not seen */
    bool *far;              /* more than one hop apart */
    bool nvlink;
} matrix;

typedef struct word {
    const char *text;
    size_t length;
} word;

/* The next word of a line; escapes that underline the heading are blanks. */
static bool next_word(const char **p, const char *end, word *w) {
    while (*p < end && (strchr(" \t\r", **p) || **p == '\033')) {
        if (**p == '\033') {
            while (*p < end && **p != 'm')
                ++*p;
        }
        *p += *p < end;
    }
    w->text = *p;
    while (*p < end && !strchr(" \t\r\033", **p))
        ++*p;
    w->length = (size_t)(*p - w->text);
    return w->length > 0;
}

static bool is_word(const word *w, const char *text) {
    return w->length == strlen(text) && memcmp(w->text, text, w->length) == 0;
}

/* "GPU7" */
static bool is_gpu(const word *w, uint32_t *number) {
    *number = 0;
    if (w->length < 4 || w->length > 7 || memcmp(w->text, "GPU", 3) != 0)
        return false;
    for (size_t i = 3; i < w->length; i++) {
        if (w->text[i] < '0' || w->text[i] > '9')
            return false;
        *number = *number * 10 + (uint32_t)(w->text[i] - '0');
    }
    return true;
}

static const char *line_end(const char *p, const char *end) {
    const char *newline = memchr(p, '\n', (size_t)(end - p));
    return newline ? newline : end;
}

static const char *next_line(const char *p, const char *end) {
    p = line_end(p, end);
    return p < end ? p + 1 : end;
}

/* "GPU0 GPU1 GPU2 ...": how many; 0 where this is no heading. */
static uint32_t heading(const char *p, const char *end) {
    word w;
    uint32_t count = 0, number;
    while (next_word(&p, end, &w) && is_gpu(&w, &number) && number == count)
        count++;
    return count < 2 ? 0 : count;
}

bool lb_text_is_matrix(const lb_graph_text *g) {
    for (const char *p = g->at; p < g->end; p = next_line(p, g->end)) {
        if (heading(p, line_end(p, g->end)))
            return true;
    }
    return false;
}

/* ---- Cells ---- */

static int read_link(matrix *m, const word *w, uint32_t *speed) {
    static const char *const none[] = {"X",   "0",   "PIX",  "PXB",  "PHB", "NODE",
                                       "SYS", "SOC", "PCIE", "XXXX", "N/A", "OK"};
    *speed = is_word(w, "XGMI");
    for (size_t i = 0; i < sizeof none / sizeof none[0] && !*speed; i++) {
        if (is_word(w, none[i]))
            return LB_OK;
    }
    if (*speed)
        return LB_OK;
    if (w->length < 3 || memcmp(w->text, "NV", 2) != 0)
        return lb_text_fail(m->g, LB_ERR_FORMAT, m->g->line, "'%s' is no entry of such a matrix",
                            lb_text_show(w->text, w->length).text);
    m->nvlink = true;
    return lb_text_speed_of(m->g, w->text + 2, w->length - 2, speed);
}

static int read_row(matrix *m, uint32_t row, const char *p, const char *end, bool hops) {
    word w;
    if (row >= m->gpus || (!hops && m->line[row]))
        return lb_text_fail(m->g, LB_ERR_FORMAT, m->g->line, "a row for GPU%" PRIu32 ", which %s", row,
                            row >= m->gpus ? "has no column" : "has had one");
    for (uint32_t column = 0; column < m->gpus; column++) {
        uint64_t at = (uint64_t)row * m->gpus + column;
        if (!next_word(&p, end, &w))
            return lb_text_fail(m->g, LB_ERR_FORMAT, m->g->line, "the row ends before the column of GPU%" PRIu32,
                                column);
        int error = hops ? LB_OK : read_link(m, &w, &m->speed[at]);
        if (error)
            return error;
        if (hops)
            m->far[at] = !is_word(&w, "1");
        else
            m->line[row] = m->g->line;
    }
    return LB_OK;
}

/* ---- Tables ---- */

typedef enum table { LINKS, HOPS, OTHER } table;

/* Which of rocm-smi's tables comes, by the title before it. */
static bool title(const char *p, const char *end, table *which) {
    static const struct {
        const char *word;
        table which;
    } titles[] = {{"Weight", OTHER}, {"Hops", HOPS}, {"Type", LINKS}, {"Numa", OTHER}, {"accessibility", OTHER}};
    word w;
    if (p == end || *p != '=')
        return false;
    while (next_word(&p, end, &w)) {
        for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
            if (is_word(&w, titles[i].word))
                *which = titles[i].which;
        }
    }
    return true;
}

static int make_room(matrix *m, uint32_t gpus) {
    if (m->gpus && m->gpus != gpus)
        return lb_text_fail(m->g, LB_ERR_FORMAT, m->g->line, "a matrix of %" PRIu32 " GPUs after one of %" PRIu32, gpus,
                            m->gpus);
    if (gpus > MOST_GPUS)
        return lb_text_fail(m->g, LB_ERR_SIZE, m->g->line, "a matrix of more than %d GPUs", MOST_GPUS);
    if (m->gpus)
        return LB_OK;
    m->gpus = gpus;
    m->speed = lb_zeroed((uint64_t)gpus * gpus, sizeof *m->speed);
    m->far = lb_zeroed((uint64_t)gpus * gpus, sizeof *m->far);
    m->line = lb_zeroed(gpus, sizeof *m->line);
    return m->speed && m->far && m->line ? LB_OK : lb_fail_memory(m->g->why, "a matrix of links");
}

static int read_tables(matrix *m) {
    lb_graph_text *g = m->g;
    table which = LINKS;
    bool inside = false;
    for (int error = LB_OK; g->at < g->end; g->line++) {
        const char *end = line_end(g->at, g->end), *p = g->at;
        uint32_t columns = heading(p, end), row;
        word w;
        if (title(p, end, &which)) {
            inside = false;
        } else if (columns) {
            inside = true;
            error = make_room(m, columns);
        } else if (inside && which != OTHER && next_word(&p, end, &w) && is_gpu(&w, &row)) {
            error = read_row(m, row, p, end, which == HOPS);
        }
        if (error)
            return error;
        g->at = next_line(end, g->end);
    }
    return LB_OK;
}

/* ---- Links ---- */

static int check_row(const matrix *m, uint32_t row) {
    uint64_t all = 0;
    if (!m->line[row])
        return lb_fail(m->g->why, LB_ERR_FORMAT, "%s: the matrix has no row for GPU%" PRIu32, m->g->shown, row);
    for (uint32_t column = 0; column < m->gpus; column++) {
        uint32_t there = m->speed[(uint64_t)row * m->gpus + column], back = m->speed[(uint64_t)column * m->gpus + row];
        if (there != back && m->line[column])
            return lb_text_fail(m->g, LB_ERR_FORMAT, m->line[row],
                                "GPU%" PRIu32 " and GPU%" PRIu32 " do not say the same of each other", row, column);
        all += there;
    }
    if (m->nvlink && all > MOST_NVLINKS)
        return lb_text_fail(m->g, LB_ERR_UNSUPPORTED, m->line[row],
                            "%" PRIu64 " NVLinks of one GPU are more than any has: these GPUs meet at a switch, and "
                            "what is planned here has links from GPU to GPU",
                            all);
    return LB_OK;
}

static int add_links(const matrix *m) {
    for (uint32_t row = 0; row < m->gpus; row++) {
        int error = check_row(m, row);
        for (uint32_t column = row + 1; column < m->gpus && !error; column++) {
            uint64_t at = (uint64_t)row * m->gpus + column;
            if (m->speed[at] && !m->far[at])
                error = lb_text_add(m->g, &(lb_text_link){row, column, m->speed[at], m->line[row], true});
        }
        if (error)
            return error;
    }
    return LB_OK;
}

/* The GPUs' numbers are the nodes': in the order of the columns, which the first heading has. */
static int name_gpus(lb_graph_text *g) {
    const char *p = g->at;
    uint32_t node, columns;
    int error = LB_OK;
    while ((columns = heading(p, line_end(p, g->end))) == 0)
        p = next_line(p, g->end);
    for (word w; columns > 0 && !error; columns--) {
        next_word(&p, g->end, &w);
        error = lb_text_node_of(g, w.text, w.length, &node);
    }
    return error;
}

int lb_text_matrix(lb_graph_text *g) {
    matrix m = {.g = g};
    int error = name_gpus(g);
    if (!error)
        error = read_tables(&m);
    if (!error)
        error = add_links(&m);
    free(m.speed);
    free(m.far);
    free(m.line);
    return error;
}
