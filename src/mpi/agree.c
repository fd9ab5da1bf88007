/* Agreeing before a call begins that every process has what it needs for it, so that all can leave it to somebody else
 * when one has not: the drop-in to MPI, whose own call may do with less. Nothing of the user's has been touched by
 * then.
 *
 * It costs a message to all, and the first stage waits for it; so it is done for calls of a new sort only, when a plan
 * has to be made anyhow. Sorts are told apart by what is the same at all processes, and remembered in the order of the
 * calls, so that all processes know the same ones. */
#include "mpi/agree.h"

#include "base/hash.h"
#include "mpi/cache.h"
#include "mpi/debug.h"
#include "mpi/lanes.h"
#include "mpi/stage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FINE, SHORT, CANNOT }; /* what a process says, and what is remembered of a sort, in its lowest bits */
enum { HOW = 3 };

/* Numbers may differ between processes, as addresses do: they are compared with those of the same process. */
static uint64_t sort_of(const lb_mpi_request *r, const uint64_t *lengths, uint64_t count) {
    const lb_call *call = &r->call;
    uint64_t sort =
        lb_hash_word(lb_hash_word(call->root, call->uneven ? 0 : call->bytes), call->commutes * 2 + (count > 0));
    sort = lb_hash_word(lb_hash_word(sort, (uintptr_t)call->name), lb_call_details(call, r->net->size));
    for (uint64_t i = 0; i < count; i++)
        sort = lb_hash_word(sort, lengths[i]);
    return (sort | 4) & ~UINT64_C(3); /* 0: none */
}

/* Codes of the engine's own: the caller leaves the call. */
static int refusal(const lb_mpi_request *r, uint64_t how) {
    lb_why why = {"this was not to be done before, either"};
    return lb_process_code(r->net->process, how == SHORT ? LB_ERR_MEMORY : LB_ERR_UNSUPPORTED, &why);
}

/* The stage in which all tell, with room for what they say. It is taken before the call's own, for which memory may be
 * short: whoever is short must be able to say so. */
enum { TELLING = LB_STAGES - 1 };

static lb_want telling(void) {
    return (lb_want){
        .kind = LB_ALLGATHER, .bytes = sizeof(uint64_t), .unit = sizeof(uint64_t), .in_place = true, .aside = true};
}

static int take_telling(lb_mpi_request *r) {
    lb_want want = telling();
    lb_pump *pump = &r->net->process->pump;
    int code = MPI_SUCCESS;
    if (!lb_room_for(&r->room[ROOM_AGREE], (uint64_t)r->net->nodes * sizeof(uint64_t)))
        return MPI_ERR_NO_MEM;
    if (!r->kept[TELLING])
        r->kept[TELLING] = lb_instance_get(r->net, &want, &code);
    if (code != MPI_SUCCESS)
        return code;
    int messages = lb_lanes_requests(r->kept[TELLING]);
    if (lb_pump_reserve(pump, messages))
        return MPI_ERR_NO_MEM;
    lb_pump_release(pump, messages); /* what it has grown to it keeps */
    return MPI_SUCCESS;
}

int lb_agree_on(lb_mpi_request *r, const uint64_t *lengths, uint64_t count) {
    const lb_mpi_net *net = r->net;
    if (!net->agrees || r->form != LB_FORM_BLOCKING)
        return MPI_SUCCESS;
    r->sort = sort_of(r, lengths, count);
    for (unsigned i = 0; i < LB_MPI_SORTS; i++) {
        if ((net->sorts[i] & ~UINT64_C(3)) == r->sort)
            return net->sorts[i] & 3 ? refusal(r, net->sorts[i] & 3) : MPI_SUCCESS;
    }
    int code = take_telling(r);
    r->agree = code == MPI_SUCCESS;
    return code;
}

int lb_mpi_prepare(lb_mpi_request *r, unsigned which, const lb_want *want) {
    int code = MPI_SUCCESS;
    if (r->agree && !r->kept[which])
        r->kept[which] = lb_instance_get(r->net, want, &code);
    return code;
}

/* By what plans it will be done. A process that was short of memory for one may have found another. */
static uint64_t plans_of(const lb_mpi_request *r) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < TELLING; i++) {
        const lb_instance *stage = r->held && r->held_which == i ? r->held : r->kept[i];
        for (const char *c = stage ? stage->algorithm : ""; *c; c++)
            hash = lb_hash_word(hash, (unsigned char)*c);
        hash = lb_hash_word(hash, i);
    }
    return hash & ~(uint64_t)HOW;
}

int lb_agree_begin(lb_mpi_request *r, int code) {
    uint64_t *said = r->room[ROOM_AGREE].at;
    lb_want want = telling();
    r->agree = false;
    memset(said, 0, (size_t)r->net->nodes * sizeof *said);
    said[r->net->node] = code == MPI_SUCCESS ? FINE | plans_of(r) : code == MPI_ERR_NO_MEM ? SHORT : CANNOT;
    r->failed = code;
    if (code == MPI_ERR_NO_MEM)
        lb_request_short(r);
    r->agreeing = true;
    return lb_mpi_stage(r, TELLING, &want, NULL, said);
}

/* Data of the call that is here. */
static uint64_t bytes_of(const lb_mpi_request *r) {
    uint64_t in = (uint64_t)r->call.in.count * r->call.in.unit, out = (uint64_t)r->call.out.count * r->call.out.unit;
    return in > out ? in : out;
}

static void drop_held(lb_mpi_request *r) {
    lb_pump_release(&r->net->process->pump, lb_lanes_requests(r->held));
    r->kept[r->held_which] = NULL;
    lb_instance_put(r->held);
    r->held = NULL;
}

int lb_agree_end(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    const uint64_t *said = r->room[ROOM_AGREE].at;
    uint64_t how = FINE;
    for (int i = 0; i < net->nodes; i++) {
        uint64_t one = (said[i] & HOW) == FINE && said[i] != said[0] ? SHORT : said[i] & HOW;
        how = one == SHORT || (one == CANNOT && how == FINE) ? one : how;
    }
    net->sorts[net->sort_next++ % LB_MPI_SORTS] = r->sort | how;
    r->agreeing = false;
    if (how != FINE) {
        lb_agree_drop(r);
        return how == CANNOT && r->failed != MPI_SUCCESS ? r->failed : refusal(r, how);
    }
    r->stage = r->held;
    r->which = r->held_which;
    r->held = NULL;
    lb_stage_start(r, r->held_in, r->held_out);
    return MPI_SUCCESS;
}

void lb_agree_drop(lb_mpi_request *r) {
    if (r->held)
        drop_held(r);
    r->agree = r->agreeing = false;
}

void lb_request_short(lb_mpi_request *r) {
    lb_why *why = &r->net->process->shortage;
    lb_why plan = *why; /* what making a plan has left there */
    for (unsigned i = 0; i < LB_ROOMS; i++) {
        if (r->room[i].wanted)
            snprintf(plan.text, sizeof plan.text, "%" PRIu64 " bytes for data on the way could not be had",
                     r->room[i].wanted);
        r->room[i].wanted = 0;
    }
    snprintf(why->text, sizeof why->text, "not enough memory for %.30s of %" PRIu64 " bytes: %.120s", r->call.name,
             bytes_of(r), plan.text[0] ? plan.text : "it could not be had");
}
