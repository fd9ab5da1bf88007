/* scan, exscan on machines whose ranks are in the order of the nodes: prefixes within the node, what all nodes before
 * have, and both together. In the order of the ranks, so for any operator. */
#include "mpi/machine_course.h"
#include "mpi/machine_places.h"

/* What the nodes before have, and what each slot brings, which becomes that and all before it. */
static uint64_t scan_room(const lb_mpi_request *r, uint64_t bytes) {
    return ((uint64_t)lb_machine_of(r)->slots + 1) * lb_padded(bytes);
}

static unsigned char *slot_at(const lb_mpi_request *r, int slot) {
    return r->piece.bank + ((uint64_t)slot + 1) * lb_padded(r->piece.length);
}

static void scan_load(lb_mpi_request *r) {
    lb_copy(r, slot_at(r, lb_machine_of(r)->slot), lb_piece_brought(r), r->piece.length);
}

static int scan_work(lb_mpi_request *r) {
    lb_machine *m = lb_machine_of(r);
    lb_span s = lb_share_of(r, r->piece.length);
    size_t count = (size_t)(s.bytes / r->call.out.unit);
    for (int k = 1; k < lb_machine_here(m) && count > 0; k++)
        lb_mpi_fold(&m->folding, slot_at(r, k - 1) + s.at, slot_at(r, k) + s.at, slot_at(r, k) + s.at, count);
    return m->folding.code;
}

static int scan_across(lb_mpi_request *r) {
    lb_span s = lb_carried(r, r->piece.length);
    lb_want want = {.kind = LB_EXSCAN, .bytes = s.bytes};
    const unsigned char *last = slot_at(r, lb_machine_here(lb_machine_of(r)) - 1);
    return lb_goes_across(r) ? lb_piece_start(r, &want, last + s.at, r->piece.bank + s.at) : MPI_SUCCESS;
}

/* The prefix of a slot, after all that is before the node. */
static void take(lb_mpi_request *r, int slot) {
    lb_machine *m = lb_machine_of(r);
    if (m->node == 0)
        lb_copy(r, lb_piece_taken(r), slot_at(r, slot), r->piece.length);
    else
        lb_mpi_fold(&m->folding, r->piece.bank, slot_at(r, slot), lb_piece_taken(r),
                    (size_t)(r->piece.length / r->call.out.unit));
}

static void scan_unload(lb_mpi_request *r) {
    take(r, lb_machine_of(r)->slot);
}

static void exscan_unload(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    if (m->slot > 0)
        take(r, m->slot - 1);
    else if (m->node > 0)
        lb_copy(r, lb_piece_taken(r), r->piece.bank, r->piece.length);
}

const lb_course lb_course_scan = {.loads = lb_with_others,
                                  .sums = true,
                                  .load = scan_load,
                                  .work = scan_work,
                                  .joint = true,
                                  .across = scan_across,
                                  .unloads = lb_with_others,
                                  .unload = scan_unload,
                                  .room = scan_room};
const lb_course lb_course_exscan = {.loads = lb_with_others,
                                    .sums = true,
                                    .load = scan_load,
                                    .work = scan_work,
                                    .joint = true,
                                    .across = scan_across,
                                    .unloads = lb_with_others,
                                    .unload = exscan_unload,
                                    .room = scan_room};
