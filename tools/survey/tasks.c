/* The tasks of the survey. */
#include "survey.h"

#include <stdlib.h>
#include <string.h>

const survey_kind survey_kinds[KINDS] = {
    {"broadcast", LB_BROADCAST, 0},
    {"reduce", LB_REDUCE, 0},
    {"scatter", LB_SCATTER, 0},
    {"gather", LB_GATHER, 0},
    {"allgather", LB_ALLGATHER, 0},
    {"reduce-scatter", LB_REDUCE_SCATTER, 0},
    {"allreduce", LB_ALLREDUCE, 0},
    {"alltoall", LB_ALLTOALL, 0},
    {"neighbors, distance 1 and 2", LB_NEIGHBORS, 0},
    {"isotropic, a random list", LB_ISOTROPIC, 0},
    {"permute, at random", LB_PERMUTE, 0},
    {"send, far", LB_SEND, 0},
    {"send, near", LB_SEND, 1},
    {"multibroadcast, half the nodes", LB_MULTIBROADCAST, 0},
    {"multibroadcast, one node", LB_MULTIBROADCAST, 1},
    {"scan", LB_SCAN, 0},
    {"exscan", LB_EXSCAN, 0},
};

const char *const survey_ports[PORTS] = {"all", "2", "1", "3"};

unsigned survey_kind_named(const char *name) {
    unsigned k = 0;
    while (k < KINDS && strcmp(survey_kinds[k].name, name) != 0)
        k++;
    return k;
}

/* Chance that depends on the network only. */
static uint32_t chance(uint64_t *state, uint32_t below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

static void shuffle(uint32_t *list, uint32_t n, uint64_t *state) {
    for (uint32_t i = 0; i < n; i++)
        list[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = chance(state, i), swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

static uint32_t farthest(const lb_net *net) {
    uint32_t far = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++)
        far = lb_distance(net, 0, v) > lb_distance(net, 0, far) ? v : far;
    return far;
}

lb_task *survey_task(const lb_net *net, const survey_kind *kind) {
    uint32_t n = lb_net_nodes(net), *list = calloc((size_t)n + 1, sizeof *list);
    uint64_t state = n * UINT64_C(7919) + lb_net_ports(net);
    lb_task_params p = {.list = list};
    lb_task *task = NULL;
    switch (kind->kind) {
    case LB_SEND: p.to = kind->variant ? lb_neighbor(net, 0, 0) : farthest(net); break;
    case LB_NEIGHBORS: p.nearest = 1, p.farthest = 2; break;
    case LB_PERMUTE: shuffle(list, n, &state), p.count = n; break;
    case LB_MULTIBROADCAST:
        shuffle(list, n, &state), p.count = kind->variant ? 1 : n / 2;
        list[0] = kind->variant ? 0 : list[0]; /* as a broadcast has it */
        break;
    case LB_ISOTROPIC:
        p.count = 1 + chance(&state, n < 8 ? n : 8);
        for (size_t i = 0; i < p.count; i++)
            list[i] = 1 + chance(&state, n - 1);
        break;
    default: break;
    }
    if (lb_task_create(net, kind->kind, &p, &task, NULL) != LB_OK)
        task = NULL;
    free(list);
    return task;
}
