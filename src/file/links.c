/* The links of a graph in a header: a schedule on a graph has them with it, so that it can be checked from the file
 * alone. And the order in which a network's nodes stand when sums are made, where the plan brings its own.
 *
 * A network's name in a file never makes the reader open another file: "graph:" stands before a number there. */
#include "file/links.h"

#include "net/net.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char word[] = "graph:";

bool lb_links_are_named(const char *network) {
    return strncmp(network, word, sizeof word - 1) == 0;
}

/* ---- Reading ---- */

static bool too_many(lb_json *json, const char *name, const char *what) {
    lb_json_fail(json, "\"%s\" has more %s than are allowed", name, what);
    json->error = LB_ERR_SIZE;
    return false;
}

static bool more_links(lb_reader *reader, lb_links *links, const char *name) {
    uint64_t grown = links->room < 8 ? 8 : 2 * links->room; /* as lb_grow does */
    if (links->count >= LB_MAX_GRAPH_LINKS ||
        (links->count >= links->room && grown * sizeof *links->link > reader->memory))
        return too_many(&reader->json, name, "entries");
    void *link = links->link;
    int error = lb_grow(&link, &links->room, links->count + 1, sizeof *links->link);
    links->link = link;
    if (error)
        reader->json.error = lb_fail_memory(reader->json.why, "the links of a graph");
    return !error;
}

/* "[3,7]" or "[3,7,2]" */
static bool take_link(lb_json *json, const char *name, lb_link *link) {
    uint64_t from, to, speed = 1;
    bool more;
    if (!lb_json_expect(json, '[', "before the two ends of a link") || !lb_json_number(json, LB_ID_MAX, name, &from) ||
        !lb_json_expect(json, ',', "between the two ends of a link") || !lb_json_number(json, LB_ID_MAX, name, &to) ||
        !lb_json_comma(json, ']', &more))
        return false;
    if (more && (!lb_json_number(json, LB_ID_MAX, name, &speed) || !lb_json_expect(json, ']', "after a link's speed")))
        return false;
    if (speed == 0)
        return lb_json_fail(json, "a link of speed 0 in \"%s\"", name);
    *link = (lb_link){.from = (uint32_t)from, .to = (uint32_t)to, .speed = (uint32_t)speed};
    return true;
}

bool lb_links_take(lb_reader *reader, lb_links *links, const char *name) {
    lb_json *json = &reader->json;
    bool more = true;
    if (!lb_json_expect(json, '[', "before a list of links"))
        return false;
    if (lb_json_token(json) == ']') {
        json->p++;
        return true;
    }
    while (more) {
        if (!more_links(reader, links, name) || !take_link(json, name, &links->link[links->count]) ||
            !lb_json_comma(json, ']', &more))
            return false;
        links->count++;
    }
    return true;
}

/* Room for one more node. */
static bool more_nodes(lb_reader *reader, lb_links *links, const char *name) {
    uint64_t grown = links->order_room < 8 ? 8 : 2 * links->order_room;
    void *order = links->order;
    if (links->ordered >= LB_MAX_GRAPH_NODES ||
        (links->ordered >= links->order_room && grown * sizeof *links->order > reader->memory))
        return too_many(&reader->json, name, "entries");
    int error = lb_grow(&order, &links->order_room, links->ordered + 1, sizeof *links->order);
    links->order = order;
    if (error)
        reader->json.error = lb_fail_memory(reader->json.why, "the order of nodes");
    return !error;
}

bool lb_links_take_order(lb_reader *reader, lb_links *links, const char *name) {
    lb_json *json = &reader->json;
    bool more = true;
    if (!lb_json_expect(json, '[', "before a list of nodes"))
        return false;
    while (more) {
        uint64_t node;
        if (!more_nodes(reader, links, name) || !lb_json_number(json, LB_ID_MAX, name, &node) ||
            !lb_json_comma(json, ']', &more))
            return false;
        links->order[links->ordered++] = (uint32_t)node;
    }
    return true;
}

void lb_links_free(lb_links *links) {
    free(links->link);
    free(links->order);
}

/* ---- The network ---- */

static bool read_nodes(const char *network, uint32_t *nodes) {
    const char *p = network + sizeof word - 1;
    size_t digits = strspn(p, "0123456789");
    *nodes = digits <= 9 ? (uint32_t)strtoul(p, NULL, 10) : UINT32_MAX;
    return digits > 0 && !p[digits];
}

/* Whether a node has so many lanes that the tables of all nodes would take more than is allowed. Where links are fewer
 * than nodes some node cannot be reached, and there will be no tables. */
static bool is_too_wide(uint32_t nodes, const lb_links *links, uint64_t memory) {
    uint64_t most = 0;
    uint64_t *lanes = lb_zeroed(nodes, sizeof *lanes);
    for (uint64_t i = 0; i < links->count && lanes; i++) {
        uint32_t from = links->link[i].from;
        if (from < nodes) {
            lanes[from] += links->link[i].speed;
            most = lanes[from] > most ? lanes[from] : most;
        }
    }
    bool memory_short = !lanes;
    free(lanes);
    most = most < LB_MAX_PORTS ? most : LB_MAX_PORTS;
    return memory_short || nodes * (most * 2 + 2) * 16 > memory;
}

/* Every node once: the place of each. */
static int places_of(const lb_links *links, uint32_t nodes, uint32_t *place, lb_why *why) {
    memset(place, 0xff, nodes * sizeof *place);
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t node = links->order[i];
        if (node >= nodes)
            return lb_fail(why, LB_ERR_ARG, "\"order\" has node %" PRIu32 ", which is not there", node);
        if (place[node] != LB_NONE)
            return lb_fail(why, LB_ERR_ARG, "\"order\" has node %" PRIu32 " twice", node);
        place[node] = i;
    }
    return LB_OK;
}

int lb_links_order(const lb_links *links, lb_net **net, lb_why *why) {
    uint32_t nodes = lb_net_nodes(*net), *place = NULL;
    lb_net *ordered = NULL;
    int error = LB_OK;
    if (links->ordered != nodes) /* which is more than a list can have where nodes are many */
        error = lb_fail(why, LB_ERR_ARG, "\"order\" has %" PRIu64 " nodes of %" PRIu32, links->ordered, nodes);
    else if (!(place = lb_array(nodes, sizeof *place)))
        error = lb_fail_memory(why, "the order of nodes");
    if (!error)
        error = places_of(links, nodes, place, why);
    if (!error)
        error = lb_net_stand(*net, place, &ordered, why);
    lb_net_free(*net);
    *net = ordered;
    free(place);
    return error;
}

int lb_links_net(const char *network, const lb_links *links, uint64_t memory, lb_net **net, lb_why *why) {
    uint32_t nodes;
    if (!read_nodes(network, &nodes))
        return lb_fail(why, LB_ERR_ARG,
                       "'%.60s': in a schedule a graph is called by its nodes, graph:8, and \"links\" has "
                       "its links",
                       network);
    if (nodes > LB_MAX_GRAPH_NODES)
        return lb_fail(why, LB_ERR_SIZE, "a graph has at most %" PRIu32 " nodes", LB_MAX_GRAPH_NODES);
    if (nodes > 1 && links->count < nodes)
        return lb_fail(why, LB_ERR_ARG, "%" PRIu64 " links are too few for %" PRIu32 " nodes to reach each other",
                       links->count, nodes);
    if (is_too_wide(nodes, links, memory))
        return lb_fail(why, LB_ERR_SIZE, "the graph needs more than the %" PRIu64 " bytes of memory allowed", memory);
    return lb_net_graph(nodes, links->link, links->count, NULL, net, why);
}

/* ---- Writing ---- */

static void put(lb_output *out, const char *text) {
    size_t length = strlen(text);
    memcpy(lb_output_room(out, length), text, length);
    out->used += length;
}

static int compare_nodes(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

static void put_links_of(lb_output *out, const lb_net *net, uint32_t node, const char **before) {
    uint32_t to[LB_MAX_PORTS] = {0};
    unsigned count = 0;
    for (unsigned p = 0; p < lb_net_ports(net); p++) {
        if (lb_link_here(net, node, p))
            to[count++] = lb_neighbor(net, node, p);
    }
    qsort(to, count, sizeof *to, compare_nodes);
    for (unsigned i = 0, next; i < count; i = next) {
        char text[64], speed[16] = "";
        for (next = i + 1; next < count && to[next] == to[i];)
            next++;
        if (next - i > 1)
            snprintf(speed, sizeof speed, ",%u", next - i);
        snprintf(text, sizeof text, "%s[%" PRIu32 ",%" PRIu32 "%s]", *before, node, to[i], speed);
        put(out, text);
        *before = ",";
    }
}

void lb_links_put(lb_output *out, const lb_net *net) {
    char text[48];
    const char *before = "";
    snprintf(text, sizeof text, "\"%s%" PRIu32 "\",\"links\":[", word, lb_net_nodes(net));
    put(out, text);
    for (uint32_t v = 0; v < lb_net_nodes(net) && !out->error; v++)
        put_links_of(out, net, v, &before);
    put(out, "]");
}

/* Nothing where they stand as they would if nobody said. */
int lb_links_put_order(lb_output *out, const lb_net *net) {
    uint32_t nodes = lb_net_nodes(net), *order = NULL;
    lb_net *plain = NULL;
    if (!net->stands)
        return LB_OK;
    int error = lb_net_stand(net, NULL, &plain, out->why);
    bool said = !error && !lb_net_stands_as(net, plain);
    lb_net_free(plain);
    if (error || !said)
        return error;
    order = lb_array(nodes, sizeof *order);
    if (!order)
        return lb_fail_memory(out->why, "the order of nodes");
    for (uint32_t v = 0; v < nodes; v++)
        order[lb_sum_place(net, v)] = v;
    for (uint32_t i = 0; i < nodes && !out->error; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s%" PRIu32, i ? "," : ",\"order\":[", order[i]);
        put(out, text);
    }
    put(out, "]");
    free(order);
    return LB_OK;
}
