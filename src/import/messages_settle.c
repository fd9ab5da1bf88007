/* Messages, when all are there: who meets whom, over which link, and what follows what. */
#include "import/messages_settle.h"

#include "base/keyed.h"
#include "import/messages_any.h"
#include "import/messages_order.h"
#include "import/messages_servers.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Who meets whom ---- */

/* A deed, and by what it is told from others: the ends, and a tag. */
typedef struct place {
    uint32_t from, to, mark, deed;
} place;

static int by_mark(const place *x, const place *y) {
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->mark > y->mark) - (x->mark < y->mark);
}

static uint64_t ends_of(const lb_deed *d) {
    bool comes = d->kind == LB_DEED_RECEIVE;
    return (uint64_t)(comes ? d->peer : d->rank) << 32 | (comes ? d->rank : d->peer);
}

static place place_of(const lb_deed *d, uint64_t deed) {
    uint64_t ends = ends_of(d);
    return (place){.from = (uint32_t)(ends >> 32), .to = (uint32_t)ends, .mark = d->tag, .deed = (uint32_t)deed};
}

/* By ends of 16 bits and the mark in one word: deeds need not be looked at again, which are far apart by then. */
static int sort_narrow(const lb_messages *m, lb_keyed *list, uint64_t count, place *sorted) {
    for (uint64_t k = 0; k < count; k++) {
        place p = place_of(&m->deed[list[k].at], 0);
        list[k].key = (uint64_t)p.from << 48 | (uint64_t)p.to << 32 | p.mark;
    }
    int error = lb_sort_keyed(list, count);
    for (uint64_t k = 0; k < count && !error; k++)
        sorted[k] = (place){.from = (uint32_t)(list[k].key >> 48),
                            .to = list[k].key >> 32 & UINT16_MAX,
                            .mark = (uint32_t)list[k].key,
                            .deed = (uint32_t)list[k].at};
    return error;
}

/* By the mark, then by ends of 32 bits. */
static int sort_wide(const lb_messages *m, lb_keyed *list, uint64_t count, place *sorted) {
    for (uint64_t k = 0; k < count; k++)
        list[k].key = place_of(&m->deed[list[k].at], 0).mark;
    int error = lb_sort_keyed(list, count);
    for (uint64_t k = 0; k < count && !error; k++)
        list[k].key = ends_of(&m->deed[list[k].at]);
    if (!error)
        error = lb_sort_keyed(list, count);
    for (uint64_t k = 0; k < count && !error; k++)
        sorted[k] = place_of(&m->deed[list[k].at], list[k].at);
    return error;
}

/* All deeds of a kind, in order; the mark is the tag. */
static place *sort_deeds(const lb_messages *m, lb_deed_kind kind, uint64_t *count) {
    lb_keyed *list = lb_array(m->deeds, sizeof *list);
    *count = 0;
    for (uint32_t k = 0; list && k < m->deeds; k++) {
        if (m->deed[k].kind == kind)
            list[(*count)++].at = k;
    }
    place *sorted = list ? lb_array(*count, sizeof *sorted) : NULL;
    if (sorted && (m->ranks <= UINT16_MAX ? sort_narrow : sort_wide)(m, list, *count, sorted)) {
        free(sorted);
        sorted = NULL;
    }
    free(list);
    return sorted;
}

static int alone(const lb_messages *m, const lb_page *page, uint32_t deed) {
    const lb_deed *d = &m->deed[deed];
    lb_page own = lb_messages_page(m, page, d->rank);
    if (d->kind == LB_DEED_SEND)
        return lb_page_broken(&own, d->line, "unreceived", "rank %" PRIu32 " never receives what is sent to it here",
                              d->peer);
    return lb_page_broken(&own, d->line, "deadlock",
                          "rank %" PRIu32 " waits here for a message of rank %" PRIu32 " that never comes", d->rank,
                          d->peer);
}

static int pair(lb_messages *m, const lb_page *page, uint32_t send, uint32_t receive) {
    lb_deed *s = &m->deed[send], *r = &m->deed[receive];
    s->partner = receive;
    r->partner = send;
    if (__builtin_add_overflow(m->bytes, s->size, &m->bytes))
        return lb_page_fail(page, s->line, "the messages have more bytes than 64 bits count");
    if (s->size == r->size)
        return LB_OK;
    lb_page own = lb_messages_page(m, page, r->rank);
    return lb_page_broken(&own, r->line, "count",
                          "rank %" PRIu32 " receives %" PRIu64 " bytes here, and rank %" PRIu32 " sends it %" PRIu64,
                          r->rank, r->size, s->rank, s->size);
}

/* The first of those that have no partner, by line. */
static int pair_all(lb_messages *m, const lb_page *page) {
    uint64_t sends = 0, receives = 0, r = 0;
    place *send = sort_deeds(m, LB_DEED_SEND, &sends), *receive = NULL;
    receive = sort_deeds(m, LB_DEED_RECEIVE, &receives);
    int error = send && receive ? LB_OK : lb_fail_memory(page->why, "messages");
    for (uint64_t s = 0; s < sends && !error; s++) {
        while (r < receives && by_mark(&receive[r], &send[s]) < 0)
            r++;
        if (r < receives && by_mark(&receive[r], &send[s]) == 0)
            error = pair(m, page, send[s].deed, receive[r++].deed);
    }
    m->sends = sends;
    free(send);
    free(receive);
    for (uint32_t k = 0; k < m->deeds && !error; k++) {
        if (m->deed[k].partner == LB_NONE && m->deed[k].kind != LB_DEED_WORK)
            error = alone(m, page, k);
    }
    return error;
}

/* ---- Over which link ---- */

/* How many lanes there are from one to the other. */
static unsigned lanes_of(const lb_net *net, uint32_t from, uint32_t to) {
    unsigned lanes = 0;
    for (unsigned port = lb_port_to(net, from, to); port != LB_NONE && port < net->ports; port++)
        lanes += lb_neighbor(net, from, port) == to && lb_link_here(net, from, port);
    return lanes;
}

/* Links come in the order of their ends: those between the same two stand together. */
static int check_links(const lb_messages *m, const lb_sketch *links, const lb_page *page, const lb_net *net) {
    unsigned lanes = 0, taken = 0;
    for (uint64_t k = 0; k < links->moves; k++) {
        const lb_sketch_move *l = &links->move[k];
        bool same = k > 0 && l->from == l[-1].from && l->to == l[-1].to;
        lanes = same ? lanes : lanes_of(net, l->from, l->to);
        taken = same ? taken + 1 : 1;
        if (taken <= lanes)
            continue;
        lb_page own = lb_messages_page(m, page, l->from);
        if (lanes == 0)
            return lb_page_broken(&own, l->line, "link", "there is no link from %" PRIu32 " to %" PRIu32, l->from,
                                  l->to);
        return lb_page_broken(&own, l->line, "link",
                              "more interfaces are used from %" PRIu32 " to %" PRIu32 " than there are links", l->from,
                              l->to);
    }
    return LB_OK;
}

static int use_net(lb_messages *m, const lb_page *page, const lb_sketch *links, const lb_net *net) {
    if (!net)
        return lb_sketch_net(links, &m->net, NULL) == LB_ERR_MEMORY ? lb_fail_memory(page->why, "a network") : LB_OK;
    if (lb_net_nodes(net) != m->ranks)
        return lb_page_fail(page, 0, "the file has %" PRIu32 " ranks, the network %" PRIu32 " nodes", m->ranks,
                            lb_net_nodes(net));
    m->net = lb_zeroed(1, sizeof *m->net);
    if (!m->net)
        return lb_fail_memory(page->why, "a network");
    lb_net_copy(m->net, net);
    return check_links(m, links, page, net);
}

static int find_links(lb_messages *m, const lb_page *page, const lb_net *net) {
    lb_sketch links = {.nodes = m->ranks};
    int error = lb_messages_servers(m, page, LB_DEED_SEND, &links);
    m->links = m->servers;
    if (!error)
        error = use_net(m, page, &links, net);
    if (!error)
        error = lb_messages_servers(m, page, LB_DEED_WORK, NULL);
    lb_sketch_free(&links);
    return error;
}

/* ---- What follows what ---- */

static int list_followers(lb_messages *m, const lb_page *page) {
    m->first = lb_zeroed(m->deeds + 2, sizeof *m->first);
    m->follower = lb_array(m->needs, sizeof *m->follower);
    if (!m->first || !m->follower)
        return lb_fail_memory(page->why, "messages");
    uint64_t *first = m->first + 1; /* ends as the first of the next */
    for (uint64_t k = 0; k < m->needs; k++)
        first[m->need[k].needs + 1]++;
    for (uint64_t k = 0; k < m->deeds; k++)
        first[k + 1] += first[k];
    for (uint64_t k = 0; k < m->needs; k++)
        m->follower[first[m->need[k].needs]++] = 2 * m->need[k].deed + m->need[k].begun;
    return LB_OK;
}

static int check_ends(const lb_messages *m, const lb_page *page) {
    for (uint64_t k = 0; k < m->deeds; k++) {
        const lb_deed *d = &m->deed[k];
        if (d->kind == LB_DEED_WORK || (d->peer < m->ranks && d->peer != d->rank))
            continue;
        lb_page own = lb_messages_page(m, page, d->rank);
        return lb_page_broken(&own, d->line, "link", "there is no link between %" PRIu32 " and %" PRIu32, d->rank,
                              d->peer);
    }
    return LB_OK;
}

int lb_messages_settle(lb_messages *m, const lb_page *page, const lb_net *net) {
    int error = lb_messages_any(m, page);
    if (!error)
        error = check_ends(m, page);
    if (!error)
        error = pair_all(m, page);
    if (!error)
        error = find_links(m, page, net);
    if (!error)
        error = list_followers(m, page);
    return error ? error : lb_messages_order(m, page);
}
