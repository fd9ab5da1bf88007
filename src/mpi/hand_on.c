/* What depends on the order of the ranks, or on lengths that differ, is not yet anything inside nodes and across them:
 * on machines MPI's own collectives do it. */
#include "mpi/hand_on.h"

#include "mpi/machine.h"
#include "mpi/sides.h"

#include <limits.h>
#include <stdio.h>

#ifdef LB_PMPI_RENAME_H /* in the drop-in nobody asks for them: pmpi/choose.c */

static bool hands_on(lb_mpi_request *r) {
    (void)r;
    return false;
}

#else

static void message_done(const lb_flight *flight) {
    lb_mpi_request *r = flight->owner;
    r->left--;
}

/* Where it was asked for in place, both are the same. */
static const void *brought(const lb_call *call) {
    return call->copy_in || call->in_place || call->in.at == call->out.at ? MPI_IN_PLACE : call->in.at;
}

/* ---- Lists ---- */

enum { IN_COUNTS, IN_PLACES, OUT_COUNTS, OUT_PLACES, LISTS };

/* MPI has them as ints. */
typedef struct lists {
    const int *of[LISTS];
} lists;

static bool narrow(const lb_list *list, int n, int *to) {
    for (int i = 0; i < n; i++) {
        int64_t value = lb_list_at(list, i);
        if (value > INT_MAX || value < INT_MIN)
            return false;
        to[i] = (int)value;
    }
    return true;
}

/* Those that are there; MPI_ERR_COUNT: a number is too large. */
static int narrow_all(lb_mpi_request *r, lists *l) {
    const lb_list *all[LISTS] = {&r->call.in.counts, &r->call.in.displs, &r->call.out.counts, &r->call.out.displs};
    int n = r->net->size, *room = lb_room_for(&r->room[ROOM_LENGTHS], (uint64_t)LISTS * (uint64_t)n * sizeof *room);
    if (!room)
        return MPI_ERR_NO_MEM;
    if (r->call.list.at)
        all[IN_COUNTS] = &r->call.list;
    for (int i = 0; i < LISTS; i++) {
        l->of[i] = all[i]->at ? room + i * n : NULL;
        if (all[i]->at && !narrow(all[i], n, room + i * n))
            return MPI_ERR_COUNT;
    }
    return MPI_SUCCESS;
}

/* ---- Sums ---- */

static int start_sum(const lb_mpi_request *r, const lists *l, MPI_Request *request) {
    const lb_call *call = &r->call;
    int count = (int)call->in.count, root = (int)call->root;
    MPI_Comm comm = r->net->handed;
    bool here = r->net->rank == root;
    switch (call->kind) {
    case LB_SCAN: return MPI_Iscan(brought(call), call->out.at, count, call->out.type, call->op, comm, request);
    case LB_EXSCAN: return MPI_Iexscan(brought(call), call->out.at, count, call->out.type, call->op, comm, request);
    case LB_ALLREDUCE:
        return MPI_Iallreduce(brought(call), call->out.at, count, call->out.type, call->op, comm, request);
    case LB_REDUCE:
        return MPI_Ireduce(here ? brought(call) : call->in.at, here ? call->out.at : NULL, count, call->out.type,
                           call->op, root, comm, request);
    default: /* LB_REDUCE_SCATTER */
        if (call->list.at)
            return MPI_Ireduce_scatter(brought(call), call->out.at, l->of[IN_COUNTS], call->out.type, call->op, comm,
                                       request);
        return MPI_Ireduce_scatter_block(brought(call), call->out.at, count / r->net->size, call->out.type, call->op,
                                         comm, request);
    }
}

/* ---- Blocks of different lengths ---- */

/* Its one block lies already among the others. */
static bool lies_there(const lb_mpi_request *r) {
    const lb_side *out = &r->call.out;
    return r->call.in_place ||
           (out->counts.at && r->call.in.at == lb_mpi_at(out->at, lb_side_place(out, r->net->rank), 1));
}

static MPI_Datatype type_of(const lb_side *side) {
    return side->kind ? side->type : MPI_BYTE;
}

static int start_typed(lb_mpi_request *r, const lists *l, MPI_Request *request) {
    const lb_side *in = &r->call.in, *out = &r->call.out;
    int n = r->net->size;
    MPI_Datatype *types = lb_room_for(&r->room[ROOM_LIST], 2 * (uint64_t)n * sizeof(MPI_Datatype));
    if (!types)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < n; i++) {
        types[i] = in->parts[i].kind ? in->parts[i].type : MPI_BYTE;
        types[n + i] = out->parts[i].kind ? out->parts[i].type : MPI_BYTE;
    }
    return MPI_Ialltoallw(in->at == out->at ? MPI_IN_PLACE : in->at, l->of[IN_COUNTS], l->of[IN_PLACES], types, out->at,
                          l->of[OUT_COUNTS], l->of[OUT_PLACES], types + n, r->net->handed, request);
}

static int start_lists(lb_mpi_request *r, const lists *l, MPI_Request *request) {
    const lb_side *in = &r->call.in, *out = &r->call.out;
    int root = (int)r->call.root;
    MPI_Comm comm = r->net->handed;
    const void *own = lies_there(r) ? MPI_IN_PLACE : in->at;
    switch (r->call.kind) {
    case LB_ALLGATHER:
        return MPI_Iallgatherv(own, (int)in->count, type_of(in), out->at, l->of[OUT_COUNTS], l->of[OUT_PLACES],
                               out->type, comm, request);
    case LB_GATHER:
        return MPI_Igatherv(own, (int)in->count, type_of(in), out->at, l->of[OUT_COUNTS], l->of[OUT_PLACES],
                            type_of(out), root, comm, request);
    case LB_SCATTER:
        return MPI_Iscatterv(in->at, l->of[IN_COUNTS], l->of[IN_PLACES], type_of(in),
                             r->call.in_place ? MPI_IN_PLACE : out->at, (int)out->count, type_of(out), root, comm,
                             request);
    default: /* LB_ALLTOALL */
        if (in->parts)
            return start_typed(r, l, request);
        return MPI_Ialltoallv(in->at == out->at ? MPI_IN_PLACE : in->at, l->of[IN_COUNTS], l->of[IN_PLACES], in->type,
                              out->at, l->of[OUT_COUNTS], l->of[OUT_PLACES], out->type, comm, request);
    }
}

/* ---- Permutations ---- */

static int start_permute(const lb_mpi_request *r, MPI_Request requests[2]) {
    const lb_side *in = &r->call.in, *out = &r->call.out;
    int from = 0, tag = r->net->tags + r->slot * LB_MPI_TAGS;
    while (from < r->net->size && lb_list_at(&r->call.list, from) != r->net->rank)
        from++;
    if (from == r->net->size)
        return MPI_ERR_ARG;
    int code = MPI_Irecv(out->at, (int)out->count, out->type, from, tag, r->net->handed, &requests[0]);
    if (code == MPI_SUCCESS)
        code = MPI_Isend(in->at, (int)in->count, in->type, (int)lb_list_at(&r->call.list, r->net->rank), tag,
                         r->net->handed, &requests[1]);
    return code;
}

/* ---- Steps ---- */

enum { MOST = 2 }; /* messages */

static int start(lb_mpi_request *r) {
    lists l;
    MPI_Request requests[MOST] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    bool permutes = r->call.kind == LB_PERMUTE;
    int code = permutes ? start_permute(r, requests) : narrow_all(r, &l);
    if (code == MPI_SUCCESS && !permutes)
        code = r->call.op != MPI_OP_NULL ? start_sum(r, &l, requests) : start_lists(r, &l, requests);
    for (int i = 0; i < MOST && code == MPI_SUCCESS; i++) {
        if (requests[i] == MPI_REQUEST_NULL)
            continue;
        *lb_pump_add(&r->net->process->pump, (lb_flight){.done = message_done, .owner = r}) = requests[i];
        r->left++;
    }
    snprintf(r->net->algorithm, sizeof r->net->algorithm, "MPI");
    return code;
}

/* In turn: MPI's collectives must be called in the same order everywhere. */
static int step_handed(lb_mpi_request *r) {
    lb_pump *pump = &r->net->process->pump;
    int code = MPI_SUCCESS;
    if (r->ticket != r->net->machine->ended) {
        r->pending = true;
        return MPI_SUCCESS;
    }
    if (r->phase == 0) {
        r->phase = 1;
        if (lb_pump_reserve(pump, MOST))
            return MPI_ERR_NO_MEM;
        code = start(r);
    }
    r->pending = code == MPI_SUCCESS && r->left > 0;
    if (r->pending)
        return MPI_SUCCESS;
    lb_pump_release(pump, MOST);
    r->complete = code == MPI_SUCCESS;
    return code;
}

static bool in_mpi(const lb_call *call) {
    if (call->news || call->rows || call->columns || call->in.count > INT_MAX || call->out.count > INT_MAX)
        return false;
    return call->op != MPI_OP_NULL || call->lists || call->in.counts.at || call->kind == LB_ALLGATHER ||
           call->kind == LB_PERMUTE;
}

static bool hands_on(lb_mpi_request *r) {
    if (!in_mpi(&r->call))
        return false;
    r->call.step = step_handed;
    return true;
}

#endif

int lb_hand_on(lb_mpi_request *r) {
    lb_why why;
    if (hands_on(r))
        return MPI_SUCCESS;
    snprintf(why.text, sizeof why.text,
             "%.40s is not done on machines with several processes to a node, or placed ones", r->call.name);
    return lb_process_code(r->net->process, LB_ERR_UNSUPPORTED, &why);
}
