/* Graphs from texts: what all formats share.
 *
 * Nodes are words. If all are numbers, the numbers count, from 0; else they are names, numbered in the order in which
 * they appear. A link that is there twice is a mistake more often than two links, so it is refused: two links are one
 * of speed 2. Where the text says that it means one (a strict graph of Graphviz) it is one. */
#include "net/graph_text.h"

#include "base/hash.h"
#include "base/values_read.h"
#include "net/graph_names.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS (2 * LB_MAX_GRAPH_NODES)

int lb_text_fail(const lb_graph_text *g, int error, uint32_t line, const char *format, ...) {
    char text[LB_WHY_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return lb_fail(g->why, error, "%s:%" PRIu32 ": %s", g->shown, line, text);
}

int lb_text_values(const lb_graph_text *g, lb_values *tree) {
    *tree = (lb_values){.shown = g->shown,
                        .what = "a file that describes a network",
                        .at = g->at,
                        .end = g->end,
                        .line = g->line,
                        .why = g->why};
    return lb_values_read(tree);
}

lb_shown_word lb_text_show(const char *word, size_t length) {
    lb_shown_word shown = {""};
    size_t most = length < 40 ? length : 40;
    for (size_t i = 0; i < most; i++)
        shown.text[i] = (char)(word[i] >= 0x20 && word[i] < 0x7f ? word[i] : '?');
    return shown;
}

/* ---- Nodes ---- */

static bool is_number(const char *word, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return false;
    }
    return length > 0;
}

/* Beyond 2^32 it stops at UINT32_MAX, which every limit refuses. */
static uint32_t number_of(const char *word, size_t length) {
    uint64_t value = 0;
    for (size_t i = 0; i < length && value <= UINT32_MAX; i++)
        value = value * 10 + (uint64_t)(word[i] - '0');
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static uint32_t *find_slot(const lb_graph_text *g, const char *word, size_t length) {
    uint64_t hash = LB_FNV;
    for (size_t i = 0; i < length; i++)
        hash = lb_fnv_word(hash, (unsigned char)word[i]);
    for (uint64_t at = lb_hash_bits(hash) % SLOTS;; at = (at + 1) % SLOTS) {
        uint32_t node = g->table[at];
        if (node == LB_NONE || (g->nodes[node].length == length && memcmp(g->nodes[node].word, word, length) == 0))
            return &g->table[at];
    }
}

int lb_text_node_of(lb_graph_text *g, const char *word, size_t length, uint32_t *node) {
    if (!g->table) {
        g->table = lb_array(SLOTS, sizeof *g->table);
        if (!g->table)
            return lb_fail_memory(g->why, "a graph's nodes");
        memset(g->table, 0xff, SLOTS * sizeof *g->table);
    }
    uint32_t *slot = find_slot(g, word, length);
    if (*slot == LB_NONE) {
        if (g->node_count == LB_MAX_GRAPH_NODES)
            return lb_text_fail(g, LB_ERR_SIZE, g->line, "a graph has at most %" PRIu32 " nodes", LB_MAX_GRAPH_NODES);
        void *nodes = g->nodes;
        int error = lb_grow(&nodes, &g->node_room, g->node_count + 1, sizeof *g->nodes);
        g->nodes = nodes;
        if (error)
            return lb_fail_memory(g->why, "a graph's nodes");
        *slot = (uint32_t)g->node_count++;
        g->nodes[*slot] = (lb_text_node){.word = word, .length = (uint32_t)length, .line = g->line};
    }
    *node = *slot;
    return LB_OK;
}

/* As the file calls it. */
static lb_shown_word name_of(const lb_graph_text *g, uint32_t node) {
    lb_shown_word shown = {""};
    if (!g->counted && !g->numbers && node < g->node_count)
        return lb_text_show(g->nodes[node].word, g->nodes[node].length);
    snprintf(shown.text, sizeof shown.text, "%" PRIu32, node);
    return shown;
}

static void call_node(const void *of, uint32_t node, char *text, size_t size) {
    snprintf(text, size, "%s", name_of(of, node).text);
}

/* ---- Links ---- */

int lb_text_speed_of(const lb_graph_text *g, const char *word, size_t length, uint32_t *speed) {
    *speed = is_number(word, length) ? number_of(word, length) : 0;
    if (*speed == 0 || *speed > LB_MAX_PORTS)
        return lb_text_fail(g, LB_ERR_ARG, g->line, "a speed is a whole number from 1 to %d, not '%s'", LB_MAX_PORTS,
                            lb_text_show(word, length).text);
    return LB_OK;
}

int lb_text_add(lb_graph_text *g, const lb_text_link *link) {
    if (link->from == link->to && g->counted)
        return lb_text_fail(g, LB_ERR_ARG, link->line, "a link from node %" PRIu32 " to itself", link->from);
    if (link->from == link->to)
        return lb_text_fail(g, LB_ERR_ARG, link->line, "a link from node %s to itself",
                            lb_text_show(g->nodes[link->from].word, g->nodes[link->from].length).text);
    g->directed += link->both ? 2 : 1;
    if (g->directed > LB_MAX_GRAPH_LINKS)
        return lb_text_fail(g, LB_ERR_SIZE, link->line, "a graph has at most %" PRIu32 " links, each way counted",
                            LB_MAX_GRAPH_LINKS);
    void *links = g->links;
    int error = lb_grow(&links, &g->room, g->count + 1, sizeof *g->links);
    g->links = links;
    if (error)
        return lb_fail_memory(g->why, "a graph's links");
    g->links[g->count++] = *link;
    return LB_OK;
}

/* ---- The network ---- */

/* Numbers, where all words are. *nodes: how many nodes there are. */
static int number_nodes(lb_graph_text *g, uint32_t *nodes) {
    bool numbers = true;
    *nodes = (uint32_t)g->node_count;
    if (g->counted)
        return LB_OK;
    for (uint64_t i = 0; i < g->node_count && numbers; i++)
        numbers = is_number(g->nodes[i].word, g->nodes[i].length);
    g->numbers = numbers;
    if (!numbers)
        return LB_OK;
    *nodes = 0;
    for (uint64_t i = 0; i < g->node_count; i++) {
        const lb_text_node *n = &g->nodes[i];
        uint32_t id = number_of(n->word, n->length);
        if (id >= LB_MAX_GRAPH_NODES)
            return lb_text_fail(g, LB_ERR_SIZE, n->line, "node %s: nodes are numbered from 0 to %" PRIu32 " at most",
                                lb_text_show(n->word, n->length).text, LB_MAX_GRAPH_NODES - 1);
        *nodes = id >= *nodes ? id + 1 : *nodes;
    }
    for (uint64_t i = 0; i < g->count; i++) {
        const lb_text_node *from = &g->nodes[g->links[i].from], *to = &g->nodes[g->links[i].to];
        g->links[i].from = number_of(from->word, from->length);
        g->links[i].to = number_of(to->word, to->length);
        if (g->links[i].from == g->links[i].to) /* 1 and 01 */
            return lb_text_fail(g, LB_ERR_ARG, g->links[i].line, "a link from node %" PRIu32 " to itself",
                                g->links[i].from);
    }
    return LB_OK;
}

static int compare_links(const void *x, const void *y) {
    const lb_text_link *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

/* Every way of every link, sorted. */
static lb_text_link *list_ways(const lb_graph_text *g) {
    lb_text_link *way = lb_array(g->directed, sizeof *way);
    uint64_t ways = 0;
    for (uint64_t i = 0; i < g->count && way; i++) {
        const lb_text_link *link = &g->links[i];
        way[ways++] = *link;
        if (link->both)
            way[ways++] = (lb_text_link){link->to, link->from, link->speed, link->line, true};
    }
    if (way)
        qsort(way, ways, sizeof *way, compare_links);
    return way;
}

static bool is_again(const lb_text_link *way) {
    return way[0].from == way[-1].from && way[0].to == way[-1].to;
}

/* Each way of each link once. */
static int refuse_twice(const lb_graph_text *g, const lb_text_link *way) {
    for (uint64_t i = 1; i < g->directed; i++) {
        if (is_again(&way[i]))
            return lb_text_fail(g, LB_ERR_ARG, way[i].line,
                                "the link from node %s to node %s is there twice, first in line %" PRIu32
                                "; several links are one with a speed",
                                name_of(g, way[i].from).text, name_of(g, way[i].to).text, way[i - 1].line);
    }
    return LB_OK;
}

/* Each way as a link of its own, those that are there again put into one. */
static void merge(lb_graph_text *g, lb_text_link *way) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < g->directed; i++) {
        if (kept && way[i].from == way[kept - 1].from && way[i].to == way[kept - 1].to) {
            way[kept - 1].speed = way[i].speed > way[kept - 1].speed ? way[i].speed : way[kept - 1].speed;
            continue;
        }
        way[kept] = way[i];
        way[kept++].both = false;
    }
    free(g->links);
    g->links = way;
    g->count = g->room = g->directed = kept;
}

static int settle_twice(lb_graph_text *g) {
    lb_text_link *way = list_ways(g);
    if (!way)
        return lb_fail_memory(g->why, "a graph's links");
    int error = LB_OK;
    if (g->strict) {
        merge(g, way);
    } else {
        error = refuse_twice(g, way);
        free(way);
    }
    return error;
}

/* Only where all nodes have a place, and each has one name: else drawings find places themselves. */
static int set_spots(const lb_graph_text *g, lb_net *net) {
    bool all = !g->counted && net->kind == LB_NET_GRAPH && g->node_count == net->nodes, numbers = true;
    for (uint64_t i = 0; i < g->node_count && all; i++) {
        all = g->nodes[i].placed;
        numbers = numbers && is_number(g->nodes[i].word, g->nodes[i].length);
    }
    if (!all)
        return LB_OK;
    double *spots = lb_array(2 * (uint64_t)net->nodes, sizeof *spots);
    if (!spots)
        return lb_fail_memory(g->why, "a graph's nodes");
    for (uint32_t i = 0; i < net->nodes; i++) {
        uint32_t v = numbers ? number_of(g->nodes[i].word, g->nodes[i].length) : i;
        spots[2 * (size_t)v] = g->nodes[i].x;
        spots[2 * (size_t)v + 1] = g->nodes[i].y;
    }
    net->shape->spots = spots;
    return LB_OK;
}

int lb_text_finish(lb_graph_text *g, const char *name, lb_net **net) {
    uint32_t nodes = 0, common = 0;
    lb_why inner = {""}, named;
    if (g->count == 0)
        return lb_fail(g->why, LB_ERR_ARG, "%s: there are no links in it", g->shown);
    int error = number_nodes(g, &nodes);
    if (!error)
        error = settle_twice(g);
    if (error)
        return error;
    lb_link *links = lb_array(g->count, sizeof *links);
    if (!links)
        return lb_fail_memory(g->why, "a graph's links");
    for (uint64_t i = 0; i < g->count; i++)
        common = (uint32_t)lb_gcd(common, g->links[i].speed);
    for (uint64_t i = 0; i < g->count; i++) /* they are relative to each other */
        links[i] = (lb_link){g->links[i].from, g->links[i].to, g->links[i].speed / common, g->links[i].both};
    error = lb_net_graph(nodes, links, g->count, name, net, &inner);
    free(links);
    if (error) {
        lb_name_nodes(inner.text, call_node, g, &named);
        return lb_fail(g->why, error, "%s: %s", g->shown, named.text);
    }
    error = set_spots(g, *net);
    if (error) {
        lb_net_free(*net);
        *net = NULL;
    }
    return error;
}
