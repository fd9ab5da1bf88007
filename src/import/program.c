/* Programs of other tools: run, and made into plans. */
#include "import/program.h"

#include "import/collective.h"
#include "import/execute.h"
#include "import/rooms.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct adding {
    lb_sketch *sketch;
    int error;
} adding;

static void add_item(void *user, lb_item item) {
    adding *a = user;
    if (!a->error)
        a->error = lb_sketch_item_add(a->sketch, item);
}

/* A chunk that crosses a link is a packet; what is summed completely is copied from then on. */
static int add_crossing(const lb_acts *a, const lb_execution *e, const lb_crossing *c, lb_sketch *s) {
    uint32_t first;
    bool sums = (a->kind == LB_ALLREDUCE || a->kind == LB_REDUCE || a->kind == LB_REDUCE_SCATTER) &&
                lb_value_ranks(&e->values, c->value, &first) < a->ranks;
    adding to = {.sketch = s};
    to.error = lb_sketch_move_add(
        s, (lb_sketch_move){
               .step = c->step, .from = c->from, .to = c->to, .line = c->line, .op = sums ? LB_OP_SUM : LB_OP_COPY});
    if (!to.error)
        lb_collective_items(a, &e->values, c->value, add_item, &to);
    return to.error;
}

static int make_plan(const lb_acts *a, const lb_execution *e, const lb_page *page, const lb_net *net, lb_plan **plan) {
    lb_sketch s = {.nodes = a->ranks,
                   .kind = a->kind,
                   .params = {.root = a->root},
                   .denominator = lb_collective_denominator(a),
                   .packet = lb_collective_packet(a)};
    int error = LB_OK;
    snprintf(s.algorithm, sizeof s.algorithm, "%s", a->name);
    for (uint64_t k = 0; k < e->crossings && !error; k++) {
        error = add_crossing(a, e, &e->crossing[k], &s);
        if (error)
            error = lb_fail_memory(page->why, "a program's moves");
    }
    if (!error)
        error = lb_sketch_plan(&s, page, net, plan);
    lb_sketch_free(&s);
    return error;
}

static int check_room(const lb_acts *a, const lb_page *page, uint32_t *room) {
    *room = 0;
    if (a->room == 0)
        return LB_OK;
    if (lb_rooms(a, room))
        return lb_fail_memory(page->why, "a program");
    if (*room && *room <= a->room)
        return LB_OK;
    return *room
               ? lb_page_broken(page, 0, "deadlock",
                                "it locks unless a connection holds %" PRIu32
                                " messages; this protocol's hold %" PRIu32,
                                *room, a->room)
               : lb_page_broken(page, 0, "deadlock", "it locks even if a connection holds %d messages", LB_ROOMS_MOST);
}

int lb_program_judge(const lb_acts *a, const lb_page *page, const lb_net *net, bool patient, uint64_t memory,
                     uint32_t *room, lb_plan **plan) {
    lb_execution e;
    *plan = NULL;
    int error = lb_execute(a, page, patient, memory, &e);
    if (!error)
        error = check_room(a, page, room);
    if (!error)
        error = make_plan(a, &e, page, net, plan);
    lb_execution_free(&e);
    return error;
}
