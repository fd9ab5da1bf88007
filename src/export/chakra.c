/* Chakra's execution traces, as ASTRA-sim takes them for collectives of one's own: a file for each rank, of nodes that
 * send and receive. A send depends on the receives that brought what it sends, and on the send before it on its link;
 * its tag is the step. Each message of protobuf stands after its length. */
#include "export/formats.h"
#include "export/order.h"

#include "base/base.h"

#include <inttypes.h>

#ifdef LB_HAVE_CHAKRA

#include <chakra.pb-c.h>

#include <stdlib.h>

enum { SENDS = 5, RECEIVES = 6 };

/* A node is written when all that it depends on is known: when the next one comes. */
typedef struct trace {
    FILE *out;
    LbChakra__Node node;
    LbChakra__Attr size, peer, tag;
    LbChakra__Attr *attr[3];
    uint64_t *dep;
    uint64_t room;
    bool begun;
} trace;

static void put_length(FILE *out, uint64_t length) {
    for (; length >= 0x80; length >>= 7)
        putc((int)(length & 0x7F) | 0x80, out);
    putc((int)length, out);
}

static int put_message(FILE *out, const ProtobufCMessage *message) {
    size_t size = protobuf_c_message_get_packed_size(message);
    uint8_t *bytes = lb_array(size, 1);
    if (!bytes)
        return LB_ERR_MEMORY;
    put_length(out, size);
    fwrite(bytes, 1, protobuf_c_message_pack(message, bytes), out);
    free(bytes);
    return LB_OK;
}

static int put_node(trace *t) {
    t->node.data_deps = t->dep;
    return t->begun ? put_message(t->out, &t->node.base) : LB_OK;
}

static LbChakra__Attr number(char *name, uint64_t value, bool wide) {
    LbChakra__Attr a = LB_CHAKRA__ATTR__INIT;
    a.name = name;
    a.value_case = wide ? LB_CHAKRA__ATTR__VALUE_INT64_VAL : LB_CHAKRA__ATTR__VALUE_INT32_VAL;
    if (wide)
        a.int64_val = (int64_t)value;
    else
        a.int32_val = (int32_t)value;
    return a;
}

static int take_deed(void *user, const lb_order_deed *d) {
    /* Not const, as protobuf-c has it; nobody writes to them. */
    static char send[] = "send", receive[] = "recv";
    static char size[] = "comm_size", to[] = "comm_dst", from[] = "comm_src", tag[] = "comm_tag";
    trace *t = user;
    if (d->move->step > INT32_MAX || d->bytes > INT64_MAX)
        return LB_ERR_SIZE;
    int error = put_node(t);
    LbChakra__Node node = LB_CHAKRA__NODE__INIT;
    node.id = d->label;
    node.name = d->sends ? send : receive;
    node.type = d->sends ? SENDS : RECEIVES;
    node.n_attr = 3;
    node.attr = t->attr;
    t->size = number(size, d->bytes, true);
    t->peer = number(d->sends ? to : from, d->peer, false);
    t->tag = number(tag, d->move->step, false);
    t->node = node;
    t->begun = true;
    return error;
}

static int take_need(void *user, uint32_t label, uint32_t needed, bool begun) {
    trace *t = user;
    void *grown = t->dep;
    (void)label;
    (void)begun;
    if (lb_grow(&grown, &t->room, t->node.n_data_deps + 1, sizeof *t->dep))
        return LB_ERR_MEMORY;
    t->dep = grown;
    t->dep[t->node.n_data_deps++] = needed;
    return LB_OK;
}

static int put_trace(FILE *out, const lb_plan *plan, uint32_t rank, uint64_t bytes, lb_why *why) {
    static char version[] = "0.0.4";
    trace t = {.out = out, .attr = {&t.size, &t.peer, &t.tag}};
    const lb_order_visitor visitor = {.user = &t, .deed = take_deed, .need = take_need};
    LbChakra__Metadata metadata = LB_CHAKRA__METADATA__INIT;
    metadata.version = version;
    int error = put_message(out, &metadata.base);
    if (!error)
        error = lb_order_walk(plan, rank, bytes, &visitor, why);
    if (!error)
        error = put_node(&t);
    free(t.dep);
    if (error == LB_ERR_SIZE)
        return lb_fail(why, error, "Chakra: steps and sizes must fit 31 and 63 bits");
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "the export") : error;
}

#else

static int put_trace(FILE *out, const lb_plan *plan, uint32_t rank, uint64_t bytes, lb_why *why) {
    (void)out;
    (void)plan;
    (void)rank;
    (void)bytes;
    return lb_fail(why, LB_ERR_UNSUPPORTED, "this is built without Chakra (protobuf-c)");
}

#endif

int lb_export_chakra(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    uint64_t bytes = 0;
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan));
    if (lb_net_dead_nodes(lb_plan_net(plan)))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "Chakra has no words for dead nodes");
    if (options->rank >= nodes)
        return lb_fail(why, LB_ERR_ARG, "rank %" PRIu32 " of %" PRIu32 ": there is none", options->rank, nodes);
    int error = lb_order_block(plan, options->bytes, &bytes, why);
    return error ? error : put_trace(out, plan, options->rank, bytes, why);
}
