/* A Chakra trace is messages of protobuf, each after its length: metadata, then nodes. What sends and receives has its
 * size, peer and tag as attributes; what computes, its time. A node waits for all nodes that it depends on, by data or
 * control, which may come later in the file. */
#include "import/chakra_nodes.h"

#include "base/hash.h"
#include "import/index.h"
#include "import/wire.h"

#include <inttypes.h>
#include <stdlib.h>

enum { METADATA = 1, COMPUTES = 4, SENDS = 5, RECEIVES = 6, MOST_BYTES = 1 << 20 };

/* The numbers of the fields of a node, and of an attribute; chakra.proto has them all. */
enum { NODE_ID = 1, NODE_TYPE = 3, NODE_CONTROL = 4, NODE_DATA = 5, NODE_DURATION = 7, NODE_ATTR = 10 };
enum { ATTR_NAME = 1, ATTR_INT32 = 7, ATTR_INT64 = 9, ATTR_UINT32 = 11, ATTR_UINT64 = 13 };

/* Attributes that are asked for. */
enum { SIZE, TO, FROM, TAG, ASKED };
static const char *const names[ASKED] = {"comm_size", "comm_dst", "comm_src", "comm_tag"};

typedef struct node {
    uint64_t id, type, duration_micros;
    bool there[ASKED];
    int64_t attr[ASKED]; /* -1: no whole number */
} node;

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

/* The next message. */
static int take_bytes(reading *r, lb_wire *bytes) {
    uint64_t length = 0;
    int error = take_length(r, &length);
    if (error)
        return error;
    bytes->at = (const uint8_t *)r->page->bytes + r->at;
    bytes->end = bytes->at + length;
    r->at += length;
    return LB_OK;
}

static int take_metadata(reading *r) {
    lb_wire bytes;
    lb_wire_field field;
    int more = 1, error = take_bytes(r, &bytes);
    while (!error && (more = lb_wire_next(&bytes, &field)) > 0)
        ;
    return error || more == 0 ? error
                              : lb_page_fail(r->page, 0, "its first message is not the metadata of a Chakra trace");
}

/* ---- Nodes ---- */

/* Whole numbers of all sizes; a oneof: the last counts. */
static int take_attr(lb_wire bytes, node *n) {
    lb_wire_field field;
    unsigned which = ASKED;
    int64_t value = -1;
    int more;
    while ((more = lb_wire_next(&bytes, &field)) > 0) {
        if (field.number == ATTR_NAME && field.type == LB_WIRE_BYTES) {
            for (which = 0; which < ASKED && !lb_wire_is(&field.bytes, names[which]);)
                which++;
        } else if (field.number != ATTR_NAME) {
            bool whole = field.type == LB_WIRE_NUMBER && field.value <= INT64_MAX;
            bool narrow = field.number == ATTR_INT32 || field.number == ATTR_UINT32;
            bool wide = field.number == ATTR_INT64 || field.number == ATTR_UINT64;
            bool fits = wide || (narrow && field.value <= (field.number == ATTR_INT32 ? INT32_MAX : UINT32_MAX));
            value = whole && fits ? (int64_t)field.value : -1;
        }
    }
    if (which < ASKED) {
        n->there[which] = true;
        n->attr[which] = value;
    }
    return more;
}

static int add_dep(reading *r, uint64_t id) {
    void *grown = r->dep;
    if ((r->deps + 2) * sizeof *r->dep > r->m->memory)
        return lb_fail(r->page->why, LB_ERR_SIZE, "%s: so many nodes need more memory than is allowed", r->page->shown);
    if (lb_grow(&grown, &r->dep_room, r->deps + 2, sizeof *r->dep))
        return no_memory(r);
    r->dep = grown;
    r->dep[r->deps++] = r->m->deeds;
    r->dep[r->deps++] = id;
    return LB_OK;
}

/* One, or a list of them; -1: cut off. */
static int take_deps(reading *r, lb_wire_field *field, int *error) {
    uint64_t id = field->value;
    if (field->type == LB_WIRE_NUMBER)
        *error = add_dep(r, id);
    else if (field->type != LB_WIRE_BYTES)
        return -1;
    while (field->type == LB_WIRE_BYTES && !*error && field->bytes.at < field->bytes.end) {
        if (!lb_wire_number(&field->bytes, &id))
            return -1;
        *error = add_dep(r, id);
    }
    return 1;
}

/* 1: there is more to read of the node; -1: it is none. */
static int take_field(reading *r, lb_wire_field *field, node *n, int *error) {
    bool number = field->type == LB_WIRE_NUMBER;
    switch (field->number) {
    case NODE_ID: n->id = number ? field->value : n->id; return number ? 1 : -1;
    case NODE_TYPE: n->type = number ? field->value : n->type; return number ? 1 : -1;
    case NODE_DURATION: n->duration_micros = number ? field->value : 0; return number ? 1 : -1;
    case NODE_CONTROL:
    case NODE_DATA: return take_deps(r, field, error);
    case NODE_ATTR: return field->type == LB_WIRE_BYTES && take_attr(field->bytes, n) == 0 ? 1 : -1;
    default: return 1;
    }
}

static int check_attr(const reading *r, const node *n, unsigned which, bool needed, uint64_t most, uint64_t *number) {
    *number = 0;
    if (!n->there[which])
        return needed ? lb_page_fail(r->page, n->id, "the node has no %s", names[which]) : LB_OK;
    if (n->attr[which] < 0 || (uint64_t)n->attr[which] > most)
        return lb_page_fail(r->page, n->id, "%s is no whole number, or too large", names[which]);
    *number = (uint64_t)n->attr[which];
    return LB_OK;
}

static int take_message(const reading *r, const node *n, lb_deed *d) {
    uint64_t peer = 0, tag = 0;
    d->kind = n->type == SENDS ? LB_DEED_SEND : LB_DEED_RECEIVE;
    int error = check_attr(r, n, SIZE, true, UINT64_C(1) << 62, &d->size);
    if (!error)
        error = check_attr(r, n, n->type == SENDS ? TO : FROM, true, LB_MAX_NODES - 1, &peer);
    if (!error)
        error = check_attr(r, n, TAG, false, UINT32_MAX - 1, &tag);
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

static int add_node(reading *r, const node *n) {
    lb_deed d = {.rank = r->rank, .line = n->id < LB_NONE ? (uint32_t)n->id : 0};
    int error = add_id(r, n->id);
    if (!error)
        error = n->type == SENDS || n->type == RECEIVES ? take_message(r, n, &d) : take_work(r, n, &d);
    return error ? error : lb_messages_deed(r->m, r->page, d);
}

static int take_node(reading *r) {
    lb_wire bytes;
    lb_wire_field field;
    node n = {.id = 0};
    uint64_t at = r->at;
    int more = 1, error = take_bytes(r, &bytes);
    while (!error && more > 0 && (more = lb_wire_next(&bytes, &field)) > 0)
        more = take_field(r, &field, &n, &error);
    if (!error && more < 0)
        return lb_page_fail(r->page, 0, "not a node of a Chakra trace, at byte %" PRIu64, at);
    return error ? error : add_node(r, &n);
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
