/* Requests: starting, testing, waiting. Whoever waits lets all operations of the process advance, so that processes may
 * wait for theirs in different orders. */
#include "mpi/request.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* ---- Taking and giving back ---- */

static void free_request(lb_mpi_request *r) {
    for (unsigned i = 0; i < LB_ROOMS; i++)
        free(r->room[i].at);
    free(r->all);
    free(r);
}

void lb_requests_free(lb_mpi_net *net) {
    for (lb_mpi_request *r = net->idle, *next; r; r = next) {
        next = r->idle;
        free_request(r);
    }
}

static void drop_type(lb_side *side) {
    if (side->duplicate)
        MPI_Type_free(&side->type);
    side->duplicate = false;
}

/* The caller may free a derived type while the operation is under way. */
static int keep_type(lb_mpi_net *net, lb_side *side) {
    if (!side->kind || side->kind->named)
        return MPI_SUCCESS;
    int code = MPI_Type_dup(side->type, &side->type);
    if (code == MPI_SUCCESS) {
        side->duplicate = true;
        code = lb_kind_of(net->process, side->type, net->comm, &side->kind);
    }
    return code;
}

static void give_back(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    for (unsigned i = 0; i < LB_STAGES; i++) {
        if (r->kept[i])
            lb_instance_put(r->kept[i]);
        r->kept[i] = NULL;
    }
    drop_type(&r->call.in);
    drop_type(&r->call.out);
    if (r->form == LB_FORM_PERSISTENT) {
        net->slot[r->slot] = NULL;
        net->persistent_alive--;
    }
    r->idle = net->idle;
    net->idle = r;
}

static lb_mpi_request *take(lb_mpi_net *net, const lb_call *call, lb_form form, int *code) {
    lb_mpi_request *r = net->idle;
    *code = MPI_SUCCESS;
    if (r)
        net->idle = r->idle;
    else
        r = lb_mpi_take(1, sizeof *r);
    if (!r) {
        *code = MPI_ERR_NO_MEM;
        return NULL;
    }
    r->net = net;
    r->call = *call;
    r->form = form;
    r->active = r->complete = r->known = false;
    r->stage = NULL;
    r->news = NULL;
    r->check = MPI_REQUEST_NULL;
    if (form != LB_FORM_BLOCKING) {
        *code = keep_type(net, &r->call.in);
        if (*code == MPI_SUCCESS)
            *code = keep_type(net, &r->call.out);
    }
    return r;
}

/* ---- Tags ---- */

/* The upper half is for persistent requests, which keep theirs: those that are made first at every process. */
static int take_slot(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    int half = net->slots / 2, slot = half + (int)(net->persistents % (uint64_t)half);
    lb_why why = {"too many persistent requests on one network at a time"};
    if (net->slot[slot])
        return lb_process_code(net->process, LB_ERR_SIZE, &why);
    net->persistents++;
    net->slot[slot] = r;
    net->persistent_alive++;
    r->slot = slot;
    return MPI_SUCCESS;
}

/* ---- Advancing ---- */

static void release_stage(lb_mpi_request *r) {
    lb_instance *stage = r->stage;
    r->stage = NULL;
    lb_pump_release(&r->net->process->pump, lb_lanes_requests(stage));
    if (r->form == LB_FORM_PERSISTENT && stage->code == MPI_SUCCESS) {
        r->kept[r->which] = stage;
        return;
    }
    r->kept[r->which] = NULL;
    lb_instance_put(stage);
}

static void end(lb_mpi_request *r, int code) {
    lb_mpi_net *net = r->net;
    if (r->stage)
        release_stage(r);
    r->complete = true;
    r->active = false;
    r->code = code;
    if (r->previous)
        r->previous->next = r->next;
    else
        net->process->active = r->next;
    if (r->next)
        r->next->previous = r->previous;
    if (r->form != LB_FORM_PERSISTENT)
        net->slot[r->slot] = NULL;
    net->under_way--;
}

/* 1: done; 0: not yet; *code: what went wrong. */
static int run_stage(lb_mpi_request *r, int *code) {
    lb_instance *stage = r->stage;
    if (stage->direct) {
        *code = stage->code;
        if (stage->left > 0 && *code == MPI_SUCCESS)
            return 0;
        if (*code == MPI_SUCCESS && lb_direct_goes_on(stage)) {
            *code = stage->code;
            return *code != MPI_SUCCESS;
        }
        if (*code == MPI_SUCCESS)
            lb_direct_finish(stage);
        *code = *code == MPI_SUCCESS ? stage->folding.code : *code;
        return 1;
    }
    int result = lb_runner_progress(stage->runner, false);
    *code = stage->folding.code;
    if (result < 0)
        *code = stage->code != MPI_SUCCESS ? stage->code : lb_process_code(r->net->process, result, NULL);
    if (result < 0 && stage->code == MPI_SUCCESS)
        stage->code = *code;
    return result != 0;
}

static void advance(lb_mpi_request *r) {
    int code = MPI_SUCCESS;
    while (code == MPI_SUCCESS && !r->complete) {
        bool there = true;
        if (r->check != MPI_REQUEST_NULL)
            code = lb_debug_poll(r, &there);
        if (!there)
            return;
        if (code != MPI_SUCCESS)
            break;
        if (r->stage && !run_stage(r, &code))
            return;
        if (r->stage && code == MPI_SUCCESS)
            release_stage(r);
        if (code == MPI_SUCCESS)
            code = r->call.step(r);
        if (code == MPI_SUCCESS && r->complete)
            end(r, MPI_SUCCESS);
    }
    if (code != MPI_SUCCESS)
        end(r, code);
}

static void advance_all(lb_process *process) {
    for (lb_mpi_request *r = process->active, *next; r; r = next) {
        next = r->next;
        advance(r);
    }
}

/* MPI itself has failed: nothing that is under way can be finished. */
static void fail_all(lb_process *process, int code) {
    while (process->active) {
        if (process->active->stage)
            process->active->stage->code = code;
        end(process->active, code);
    }
}

static void turn(lb_process *process, bool wait) {
    int code = lb_pump_turn(&process->pump, wait);
    if (code != MPI_SUCCESS)
        fail_all(process, code);
}

int lb_mpi_stage(lb_mpi_request *r, unsigned which, const lb_want *want, const void *in, void *out) {
    int code = MPI_SUCCESS;
    lb_instance *stage = r->kept[which];
    if (!stage)
        stage = lb_instance_get(r->net, want, &code);
    if (!stage)
        return code;
    code = lb_folding_set(&stage->folding, r->call.op, r->call.out.type, r->call.out.kind, r->net->comm);
    if (code == MPI_SUCCESS && lb_pump_reserve(&r->net->process->pump, lb_lanes_requests(stage)))
        code = MPI_ERR_NO_MEM;
    if (code != MPI_SUCCESS) {
        r->kept[which] = NULL;
        lb_instance_put(stage);
        return code;
    }
    r->stage = stage;
    r->which = which;
    lb_instance_start(stage, r->slot * LB_MPI_TAGS, in, out);
    return MPI_SUCCESS;
}

/* ---- Starting ---- */

static int start(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    lb_process *process = net->process;
    if (r->form != LB_FORM_PERSISTENT) {
        r->slot = (int)(net->sequence++ % (uint64_t)(net->slots / 2));
        while (net->slot[r->slot]) { /* thousands of operations are under way: the oldest must go first */
            advance_all(process);
            turn(process, false);
        }
        net->slot[r->slot] = r;
    }
    r->active = true;
    r->complete = false;
    r->phase = 0;
    r->code = MPI_SUCCESS;
    r->previous = NULL;
    r->next = process->active;
    if (process->active)
        process->active->previous = r;
    process->active = r;
    net->under_way++;
    net->facts.calls++;
    net->algorithm[0] = '\0'; /* until something is to be sent */
    int code = net->set.debug ? lb_debug_begin(r) : MPI_SUCCESS;
    if (code != MPI_SUCCESS)
        end(r, code);
    else
        advance(r);
    return MPI_SUCCESS;
}

/* Until it is complete; the lock is held, and given up in between where other threads may want it. */
static void wait_for(lb_mpi_request *r) {
    lb_process *process = r->net->process;
    bool wait = !process->multiple && !r->net->set.debug;
    while (!r->complete) {
        uint64_t events = process->pump.events;
        turn(process, wait);
        advance_all(process);
        if (!r->complete && (!wait || process->pump.count == 0) && process->pump.events == events) {
            pthread_mutex_unlock(&process->lock);
            sched_yield();
            pthread_mutex_lock(&process->lock);
        }
    }
}

/* Takes what the request has come to. */
static int settle(lb_mpi_request **request) {
    lb_mpi_request *r = *request;
    int code = r->code;
    r->code = MPI_SUCCESS;
    r->complete = false;
    if (r->form != LB_FORM_PERSISTENT) {
        give_back(r);
        *request = NULL;
    }
    return code;
}

/* Nobody shall wait for a process whose own arguments are wrong. */
static void tell_refused(lb_mpi_net *net, const char *name) {
    const lb_call call = {.name = name, .op = MPI_OP_NULL, .refused = true};
    int code;
    pthread_mutex_lock(&net->process->lock);
    lb_mpi_request *r = take(net, &call, LB_FORM_BLOCKING, &code);
    if (r) {
        start(r);
        wait_for(r);
        settle(&r);
    }
    pthread_mutex_unlock(&net->process->lock);
}

int lb_mpi_begin(lb_mpi_net *net, int code, const lb_call *call, lb_form form, lb_mpi_request **request) {
    if (request)
        *request = NULL;
    if (code != MPI_SUCCESS) {
        if (net->set.debug && form == LB_FORM_BLOCKING)
            tell_refused(net, call->name);
        return lb_mpi_raise(net, code);
    }
    pthread_mutex_lock(&net->process->lock);
    lb_mpi_request *r = take(net, call, form, &code);
    if (code == MPI_SUCCESS && form == LB_FORM_PERSISTENT)
        code = take_slot(r);
    if (code != MPI_SUCCESS && r) {
        r->form = LB_FORM_BLOCKING;
        give_back(r);
    }
    if (code == MPI_SUCCESS && form != LB_FORM_PERSISTENT)
        code = start(r);
    if (code == MPI_SUCCESS && form == LB_FORM_BLOCKING) {
        wait_for(r);
        code = settle(&r);
    } else if (code == MPI_SUCCESS && form == LB_FORM_NONBLOCKING && r->complete && r->code != MPI_SUCCESS) {
        code = settle(&r); /* it could not even begin */
    } else if (code == MPI_SUCCESS && request) {
        *request = r;
    }
    pthread_mutex_unlock(&net->process->lock);
    return lb_mpi_raise(net, code);
}

/* ---- For the user ---- */

int lb_mpi_start(lb_mpi_request *r) {
    lb_why why = {"lb_mpi_start is for persistent requests that are not under way"};
    if (!r)
        return MPI_ERR_REQUEST;
    if (r->form != LB_FORM_PERSISTENT || r->active)
        return lb_mpi_raise_why(r->net, LB_ERR_ARG, &why);
    pthread_mutex_lock(&r->net->process->lock);
    int code = start(r);
    pthread_mutex_unlock(&r->net->process->lock);
    return lb_mpi_raise(r->net, code);
}

int lb_mpi_startall(int count, lb_mpi_request *const requests[]) {
    int code = MPI_SUCCESS;
    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        code = lb_mpi_start(requests[i]);
    return code;
}

int lb_mpi_test(lb_mpi_request **request, int *flag) {
    lb_mpi_request *r = *request;
    *flag = 1;
    if (!r)
        return MPI_SUCCESS;
    lb_mpi_net *net = r->net;
    int code = MPI_SUCCESS;
    pthread_mutex_lock(&net->process->lock);
    if (r->active) {
        turn(net->process, false);
        advance_all(net->process);
    }
    *flag = !r->active;
    if (r->complete)
        code = settle(request);
    pthread_mutex_unlock(&net->process->lock);
    return lb_mpi_raise(net, code);
}

int lb_mpi_wait(lb_mpi_request **request) {
    lb_mpi_request *r = *request;
    if (!r)
        return MPI_SUCCESS;
    lb_mpi_net *net = r->net;
    int code = MPI_SUCCESS;
    pthread_mutex_lock(&net->process->lock);
    if (r->active)
        wait_for(r);
    if (r->complete)
        code = settle(request);
    pthread_mutex_unlock(&net->process->lock);
    return lb_mpi_raise(net, code);
}

int lb_mpi_waitall(int count, lb_mpi_request *requests[]) {
    int code = MPI_SUCCESS;
    for (int i = 0; i < count; i++) {
        int one = lb_mpi_wait(&requests[i]);
        code = code == MPI_SUCCESS ? one : code;
    }
    return code;
}

int lb_mpi_request_free(lb_mpi_request **request) {
    lb_mpi_request *r = *request;
    lb_why why = {"lb_mpi_request_free is for persistent requests that are not under way"};
    if (!r)
        return MPI_SUCCESS;
    if (r->form != LB_FORM_PERSISTENT || r->active)
        return lb_mpi_raise_why(r->net, LB_ERR_ARG, &why);
    pthread_mutex_lock(&r->net->process->lock);
    give_back(r);
    pthread_mutex_unlock(&r->net->process->lock);
    *request = NULL;
    return MPI_SUCCESS;
}
