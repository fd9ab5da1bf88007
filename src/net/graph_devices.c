/* Graphs from Tenstorrent's mesh graph descriptors, in protocol buffers' text format: meshes of devices, and graphs
 * whose nodes are meshes or graphs again.
 *
 * A mesh has rows and columns, each a line or a ring, and devices are numbered row by row; meshes follow each other in
 * the order in which a graph has them. A channel is a lane. Where meshes are joined it must be said which devices that
 * are (unless a mesh is one device): the file leaves it to the machine otherwise, and then says no network. */
#include "net/graph_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 8 };

/* An instance of a mesh or graph: its devices are nodes first .. first + count - 1. Those in a graph follow it, up to
 * `end`, as in a tree. */
typedef struct place {
    uint32_t reference, descriptor, first, count, end;
    bool mesh;
} place;

typedef struct reading {
    lb_graph_text *g;
    lb_values tree;
    place *places;
    uint64_t count, room;
} reading;

bool lb_text_is_devices(const lb_graph_text *g) {
    static const char *const words[] = {"mesh_descriptors", "graph_descriptors", "top_level_instance", "ChipSpec"};
    const char *p = g->at;
    for (bool comment = false; p < g->end && (comment || strchr(" \t\r\n\f#", *p)); p++)
        comment = *p == '#' || (comment && *p != '\n');
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        const char *after = p + length;
        if ((size_t)(g->end - p) <= length || memcmp(p, words[i], length) != 0)
            continue;
        while (after < g->end && strchr(" \t\r\n", *after))
            after++;
        return after < g->end && (*after == '{' || *after == ':');
    }
    return false;
}

static int fail(const reading *r, uint32_t item, const char *what) {
    return lb_text_fail(r->g, LB_ERR_FORMAT, lb_values_line(&r->tree, item), "%s", what);
}

static bool same_word(const reading *r, uint32_t a, uint32_t b) {
    uint32_t m = 0, n = 0;
    const char *x = lb_values_text(&r->tree, a, &m), *y = lb_values_text(&r->tree, b, &n);
    return x && y && m == n && memcmp(x, y, m) == 0;
}

/* "channels { count: 4 }": lanes. */
static int channels(const reading *r, uint32_t in, uint32_t *lanes) {
    uint32_t set = lb_values_get(&r->tree, in, "channels"), count = set ? lb_values_get(&r->tree, set, "count") : 0;
    int error = count ? lb_values_number(&r->tree, count, "a count of channels", LB_MAX_PORTS, lanes)
                      : fail(r, in, "this has no channels { count: ... }");
    return !error && *lanes == 0 ? fail(r, count, "links of no channels") : error;
}

/* ---- Meshes ---- */

/* Rows, columns, and which of them are rings. */
static int dimensions(const reading *r, uint32_t mesh, uint32_t size[2], bool ring[2]) {
    const lb_values *t = &r->tree;
    uint32_t in = lb_values_get(t, mesh, "device_topology"), dims = in ? lb_values_get(t, in, "dims") : 0;
    uint32_t types = in ? lb_values_get(t, in, "dim_types") : 0, k = 0;
    if (!dims || lb_values_kind(t, dims) != LB_VALUE_LIST || lb_values_size(t, dims) != 2)
        return fail(r, mesh, "a mesh needs device_topology { dims: [ ROWS, COLUMNS ] }");
    for (uint32_t i = dims + 1; i < lb_values_end(t, dims); i = lb_values_end(t, i)) {
        int error = lb_values_number(t, i, "a dimension", LB_MAX_GRAPH_NODES, &size[k]);
        if (!error && size[k++] == 0)
            return fail(r, i, "a dimension of no devices");
        if (error)
            return error;
    }
    k = 0;
    for (uint32_t i = types + 1; types && i < lb_values_end(t, types) && k < 2; i = lb_values_end(t, i), k++) {
        ring[k] = lb_values_is(t, i, "RING");
        if (!ring[k] && !lb_values_is(t, i, "LINE"))
            return fail(r, i, "a dimension is LINE or RING");
    }
    if ((uint64_t)size[0] * size[1] > LB_MAX_GRAPH_NODES)
        return lb_text_fail(r->g, LB_ERR_SIZE, lb_values_line(t, dims), "a graph has at most %" PRIu32 " nodes",
                            LB_MAX_GRAPH_NODES);
    return LB_OK;
}

static int add_link(const reading *r, uint32_t a, uint32_t b, uint32_t lanes, uint32_t line) {
    return lb_text_add(r->g, &(lb_text_link){a, b, lanes, line, true});
}

/* Along rows (step 1) or columns; a ring of two is one link. */
static int add_lines(const reading *r, const place *p, const uint32_t size[2], unsigned dim, bool ring,
                     uint32_t lanes) {
    uint32_t step = dim == 0 ? size[1] : 1, line = lb_values_line(&r->tree, p->descriptor);
    int error = LB_OK;
    for (uint32_t v = 0; size[dim] > 1 && v < p->count && !error; v++) {
        uint32_t at = v / step % size[dim], from = p->first + v;
        if (at + 1 < size[dim])
            error = add_link(r, from, from + step, lanes, line);
        else if (ring && size[dim] > 2)
            error = add_link(r, from, from - step * (size[dim] - 1), lanes, line);
    }
    return error;
}

static int add_express(const reading *r, const place *p, uint32_t lanes) {
    static const char *const ends[] = {"src", "dst"};
    const lb_values *t = &r->tree;
    for (uint32_t i = p->descriptor; (i = lb_values_find(t, p->descriptor, i, "express_connections")) != 0;) {
        uint32_t device[2] = {0, 0};
        for (int k = 0; k < 2; k++) {
            uint32_t end = lb_values_get(t, i, ends[k]);
            int error = end ? lb_values_number(t, end, "a device of this mesh", p->count - 1, &device[k])
                            : fail(r, i, "an express connection needs src and dst");
            if (error)
                return error;
        }
        int error = add_link(r, p->first + device[0], p->first + device[1], lanes, lb_values_line(t, i));
        if (error)
            return error;
    }
    return LB_OK;
}

static int add_mesh(const reading *r, place *p) {
    uint32_t size[2] = {1, 1}, lanes = 1;
    bool ring[2] = {false, false};
    int error = dimensions(r, p->descriptor, size, ring);
    if (!error)
        error = channels(r, p->descriptor, &lanes);
    if (error)
        return error;
    p->count = size[0] * size[1];
    if (r->g->node_count + p->count > LB_MAX_GRAPH_NODES)
        return lb_text_fail(r->g, LB_ERR_SIZE, lb_values_line(&r->tree, p->reference),
                            "a graph has at most %" PRIu32 " nodes", LB_MAX_GRAPH_NODES);
    r->g->node_count += p->count;
    error = add_lines(r, p, size, 0, ring[0], lanes);
    if (!error)
        error = add_lines(r, p, size, 1, ring[1], lanes);
    return error ? error : add_express(r, p, lanes);
}

/* ---- References ---- */

/* What `in` names: { mesh { ... } } or { graph { ... } }. */
static uint32_t reference_in(const reading *r, uint32_t in, bool *mesh) {
    uint32_t found = lb_values_get(&r->tree, in, "mesh");
    *mesh = found != 0;
    return found ? found : lb_values_get(&r->tree, in, "graph");
}

static uint32_t name_in(const reading *r, uint32_t reference, bool mesh) {
    return lb_values_get(&r->tree, reference, mesh ? "mesh_descriptor" : "graph_descriptor");
}

static int find_descriptor(const reading *r, uint32_t reference, bool mesh, uint32_t *descriptor) {
    const char *kind = mesh ? "mesh_descriptors" : "graph_descriptors";
    uint32_t name = name_in(r, reference, mesh);
    for (uint32_t i = 0; name && (i = lb_values_find(&r->tree, 0, i, kind)) != 0;) {
        uint32_t own = lb_values_get(&r->tree, i, "name");
        if (own && same_word(r, own, name)) {
            *descriptor = i;
            return LB_OK;
        }
    }
    return fail(r, reference, "nothing in the file has this descriptor's name");
}

/* Among those in a graph, the one that a reference means. */
static const place *find_place(const reading *r, uint64_t graph, uint32_t reference, bool mesh) {
    const char *id = mesh ? "mesh_id" : "graph_id";
    for (uint64_t i = graph + 1; i < r->places[graph].end; i = r->places[i].end) {
        const place *p = &r->places[i];
        uint32_t mine = lb_values_get(&r->tree, p->reference, id), theirs = lb_values_get(&r->tree, reference, id);
        uint32_t name = name_in(r, reference, mesh);
        if (p->mesh == mesh && name && same_word(r, name, name_in(r, p->reference, mesh)) &&
            (mine == theirs || (mine && theirs && same_word(r, mine, theirs))))
            return p;
    }
    return NULL;
}

static int device_of(const reading *r, const place *p, uint32_t reference, uint32_t *node) {
    uint32_t device = lb_values_get(&r->tree, reference, "device_id"), number = 0;
    if (p->count > 1 && (!p->mesh || !device))
        return fail(r, reference, "this does not say which devices are joined: device_id is missing");
    int error = device ? lb_values_number(&r->tree, device, "a device of this mesh", p->count - 1, &number) : LB_OK;
    *node = p->first + number;
    return error;
}

/* Down to the device: graphs may be told which of theirs is meant. */
static int find_device(const reading *r, uint64_t graph, uint32_t in, uint32_t *node) {
    for (int depth = 0; depth < MOST_DEPTH; depth++) {
        bool mesh;
        uint32_t reference = reference_in(r, in, &mesh);
        const place *p = reference ? find_place(r, graph, reference, mesh) : NULL;
        if (!p)
            return fail(r, in, "this is none of the graph's instances");
        uint32_t inner = lb_values_get(&r->tree, reference, "sub_ref");
        if (mesh || (!inner && !reference_in(r, reference, &mesh)))
            return device_of(r, p, reference, node);
        in = inner ? inner : reference;
        graph = (uint64_t)(p - r->places);
    }
    return fail(r, in, "graphs nested too deep");
}

/* ---- Graphs ---- */

static int add_connections(const reading *r, uint64_t graph) {
    uint32_t descriptor = r->places[graph].descriptor;
    for (uint32_t i = descriptor; (i = lb_values_find(&r->tree, descriptor, i, "connections")) != 0;) {
        uint32_t a = lb_values_get(&r->tree, i, "nodes"), b = a ? lb_values_find(&r->tree, i, a, "nodes") : 0;
        uint32_t from = 0, to = 0, lanes = 0, one_way = lb_values_get(&r->tree, i, "directional");
        int error = b ? channels(r, i, &lanes) : fail(r, i, "a connection needs two nodes");
        if (!error)
            error = find_device(r, graph, a, &from);
        if (!error)
            error = find_device(r, graph, b, &to);
        bool both = !one_way || !lb_values_is(&r->tree, one_way, "true");
        if (!error)
            error = lb_text_add(r->g, &(lb_text_link){from, to, lanes, lb_values_line(&r->tree, i), both});
        if (error)
            return error;
    }
    return LB_OK;
}

/* "graph_topology { layout_type: RING ... }" of single devices. */
static int add_layout(const reading *r, uint64_t graph) {
    const place *all = &r->places[graph];
    uint32_t layout = lb_values_get(&r->tree, all->descriptor, "graph_topology"), lanes = 1;
    if (!layout)
        return LB_OK;
    uint32_t type = lb_values_get(&r->tree, layout, "layout_type");
    bool ring = type && lb_values_is(&r->tree, type, "RING"),
         complete = type && lb_values_is(&r->tree, type, "ALL_TO_ALL");
    if (!ring && !complete)
        return fail(r, layout, "a layout is RING or ALL_TO_ALL");
    for (uint64_t i = graph + 1; i < all->end; i = r->places[i].end) {
        if (r->places[i].count != 1)
            return fail(r, layout, "a layout of meshes does not say which devices are joined");
    }
    uint32_t line = lb_values_line(&r->tree, layout);
    int error = channels(r, layout, &lanes);
    for (uint32_t a = 0; a < all->count && !error; a++) {
        for (uint32_t b = a + 1; b < all->count && complete && !error; b++)
            error = add_link(r, all->first + a, all->first + b, lanes, line);
        if (ring && !error && (a + 1 < all->count || a > 1))
            error = add_link(r, all->first + a, all->first + (a + 1) % all->count, lanes, line);
    }
    return error;
}

/* An instance, and all that is in it. */
static int add_place(reading *r, uint32_t in, int depth) {
    place p = {.first = (uint32_t)r->g->node_count};
    p.reference = reference_in(r, in, &p.mesh);
    int error = !p.reference          ? fail(r, in, "this names neither a mesh nor a graph")
                : depth == MOST_DEPTH ? fail(r, in, "graphs nested too deep")
                                      : find_descriptor(r, p.reference, p.mesh, &p.descriptor);
    if (!error && p.mesh)
        error = add_mesh(r, &p);
    void *grown = r->places;
    uint64_t at = r->count;
    if (!error && at == 2 * (uint64_t)LB_MAX_GRAPH_NODES)
        error = fail(r, in, "more meshes and graphs than a network can have nodes");
    if (!error && lb_grow(&grown, &r->room, at + 1, sizeof p))
        error = lb_fail_memory(r->g->why, "a network's meshes");
    r->places = grown;
    if (error)
        return error;
    p.end = (uint32_t)++r->count;
    r->places[at] = p;
    for (uint32_t i = p.descriptor; !p.mesh && !error && (i = lb_values_find(&r->tree, p.descriptor, i, "instances"));)
        error = add_place(r, i, depth + 1);
    if (p.mesh || error)
        return error;
    r->places[at].end = (uint32_t)r->count;
    r->places[at].count = (uint32_t)r->g->node_count - p.first;
    error = add_connections(r, at);
    return error ? error : add_layout(r, at);
}

int lb_text_devices(lb_graph_text *g) {
    reading r = {.g = g};
    int error = lb_text_values(g, &r.tree);
    uint32_t top = error ? 0 : lb_values_get(&r.tree, 0, "top_level_instance");
    g->counted = true;
    if (!error && lb_values_get(&r.tree, 0, "ChipSpec"))
        error = fail(&r, 0, "the YAML form of mesh graph descriptors is not read: Tenstorrent's textproto is");
    else if (!error && !top)
        error = fail(&r, 0, "there is no top_level_instance in it");
    if (!error)
        error = add_place(&r, top, 0);
    free(r.places);
    lb_values_free(&r.tree);
    return error;
}
