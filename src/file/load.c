/* A schedule file into memory, as an explicit plan. */
#include "file/read.h"
#include "file/words.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>

static int broken(const lb_reader *reader, lb_why *why, const char *what, const lb_move *move) {
    return lb_fail(why, LB_ERR_CHECK, "%s:%" PRIu64 ": %s (step %" PRIu32 ", %" PRIu32 " to %" PRIu32 ")",
                   reader->input.shown, reader->line, what, move->step, move->from, move->to);
}

/* A file says from where to where. Of several lanes a packet takes the first that has none in this step; where there is
 * no such lane, the first, and two packets on it will be found. `taken` has the last step of each lane; NULL: there are
 * none. */
static unsigned take_lane(const lb_net *net, uint32_t *taken, const lb_move *move) {
    unsigned first = lb_port_to(net, move->from, move->to);
    for (unsigned port = first; taken && port < net->ports; port++) {
        uint32_t *last = &taken[(uint64_t)move->from * net->ports + port];
        if (lb_neighbor(net, move->from, port) == move->to && *last != move->step &&
            lb_link_here(net, move->from, port)) {
            *last = move->step;
            return port;
        }
    }
    return first;
}

/* What loading keeps beside the builder. */
typedef struct loading {
    lb_builder builder;
    uint32_t *taken; /* lanes; NULL: there are none */
    lb_words *words; /* ways of flights; NULL: the network stores and forwards */
} loading;

/* A plan has room for real links and blocks only. Everything else about a move is for the checker. */
static int add_move(const lb_reader *reader, loading *l, const lb_move *move, lb_why *why) {
    const lb_task *task = reader->header.task;
    const lb_net *net = lb_task_net(task);
    lb_builder *builder = &l->builder;
    unsigned port;
    if (move->from >= lb_net_nodes(net) || move->to >= lb_net_nodes(net))
        return broken(reader, why, "there is no such node", move);
    int error = l->words ? lb_words_find(l->words, move, &port) : LB_OK;
    if (error == LB_ERR_SIZE)
        return broken(reader, why, "flights take more different ways than a plan can hold", move);
    if (error == LB_ERR_MEMORY)
        return lb_fail_memory(why, "the ways of flights");
    if (!l->words)
        port = take_lane(net, l->taken, move);
    if (error || port == LB_NONE)
        return broken(reader, why, "there is no such link", move);
    lb_build_move(builder, move->step, move->from, l->words ? 0 : port, (lb_op)move->op);
    if (l->words && !builder->error)
        builder->moves[builder->nmoves - 1].port = (uint8_t)port; /* of the network to come */
    for (uint32_t i = 0; i < move->nitems; i++) {
        uint64_t block;
        const lb_item *item = &move->items[i];
        if (lb_task_find(task, item->origin, item->dest, item->copy, &block))
            return broken(reader, why, "the packet has a block that is not of the task", move);
        lb_build_item(builder, *item);
    }
    return builder->error ? lb_fail_memory(why, "a plan's moves") : LB_OK;
}

/* What must be so for the plan to be the same schedule as the file. */
static int check_totals(const lb_reader *reader, uint64_t moves, uint32_t steps, lb_why *why) {
    const lb_header *h = &reader->header;
    if (reader->says_moves && h->moves != moves)
        return lb_fail(why, LB_ERR_CHECK, "%s:1: the header says %" PRIu64 " moves, the file has %" PRIu64,
                       reader->input.shown, h->moves, moves);
    if (reader->says_steps && h->steps != steps)
        return lb_fail(why, LB_ERR_CHECK, "%s:1: the header says %" PRIu32 " steps, the last move is in step %" PRIu32,
                       reader->input.shown, h->steps, steps);
    if (steps > moves + LB_IDLE_STEPS)
        return lb_fail(why, LB_ERR_SIZE, "%s:1: %" PRIu32 " steps for %" PRIu64 " moves are too many to hold",
                       reader->input.shown, steps, moves);
    return LB_OK;
}

static int add_moves(lb_reader *reader, loading *l, lb_why *why) {
    lb_move move;
    uint64_t moves = 0;
    uint32_t step = 0;
    int got;
    while ((got = lb_reader_next(reader, &move, why)) > 0) {
        if (move.step < step)
            return broken(reader, why, "steps are out of order", &move);
        step = move.step;
        moves++;
        int error = add_move(reader, l, &move, why);
        if (error)
            return error;
    }
    int error = got < 0 ? got : check_totals(reader, moves, step, why);
    reader->header.moves = moves;
    return error;
}

/* The builder makes one packet of two on the same link and step: a file that has two says something else. */
static int check_joined(const lb_reader *reader, lb_plan **plan, lb_why *why) {
    if (lb_plan_moves(*plan) == reader->header.moves)
        return LB_OK;
    lb_plan_free(*plan);
    *plan = NULL;
    return lb_fail(why, LB_ERR_CHECK, "%s: two packets are on one link in the same step", reader->input.shown);
}

static int begin(const lb_header *h, loading *l, lb_why *why) {
    const lb_net *net = lb_task_net(h->task);
    bool cuts = lb_net_routing(net) != LB_STORE_AND_FORWARD;
    *l = (loading){.taken = NULL};
    lb_build_begin(&l->builder, h->task, LB_EXPLICIT, h->clock, h->ports, h->denominator, h->packet);
    if (net->lanes)
        l->taken = lb_zeroed((uint64_t)net->nodes * net->ports, sizeof *l->taken);
    if (net->lanes && !l->taken)
        return lb_fail_memory(why, "the lanes of a network");
    return cuts ? lb_words_begin(net, &l->words, why) : LB_OK;
}

/* The plan, on the network of its flights if it has any. */
static int finish(const lb_header *h, loading *l, lb_plan **plan, lb_why *why) {
    lb_task *flown = NULL;
    int error = l->words ? lb_words_end(l->words, h->task, &l->builder, &flown, why) : LB_OK;
    if (error) {
        lb_build_abandon(&l->builder);
        return error;
    }
    if (flown)
        l->builder.task = flown;
    error = lb_build_finish(&l->builder, h->algorithm, plan, why);
    lb_task_free(flown);
    return error;
}

int lb_plan_load(lb_reader *reader, lb_plan **plan, lb_why *why) {
    const lb_header *h = &reader->header;
    loading l;
    *plan = NULL;
    int error = begin(h, &l, why);
    if (!error)
        error = add_moves(reader, &l, why);
    if (error)
        lb_build_abandon(&l.builder);
    else
        error = finish(h, &l, plan, why);
    free(l.taken);
    lb_words_free(l.words);
    if (!error)
        error = check_joined(reader, plan, why);
    if (!error) {
        (*plan)->control_before = h->control_before;
        (*plan)->control_after = h->control_after;
    }
    lb_reader_close(reader);
    return error;
}

int lb_plan_read(const char *path, lb_plan **plan, lb_why *why) {
    lb_reader reader;
    *plan = NULL;
    int error = lb_reader_open(&reader, path, 0, false, why);
    return error ? error : lb_plan_load(&reader, plan, why);
}
