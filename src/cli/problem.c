/* Tasks from options. An option that the task has no use for is refused: it would be a misunderstanding. */
#include "cli/problem.h"

#include "cli/args.h"
#include "cli/faults.h"
#include "cli/lists.h"
#include "cli/net_names.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/slots.h"
#include "cli/task_names.h"

#include <inttypes.h>
#include <string.h>

#define TASK_BIT(kind) (UINT32_C(1) << (kind))

typedef struct use {
    cli_option option;
    uint32_t tasks; /* which may have it */
    bool needed;    /* and must */
} use;

static const use uses[] = {
    {OPT_ROOT,
     TASK_BIT(LB_BROADCAST) | TASK_BIT(LB_SCATTER) | TASK_BIT(LB_GATHER) | TASK_BIT(LB_REDUCE) | TASK_BIT(LB_SEND),
     false},
    {OPT_TO, TASK_BIT(LB_SEND), true},
    {OPT_SOURCES, TASK_BIT(LB_MULTIBROADCAST), true},
    {OPT_OFFSETS, TASK_BIT(LB_ISOTROPIC), false},
    {OPT_STENCIL, TASK_BIT(LB_ISOTROPIC), false},
    {OPT_PERMUTATION, TASK_BIT(LB_PERMUTE), true},
    {OPT_DISTANCE, TASK_BIT(LB_NEIGHBORS), false},
    {OPT_NEAR, TASK_BIT(LB_NEIGHBORS), false},
    {OPT_FAR, TASK_BIT(LB_NEIGHBORS), false},
};

static bool chooses_randomly(const char *algorithm) {
    static const char *const names[] = {"randomised", "random-trees", "rarest-first", "auto", "around", "general"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (algorithm && strcmp(algorithm, names[i]) == 0)
            return true;
    }
    return false;
}

static int check_seed(const cli_args *args) {
    bool permutation = args->permutation && strcmp(args->permutation, "random") == 0;
    bool rule = cli_given(args, OPT_RULE) && args->rule == CLI_RANDOM_RULE;
    bool trials = strcmp(args->command, "faults") == 0;
    if (cli_given(args, OPT_SEED) && !permutation && !rule && !trials && !chooses_randomly(args->algorithm))
        return cli_fail("--seed means nothing here: only --permutation random and --rule random use it, and the "
                        "algorithms randomised, random-trees, rarest-first, auto, around and general");
    return CLI_OK;
}

static int check_uses(const cli_args *args, lb_task_kind kind) {
    const char *task = lb_task_kind_name(kind);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        bool wanted = uses[i].tasks & TASK_BIT(kind), given = cli_given(args, uses[i].option);
        if (given && !wanted)
            return cli_fail("%s means nothing to %s", cli_option_name(uses[i].option), task);
        if (wanted && uses[i].needed && !given)
            return cli_fail("%s needs %s", task, cli_option_name(uses[i].option));
    }
    if (args->operands > 2 && kind != LB_NEIGHBORS && args->operand[2][0] >= '0' && args->operand[2][0] <= '9')
        return cli_fail("%s: one argument too many, '%.60s'; a network is one word, such as cube:3 or 4x4",
                        args->command, args->operand[2]);
    if (args->operands > 2 && kind != LB_NEIGHBORS)
        return cli_fail("%s: one argument too many, '%.60s'; only neighbors has a third", args->command,
                        args->operand[2]);
    if (kind == LB_ISOTROPIC && cli_given(args, OPT_OFFSETS) == cli_given(args, OPT_STENCIL))
        return cli_fail(args->stencil ? "isotropic: --offsets and --stencil contradict each other"
                                      : "isotropic needs --offsets or --stencil");
    return check_seed(args);
}

static int check_node(const cli_args *args, cli_option option, uint32_t node, const lb_net *net) {
    if (!cli_given(args, option) || node < lb_net_nodes(net))
        return CLI_OK;
    return cli_fail("%s %" PRIu32 ": not a node; the network has nodes 0 to %" PRIu32, cli_option_name(option), node,
                    lb_net_nodes(net) - 1);
}

/* The distances, said once: as an operand, with --distance, or with --far and perhaps --near. */
static int set_distance(const cli_args *args, lb_task_params *params) {
    uint32_t range[2] = {args->distance[0], args->distance[1]};
    bool operand = args->operands > 2, option = cli_given(args, OPT_DISTANCE);
    bool apart = cli_given(args, OPT_FAR) || cli_given(args, OPT_NEAR);
    if (operand + option + apart > 1)
        return cli_fail("neighbors: the distance is given in two ways");
    if (operand + option + apart == 0)
        return cli_fail("neighbors needs a distance: --distance K..L");
    if (operand) {
        int status = cli_parse_range("distance", args->operand[2], range);
        if (status)
            return status;
    }
    if (apart && !cli_given(args, OPT_FAR))
        return cli_fail("--near needs --far");
    if (apart) {
        range[0] = cli_given(args, OPT_NEAR) ? args->near : 1;
        range[1] = args->far;
    }
    if (range[0] > range[1])
        return cli_fail("--near %" PRIu32 " is farther than --far %" PRIu32, range[0], range[1]);
    params->nearest = range[0];
    params->farthest = range[1];
    return CLI_OK;
}

static int read_list(const cli_args *args, lb_task_kind kind, const lb_net *net, cli_ids *list) {
    if (kind == LB_MULTIBROADCAST)
        return cli_sources_parse("--sources", args->sources, net, list);
    if (kind == LB_ISOTROPIC && args->stencil)
        return cli_stencil_parse("--stencil", args->stencil, net, list);
    if (kind == LB_ISOTROPIC)
        return cli_offsets_parse("--offsets", args->offsets, net, list);
    if (kind == LB_PERMUTE)
        return cli_permutation_parse("--permutation", args->permutation, net, args->seed, list);
    return CLI_OK;
}

static int make_task(const cli_args *args, lb_task_kind kind, cli_problem *problem) {
    lb_task_params params = {.root = args->root, .to = args->to};
    cli_ids list = {0};
    lb_why why = {""};
    int status = check_node(args, OPT_ROOT, args->root, problem->net);
    if (!status)
        status = check_node(args, OPT_TO, args->to, problem->net);
    if (!status && kind == LB_NEIGHBORS)
        status = set_distance(args, &params);
    if (!status)
        status = read_list(args, kind, problem->net, &list);
    if (!status) {
        params.list = list.entry;
        params.count = list.count;
        int error = lb_task_create(problem->net, kind, &params, &problem->task, &why);
        if (error)
            status = cli_fail_why(error, &why);
    }
    cli_list_free(&list);
    return status;
}

static int check_ports(const cli_args *args, const lb_net *net) {
    /* A single node has no ports: any limit is honoured. */
    if (args->ports > lb_net_ports(net) && lb_net_nodes(net) > 1)
        return cli_fail("--ports %" PRIu32 ": a node of this network has only %u", args->ports, lb_net_ports(net));
    return CLI_OK;
}

/* Who knows what a further link costs has a network that cuts through. Which way a message goes is then the network's
 * to say, unless its name says more. The tasks after allreduce have no flights. A hop that only a profile knows means
 * nothing where nothing flies. */
static int cut_through(const cli_args *args, lb_task_kind kind, lb_net **net) {
    char name[256];
    lb_net *flown = NULL;
    if (!cli_given(args, OPT_HOP) || lb_net_routing(*net) != LB_STORE_AND_FORWARD)
        return CLI_OK;
    int wrote = lb_net_name(*net, name, sizeof name), room = (int)sizeof name - wrote;
    bool may = kind <= LB_ALLREDUCE && wrote >= 0 && lb_net_is_torus(*net) && lb_net_is_whole(*net);
    if (may && room > 0 && snprintf(name + wrote, (size_t)room, " dimension-order") < room &&
        !lb_net_parse(name, &flown, NULL)) {
        lb_net_free(*net);
        *net = flown;
        return CLI_OK;
    }
    return args->hop_known ? CLI_OK
                           : cli_fail("--hop: %s on '%.100s' has no flights, only collectives on whole tori with equal "
                                      "links",
                                      lb_task_kind_name(kind), args->operand[1]);
}

/* The network before the task: nothing is both. */
static int check_order(const cli_args *args) {
    lb_task_kind kind;
    lb_net *net = NULL;
    if (args->operands < 2 || cli_task_known(args->operand[0], &kind) || !cli_task_known(args->operand[1], &kind) ||
        lb_net_parse(args->operand[0], &net, NULL))
        return CLI_OK;
    lb_net_free(net);
    return cli_fail("the task comes before the network: %.40s %.40s", args->operand[1], args->operand[0]);
}

int cli_problem_make(const cli_args *args, cli_problem *problem) {
    lb_task_kind kind = LB_ALLTOALL;
    *problem = (cli_problem){NULL, NULL};
    int status = check_order(args);
    if (!status)
        status = cli_task_kind(args->operand[0], &kind);
    if (!status)
        status = check_uses(args, kind);
    if (status)
        return status;
    status = cli_net_parse(args->operand[1], &problem->net);
    if (status)
        return status;
    status = check_ports(args, problem->net);
    if (!status)
        status = cli_faults_apply(args, &problem->net);
    if (!status)
        status = cut_through(args, kind, &problem->net);
    if (!status)
        status = make_task(args, cli_slots_kind(args, kind), problem);
    if (status)
        cli_problem_free(problem);
    return status;
}

void cli_problem_free(cli_problem *problem) {
    lb_task_free(problem->task);
    lb_net_free(problem->net);
    *problem = (cli_problem){NULL, NULL};
}

/* What the title says about the task's parameters, with a leading blank. */
static void title_params(const lb_task *task, char *buffer, size_t size) {
    lb_task_params p = lb_task_params_of(task);
    buffer[0] = '\0';
    switch (lb_task_kind_of(task)) {
    case LB_BROADCAST:
    case LB_SCATTER: snprintf(buffer, size, " from %" PRIu32, p.root); break;
    case LB_GATHER:
    case LB_REDUCE: snprintf(buffer, size, " to %" PRIu32, p.root); break;
    case LB_SEND: snprintf(buffer, size, " from %" PRIu32 " to %" PRIu32, p.root, p.to); break;
    case LB_ISOTROPIC: snprintf(buffer, size, ", %zu offset%s,", p.count, p.count == 1 ? "" : "s"); break;
    case LB_MULTIBROADCAST: snprintf(buffer, size, " of %zu message%s", p.count, p.count == 1 ? "" : "s"); break;
    case LB_NEIGHBORS: snprintf(buffer, size, " at distance %" PRIu32 "..%" PRIu32, p.nearest, p.farthest); break;
    default: break;
    }
}

bool cli_is_message(const lb_task *task) {
    static const uint32_t messages =
        TASK_BIT(LB_BROADCAST) | TASK_BIT(LB_REDUCE) | TASK_BIT(LB_ALLREDUCE) | TASK_BIT(LB_SEND);
    return messages >> lb_task_kind_of(task) & 1;
}

/* The links of a node; of a graph's, whose ports are colours of links, those of the node that has most. */
static unsigned degree_of(const lb_net *net) {
    unsigned degree = 0, most = 0;
    if (!lb_net_is_graph(net)) {
        while (degree < lb_net_ports(net) && lb_port_links(net, degree) == 1) /* flights come after the links */
            degree++;
        return degree;
    }
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        degree = 0;
        for (unsigned p = 0; p < lb_net_ports(net); p++)
            degree += lb_link_alive(net, v, p);
        most = degree > most ? degree : most;
    }
    return most;
}

void cli_problem_title(const lb_task *task, uint32_t ports, char *buffer, size_t size) {
    char net[512], params[64], faults[112], dead[24] = "", limit[32] = "", blocks[32] = "";
    const lb_net *n = lb_task_net(task);
    unsigned degree = degree_of(n);
    lb_net_title(n, net, sizeof net);
    title_params(task, params, sizeof params);
    cli_faults_title(n, faults, sizeof faults);
    if (lb_net_dead_nodes(n))
        snprintf(dead, sizeof dead, "%" PRIu32 " of ", lb_nodes_alive(n));
    if (ports && ports < degree)
        snprintf(limit, sizeof limit, "%" PRIu32 " of ", ports);
    /* Its steps are those of n-ths of the vector. */
    if (lb_task_kind_of(task) == LB_ALLREDUCE)
        snprintf(blocks, sizeof blocks, "; %" PRIu32 " block%s", lb_net_nodes(n), lb_net_nodes(n) == 1 ? "" : "s");
    snprintf(buffer, size, "%s%s on %s%s (%s%" PRIu32 " node%s, %s%u port%s%s)",
             lb_task_kind_name(lb_task_kind_of(task)), params, net, faults, dead, lb_net_nodes(n),
             lb_net_nodes(n) == 1 ? "" : "s", limit, degree, degree == 1 ? "" : "s", blocks);
}
