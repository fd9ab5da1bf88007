/* Debug mode: before an operation begins, every process tells every other what it is about to do. */
#include "mpi/debug.h"

#include "base/hash.h"
#include "mpi/sides.h"
#include "mpi/stage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Predefined operators by their place in this list: handles are addresses in some MPIs, and differ. 0: another. */
static uint64_t operator_number(MPI_Op op) {
    enum { KNOWN = 12 };
    const MPI_Op known[KNOWN] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_BAND,   MPI_BOR,
                                 MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_MAXLOC, MPI_MINLOC};
    for (size_t i = 0; i < KNOWN; i++) {
        if (op == known[i])
            return i + 1;
    }
    return 0;
}

/* All else that must be the same everywhere: the permutation, or the lengths of blocks that everybody knows, and the
 * sides of a matrix. */
uint64_t lb_call_details(const lb_call *call, int n) {
    uint64_t hash = lb_fnv_word(lb_fnv_word(LB_FNV, (uint64_t)call->rows), (uint64_t)call->columns);
    for (int i = 0; call->list.at && i < n; i++)
        hash = lb_fnv_word(hash, (uint64_t)lb_list_at(&call->list, i));
    bool lengths = call->kind == LB_ALLGATHER && call->out.counts.at;
    for (int i = 0; lengths && i < n; i++)
        hash = lb_fnv_word(hash, lb_side_length(&call->out, i));
    return hash;
}

int lb_debug_begin(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    r->all = lb_room_for(&r->room[ROOM_CHECK], (uint64_t)net->size * sizeof *r->all);
    if (!r->all)
        return MPI_ERR_NO_MEM;
    memset(&r->mine, 0, sizeof r->mine);
    snprintf(r->mine.text, sizeof r->mine.text, "%s", r->call.name);
    r->mine.wrong = r->call.refused ? LB_REFUSED : 0;
    r->mine.root = r->call.root;
    r->mine.bytes = r->call.uneven ? 0 : r->call.bytes;
    r->mine.commutes = r->call.commutes;
    r->mine.op = operator_number(r->call.op);
    r->mine.details = lb_call_details(&r->call, net->size);
    r->since = MPI_Wtime();
    /* Waited for by lb_debug_poll. */
    return MPI_Iallgather(/* NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
                          &r->mine, (int)sizeof r->mine, MPI_BYTE, r->all, (int)sizeof r->mine, MPI_BYTE, net->comm,
                          &r->check);
}

static void describe(const lb_signature *s, char *text, size_t size) {
    snprintf(text, size, "%s, root %" PRIu64 ", blocks of %" PRIu64 " bytes", s->text, s->root, s->bytes);
}

/* What two sentences that read alike differ in. */
static const char *unlike(const lb_signature *a, const lb_signature *b) {
    if (a->op != b->op || a->commutes != b->commutes)
        return "; the operators differ";
    return a->details != b->details ? "; the lists of counts or places differ" : "";
}

/* Somebody does not come: said once, or it would be a hang without a word. */
static void say_waiting(lb_mpi_request *r) {
    enum { PATIENCE = 5 };
    if (r->since == 0 || MPI_Wtime() - r->since < PATIENCE)
        return;
    r->since = 0;
    char line[160];
    snprintf(line, sizeof line, "linkbound: rank %d has waited %d s for all others to begin %s\n", r->net->rank,
             PATIENCE, r->call.name);
    lb_process_say(r->net->process, line);
}

/* Whether somebody says that something is wrong, and what. */
static bool complaint(const lb_mpi_request *r, lb_why *why) {
    for (int i = 0; i < r->net->size; i++) {
        const lb_signature *s = &r->all[i];
        if (s->wrong == LB_REFUSED)
            snprintf(why->text, sizeof why->text, "the arguments of rank %d's %s are wrong", i, s->text);
        else if (s->wrong)
            snprintf(why->text, sizeof why->text,
                     "the processes do not agree: ranks %d and %" PRIu64 " have different lengths for what %s brings "
                     "from one to the other",
                     i, s->wrong - 1, s->text);
        if (s->wrong)
            return true;
    }
    return false;
}

static bool disagreement(const lb_mpi_request *r, lb_why *why) {
    for (int i = 1; i < r->net->size; i++) {
        if (memcmp(&r->all[0], &r->all[i], sizeof r->all[0]) == 0)
            continue;
        char first[96], other[96];
        describe(&r->all[0], first, sizeof first);
        describe(&r->all[i], other, sizeof other);
        snprintf(why->text, sizeof why->text, "the processes do not agree: rank 0 has %s; rank %d has %s%s", first, i,
                 other, unlike(&r->all[0], &r->all[i]));
        return true;
    }
    return false;
}

int lb_debug_poll(lb_mpi_request *r, bool *there) {
    lb_why why;
    int flag = 0, code = MPI_Test(&r->check, &flag, MPI_STATUS_IGNORE);
    *there = flag != 0 || code != MPI_SUCCESS;
    if (!*there)
        say_waiting(r);
    if (code != MPI_SUCCESS || !flag || (!complaint(r, &why) && !disagreement(r, &why)))
        return code;
    return lb_process_code(r->net->process, LB_ERR_ARG, &why);
}

/* As a stage, whose messages have tags of their own: of several requests that are under way, not all processes come to
 * this in the same order, as collectives of MPI would have to be called. */
int lb_debug_tell(lb_mpi_request *r, uint64_t wrong) {
    lb_want want = {.kind = LB_ALLGATHER, .bytes = sizeof *r->all, .unit = sizeof r->mine.wrong, .in_place = true};
    r->mine.wrong = wrong;
    r->all[r->net->rank] = r->mine;
    return lb_mpi_stage(r, LB_STAGES - 1, &want, NULL, r->all);
}

int lb_debug_told(lb_mpi_request *r) {
    lb_why why;
    return complaint(r, &why) ? lb_process_code(r->net->process, LB_ERR_ARG, &why) : MPI_SUCCESS;
}
