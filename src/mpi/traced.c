/* What the engine tells the trace. For arrows both ends of a message must give it the same number without a word: it is
 * made of the network's, the call's on it, which of its stages it belongs to, the two processes, and how many went
 * before it there. */
#include "mpi/traced.h"

#include "base/hash.h"

#include <stdlib.h>

static lb_trace *trace_of(const lb_mpi_net *net) {
    return net->process->pump.trace;
}

void lb_traced_join(lb_mpi_net *net, const int *peers) {
    lb_trace *trace = trace_of(net);
    uint64_t members = lb_fnv_word(LB_FNV, (uint64_t)net->size);
    if (!trace)
        return;
    for (int i = 0; i < net->size; i++)
        members = lb_fnv_word(members, (uint64_t)(peers ? peers[i] : i));
    pthread_mutex_lock(&net->process->lock);
    struct lb_posted *known = &trace->groups[lb_hash_bits(members) % LB_TRACE_GROUPS];
    if (known->course != members)
        *known = (struct lb_posted){.course = members};
    net->traced.number = lb_fnv_word(members, ++known->count);
    pthread_mutex_unlock(&net->process->lock);
}

int lb_traced_net(lb_mpi_net *net) {
    lb_trace *trace = trace_of(net);
    MPI_Group world;
    uint64_t number = 0;
    if (!net->set.trace[0])
        return MPI_SUCCESS;
    if (trace) {
        pthread_mutex_lock(&net->process->lock);
        number = (uint64_t)trace->rank << 32 | ++trace->nets;
        pthread_mutex_unlock(&net->process->lock);
    }
    int code = MPI_Bcast(&number, 1, MPI_UINT64_T, 0, net->comm);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (code != MPI_SUCCESS)
        return code;
    net->traced = (lb_traced_place){.number = number, .worlds = lb_mpi_ranks_in(world, net->comm, net->size)};
    MPI_Group_free(&world);
    return MPI_SUCCESS;
}

void lb_traced_call(lb_mpi_request *r) {
    lb_trace *trace = trace_of(r->net);
    if (!trace)
        return;
    for (int i = 0; i < LB_STAGES; i++)
        r->runs[0][i] = r->runs[1][i] = 0;
    r->traced = lb_trace_begin(trace, (lb_event){.kind = LB_EVENT_CALL,
                                                 .name = lb_trace_word(trace, r->call.name),
                                                 .bytes = r->call.bytes,
                                                 .flow = r->number,
                                                 .peer = -1});
}

void lb_traced_call_over(lb_mpi_request *r) {
    lb_trace *trace = trace_of(r->net);
    if (trace)
        lb_trace_end(trace, r->traced);
}

static uint64_t course_of(lb_mpi_request *r) {
    bool inside = r->stage->net != r->net;
    uint64_t hash = lb_fnv_word(LB_FNV, r->net->traced.number);
    hash = lb_fnv_word(lb_fnv_word(hash, (uint64_t)r->slot), r->number);
    hash = lb_fnv_word(lb_fnv_word(hash, inside), r->which);
    return lb_fnv_word(hash, r->runs[inside][r->which]++);
}

void lb_traced_stage(lb_mpi_request *r) {
    lb_trace *trace = trace_of(r->net);
    lb_instance *stage = r->stage;
    if (!trace)
        return;
    stage->traced = (lb_traced_run){.course = course_of(r), .worlds = r->net->traced.worlds};
    uint16_t name = lb_trace_word(trace, stage->algorithm);
    lb_event *call = lb_trace_find(trace, r->traced);
    if (call && call->detail == 0 && !stage->want.aside)
        call->detail = name;
    stage->traced.event = lb_trace_begin(
        trace, (lb_event){.kind = LB_EVENT_STAGE,
                          .name = lb_trace_word(trace, stage->want.straight ? "straight"
                                                                            : lb_task_kind_name(stage->want.kind)),
                          .detail = name,
                          .bytes = stage->want.bytes,
                          .peer = -1});
}

void lb_traced_stage_over(const lb_mpi_net *net, lb_instance *stage) {
    lb_trace *trace = trace_of(net);
    if (trace)
        lb_trace_end(trace, stage->traced.event);
    stage->traced.event = 0;
}

uint64_t lb_traced_message(const lb_instance *stage, int peer, bool sends, uint64_t bytes, uint64_t index) {
    lb_trace *trace = trace_of(stage->net);
    if (!trace)
        return 0;
    int other = lb_mpi_peer(stage->net, peer), world = stage->traced.worlds ? stage->traced.worlds[other] : other;
    if (world < 0 || world >= trace->size) /* of another world */
        return 0;
    if (index == LB_TRACED_COUNT) {
        struct lb_posted *posted = &trace->posted[2 * world + sends];
        if (posted->course != stage->traced.course)
            *posted = (struct lb_posted){.course = stage->traced.course};
        index = posted->count++;
    }
    uint64_t ends = (uint64_t)(sends ? trace->rank : world) << 32 | (uint64_t)(sends ? world : trace->rank);
    uint64_t flow = lb_fnv_word(lb_fnv_word(stage->traced.course, ends), index);
    return lb_trace_begin(trace, (lb_event){.kind = sends ? LB_EVENT_SEND : LB_EVENT_RECEIVE,
                                            .bytes = bytes,
                                            .flow = lb_hash_bits(flow) >> 12, /* numbers of JSON have 53 bits */
                                            .peer = world});
}
