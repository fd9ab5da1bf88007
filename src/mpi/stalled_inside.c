/* What stalls inside a node: the processes that share it wait for one that does not come, to a meeting or, before they
 * share memory, with a message. It is named by its rank.
 *
 * Who is waited for may itself wait for other nodes, and says so: it has the time limit and a quarter of it first. */
#include "mpi/stalled_inside.h"

#include "mpi/machine.h"
#include "mpi/simulated.h"
#include "mpi/stalled_words.h"

#ifndef LB_MPI_SIMULATED

#include <stdio.h>

enum { NAMED = 4, SLOWER = 120 };
#define LATER 1.25

static bool by_message(const lb_mpi_request *r) {
    return r->stage && r->stage->net == r->net->machine->inside;
}

/* Whether a slot is waited for. */
static bool is_missing(const lb_mpi_request *r, int slot) {
    const lb_machine *m = r->net->machine;
    const lb_pump *pump = &r->net->process->pump;
    bool missing = false;
    if (!by_message(r))
        return (r->awaits < 0 || r->awaits == slot) && !lb_arena_came(&m->arena, slot, r->awaited);
    for (int i = 0; i < pump->count; i++)
        missing |= pump->flights[i].owner == r->stage && !pump->flights[i].sends && pump->flights[i].peer == slot;
    return missing;
}

static int list_missing(const lb_mpi_request *r, char *text, size_t size) {
    const lb_machine *m = r->net->machine;
    int found = 0;
    size_t length = 0;
    text[0] = '\0';
    for (int slot = 0; slot < lb_machine_here(m); slot++) {
        if (!is_missing(r, slot))
            continue;
        if (found < NAMED)
            length += (size_t)snprintf(text + length, size - length, "%s%d", found ? ", " : "",
                                       m->rank_at[m->first[m->node] + slot]);
        found++;
    }
    if (found > NAMED)
        snprintf(text + length, size - length, " and %d others", found - NAMED);
    return found;
}

static void say(lb_mpi_request *r) {
    char ranks[96], call[40];
    int count = list_missing(r, ranks, sizeof ranks);
    if (count == 0)
        return;
    lb_stalls_call(r, call, sizeof call);
    r->stalls += r->missed.said == 0;
    r->missed.said = r->missed.quiet;
    lb_stalls_say(r,
                  "on node %d rank%s %s %s not come for %.*f s; it waits for others itself, or has not been called "
                  "there yet (%s)",
                  r->net->node, count > 1 ? "s" : "", ranks, count > 1 ? "have" : "has", LB_DIGITS(r->missed.quiet),
                  call);
}

void lb_stalls_inside(lb_mpi_request *r, double passed) {
    lb_missed *missed = &r->missed;
    bool waits = by_message(r) || (!r->stage && r->meeting && r->awaited > 0);
    uint64_t seen = by_message(r) ? r->stage->at * UINT32_MAX + (uint64_t)r->stage->left : r->awaited;
    if (waits && seen == missed->seen) {
        double slow = SLOWER * 1e-9 * lb_ratio_value(r->net->set.profile.tau) * (double)r->call.bytes * r->net->size;
        missed->quiet += passed;
        if (missed->quiet >= LATER * r->net->set.timeout && missed->quiet >= slow && missed->quiet >= 2 * missed->said)
            say(r);
        return;
    }
    if (missed->said > 0) {
        r->stalls--;
        lb_stalls_say(r, "the processes of node %d have come, after %.*f s", r->net->node, LB_DIGITS(missed->quiet));
    }
    *missed = (lb_missed){.seen = waits ? seen : 0};
}

#else /* simulated processes are not watched: see stall.c */

void lb_stalls_inside(lb_mpi_request *r, double passed) {
    (void)r;
    (void)passed;
}

#endif
