/* Requests as they are taken and given back: their memory, which is used again, and the user's types, which they keep.
 */
#include "mpi/request_pool.h"

#include "mpi/cache.h"
#include "mpi/parts.h"

#include <stdlib.h>

static uint64_t rooms_of(const lb_mpi_request *r) {
    uint64_t bytes = 0;
    for (unsigned i = 0; i < LB_ROOMS; i++)
        bytes += r->room[i].bytes;
    return bytes;
}

static void empty_rooms(lb_mpi_request *r) {
    for (unsigned i = 0; i < LB_ROOMS; i++) {
        free(r->room[i].at);
        r->room[i] = (lb_room){NULL, 0, 0};
    }
}

void lb_requests_free(lb_process *process) {
    for (lb_mpi_request *r = process->idle, *next; r; r = next) {
        next = r->idle;
        empty_rooms(r);
        free(r);
    }
    process->idle = NULL;
}

/* With its memory, if there is room for it. */
static void keep_request(lb_mpi_request *r) {
    lb_process *process = r->net->process;
    if (rooms_of(r) + process->idle_bytes + process->kept_bytes > process->memory)
        empty_rooms(r);
    process->idle_bytes += rooms_of(r);
    r->idle = process->idle;
    process->idle = r;
}

static void drop_type(lb_side *side) {
    if (side->duplicate)
        MPI_Type_free(&side->type);
    if (side->given)
        lb_kind_let_go(side->given);
    side->duplicate = false;
    side->given = NULL;
}

/* The caller may free a derived type while the operation is under way. */
static int keep_type(lb_mpi_net *net, lb_side *side) {
    if (!side->kind || side->kind->named)
        return MPI_SUCCESS;
    int code = MPI_Type_dup(side->type, &side->type);
    if (code == MPI_SUCCESS) {
        side->duplicate = true;
        side->given = lb_kind_hold(side->kind);
        code = lb_kind_of(net->process, side->type, net->comm, &side->kind);
    }
    return code;
}

void lb_request_give_back(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    for (unsigned i = 0; i < LB_STAGES; i++) {
        if (r->kept[i])
            lb_instance_put(r->kept[i]);
        r->kept[i] = NULL;
    }
    drop_type(&r->call.in);
    drop_type(&r->call.out);
    lb_parts_drop(&r->call.in);
    lb_parts_drop(&r->call.out);
    if (r->form == LB_FORM_PERSISTENT) {
        lb_slot_set(net, r->slot, false);
        net->persistent_alive--;
    }
    net->unsettled -= r->form == LB_FORM_NONBLOCKING;
    keep_request(r);
}

lb_mpi_request *lb_request_take(lb_mpi_net *net, const lb_call *call, lb_form form, int *code) {
    lb_mpi_request *r = net->process->idle;
    *code = MPI_SUCCESS;
    if (r) {
        net->process->idle = r->idle;
        net->process->idle_bytes -= rooms_of(r);
    } else {
        r = lb_mpi_take(1, sizeof *r);
    }
    if (!r) {
        *code = MPI_ERR_NO_MEM;
        return NULL;
    }
    r->net = net;
    r->call = *call;
    r->form = form;
    r->active = r->complete = r->known = r->decided = false;
    r->stage = r->held = r->aside = NULL;
    r->agree = r->agreeing = false;
    r->news = NULL;
    r->pending = r->meeting = false;
    r->left = 0;
    r->number = 0;
    r->stalls = 0;
    r->check = MPI_REQUEST_NULL;
    if (form != LB_FORM_BLOCKING) {
        *code = keep_type(net, &r->call.in);
        if (*code == MPI_SUCCESS)
            *code = keep_type(net, &r->call.out);
    }
    if (*code == MPI_SUCCESS)
        *code = lb_parts_take(net, &r->call.in, &r->room[ROOM_IN_PARTS], form != LB_FORM_BLOCKING);
    if (*code == MPI_SUCCESS)
        *code = lb_parts_take(net, &r->call.out, &r->room[ROOM_OUT_PARTS], form != LB_FORM_BLOCKING);
    return r;
}

/* The upper half is for persistent requests, which keep theirs: those that are made first at every process. */
int lb_request_take_slot(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    int half = net->slots / 2, slot = half + (int)(net->persistents % (uint64_t)half);
    lb_why why = {"too many persistent requests on one network at a time"};
    if (lb_slot_taken(net, slot))
        return lb_process_code(net->process, LB_ERR_SIZE, &why);
    net->persistents++;
    lb_slot_set(net, slot, true);
    net->persistent_alive++;
    r->slot = slot;
    return MPI_SUCCESS;
}
