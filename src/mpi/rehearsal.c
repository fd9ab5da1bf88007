/* The packets of a plan. Symmetric plans are gone through at node 0 alone: what it sends through a port, the one there
 * sends to it at the same time through the same. Others are gone through at all nodes, explicit ones only if these are
 * few, and if no packet flies over others' links: there it would seem to wait for all that it shares them with. A
 * scan's packet waits for all spans that it is laid out of (chains.h). */
#include "mpi/rehearsal.h"

#include "mpi/memory.h"
#include "mpi/rehearsal_packets.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_ENTRIES = 1 << 17,
    MOST_CELLS = 1 << 18,
    MOST_WAY = 64,
    MOST_CUTS = 512,
    MOST_EXPLICIT = 32,
    MOST_SPANNED = 64
};

/* ---- Lists ---- */

static int append(lb_packet_list *l, uint32_t value) {
    if (l->count == l->room) {
        uint32_t room = l->room ? 2 * l->room : 256;
        uint32_t *more = room > MOST_ENTRIES ? NULL : realloc(l->at, room * sizeof *more);
        if (!more)
            return room > MOST_ENTRIES ? LB_ERR_UNSUPPORTED : LB_ERR_MEMORY;
        l->at = more;
        l->room = room;
    }
    l->at[l->count++] = value;
    return LB_OK;
}

static int add_packet(lb_rehearsal *r, const lb_packet *p) {
    if (r->count == r->room) {
        uint32_t room = r->room ? 2 * r->room : 256;
        lb_packet *more = room > MOST_ENTRIES ? NULL : realloc(r->packets, room * sizeof *more);
        if (!more)
            return room > MOST_ENTRIES ? LB_ERR_UNSUPPORTED : LB_ERR_MEMORY;
        r->packets = more;
        r->room = room;
    }
    r->packets[r->count++] = *p;
    return LB_OK;
}

/* ---- Every packet that counts ---- */

typedef int (*visitor)(lb_rehearsal *r, const lb_move *sent, const lb_move *received);

/* Node 0's own packets; what comes in is what it sends, seen from there. */
static int visit_own(lb_rehearsal *r, visitor visit) {
    lb_program *sends = NULL, *receives = NULL;
    int error = lb_program_create(r->plan, 0, &sends, NULL);
    if (!error)
        error = lb_program_create(r->plan, 0, &receives, NULL);
    for (unsigned port = 0; !error && port < lb_net_ports(lb_plan_net(r->plan)); port++) {
        uint64_t count = lb_program_count(receives, port, LB_RECEIVES);
        for (uint64_t i = 0; i < count && !error; i++) {
            lb_move in, out;
            lb_program_packet(receives, port, LB_RECEIVES, i, &in);
            lb_program_packet(sends, in.port, LB_SENDS, i, &out);
            error = visit(r, &out, &in);
        }
    }
    lb_program_free(sends);
    lb_program_free(receives);
    return error;
}

static int visit_all(lb_rehearsal *r, visitor visit) {
    lb_cursor *cursor;
    lb_move move;
    int error = lb_cursor_open(r->plan, &cursor, NULL);
    if (error)
        return error;
    while (!error && lb_cursor_next(cursor, &move) == 1)
        error = visit(r, &move, &move);
    lb_cursor_close(cursor);
    return error;
}

static int visit_packets(lb_rehearsal *r, visitor visit) {
    return r->symmetric ? visit_own(r, visit) : visit_all(r, visit);
}

/* ---- Pieces ---- */

static int compare_cuts(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static uint32_t find_cut(const lb_rehearsal *r, uint64_t value) {
    if (value < r->cuts && r->cut[value] == value)
        return (uint32_t)value; /* everywhere */
    const uint64_t *at = bsearch(&value, r->cut, r->cuts, sizeof value, compare_cuts);
    return (uint32_t)(at - r->cut);
}

static void add_cut(lb_rehearsal *r, uint64_t value) {
    for (uint32_t i = r->cuts; i-- > 0;) {
        if (r->cut[i] == value)
            return;
    }
    r->cut[r->cuts++] = value;
}

static int note_cuts(lb_rehearsal *r, const lb_move *sent, const lb_move *received) {
    (void)received;
    for (uint32_t i = 0; i < sent->nitems; i++) {
        if (r->cuts + 2 > MOST_CUTS)
            return LB_ERR_UNSUPPORTED;
        add_cut(r, sent->items[i].lo);
        add_cut(r, sent->items[i].hi);
    }
    return LB_OK;
}

/* Scans are pipelines, which use every cut that there may be. */
static void cut_everywhere(lb_rehearsal *r, uint32_t parts) {
    for (r->cuts = 0; r->cuts <= parts; r->cuts++)
        r->cut[r->cuts] = r->cuts;
}

static int find_cuts(lb_rehearsal *r) {
    uint64_t parts = lb_plan_denominator(r->plan);
    r->cut = lb_mpi_take(MOST_CUTS, sizeof *r->cut);
    if (r->cut && r->spans && parts < MOST_CUTS) {
        cut_everywhere(r, (uint32_t)parts);
        return LB_OK;
    }
    int error = r->cut ? visit_packets(r, note_cuts) : LB_ERR_MEMORY;
    if (!error)
        qsort(r->cut, r->cuts, sizeof *r->cut, compare_cuts);
    return error;
}

/* ---- Making it ---- */

/* What a node sends of spans, and what has come to it. */
static int add_span_cells(lb_rehearsal *r, const lb_move *move, bool sent, lb_packet_list *l) {
    int error = LB_OK;
    for (uint32_t i = 0; i < move->nitems; i++) {
        const lb_item *item = &move->items[i];
        for (uint32_t c = find_cut(r, item->lo); r->cut[c] < item->hi && !error; c++) {
            uint32_t parts = sent ? lb_chains_find(&r->chains, move->from, c, item, move->step) : 1;
            error = parts ? LB_OK : LB_ERR_UNSUPPORTED;
            if (!sent)
                error = lb_chains_add(&r->chains, move->to, c, item, move->step);
            for (uint32_t k = 0; k < parts && !error; k++)
                error = append(l, r->chains.chain[k]);
        }
    }
    return error;
}

static int add_cells(lb_rehearsal *r, const lb_move *move, uint32_t node, lb_packet_list *l) {
    const lb_task *task = lb_plan_task(r->plan);
    for (uint32_t i = 0; i < move->nitems; i++) {
        const lb_item *item = &move->items[i];
        uint64_t block;
        if (lb_task_find(task, item->origin, item->dest, item->copy, &block))
            return LB_ERR_UNSUPPORTED;
        uint64_t first = ((r->symmetric ? 0 : node) * lb_task_blocks(task) + block) * (r->cuts - 1);
        for (uint32_t c = find_cut(r, item->lo); r->cut[c] < item->hi; c++) {
            int error = append(l, (uint32_t)(first + c));
            if (error)
                return error;
        }
    }
    return LB_OK;
}

static int add_links(lb_rehearsal *r, const lb_move *move) {
    uint32_t way[MOST_WAY], at = move->from, ports = lb_net_ports(r->net);
    uint32_t hops = lb_port_links(lb_plan_net(r->plan), move->port);
    if (hops > MOST_WAY || (hops > 1 && lb_plan_orbit(r->plan) == LB_EXPLICIT))
        return LB_ERR_UNSUPPORTED;
    uint32_t links = lb_port_way(lb_plan_net(r->plan), at, move->port, way);
    for (uint32_t i = 0; i < links; at = way[i++]) {
        unsigned port = links == 1 ? move->port : 0;
        while (links > 1 && port < ports && lb_neighbor(r->net, at, port) != way[i])
            port++;
        if (port >= ports)
            return LB_ERR_UNSUPPORTED;
        int error = append(&r->links, (r->symmetric ? 0 : at) * ports + port);
        if (error)
            return error;
    }
    return LB_OK;
}

static int note_packet(lb_rehearsal *r, const lb_move *sent, const lb_move *received) {
    lb_packet p = {.step = sent->step, .link = r->links.count, .from = r->from.count, .to = r->to.count};
    for (uint32_t i = 0; i < sent->nitems; i++)
        p.share += (double)(sent->items[i].hi - sent->items[i].lo) / (double)lb_plan_denominator(r->plan);
    int error = add_links(r, sent);
    if (!error)
        error = r->spans ? add_span_cells(r, sent, true, &r->from) : add_cells(r, sent, sent->from, &r->from);
    if (!error)
        error = r->spans ? add_span_cells(r, received, false, &r->to) : add_cells(r, received, received->to, &r->to);
    p.links = r->links.count - p.link;
    p.hops = p.links ? p.links - 1 : 0;
    r->flies = r->flies || p.hops > 0;
    p.froms = r->from.count - p.from;
    p.tos = r->to.count - p.to;
    return error ? error : add_packet(r, &p);
}

static int compare_packets(const void *a, const void *b) {
    const lb_packet *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

/* By steps, in which they mostly come. */
static void sort(lb_rehearsal *r) {
    uint32_t i = 1;
    while (i < r->count && compare_packets(&r->packets[i - 1], &r->packets[i]) <= 0)
        i++;
    if (i < r->count)
        qsort(r->packets, r->count, sizeof *r->packets, compare_packets);
}

/* What is there from the start: of spans the nodes' own, which are the first. */
static int begin_spans(lb_rehearsal *r, uint64_t nodes, uint64_t each) {
    if (nodes * each > MOST_CELLS)
        return LB_ERR_UNSUPPORTED;
    return lb_chains_begin(&r->chains, (uint32_t)nodes, (uint32_t)each);
}

static int end_spans(lb_rehearsal *r) {
    r->cells = r->chains.cells;
    r->ready = r->cells > MOST_CELLS ? NULL : lb_mpi_take(r->cells, sizeof *r->ready);
    if (!r->ready)
        return r->cells > MOST_CELLS ? LB_ERR_UNSUPPORTED : LB_ERR_MEMORY;
    memset(r->ready, 1, (size_t)r->chains.nodes * r->chains.pieces * sizeof *r->ready);
    return LB_OK;
}

/* Everything is there from the start where it begins: sums have something everywhere. */
static int begin_blocks(lb_rehearsal *r, uint64_t nodes, uint64_t each) {
    const lb_task *task = lb_plan_task(r->plan);
    uint64_t blocks = lb_task_blocks(task);
    if (blocks * each * nodes > MOST_CELLS)
        return LB_ERR_UNSUPPORTED;
    r->cells = (uint32_t)(blocks * each * nodes);
    r->ready = lb_mpi_take(r->cells, sizeof *r->ready);
    if (!r->ready)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < nodes * blocks; i++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, i % blocks, &origin, &dest, &copy);
        for (uint64_t c = 0; c < each; c++)
            r->ready[i * each + c] = r->sums || origin == i / blocks;
    }
    return LB_OK;
}

static int lay_out(lb_rehearsal *r) {
    uint64_t each = r->cuts - 1, nodes = r->symmetric ? 1 : lb_net_nodes(r->net);
    r->free = lb_mpi_take(nodes * lb_net_ports(r->net), sizeof *r->free);
    if (!r->free)
        return LB_ERR_MEMORY;
    return r->spans ? begin_spans(r, nodes, each) : begin_blocks(r, nodes, each);
}

static bool can_rehearse(const lb_plan *plan, const lb_net *links) {
    lb_class class = lb_task_class(lb_plan_task(plan));
    if (lb_plan_orbit(plan) == LB_EXPLICIT && lb_net_nodes(links) > (class == LB_SPAN ? MOST_SPANNED : MOST_EXPLICIT))
        return false;
    return lb_net_is_whole(links) && lb_net_is_torus(links) && lb_plan_steps(plan) > 0;
}

static uint64_t count_bytes(const lb_rehearsal *r) {
    uint64_t nodes = r->symmetric ? 1 : lb_net_nodes(r->net);
    return sizeof *r + MOST_CUTS * sizeof *r->cut + (uint64_t)r->room * sizeof *r->packets +
           ((uint64_t)r->links.room + r->from.room + r->to.room) * sizeof *r->links.at + r->cells * sizeof *r->ready +
           nodes * lb_net_ports(r->net) * sizeof *r->free;
}

int lb_rehearsal_create(const lb_plan *plan, const lb_net *links, lb_rehearsal **rehearsal) {
    lb_rehearsal *r = lb_mpi_take(1, sizeof *r);
    *rehearsal = NULL;
    if (!r)
        return LB_ERR_MEMORY;
    r->plan = plan;
    r->net = links;
    r->symmetric = lb_plan_orbit(plan) == LB_SYMMETRIC;
    r->sums = lb_task_class(lb_plan_task(plan)) == LB_SUM;
    r->spans = lb_task_class(lb_plan_task(plan)) == LB_SPAN;
    int error = can_rehearse(plan, links) ? find_cuts(r) : LB_ERR_UNSUPPORTED;
    if (!error && r->cuts < 2)
        error = LB_ERR_UNSUPPORTED;
    if (!error)
        error = lay_out(r);
    if (!error)
        error = visit_packets(r, note_packet);
    if (!error && r->spans)
        error = end_spans(r);
    lb_chains_end(&r->chains);
    if (error) {
        lb_rehearsal_free(r);
        return error;
    }
    sort(r);
    r->plan = NULL;
    r->bytes = count_bytes(r);
    *rehearsal = r;
    return LB_OK;
}

uint64_t lb_rehearsal_bytes(const lb_rehearsal *r) {
    return r ? r->bytes : 0;
}

void lb_rehearsal_free(lb_rehearsal *r) {
    if (!r)
        return;
    free(r->cut);
    free(r->packets);
    free(r->links.at);
    free(r->from.at);
    free(r->to.at);
    free(r->ready);
    free(r->free);
    free(r);
}
