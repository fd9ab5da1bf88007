/* A Chakra trace is messages of protobuf, each after its length: metadata, then nodes. What sends and receives has its
 * size, peer and tag as attributes; what computes, its time. A node waits for all nodes that it depends on, by data or
 * control, which may come later in the file. */
#include "import/chakra_nodes.h"

#ifdef LB_HAVE_CHAKRA

#include "base/hash.h"
#include "import/index.h"

#include <chakra.pb-c.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { METADATA = 1, COMPUTES = 4, SENDS = 5, RECEIVES = 6, MOST_BYTES = 1 << 20 };

typedef LbChakra__Node node;

typedef struct reading {
    const lb_page *page;
    lb_messages *m;
    uint32_t rank;
    uint64_t first, at; /* deeds of this rank begin there; bytes that are read */
    uint64_t *id;       /* of each deed of this rank */
    uint64_t ids, id_room;
    uint64_t *dep; /* a deed, and the id that it waits for; of all */
    uint64_t deps, dep_room;
    lb_index index;
} reading;

static int no_memory(const reading *r) {
    return lb_fail_memory(r->page->why, "a trace");
}

/* ---- Messages ---- */

/* The length of the next. */
static int take_length(reading *r, uint64_t *length) {
    const unsigned char *bytes = (const unsigned char *)r->page->bytes;
    *length = 0;
    for (unsigned shift = 0; shift < 35 && r->at < r->page->size; shift += 7) {
        unsigned char byte = bytes[r->at++];
        *length |= (uint64_t)(byte & 0x7F) << shift;
        if (byte & 0x80)
            continue;
        if (*length > MOST_BYTES || *length > r->page->size - r->at)
            break;
        return LB_OK;
    }
    return lb_page_fail(r->page, 0, "not a Chakra trace, or cut off, at byte %" PRIu64, r->at);
}

static const uint8_t *here(const reading *r) {
    return (const uint8_t *)r->page->bytes + r->at;
}

static int take_metadata(reading *r) {
    uint64_t length = 0;
    int error = take_length(r, &length);
    if (error)
        return error;
    LbChakra__Metadata *metadata = lb_chakra__metadata__unpack(NULL, length, here(r));
    if (!metadata)
        return lb_page_fail(r->page, 0, "its first message is not the metadata of a Chakra trace");
    lb_chakra__metadata__free_unpacked(metadata, NULL);
    r->at += length;
    return LB_OK;
}

/* ---- Nodes ---- */

/* A whole number that is not negative; *there: it is there at all. */
static int take_attr(const reading *r, const node *n, const char *name, uint64_t most, uint64_t *number, bool *there) {
    *there = false;
    *number = 0;
    for (size_t k = 0; k < n->n_attr; k++) {
        const LbChakra__Attr *a = n->attr[k];
        int64_t value = -1;
        if (strcmp(a->name, name) != 0)
            continue;
        *there = true;
        if (a->value_case == LB_CHAKRA__ATTR__VALUE_INT32_VAL)
            value = a->int32_val;
        else if (a->value_case == LB_CHAKRA__ATTR__VALUE_INT64_VAL)
            value = a->int64_val;
        else if (a->value_case == LB_CHAKRA__ATTR__VALUE_UINT32_VAL)
            value = a->uint32_val;
        else if (a->value_case == LB_CHAKRA__ATTR__VALUE_UINT64_VAL && a->uint64_val <= INT64_MAX)
            value = (int64_t)a->uint64_val;
        if (value < 0 || (uint64_t)value > most)
            return lb_page_fail(r->page, n->id, "%s is no whole number, or too large", name);
        *number = (uint64_t)value;
    }
    return LB_OK;
}

static int take_needed(const reading *r, const node *n, const char *name, uint64_t most, uint64_t *number) {
    bool there = false;
    int error = take_attr(r, n, name, most, number, &there);
    return error || there ? error : lb_page_fail(r->page, n->id, "the node has no %s", name);
}

static int take_message(const reading *r, const node *n, lb_deed *d) {
    uint64_t peer = 0, tag = 0;
    bool there = false;
    d->kind = n->type == SENDS ? LB_DEED_SEND : LB_DEED_RECEIVE;
    int error = take_needed(r, n, "comm_size", UINT64_C(1) << 62, &d->size);
    if (!error)
        error = take_needed(r, n, n->type == SENDS ? "comm_dst" : "comm_src", LB_MAX_NODES - 1, &peer);
    if (!error)
        error = take_attr(r, n, "comm_tag", UINT32_MAX - 1, &tag, &there);
    d->peer = (uint32_t)peer;
    d->tag = (uint32_t)tag;
    return error;
}

static int take_work(const reading *r, const node *n, lb_deed *d) {
    d->kind = LB_DEED_WORK;
    if (n->type != METADATA && n->type != COMPUTES)
        return lb_fail(r->page->why, LB_ERR_UNSUPPORTED,
                       "%s:%" PRIu64 ": of nodes, those that compute, send or receive are read", r->page->shown, n->id);
    if (n->duration_micros > UINT64_C(1) << 50)
        return lb_page_fail(r->page, n->id, "the node takes too long");
    d->size = n->duration_micros * 1000;
    return LB_OK;
}

static bool has_id(const void *user, uint32_t number) {
    const reading *r = user;
    return r->id[number] == r->id[r->ids];
}

/* The place of an id among the rank's nodes; LB_NONE: there is none. */
static uint32_t find(reading *r, uint64_t id) {
    r->id[r->ids] = id;
    return lb_index_find(&r->index, lb_hash_bits(id), has_id, r);
}

static int add_id(reading *r, uint64_t id) {
    void *grown = r->id;
    if (lb_grow(&grown, &r->id_room, r->ids + 2, sizeof *r->id)) /* and one that is looked for */
        return no_memory(r);
    r->id = grown;
    if (find(r, id) != LB_NONE)
        return lb_page_fail(r->page, id, "the trace has a node of this number already");
    return lb_index_add(&r->index, lb_hash_bits(id), (uint32_t)r->ids++) ? no_memory(r) : LB_OK;
}

static int add_deps(reading *r, const uint64_t *list, size_t count) {
    void *grown = r->dep;
    if ((r->deps + 2 * count) * sizeof *r->dep > r->m->memory)
        return lb_fail(r->page->why, LB_ERR_SIZE, "%s: so many nodes need more memory than is allowed", r->page->shown);
    if (lb_grow(&grown, &r->dep_room, r->deps + 2 * count, sizeof *r->dep))
        return no_memory(r);
    r->dep = grown;
    for (size_t k = 0; k < count; k++) {
        r->dep[r->deps++] = r->m->deeds - 1;
        r->dep[r->deps++] = list[k];
    }
    return LB_OK;
}

static int add_node(reading *r, const node *n) {
    lb_deed d = {.rank = r->rank, .line = n->id < LB_NONE ? (uint32_t)n->id : 0};
    int error = add_id(r, n->id);
    if (!error)
        error = n->type == SENDS || n->type == RECEIVES ? take_message(r, n, &d) : take_work(r, n, &d);
    if (!error)
        error = lb_messages_deed(r->m, r->page, d);
    if (!error)
        error = add_deps(r, n->data_deps, n->n_data_deps);
    return error ? error : add_deps(r, n->ctrl_deps, n->n_ctrl_deps);
}

static int take_node(reading *r) {
    uint64_t length = 0;
    int error = take_length(r, &length);
    if (error)
        return error;
    node *n = lb_chakra__node__unpack(NULL, length, here(r));
    if (!n)
        return lb_page_fail(r->page, 0, "not a node of a Chakra trace, at byte %" PRIu64, r->at);
    error = add_node(r, n);
    lb_chakra__node__free_unpacked(n, NULL);
    r->at += length;
    return error;
}

static int settle_deps(reading *r) {
    int error = LB_OK;
    for (uint64_t k = 0; k < r->deps && !error; k += 2) {
        uint32_t needs = find(r, r->dep[k + 1]);
        if (needs == LB_NONE)
            return lb_page_fail(r->page, r->m->deed[r->dep[k]].line, "the node depends on one that is not there");
        error = lb_messages_need(
            r->m, r->page,
            (lb_need){.deed = (uint32_t)r->dep[k], .needs = (uint32_t)(r->first + needs), .begun = false});
    }
    return error;
}

int lb_chakra_take(const lb_page *page, uint32_t rank, lb_messages *m) {
    reading r = {.page = page, .m = m, .rank = rank, .first = m->deeds};
    int error = take_metadata(&r);
    while (!error && r.at < page->size)
        error = take_node(&r);
    if (!error)
        error = settle_deps(&r);
    free(r.id);
    free(r.dep);
    lb_index_free(&r.index);
    return error;
}

#else

int lb_chakra_take(const lb_page *page, uint32_t rank, lb_messages *m) {
    (void)rank;
    (void)m;
    return lb_fail(page->why, LB_ERR_UNSUPPORTED, "%s: a Chakra trace, and this is built without Chakra (protobuf-c)",
                   page->shown);
}

#endif
