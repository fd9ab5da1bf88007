/* From moves to a plan: the network that they use, lanes for those that share a link, and a builder. */
#include "import/sketch.h"

#include "base/hash.h"
#include "base/keyed.h"
#include "import/index.h"

#include <inttypes.h>
#include <stdlib.h>

int lb_sketch_move_add(lb_sketch *s, lb_sketch_move move) {
    void *grown = s->move;
    if (lb_grow(&grown, &s->move_room, s->moves + 1, sizeof *s->move))
        return LB_ERR_MEMORY;
    s->move = grown;
    move.item = s->items;
    s->move[s->moves++] = move;
    return LB_OK;
}

int lb_sketch_item_add(lb_sketch *s, lb_item item) {
    void *grown = s->item;
    if (lb_grow(&grown, &s->item_room, s->items + 1, sizeof *s->item))
        return LB_ERR_MEMORY;
    s->item = grown;
    s->item[s->items++] = item;
    return LB_OK;
}

void lb_sketch_free(lb_sketch *s) {
    free(s->move);
    free(s->item);
    *s = (lb_sketch){.nodes = 0};
}

/* ---- The network ---- */

/* A pair of nodes that moves go between: how many in the step that was seen last, and the most in one. */
typedef struct lane {
    uint32_t from, to, step, together, most;
} lane;

typedef struct lanes {
    lane *lane;
    uint64_t count, room;
    lb_index index;
} lanes;

/* Whether one is the one that stands behind the last. */
static bool is_lane(const void *user, uint32_t number) {
    const lanes *l = user;
    return l->lane[number].from == l->lane[l->count].from && l->lane[number].to == l->lane[l->count].to;
}

static int cross(lanes *l, const lb_sketch_move *m) {
    void *grown = l->lane;
    if (lb_grow(&grown, &l->room, l->count + 1, sizeof *l->lane))
        return LB_ERR_MEMORY;
    l->lane = grown;
    l->lane[l->count] = (lane){.from = m->from, .to = m->to};
    uint64_t hash = lb_hash_bits((uint64_t)m->from << 32 | m->to);
    uint32_t found = lb_index_find(&l->index, hash, is_lane, l);
    if (found == LB_NONE) {
        found = (uint32_t)l->count++;
        if (lb_index_add(&l->index, hash, found))
            return LB_ERR_MEMORY;
    }
    lane *at = &l->lane[found];
    at->together = at->step == m->step ? at->together + 1 : 1;
    at->step = m->step;
    at->most = at->together > at->most ? at->together : at->most;
    return LB_OK;
}

/* Moves in the order of their steps; *list stays NULL where they stand in it, as those of most files do. */
static int order_moves(const lb_sketch *s, lb_keyed **list) {
    uint64_t k = 1;
    while (k < s->moves && s->move[k].step >= s->move[k - 1].step)
        k++;
    *list = k < s->moves ? lb_array(s->moves, sizeof **list) : NULL;
    if (k >= s->moves || !*list)
        return k < s->moves ? LB_ERR_MEMORY : LB_OK;
    for (k = 0; k < s->moves; k++)
        (*list)[k] = (lb_keyed){s->move[k].step, k};
    return lb_sort_keyed(*list, s->moves);
}

static int find_lanes(const lb_sketch *s, lanes *l) {
    lb_keyed *list = NULL;
    int error = order_moves(s, &list);
    for (uint64_t k = 0; k < s->moves && !error; k++)
        error = cross(l, &s->move[list ? list[k].at : k]);
    free(list);
    return error;
}

/* Each pair of nodes once, in the order of their numbers, as fast as the most that cross it in a step. */
static int list_links(const lanes *l, lb_link *link) {
    lb_keyed *list = lb_array(l->count, sizeof *list);
    for (uint64_t k = 0; list && k < l->count; k++)
        list[k] = (lb_keyed){(uint64_t)l->lane[k].from << 32 | l->lane[k].to, k};
    int error = list ? lb_sort_keyed(list, l->count) : LB_ERR_MEMORY;
    for (uint64_t k = 0; k < l->count && !error; k++) {
        const lane *from = &l->lane[list[k].at];
        link[k] = (lb_link){.from = from->from, .to = from->to, .speed = from->most};
    }
    free(list);
    return error;
}

/* Links that lead back must be there for every node to be reached; a tree's are not used. */
static int make_net(const lb_sketch *s, lb_link *link, uint64_t links, lb_net **net, lb_why *why) {
    int error = lb_net_graph(s->nodes, link, links, NULL, net, NULL);
    if (error && error != LB_ERR_ARG)
        return lb_fail(why, error, "the network that the moves make is larger than is supported");
    for (uint64_t k = 0; k < links && error; k++)
        link[k].both = true;
    return error ? lb_net_graph(s->nodes, link, links, NULL, net, why) : LB_OK;
}

int lb_sketch_net(const lb_sketch *s, lb_net **net, lb_why *why) {
    lanes l = {.count = 0};
    int error = find_lanes(s, &l);
    lb_link *link = error ? NULL : lb_array(l.count, sizeof *link);
    error =
        link && list_links(&l, link) == LB_OK ? make_net(s, link, l.count, net, why) : lb_fail_memory(why, "a network");
    free(link);
    free(l.lane);
    lb_index_free(&l.index);
    return error ? error : lb_net_by_name(net, why);
}

/* ---- The plan ---- */

/* Of several lanes a packet takes the first that has none in this step. */
static unsigned find_port(const lb_net *net, const lb_sketch_move *move, uint32_t *taken) {
    unsigned first = lb_port_to(net, move->from, move->to);
    for (unsigned port = first; first != LB_NONE && port < net->ports; port++) {
        uint32_t *last = &taken[(uint64_t)move->from * net->ports + port];
        if (lb_neighbor(net, move->from, port) == move->to && *last != move->step &&
            lb_link_here(net, move->from, port)) {
            *last = move->step;
            return port;
        }
    }
    return first;
}

static int add_move(const lb_sketch *s, const lb_page *page, uint64_t at, uint32_t *taken, lb_builder *b) {
    const lb_sketch_move *m = &s->move[at];
    unsigned port = find_port(lb_task_net(b->task), m, taken);
    uint64_t end = at + 1 < s->moves ? s->move[at + 1].item : s->items, block;
    if (port == LB_NONE)
        return lb_page_broken(page, m->line, "link", "there is no link from %" PRIu32 " to %" PRIu32, m->from, m->to);
    lb_build_move(b, m->step, m->from, port, m->op);
    for (uint64_t k = m->item; k < end; k++) {
        const lb_item *item = &s->item[k];
        if (item->lo >= item->hi || item->hi > s->denominator ||
            lb_task_find(b->task, item->origin, item->dest, item->copy, &block))
            return lb_page_broken(page, m->line, "block", "the packet has a block that is not of the task");
        lb_build_item(b, *item);
    }
    return b->error ? lb_fail_memory(page->why, "a plan's moves") : LB_OK;
}

static int build(const lb_sketch *s, const lb_page *page, const lb_task *task, lb_plan **plan) {
    const lb_net *net = lb_task_net(task);
    uint32_t *taken = lb_zeroed((uint64_t)net->nodes * net->ports, sizeof *taken);
    lb_builder b;
    lb_build_begin(&b, task, LB_EXPLICIT, s->packet ? LB_UNIT : LB_LINEAR, 0, s->denominator, s->packet);
    int error = taken ? LB_OK : lb_fail_memory(page->why, "a plan's moves");
    for (uint64_t k = 0; k < s->moves && !error; k++)
        error = add_move(s, page, k, taken, &b);
    free(taken);
    if (!error)
        return lb_build_finish(&b, s->algorithm, plan, page->why);
    lb_build_abandon(&b);
    return error;
}

static int check_ends(const lb_sketch *s, const lb_page *page) {
    for (uint64_t k = 0; k < s->moves; k++) {
        const lb_sketch_move *m = &s->move[k];
        if (m->from >= s->nodes || m->to >= s->nodes || m->from == m->to)
            return lb_page_broken(page, m->line, "link", "there is no link from %" PRIu32 " to %" PRIu32, m->from,
                                  m->to);
    }
    return LB_OK;
}

static int use_net(const lb_sketch *s, const lb_page *page, const lb_net *net, lb_plan **plan) {
    lb_task *task = NULL;
    int error = lb_task_create(net, s->kind, &s->params, &task, page->why);
    if (!error)
        error = build(s, page, task, plan);
    lb_task_free(task);
    return error;
}

/* Plans have a place for every step: one move in step 10^9 would take hours and gigabytes. */
static int check_steps(const lb_sketch *s, const lb_page *page) {
    uint32_t last = 0;
    for (uint64_t i = 0; i < s->moves; i++)
        last = s->move[i].step > last ? s->move[i].step : last;
    if (last <= s->moves + LB_IDLE_STEPS)
        return LB_OK;
    lb_page_fail(page, 0, "%" PRIu32 " steps for %" PRIu64 " moves are too many to hold", last, s->moves);
    return LB_ERR_SIZE;
}

int lb_sketch_plan(const lb_sketch *s, const lb_page *page, const lb_net *net, lb_plan **plan) {
    lb_net *made = NULL;
    lb_why why = {""};
    *plan = NULL;
    if (net && lb_net_nodes(net) != s->nodes)
        return lb_page_fail(page, 0, "the file has %" PRIu32 " ranks, the network %" PRIu32 " nodes", s->nodes,
                            lb_net_nodes(net));
    int error = check_steps(s, page);
    if (!error)
        error = check_ends(s, page);
    if (error || net)
        return error ? error : use_net(s, page, net, plan);
    error = lb_sketch_net(s, &made, &why);
    /* Whom no move reaches can have nothing, but for tasks that are not for everybody. */
    if (error == LB_ERR_ARG && s->kind != LB_SEND && s->kind != LB_PERMUTE)
        error = lb_page_broken(page, 0, "delivered", "%s", why.text);
    else if (error)
        lb_explain(page->why, "%s: %s", page->shown, why.text);
    else
        error = use_net(s, page, made, plan);
    lb_net_free(made);
    return error;
}
