/* Where in the memory of a node a piece lies: in its two halves in turn or, of messages that are cut, in two quarters
 * of each. Then three pieces may be looked at by one process or another: who loads one goes on when all have come to a
 * meeting since they were through with the piece four before.
 *
 * A short message lies in one of 32 cells, every other one in the same half, at its beginning. So a root whose node is
 * slow to take what it broadcasts can be that many ahead, as it can with MPI's own messages. Who comes to a bank waits
 * for the cells of its half as well, and the other way round. */
#include "mpi/machine_bank.h"

#include "mpi/machine_places.h"

enum { CELL = 4096 }; /* bytes: 16 of them are the least that a half has */

/* Whether it goes into a cell. How much memory there is all processes know. */
static bool is_brief(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    return m->inside && !r->piece.cut && m->bank >= (uint64_t)CELL * LB_CELLS / 2 &&
           r->piece.course->room(r, r->piece.bytes) <= CELL;
}

uint64_t lb_bank_wanted(const lb_mpi_request *r, const lb_course *course) {
    if (!r->piece.cut)
        return course->room(r, r->piece.bytes);
    return 2 * lb_padded(course->room(r, r->piece.cut));
}

uint64_t lb_bank_bytes(const lb_mpi_request *r) {
    uint64_t half = lb_machine_of(r)->bank;
    return r->piece.cut ? half / 2 / 64 * 64 : half;
}

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

uint64_t lb_bank_due(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    if (is_brief(r)) {
        unsigned cell = m->shorts % LB_CELLS;
        return later(m->cell_due[cell], later(m->due[cell % 2], m->due[cell % 2 + 2]));
    }
    uint64_t next = m->pieces % LB_BANKS, other = (m->pieces + 2) % LB_BANKS;
    return later(m->cells_due[next % 2], r->piece.cut ? m->due[next] : later(m->due[next], m->due[other]));
}

static unsigned char *take_cell(lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    unsigned cell = r->piece.which = (unsigned)(m->shorts++ % LB_CELLS);
    return m->arena.at + cell % 2 * m->capacity + (uint64_t)(cell / 2) * CELL;
}

bool lb_bank_take(lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    r->piece.brief = is_brief(r);
    if (r->piece.brief) {
        r->piece.bank = take_cell(r);
        return true;
    }
    r->piece.which = (unsigned)(m->pieces++ % LB_BANKS);
    unsigned half = r->piece.which % 2, quarter = r->piece.which / 2;
    if (m->inside) {
        r->piece.bank = m->arena.at + half * m->capacity + (r->piece.cut ? quarter * lb_bank_bytes(r) : 0);
        return true;
    }
    if (r->piece.at == 0) /* no later piece is longer: what is taken now does not move */
        r->piece.stride = lb_padded(r->piece.need);
    r->piece.bank = lb_room_for(&m->own, r->piece.cut ? LB_BANKS * r->piece.stride : r->piece.need);
    if (r->piece.bank && r->piece.cut)
        r->piece.bank += r->piece.which * r->piece.stride;
    return r->piece.bank != NULL;
}

void lb_bank_leave(lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    uint64_t next = m->meetings + 1;
    if (r->piece.brief) {
        m->cell_due[r->piece.which] = m->cells_due[r->piece.which % 2] = next;
        return;
    }
    m->due[r->piece.which] = next;
    if (!r->piece.cut)
        m->due[(r->piece.which + 2) % LB_BANKS] = next;
}
