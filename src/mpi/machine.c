/* Which process has which node and slot: on a node slots are in the order of the ranks. */
#include "mpi/machine.h"

#include "mpi/straight.h"

#include <stdlib.h>
#include <string.h>

/* Where every process is alone on its node it has as much memory as it likes. */
static const uint64_t bank_alone = UINT64_C(1) << 30;

bool lb_seats_plain(const int *node_of, int size, int nodes) {
    bool plain = size == nodes;
    for (int r = 0; r < size && plain; r++)
        plain = node_of[r] == r;
    return plain;
}

bool lb_seats_in_order(const int *node_of, int size) {
    bool in_order = true;
    for (int r = 1; r < size && in_order; r++)
        in_order = node_of[r - 1] <= node_of[r];
    return in_order;
}

enum { TICKETS = 1 << 14 }; /* more than operations can be under way */

static bool take(lb_machine *m) {
    uint64_t size = (uint64_t)m->size, nodes = (uint64_t)m->nodes;
    m->node_of = lb_mpi_take(size, sizeof *m->node_of);
    m->slot_of = lb_mpi_take(size, sizeof *m->slot_of);
    m->rank_at = lb_mpi_take(size, sizeof *m->rank_at);
    m->first = lb_mpi_take(nodes + 1, sizeof *m->first);
    m->plane = lb_mpi_take(nodes, sizeof *m->plane);
    m->gone = lb_mpi_take(TICKETS / 64, sizeof *m->gone);
    return m->node_of && m->slot_of && m->rank_at && m->first && m->plane && m->gone;
}

static void seat(lb_machine *m, const int *node_of) {
    for (int r = 0; r < m->size; r++) {
        m->node_of[r] = node_of[r];
        m->first[node_of[r] + 1]++;
    }
    m->least = m->size;
    for (int v = 0; v < m->nodes; v++) {
        int slots = m->first[v + 1];
        m->slots = slots > m->slots ? slots : m->slots;
        m->least = slots < m->least ? slots : m->least;
        m->first[v + 1] += m->first[v];
    }
    for (int r = 0; r < m->size; r++) { /* plane counts the slots for now */
        int v = node_of[r];
        m->slot_of[r] = m->plane[v]++;
        m->rank_at[m->first[v] + m->slot_of[r]] = r;
    }
}

/* Who hears from those at distance 1, 2, 4, ... has heard from all. */
static bool make_rounds(lb_machine *m, uint32_t here) {
    enum { MOST = 64 };
    m->rounds = lb_mpi_take(MOST, sizeof *m->rounds);
    for (uint32_t far = 1; m->rounds && far < here; far *= 2) {
        if (far > 1)
            m->rounds[m->round_count++] = LB_ROUND;
        m->rounds[m->round_count++] = far;
    }
    return m->rounds != NULL;
}

static bool find_others(lb_machine *m) {
    int here = lb_machine_here(m);
    for (int v = 0; v < m->nodes; v++)
        m->plane[v] = m->rank_at[m->first[v] + (m->slot < lb_machine_slots(m, v) ? m->slot : 0)];
    m->mates = lb_mpi_take((uint64_t)here, sizeof *m->mates);
    if (m->mates)
        memcpy(m->mates, m->rank_at + m->first[m->node], (size_t)here * sizeof *m->mates);
    return m->mates && make_rounds(m, (uint32_t)here);
}

lb_machine *lb_machine_create(const int *node_of, int size, int nodes, int rank, uint64_t arena) {
    lb_machine *m = lb_mpi_take(1, sizeof *m);
    if (!m)
        return NULL;
    m->size = size;
    m->nodes = nodes;
    m->folding.op = MPI_OP_NULL;
    if (take(m)) {
        seat(m, node_of);
        m->node = node_of[rank];
        m->slot = m->slot_of[rank];
        m->in_order = lb_seats_in_order(node_of, size);
        m->capacity = m->slots > 1 ? arena / 2 / 64 * 64 : bank_alone;
        m->bank = m->slots > 1 ? 0 : bank_alone;
        if (find_others(m))
            return m;
    }
    lb_machine_free(m);
    return NULL;
}

void lb_machine_free(lb_machine *m) {
    if (!m)
        return;
    lb_arena_close(&m->arena);
    lb_folding_free(&m->folding);
    free(m->own.at);
    free(m->node_of);
    free(m->slot_of);
    free(m->rank_at);
    free(m->first);
    free(m->plane);
    free(m->mates);
    free(m->gone);
    free(m->rounds);
    free(m);
}

void lb_machine_end(lb_machine *m, uint64_t ticket) {
    m->gone[ticket % TICKETS / 64] |= UINT64_C(1) << ticket % 64;
    while (m->ended < m->begun && m->gone[m->ended % TICKETS / 64] >> m->ended % 64 & 1) {
        m->gone[m->ended % TICKETS / 64] &= ~(UINT64_C(1) << m->ended % 64);
        m->ended++;
    }
}
