/* Debug mode: before an operation begins, every process tells every other what it is about to do. */
#include "mpi/request.h"

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

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(1099511628211);
}

/* All else that must be the same everywhere: the permutation, or the lengths of blocks that everybody knows, and the
 * sides of a matrix. */
static uint64_t details(const lb_call *call, int n) {
    uint64_t hash = mix(mix(UINT64_C(14695981039346656037), (uint64_t)call->rows), (uint64_t)call->columns);
    for (int i = 0; call->list && i < n; i++)
        hash = mix(hash, (uint64_t)call->list[i]);
    bool lengths = call->kind == LB_ALLGATHER && call->out.counts;
    for (int i = 0; lengths && i < n; i++)
        hash = mix(hash, (uint64_t)call->out.counts[i] * call->out.unit);
    return hash;
}

/* Waited for by lb_debug_poll. */
static int exchange(lb_mpi_request *r) {
    r->since = MPI_Wtime();
    return MPI_Iallgather(/* NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
                          &r->mine, (int)sizeof r->mine, MPI_BYTE, r->all, (int)sizeof r->mine, MPI_BYTE, r->net->comm,
                          &r->check);
}

int lb_debug_agree(lb_mpi_request *r, uint64_t wrong) {
    r->mine.wrong = wrong;
    return exchange(r);
}

int lb_debug_begin(lb_mpi_request *r) {
    lb_mpi_net *net = r->net;
    if (!r->all)
        r->all = lb_mpi_take((uint64_t)net->size, sizeof *r->all);
    if (!r->all)
        return MPI_ERR_NO_MEM;
    memset(&r->mine, 0, sizeof r->mine);
    snprintf(r->mine.text, sizeof r->mine.text, "%s", r->call.name);
    if (r->call.refused)
        return lb_debug_agree(r, LB_REFUSED);
    r->mine.root = r->call.root;
    r->mine.bytes = r->call.uneven ? 0 : r->call.bytes;
    r->mine.commutes = r->call.commutes;
    r->mine.op = operator_number(r->call.op);
    r->mine.details = details(&r->call, net->size);
    return exchange(r);
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
    fprintf(stderr, "linkbound: rank %d has waited %d s for all others to begin %s\n", r->net->rank, PATIENCE,
            r->call.name);
}

/* Who says that something is wrong: -1 for nobody. */
static int complaint(const lb_mpi_request *r, lb_why *why) {
    for (int i = 0; i < r->net->size; i++) {
        const lb_signature *s = &r->all[i];
        if (s->wrong == LB_REFUSED)
            snprintf(why->text, sizeof why->text, "the arguments of rank %d's %s are wrong", i, s->text);
        else if (s->wrong)
            snprintf(why->text, sizeof why->text,
                     "the processes do not agree: ranks %d and %" PRIu64
                     " have different lengths for what %s brings from "
                     "one to the other",
                     i, s->wrong - 1, s->text);
        if (s->wrong)
            return i;
    }
    return -1;
}

static int disagreement(const lb_mpi_request *r, lb_why *why) {
    for (int i = 1; i < r->net->size; i++) {
        if (memcmp(&r->all[0], &r->all[i], sizeof r->all[0]) == 0)
            continue;
        char first[96], other[96];
        describe(&r->all[0], first, sizeof first);
        describe(&r->all[i], other, sizeof other);
        snprintf(why->text, sizeof why->text, "the processes do not agree: rank 0 has %s; rank %d has %s%s", first, i,
                 other, unlike(&r->all[0], &r->all[i]));
        return i;
    }
    return -1;
}

int lb_debug_poll(lb_mpi_request *r, bool *there) {
    lb_why why;
    int flag = 0, code = MPI_Test(&r->check, &flag, MPI_STATUS_IGNORE);
    *there = flag != 0 || code != MPI_SUCCESS;
    if (!*there)
        say_waiting(r);
    if (code != MPI_SUCCESS || !flag || (complaint(r, &why) < 0 && disagreement(r, &why) < 0))
        return code;
    return lb_process_code(r->net->process, LB_ERR_ARG, &why);
}
