/* MSCCL XML: algo > gpu > tb > step, into a program. What other elements and attributes there are is passed over, as
 * the runtimes do. A thread block is a thread, a step an act; a connection is a channel between two ranks. */
#include "import/msccl.h"

#include "import/collective.h"
#include "import/msccl_block.h"
#include "import/msccl_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_SIMPLE = 2, ROOM_LL = 8 };

static int take_gpu(lb_msccl_reading *r) {
    int64_t id, *told = r->gpu.told;
    int error = lb_xml_number(&r->xml, "id", 0, (int64_t)r->a->ranks - 1, &id);
    if (!error)
        error = lb_xml_number(&r->xml, "i_chunks", 0, LB_MSCCL_CHUNKS, &told[0]);
    if (!error)
        error = lb_xml_number(&r->xml, "o_chunks", 0, LB_MSCCL_CHUNKS, &told[1]);
    if (!error)
        error = lb_xml_number(&r->xml, "s_chunks", 0, LB_MSCCL_CHUNKS, &told[2]);
    if (!error && r->there[id])
        error = lb_msccl_fail(r, "two gpus have the same number");
    if (error)
        return error;
    r->there[id] = true;
    r->gpu.rank = (uint32_t)id;
    r->gpu.first_act = r->a->acts;
    memset(r->gpu.thread, 0xFF, sizeof r->gpu.thread);
    lb_collective_lay_out(r->a, r->gpu.rank, r->in_place, (uint64_t)told[2], r->gpu.base, r->gpu.size);
    if (r->a->cells > LB_COLLECTIVE_CELLS)
        error = lb_msccl_fail(r, "more chunks than are supported");
    lb_msccl_limit_gpu(r);
    int more = 1;
    while (!error && (more = lb_xml_inside(&r->xml, "tb")) > 0)
        error = lb_msccl_take_block(r);
    error = error ? error : more;
    if (!error)
        lb_msccl_limit_gpu_over(r);
    return error ? error : lb_msccl_settle(r);
}

/* ---- The algorithm ---- */

static int take_kind(lb_msccl_reading *r) {
    const lb_slice *coll = lb_xml_find(&r->xml, "coll");
    if (coll && lb_collective_kind(coll->at, coll->length, &r->a->kind))
        return LB_OK;
    return lb_msccl_fail(
        r, coll ? "coll is none of allreduce, allgather, reducescatter, alltoall, broadcast, reduce, gather, "
                  "scatter"
                : "<algo> has no coll");
}

/* What is shown: printable, and not longer than a plan's name. */
static void take_name(lb_msccl_reading *r) {
    const lb_slice *name = lb_xml_find(&r->xml, "name");
    size_t length = name ? name->length : 0, most = sizeof r->a->name - 1;
    snprintf(r->a->name, sizeof r->a->name, "%.*s", (int)(length < most ? length : most), name ? name->at : "");
    for (char *p = r->a->name; *p; p++)
        *p = *p < ' ' || *p > '~' ? '?' : *p;
    if (!*r->a->name)
        snprintf(r->a->name, sizeof r->a->name, "msccl");
}

static int take_head(lb_msccl_reading *r, lb_msccl_calls *calls) {
    lb_acts *a = r->a;
    int64_t ranks, chunks, in_place = 0, out_of_place = 0;
    const lb_slice *protocol = lb_xml_find(&r->xml, "proto");
    take_name(r);
    int error = take_kind(r);
    if (!error)
        error = lb_xml_number(&r->xml, "ngpus", 1, LB_ACTS_RANKS, &ranks);
    if (!error)
        error = lb_xml_number(&r->xml, "nchunksperloop", 1, LB_MSCCL_CHUNKS, &chunks);
    if (!error)
        error = lb_xml_number(&r->xml, "inplace", 0, 1, &in_place);
    if (!error && lb_xml_find(&r->xml, "outofplace"))
        error = lb_xml_number(&r->xml, "outofplace", 0, 1, &out_of_place);
    if (error)
        return error;
    lb_msccl_limit_algo(r);
    *calls = (lb_msccl_calls){in_place, out_of_place || !in_place};
    a->ranks = (uint32_t)ranks;
    bool each = a->kind == LB_ALLGATHER || a->kind == LB_REDUCE_SCATTER || a->kind == LB_ALLTOALL;
    if (each && chunks % ranks)
        return lb_msccl_fail(r, "nchunksperloop is no multiple of ngpus: ranks have no equal parts");
    a->chunks = (uint32_t)(each ? chunks / ranks : chunks);
    a->room = protocol && lb_slice_is(protocol, "Simple") ? ROOM_SIMPLE : ROOM_LL;
    a->buffers = lb_zeroed(a->ranks, sizeof *a->buffers);
    r->there = lb_zeroed(a->ranks, sizeof *r->there);
    return a->buffers && r->there ? LB_OK : lb_msccl_no_memory(r);
}

/* The one rank that does not receive (of a broadcast or scatter) or send (of a reduce or gather). */
static uint32_t find_root(const lb_acts *a) {
    uint32_t found = 0, count = 0;
    bool tells = a->kind == LB_BROADCAST || a->kind == LB_SCATTER;
    for (uint32_t rank = 0; rank < a->ranks; rank++) {
        bool idle = true;
        for (uint64_t k = 0; k < a->connections; k++)
            idle = idle && (tells ? a->connection[k].to : a->connection[k].from) != rank;
        if (idle) {
            found = rank;
            count++;
        }
    }
    return count == 1 ? found : 0;
}

static int take_algo(lb_msccl_reading *r, uint32_t root, lb_msccl_calls *calls) {
    int more = lb_xml_next(&r->xml);
    if (more < 0)
        return more;
    if (more != LB_XML_BEGIN || !lb_xml_is(&r->xml, "algo"))
        return lb_msccl_fail(r, "an MSCCL file begins with <algo>");
    int error = take_head(r, calls);
    if (!error && !(r->in_place ? calls->in_place : calls->out_of_place))
        return LB_OK; /* it would not be run so */
    while (!error && (more = lb_xml_inside(&r->xml, "gpu")) > 0)
        error = take_gpu(r);
    error = error ? error : more;
    if (!error && lb_xml_next(&r->xml) != LB_XML_END_OF_FILE)
        error = lb_msccl_fail(r, "there is something after </algo>");
    for (uint32_t k = 0; k < r->a->ranks && !error; k++) {
        if (!r->there[k])
            error = lb_page_fail(r->xml.page, r->xml.line, "there is no gpu %u", (unsigned)k);
    }
    if (!error && root != LB_NONE && root >= r->a->ranks)
        error = lb_page_fail(r->xml.page, 0, "root %u is no rank of the file", (unsigned)root);
    if (!error)
        r->a->root = root != LB_NONE ? root : find_root(r->a);
    return error;
}

int lb_msccl_read(const lb_page *page, bool in_place, uint32_t root, lb_acts *a, lb_msccl_calls *calls) {
    lb_msccl_reading *r = lb_zeroed(1, sizeof *r);
    *a = (lb_acts){.ranks = 0};
    if (!r)
        return lb_fail_memory(page->why, "a program");
    r->a = a;
    r->in_place = in_place;
    lb_xml_open(&r->xml, page);
    int error = take_algo(r, root, calls);
    free(r->gpu.tells);
    free(r->there);
    free(r);
    return error;
}
