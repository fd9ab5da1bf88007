/* ForestColl's trees: Algo{nchunkspernode} > tree{root nchunks} > send{src dst}, an allgather in which each tree
 * carries so many chunks of its root's block to all others. Nodes are words, numbered as they come first as roots; a
 * way through switches ("path") is a link. What the file says beside that must be so: the path leads from src to dst
 * through no other node, and the tree is as high as "height" says, in sends.
 *
 * The file names no steps. Each pair of nodes that has sends carries one chunk in a step, in the order in which chunks
 * come to its first node, as early as that. */
#include "base/hash.h"
#include "import/grove.h"
#include "import/readers.h"
#include "import/xml.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHUNKS = 1 << 20, MOST_MOVES = 1 << 26 };

typedef struct reading {
    lb_xml xml;
    lb_grove grove;
    lb_slice *name;
    uint64_t names, name_room;
    lb_index index; /* of names */
} reading;

static int fail(const reading *r, const char *sentence) {
    return lb_page_fail(r->xml.page, r->xml.began, "%s", sentence);
}

static int no_memory(const reading *r) {
    return lb_fail_memory(r->xml.page->why, "trees");
}

/* ---- Names ---- */

typedef struct asked {
    const reading *r;
    const lb_slice *name;
} asked;

static bool is_name(const void *user, uint32_t number) {
    const asked *a = user;
    const lb_slice *known = &a->r->name[number];
    return known->length == a->name->length && memcmp(known->at, a->name->at, known->length) == 0;
}

static uint64_t hash_of(const lb_slice *name) {
    uint64_t hash = LB_FNV;
    for (uint32_t k = 0; k < name->length; k++)
        hash = lb_fnv_word(hash, (unsigned char)name->at[k]);
    return lb_hash_bits(hash);
}

static uint32_t find_name(const reading *r, const lb_slice *name) {
    return lb_index_find(&r->index, hash_of(name), is_name, &(asked){r, name});
}

/* A root's number, new if it is. */
static int name_root(reading *r, const lb_slice *name, uint32_t *number) {
    void *grown = r->name;
    *number = find_name(r, name);
    if (*number != LB_NONE)
        return LB_OK;
    if (r->names == LB_ACTS_RANKS)
        return fail(r, "more than 4096 nodes");
    if (lb_grow(&grown, &r->name_room, r->names + 1, sizeof *r->name))
        return no_memory(r);
    r->name = grown;
    r->name[r->names] = *name;
    *number = (uint32_t)r->names++;
    return lb_index_add(&r->index, hash_of(name), *number) ? no_memory(r) : LB_OK;
}

/* ---- Elements ---- */

/* The next name of a path: names may have commas in parentheses, as Python writes tuples. */
static lb_slice take_name(lb_slice *path) {
    lb_slice name = {path->at, 0};
    for (int depth = 0; name.length < path->length; name.length++) {
        char c = name.at[name.length];
        if (c == ',' && depth == 0)
            break;
        depth += (c == '(') - (c == ')');
    }
    uint32_t passed = name.length + (name.length < path->length);
    *path = (lb_slice){path->at + passed, path->length - passed};
    return name;
}

/* From the one end to the other, and no root between them: what comes to a node is held there. */
static bool is_way(const reading *r, const lb_grove_send *s, lb_slice path) {
    bool cut = path.length > 0 && path.at[path.length - 1] == ',';
    lb_slice name = take_name(&path);
    if (cut || find_name(r, &name) != s->from)
        return false;
    while (path.length > 0) {
        name = take_name(&path);
        if (path.length > 0 && find_name(r, &name) != LB_NONE)
            return false;
    }
    return find_name(r, &name) == s->to;
}

/* Names stand for nodes only when all roots are known, so sends are read in a second pass. */
static int take_send(reading *r, const lb_grove_tree *t) {
    const lb_slice *src = lb_xml_find(&r->xml, "src"), *dst = lb_xml_find(&r->xml, "dst");
    const lb_slice *path = lb_xml_find(&r->xml, "path");
    void *grown = r->grove.send;
    if (!src || !dst)
        return fail(r, "<send> has no src or no dst");
    lb_grove_send s = {find_name(r, src), find_name(r, dst), (uint32_t)(t - r->grove.tree), 0, r->xml.began, 0};
    if (s.from == LB_NONE || s.to == LB_NONE || s.from == s.to)
        return lb_page_broken(r->xml.page, s.line, "link", "src or dst is the root of no tree, or both are the same");
    if (path && !is_way(r, &s, *path))
        return lb_page_broken(r->xml.page, s.line, "link",
                              "the path does not lead from src to dst over switches alone");
    s.link = lb_acts_connection(&r->grove.links, s.from, s.to, 0);
    if (s.link == LB_NONE || lb_grow(&grown, &r->grove.send_room, r->grove.sends + 1, sizeof *r->grove.send))
        return no_memory(r);
    r->grove.send = grown;
    r->grove.send[r->grove.sends++] = s;
    return LB_OK;
}

static int add_tree(reading *r) {
    const lb_slice *root = lb_xml_find(&r->xml, "root");
    void *grown = r->grove.tree;
    int64_t chunks, height = LB_NONE;
    if (!root)
        return fail(r, "<tree> has no root");
    int error = lb_xml_number(&r->xml, "nchunks", 1, MOST_CHUNKS, &chunks);
    if (!error && lb_xml_find(&r->xml, "height"))
        error = lb_xml_number(&r->xml, "height", 0, LB_ACTS_RANKS, &height);
    if (error)
        return error;
    if (lb_grow(&grown, &r->grove.tree_room, r->grove.trees + 1, sizeof *r->grove.tree))
        return no_memory(r);
    r->grove.tree = grown;
    lb_grove_tree *t = &r->grove.tree[r->grove.trees++];
    *t = (lb_grove_tree){.chunks = (uint32_t)chunks, .line = r->xml.began, .height = (uint32_t)height};
    return name_root(r, root, &t->root);
}

/* Goes through the file: trees (pass 0), or their sends (pass 1). */
static int take_trees(reading *r, const lb_page *page, int pass) {
    int64_t chunks;
    uint64_t at = 0;
    lb_xml_open(&r->xml, page);
    int more = lb_xml_next(&r->xml);
    if (more < 0)
        return more;
    if (more != LB_XML_BEGIN || !lb_xml_is(&r->xml, "Algo"))
        return fail(r, "a ForestColl file begins with <Algo>");
    int error = lb_xml_number(&r->xml, "nchunkspernode", 1, MOST_CHUNKS, &chunks);
    r->grove.chunks = error ? 0 : (uint32_t)chunks;
    while (!error && (more = lb_xml_inside(&r->xml, "tree")) > 0) {
        if (pass == 0) {
            error = add_tree(r);
            error = error ? error : lb_xml_skip(&r->xml);
            continue;
        }
        lb_grove_tree *t = &r->grove.tree[at++];
        t->first = r->grove.sends;
        while (!error && (more = lb_xml_inside(&r->xml, "send")) > 0) {
            error = take_send(r, t);
            error = error ? error : lb_xml_skip(&r->xml);
        }
        error = error ? error : more;
        t->sends = r->grove.sends - t->first;
    }
    error = error ? error : more;
    return !error && lb_xml_next(&r->xml) != LB_XML_END_OF_FILE ? fail(r, "there is something after </Algo>") : error;
}

/* Which chunks of its root's block a tree carries, and that they are all of it. */
static int share_out(reading *r) {
    uint32_t *used = lb_zeroed(r->names, sizeof *used);
    uint64_t moves = 0;
    int error = used ? LB_OK : no_memory(r);
    for (uint64_t k = 0; k < r->grove.trees && !error; k++) {
        lb_grove_tree *t = &r->grove.tree[k];
        t->first_chunk = used[t->root];
        moves += t->chunks * t->sends;
        if (t->chunks > r->grove.chunks - used[t->root])
            error = lb_page_broken(r->xml.page, t->line, "block", "the trees of this root have more than its chunks");
        else
            used[t->root] += t->chunks;
        if (!error && moves > MOST_MOVES)
            error = lb_page_fail(r->xml.page, t->line, "more than %d chunks cross links", MOST_MOVES);
    }
    free(used);
    return error;
}

int lb_import_forestcoll(const lb_page *page, const lb_import_options *o, lb_imported *out) {
    reading r = {.names = 0};
    lb_sketch sketch = {.kind = LB_ALLGATHER, .algorithm = "forestcoll", .packet = 1};
    int error = take_trees(&r, page, 0);
    if (!error)
        error = take_trees(&r, page, 1);
    if (!error)
        error = share_out(&r);
    r.grove.nodes = sketch.nodes = (uint32_t)r.names;
    sketch.denominator = r.grove.chunks;
    if (!error)
        error = lb_grove_steps(&r.grove, page, &sketch);
    if (!error && sketch.moves == 0)
        error = lb_page_fail(page, 0, "there are no sends");
    if (!error)
        error = lb_import_sketch(&sketch, page, o, out);
    if (!error)
        error = lb_grove_heights(&r.grove, page);
    lb_sketch_free(&sketch);
    lb_grove_free(&r.grove);
    lb_index_free(&r.index);
    free(r.name);
    return error;
}
