/* Where in the memory of a node a piece lies: in its two halves in turn or, of messages that are cut, in two quarters
 * of each. Then three pieces may be looked at by one process or another: who loads one goes on when all have come to a
 * meeting since they were through with the piece four before. */
#include "mpi/machine_bank.h"

#include "mpi/machine_places.h"

uint64_t lb_bank_wanted(const lb_mpi_request *r, const lb_course *course) {
    if (!r->piece.cut)
        return course->room(r, r->piece.bytes);
    return 2 * lb_padded(course->room(r, r->piece.cut));
}

uint64_t lb_bank_bytes(const lb_mpi_request *r) {
    uint64_t half = lb_machine_of(r)->bank;
    return r->piece.cut ? half / 2 / 64 * 64 : half;
}

uint64_t lb_bank_due(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t next = m->pieces % LB_BANKS, other = (m->pieces + 2) % LB_BANKS;
    return r->piece.cut || m->due[next] > m->due[other] ? m->due[next] : m->due[other];
}

bool lb_bank_take(lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
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
    m->due[r->piece.which] = next;
    if (!r->piece.cut)
        m->due[(r->piece.which + 2) % LB_BANKS] = next;
}
