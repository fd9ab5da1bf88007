/* From moves to a plan: the network that they use, lanes for those that share a link, and a builder. */
#include "import/sketch.h"

#include "base/keyed.h"

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

/* Moves by their links, those over the same one by their steps. */
static lb_sketch_move *sort_moves(const lb_sketch *s) {
    lb_keyed *list = lb_array(s->moves, sizeof *list);
    for (uint64_t k = 0; list && k < s->moves; k++)
        list[k] = (lb_keyed){s->move[k].step, k};
    int error = list ? lb_sort_keyed(list, s->moves) : LB_ERR_MEMORY;
    for (uint64_t k = 0; !error && k < s->moves; k++)
        list[k].key = (uint64_t)s->move[list[k].at].from << 32 | s->move[list[k].at].to;
    if (!error)
        error = lb_sort_keyed(list, s->moves);
    lb_sketch_move *sorted = error ? NULL : lb_array(s->moves, sizeof *sorted);
    for (uint64_t k = 0; sorted && k < s->moves; k++)
        sorted[k] = s->move[list[k].at];
    free(list);
    return sorted;
}

/* Each pair of nodes once, as fast as the most that cross it in a step. */
static uint64_t find_links(const lb_sketch_move *move, uint64_t count, bool both, lb_link *link) {
    uint64_t links = 0;
    uint32_t together = 0;
    for (uint64_t k = 0; k < count; k++) {
        bool same = k > 0 && move[k].from == move[k - 1].from && move[k].to == move[k - 1].to;
        together = same && move[k].step == move[k - 1].step ? together + 1 : 1;
        if (!same)
            link[links++] = (lb_link){.from = move[k].from, .to = move[k].to, .speed = 1, .both = both};
        if (together > link[links - 1].speed)
            link[links - 1].speed = together;
    }
    return links;
}

/* Links that lead back must be there for every node to be reached; a tree's are not used. */
int lb_sketch_net(const lb_sketch *s, lb_net **net, lb_why *why) {
    lb_sketch_move *sorted = sort_moves(s);
    lb_link *link = lb_array(s->moves, sizeof *link);
    int error = sorted && link ? LB_OK : lb_fail_memory(why, "a network");
    if (!error) {
        error = lb_net_graph(s->nodes, link, find_links(sorted, s->moves, false, link), NULL, net, NULL);
        if (error == LB_ERR_ARG)
            error = lb_net_graph(s->nodes, link, find_links(sorted, s->moves, true, link), NULL, net, why);
        else if (error)
            error = lb_fail(why, error, "the network that the moves make is larger than is supported");
    }
    free(sorted);
    free(link);
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
