/* What an exhaustive search has settled (tests/data/settled.txt, by tools/settle) against the bounds and the plans: no
 * bound is above a plan that there is, no plan is below what was shown to be the least, and some defaults reach it. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 32 };

typedef struct settled {
    char task[16], net[32], ports[8], word[8], more[64]; /* more: of a permutation the list */
    unsigned packets, steps;
} settled;

static uint32_t listed(const char *text, uint32_t *list) {
    uint32_t count = 0;
    for (char *end; *text && count < LISTED; text = end + (*end == ','))
        list[count++] = (uint32_t)strtoul(text, &end, 10);
    return count;
}

static uint32_t steps_of(const settled *s, const lb_task *task, uint32_t ports, int effort) {
    lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = ports, .packets = s->packets, .effort = effort});
    uint32_t steps = lb_plan_steps(plan);
    t_check(plan, LB_REPLAY_FULL);
    lb_plan_free(plan);
    return steps;
}

/* planned: with little effort; by_default: with as much as usual. */
static void look_at(const settled *s, bool planned, bool by_default) {
    lb_task_kind kind = strcmp(s->task, "scan") == 0        ? LB_SCAN
                        : strcmp(s->task, "exscan") == 0    ? LB_EXSCAN
                        : strcmp(s->task, "permute") == 0   ? LB_PERMUTE
                        : strcmp(s->task, "allreduce") == 0 ? LB_ALLREDUCE
                        : strcmp(s->task, "allgather") == 0 ? LB_ALLGATHER
                                                            : LB_BROADCAST;
    lb_net *net = t_net(s->net);
    uint32_t ports = strcmp(s->ports, "all") == 0 ? lb_net_ports(net) : (uint32_t)strtoul(s->ports, NULL, 10);
    lb_task *task;
    lb_bound bound;
    bool least = strcmp(s->word, "least") == 0;
    uint32_t list[LISTED];
    t_note("%s %s, %u ports, %u packets", s->task, s->net, ports, s->packets);
    lb_task_params params = {.list = list, .count = kind == LB_PERMUTE ? listed(s->more, list) : 0};
    T_EQUAL(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    T_EQUAL(lb_bound_unit(task, ports, s->packets, &bound, NULL), LB_OK);
    T_TRUE(bound.steps <= s->steps);
    if (least && planned)
        T_TRUE(steps_of(s, task, ports, 1) >= s->steps);
    if (least && by_default)
        T_EQUAL(steps_of(s, task, ports, 0), s->steps);
    lb_task_free(task);
    lb_net_free(net);
}

static void test_settled(void **state) {
    (void)state;
    const char *source = getenv("SRC");
    char path[1024], line[128];
    unsigned seen = 0;
    if (!source)
        skip();
    snprintf(path, sizeof path, "%s/tests/data/settled.txt", source);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        settled s;
        if (line[0] == '#')
            continue;
        s.more[0] = '\0';
        T_TRUE(sscanf(line, "%15s %31s %7s %u %u %7s %63s", s.task, s.net, s.ports, &s.packets, &s.steps, s.word,
                      s.more) >= 6);
        bool few = strcmp(s.task, "allreduce") == 0;
        if (few || seen % T_SPARSE == 0)
            look_at(&s, few || seen % 10 == 0, few || seen % 30 == 0);
        seen++;
    }
    fclose(file);
    T_TRUE(seen > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_settled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
