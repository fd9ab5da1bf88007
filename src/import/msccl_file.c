/* MSCCL XML files: run as a call out of place would run them, and again in place, where they are for both. */
#include "import/msccl.h"
#include "import/msccl_limits.h"
#include "import/program.h"
#include "import/readers.h"

static int judge(const lb_page *page, const lb_import_options *o, bool in_place, bool patient, lb_msccl_calls *calls,
                 lb_imported *out) {
    lb_acts a;
    int error = lb_msccl_read(page, in_place, o->rooted ? o->root : LB_NONE, &a, calls);
    if (!error && (in_place ? calls->in_place : calls->out_of_place)) {
        lb_plan_free(out->plan);
        error = lb_program_judge(&a, page, o->net, patient, o->memory, &out->room, &out->plan);
    }
    lb_acts_free(&a);
    return error;
}

int lb_import_msccl(const lb_page *page, const lb_import_options *o, lb_imported *out) {
    lb_msccl_calls calls = {false, true};
    lb_msccl_limit_file(page);
    int error = judge(page, o, false, false, &calls, out);
    if (!error)
        error = judge(page, o, true, false, &calls, out);
    if (!error)
        error = lb_import_check(page, o->memory, NULL, out->plan);
    if (error != LB_ERR_UNSUPPORTED)
        return error;
    error = judge(page, o, !calls.out_of_place, true, &calls, out);
    return error ? error : lb_import_check(page, o->memory, NULL, out->plan);
}
