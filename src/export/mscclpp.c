/* MSCCL++ execution plans: the file. */
#include "export/about.h"
#include "export/formats.h"
#include "export/mscclpp_parts.h"

#include "base/base.h"

#include <inttypes.h>

static const struct {
    lb_task_kind kind;
    const char *name;
} collectives[] = {
    {LB_ALLGATHER, "allgather"}, {LB_ALLREDUCE, "allreduce"}, {LB_REDUCE_SCATTER, "reducescatter"},
    {LB_ALLTOALL, "alltoall"},   {LB_BROADCAST, "broadcast"},
};

static const char *find(lb_task_kind kind) {
    for (size_t k = 0; k < sizeof collectives / sizeof *collectives; k++) {
        if (collectives[k].kind == kind)
            return collectives[k].name;
    }
    return NULL;
}

static int refuse(const lb_plan *plan, lb_why *why) {
    const lb_net *net = lb_plan_net(plan);
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(plan));
    if (!find(kind))
        return lb_fail(why, LB_ERR_UNSUPPORTED,
                       "%s cannot be said in MSCCL++; allgather, allreduce, reduce-scatter, alltoall and broadcast can",
                       lb_task_kind_name(kind));
    if (lb_net_dead_nodes(net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "MSCCL++ has no words for dead nodes");
    if (lb_net_nodes(net) > LB_MSCCLPP_NODES)
        return lb_fail(why, LB_ERR_SIZE, "MSCCL++: %" PRIu32 " nodes; up to %d can be exported", lb_net_nodes(net),
                       LB_MSCCLPP_NODES);
    return LB_OK;
}

static void put_head(FILE *out, const lb_mscclpp *m) {
    char net[160], algorithm[160];
    lb_export_algorithm(m->plan, algorithm, sizeof algorithm);
    lb_net_title(lb_plan_net(m->plan), net, sizeof net);
    fprintf(out,
            "{\"name\":\"linkbound-%s-%s\",\"collective\":\"%s\",\"protocol\":\"Simple\",\"inplace\":false,"
            "\"reuse_resources\":false,\"gpus\":[",
            algorithm, net, find(m->kind));
}

int lb_export_mscclpp(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    lb_mscclpp m = {.plan = plan, .task = lb_plan_task(plan), .nodes = lb_net_nodes(lb_plan_net(plan)), .why = why};
    (void)options;
    m.kind = lb_task_kind_of(m.task);
    int error = refuse(plan, why);
    if (!error)
        error = lb_export_parts(plan, &m.parts, why);
    if (error)
        return error;
    m.unit = lb_plan_denominator(plan) / m.parts;
    error = lb_mscclpp_transfers(&m);
    if (!error)
        put_head(out, &m);
    for (uint32_t v = 0; v < m.nodes && !error; v++)
        error = lb_mscclpp_rank(out, &m, v);
    if (!error)
        fputs("],\n\"num_threads_per_block\":1024,\"use_double_scratch_buffer\":false,\"buffer_alignment\":16,"
              "\"min_message_size\":0,\"max_message_size\":18446744073709551615}\n",
              out);
    lb_mscclpp_free(&m);
    return error;
}
