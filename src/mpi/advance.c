/* Requests under way: starting, advancing, waiting. Whoever waits lets all operations of the process advance, so that
 * processes may wait for theirs in different orders. */
#include "mpi/advance.h"

#include "mpi/agree.h"
#include "mpi/debug.h"
#include "mpi/machine_step.h"
#include "mpi/request_pool.h"
#include "mpi/simulated.h"
#include "mpi/stage.h"
#include "mpi/stalled.h"
#include "mpi/traced.h"

#include <sched.h>

/* ---- Advancing ---- */

static void end(lb_mpi_request *r, int code) {
    lb_mpi_net *net = r->net;
    if (r->stalls > 0)
        lb_stalls_over(r);
    if (r->stage)
        lb_stage_release(r);
    if (r->aside) { /* the request has failed meanwhile: messages may still come */
        r->aside->code = code;
        lb_stage_back(r);
        lb_stage_release(r);
    }
    if (code == MPI_ERR_NO_MEM)
        lb_request_short(r);
    lb_agree_drop(r);
    lb_traced_call_over(r);
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
        lb_slot_set(net, r->slot, false);
    net->under_way--;
    if (r->call.queued) {
        lb_machine_end(net->machine, r->ticket);
        net->process->again |= net->machine->ended < net->machine->begun;
    }
    net->process->polling -= r->meeting;
    r->meeting = false;
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
        if (r->stage && !lb_stage_run(r, &code))
            return;
        if (r->stage && code == MPI_SUCCESS)
            lb_stage_release(r);
        if (code == MPI_SUCCESS)
            code = r->agreeing ? lb_agree_end(r) : r->call.step(r);
        if (code == MPI_SUCCESS && r->pending) {
            r->pending = false;
            return;
        }
        if (r->agree && !r->complete)
            code = lb_agree_begin(r, code);
        if (code == MPI_SUCCESS && r->complete)
            end(r, MPI_SUCCESS);
    }
    if (code != MPI_SUCCESS)
        end(r, code);
}

/* Until all wait for something that comes from elsewhere: nobody may wait in MPI for one of them while it is another's
 * turn. */
static void advance_all(lb_process *process) {
    do {
        process->again = false;
        for (lb_mpi_request *r = process->active, *next; r; r = next) {
            next = r->next;
            advance(r);
        }
    } while (process->again);
}

/* MPI itself has failed: nothing that is under way can be finished. */
static void fail_all(lb_process *process, int code) {
    while (process->active) {
        if (process->active->stage)
            process->active->stage->code = code;
        end(process->active, code);
    }
}

/* Who looks at flags only, and never at messages, would let those of the program stand still. It asks for what is never
 * there: of what is, MPI need not move on anything to know it. And on a communicator of several, since MPICH has
 * nothing to move on for one process. */
static int look_in(const lb_process *process) {
    int flag = 0, own = 0;
    if (!process->active)
        return MPI_SUCCESS;
    MPI_Comm comm = process->active->net->comm;
    MPI_Comm_rank(comm, &own);
    return MPI_Iprobe(own, MPI_ANY_TAG, comm, &flag, MPI_STATUS_IGNORE);
}

static void turn(lb_process *process, bool wait) {
    process->looks++;
    process->inside = wait;
    int code = lb_pump_turn(&process->pump, wait, &process->lock);
    process->inside = false;
    if (code == MPI_SUCCESS && process->polling > 0 && process->pump.count == 0)
        code = look_in(process);
    if (code != MPI_SUCCESS)
        fail_all(process, code);
}

void lb_requests_advance(lb_process *process) {
    turn(process, false);
    advance_all(process);
}

/* ---- Starting ---- */

int lb_request_start(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    lb_process *process = net->process;
    if (r->form != LB_FORM_PERSISTENT) {
        r->slot = (int)(net->sequence++ % (uint64_t)(net->slots / 2));
        while (lb_slot_taken(net, r->slot)) { /* thousands of operations are under way: the oldest must go first */
            advance_all(process);
            turn(process, false);
        }
        lb_slot_set(net, r->slot, true);
    }
    if (r->call.queued)
        r->ticket = net->machine->begun++;
    r->number = r->form != LB_FORM_PERSISTENT ? net->sequence : r->number + 1;
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
    lb_traced_call(r);
    int code = net->set.debug ? lb_debug_begin(r) : MPI_SUCCESS;
    if (code == MPI_SUCCESS)
        code = lb_agree_on(r, NULL, 0);
    if (code != MPI_SUCCESS)
        end(r, code);
    else
        advance(r);
    return MPI_SUCCESS;
}

/* Whether one of them is complete; *wait: all of them may be waited for inside MPI. */
static bool any_complete(lb_mpi_request *const requests[], int count, bool *wait) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        any |= requests[i] && requests[i]->complete;
        *wait &= !requests[i] || !requests[i]->net->set.debug;
    }
    return any;
}

/* Who has looked at flags once goes on looking. Simulated time would then stand still. */
#ifdef LB_MPI_SIMULATED
static const bool may_wait_again = true;
#else
static const bool may_wait_again = false;
#endif

void lb_requests_wait(lb_process *process, lb_mpi_request *const requests[], int count) {
    lb_trace *trace = process->pump.trace;
    double since = 0; /* of a trace: nothing has come for so long */
    bool wait = !process->multiple, done = any_complete(requests, count, &wait);
    while (!done) {
        uint64_t events = process->pump.events;
        bool inside = wait && process->polling == 0;
        wait = may_wait_again ? wait : inside;
        since = trace && since == 0 ? lb_trace_now() : since;
        turn(process, inside);
        if (trace && process->pump.events != events) {
            lb_trace_wait(trace, since, true);
            since = 0;
        }
        advance_all(process);
        done = any_complete(requests, count, &wait);
        bool looks = !wait || process->pump.count == 0 || process->pump.delays.first;
        if (!done && looks && process->pump.events == events) {
            pthread_mutex_unlock(&process->lock);
            sched_yield();
            if (!wait)
                lb_simulated_look();
            pthread_mutex_lock(&process->lock);
        }
    }
    if (since > 0)
        lb_trace_wait(trace, since, false);
}

void lb_request_wait(lb_mpi_request *r) {
    lb_requests_wait(r->net->process, &r, 1);
}

int lb_request_settle(lb_mpi_request **request) {
    lb_mpi_request *r = *request;
    int code = r->code;
    r->code = MPI_SUCCESS;
    r->complete = false;
    if (r->form != LB_FORM_PERSISTENT) {
        lb_request_give_back(r);
        *request = NULL;
    }
    return code;
}

/* Nobody shall wait for a process whose own arguments are wrong. */
static void tell_refused(lb_mpi_net *net, const char *name) {
    const lb_call call = {.name = name, .op = MPI_OP_NULL, .refused = true};
    int code;
    pthread_mutex_lock(&net->process->lock);
    lb_mpi_request *r = lb_request_take(net, &call, LB_FORM_BLOCKING, &code);
    if (r) {
        lb_request_start(r);
        lb_request_wait(r);
        lb_request_settle(&r);
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
    lb_mpi_request *r = lb_request_take(net, call, form, &code);
    if (code == MPI_SUCCESS && net->machine)
        code = lb_machine_take(r);
    if (code == MPI_SUCCESS && form == LB_FORM_PERSISTENT)
        code = lb_request_take_slot(r);
    if (code != MPI_SUCCESS && r) {
        r->form = LB_FORM_BLOCKING;
        lb_request_give_back(r);
    }
    if (code == MPI_SUCCESS && form != LB_FORM_PERSISTENT) {
        net->unsettled += form == LB_FORM_NONBLOCKING;
        code = lb_request_start(r);
    }
    if (code == MPI_SUCCESS && form == LB_FORM_BLOCKING) {
        lb_request_wait(r);
        code = lb_request_settle(&r);
    } else if (code == MPI_SUCCESS && form == LB_FORM_NONBLOCKING && r->complete && r->code != MPI_SUCCESS) {
        code = lb_request_settle(&r); /* it could not even begin */
    } else if (code == MPI_SUCCESS && request) {
        *request = r;
    }
    pthread_mutex_unlock(&net->process->lock);
    return lb_mpi_raise(net, code);
}
