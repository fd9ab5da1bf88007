/* The stage that a request runs: begun when a step asks for it, moved on, and given back. Where the processes are to
 * agree first it is only held (agree.c). */
#include "mpi/stage.h"

#include "mpi/cache.h"
#include "mpi/direct.h"
#include "mpi/lanes.h"
#include "mpi/traced.h"

void lb_stage_start(lb_mpi_request *r, const void *in, void *out) {
    lb_traced_stage(r);
    lb_instance_start(r->stage, r->net->tags + r->slot * LB_MPI_TAGS, in, out);
}

int lb_mpi_stage(lb_mpi_request *r, unsigned which, const lb_want *want, const void *in, void *out) {
    return lb_mpi_stage_on(r, r->net, which, want, in, out);
}

int lb_mpi_stage_on(lb_mpi_request *r, lb_mpi_net *net, unsigned which, const lb_want *want, const void *in,
                    void *out) {
    int code = MPI_SUCCESS;
    lb_instance *stage = r->kept[which];
    if (!stage)
        stage = lb_instance_get(net, want, &code);
    if (!stage)
        return code;
    const lb_side *side = &r->call.out;
    stage->folding.trace = r->net->process->pump.trace;
    code = lb_folding_set(&stage->folding, r->call.op, side->type, side->kind, side->given, r->net->comm);
    if (code == MPI_SUCCESS && lb_pump_reserve(&r->net->process->pump, lb_lanes_requests(stage)))
        code = MPI_ERR_NO_MEM;
    if (code != MPI_SUCCESS) {
        r->kept[which] = NULL;
        lb_instance_put(stage);
        return code;
    }
    if (r->agree) {
        r->held = stage;
        r->held_which = which;
        r->held_in = in;
        r->held_out = out;
        return MPI_SUCCESS;
    }
    r->stage = stage;
    r->which = which;
    lb_stage_start(r, in, out);
    return MPI_SUCCESS;
}

bool lb_stage_run(lb_mpi_request *r, int *code) {
    lb_instance *stage = r->stage;
    if (stage->direct) {
        *code = stage->code;
        if (stage->left > 0 && *code == MPI_SUCCESS)
            return false;
        if (*code == MPI_SUCCESS && lb_direct_goes_on(stage)) {
            *code = stage->code;
            return *code != MPI_SUCCESS;
        }
        if (*code == MPI_SUCCESS)
            lb_direct_finish(stage);
        *code = *code == MPI_SUCCESS ? stage->folding.code : *code;
        return true;
    }
    int result = lb_runner_progress(stage->runner, false);
    *code = stage->folding.code;
    if (result < 0)
        *code = stage->code != MPI_SUCCESS ? stage->code : lb_process_code(r->net->process, result, NULL);
    if (result < 0 && stage->code == MPI_SUCCESS)
        stage->code = *code;
    return result != 0;
}

void lb_stage_release(lb_mpi_request *r) {
    lb_instance *stage = r->stage;
    r->stage = NULL;
    lb_traced_stage_over(r->net, stage);
    lb_pump_release(&r->net->process->pump, lb_lanes_requests(stage));
    lb_lanes_stop(stage);
    if (r->form == LB_FORM_PERSISTENT && stage->code == MPI_SUCCESS) {
        r->kept[r->which] = stage;
        return;
    }
    r->kept[r->which] = NULL;
    lb_instance_put(stage);
}

void lb_stage_aside(lb_mpi_request *r) {
    r->aside = r->stage;
    r->stage = NULL;
}

void lb_stage_back(lb_mpi_request *r) {
    if (!r->aside)
        return;
    r->stage = r->aside;
    r->which = 0;
    r->aside = NULL;
}

/* Where it fails it is left as the stage that runs: who ends the request releases it. */
int lb_stage_move(lb_mpi_request *r) {
    int code = MPI_SUCCESS;
    if (!r->aside)
        return code;
    lb_stage_back(r);
    if (!lb_stage_run(r, &code)) {
        lb_stage_aside(r);
        return MPI_SUCCESS;
    }
    if (code == MPI_SUCCESS)
        lb_stage_release(r);
    return code;
}
