/* Sixteen threads that work together: each has a share of a vector of measurements, all want its mean and the largest
 * value, again and again. With the library installed,
 *     cc threads.c $(pkg-config --cflags --libs linkbound) -o threads && ./threads
 * A plan is made once, an action holds it ready for the team, and every call after that takes no memory. */
#include <linkbound-run.h>

enum { RANKS = 16, VALUES = 1000, ROUNDS = 5 };

typedef struct work {
    lb_action *add, *most;
} work;

static int rank_main(lb_rank *me, void *user) {
    work *w = user;
    double mine = 0, sum, largest = 0, all_largest;
    for (int round = 0; round < ROUNDS; round++) {
        mine = largest = 0;
        for (int i = 0; i < VALUES; i++) {
            double value = (lb_rank_node(me) * 7 + i * 13 + round) % 101;
            mine += value;
            largest = value > largest ? value : largest;
        }
        int error = lb_rank_do(me, w->add, &mine, &sum);
        if (!error)
            error = lb_rank_do(me, w->most, &largest, &all_largest);
        if (error)
            return error; /* all others return then, too */
        if (lb_rank_node(me) == 0)
            printf("round %d: mean %.3f, largest %.0f\n", round, sum / (RANKS * VALUES), all_largest);
    }
    return LB_OK;
}

/* Every rank brings one number and gets what all of them come to. */
static int make(lb_team *team, const lb_plan *plan, lb_reduction how, lb_action **action, lb_why *why) {
    lb_data data = {.bytes = sizeof(double)};
    int error = lb_operator_of(LB_F64, how, &data.op);
    return error ? error : lb_action_create(team, plan, &data, action, why);
}

int main(void) {
    work w = {0};
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    lb_team *team = NULL;
    lb_why why = {""};
    lb_cost cost;
    lb_plan_options options = lb_team_plan_options(sizeof(double), &cost);
    int failed = lb_net_parse("cube:4", &net, &why) || lb_task_create(net, LB_ALLREDUCE, NULL, &task, &why) ||
                 lb_plan_create(task, &options, &plan, &why) || lb_team_create(net, &team, &why) ||
                 make(team, plan, LB_ADD, &w.add, &why) || make(team, plan, LB_MAX, &w.most, &why) ||
                 lb_team_run(team, rank_main, &w, &why);
    if (failed)
        printf("%s\n", why.text);
    lb_action_free(w.add);
    lb_action_free(w.most);
    lb_team_free(team);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    return failed;
}
