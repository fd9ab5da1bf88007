/* Blocks of any lengths from everybody for everybody, on machines. A piece has so many bytes of every block, or what is
 * left of it. What leaves a node lies in the order of the nodes that it is for, of the slots here and of the slots
 * there; what comes, in the order of the nodes, their slots and those here. What stays on the node is taken from what
 * leaves.
 *
 * blocks.at has where this process's blocks leave, by ranks; where those for it come; where those of each node leave,
 * and the end; where they come, and the end. */
#include "mpi/machine_square.h"

#include "mpi/machine_places.h"
#include "mpi/sides.h"

#include <string.h>

uint64_t lb_square_words(uint64_t size, uint64_t nodes) {
    return 2 * size + 2 * nodes + 2;
}

static uint64_t between(const lb_mpi_request *r, int from, int to, uint64_t bytes) {
    return lb_part_of(r, r->piece.blocks.lengths[(uint64_t)from * (uint64_t)r->net->size + (uint64_t)to], bytes);
}

/* All blocks from one node's processes for another's. */
static uint64_t between_nodes(const lb_mpi_request *r, int from, int to, uint64_t bytes) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t sum = 0;
    for (int i = m->first[from]; i < m->first[from + 1]; i++) {
        for (int k = m->first[to]; k < m->first[to + 1]; k++)
            sum += between(r, m->rank_at[i], m->rank_at[k], bytes);
    }
    return sum;
}

/* Of the blocks between this node and another those that are this process's, the others in between. */
static uint64_t place_some(lb_mpi_request *r, int from, int to, bool comes, uint64_t next, uint64_t *at) {
    const lb_machine *m = lb_machine_of(r);
    for (int i = m->first[from]; i < m->first[from + 1]; i++) {
        for (int k = m->first[to]; k < m->first[to + 1]; k++) {
            int own = m->rank_at[comes ? k : i], other = m->rank_at[comes ? i : k];
            if (own == r->net->rank)
                at[other] = next;
            next += between(r, m->rank_at[i], m->rank_at[k], r->piece.length);
        }
    }
    return next;
}

void lb_square_place(lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t *leaves = r->piece.blocks.at, *comes = leaves + m->size, *nodes_leave = comes + m->size,
             *nodes_come = nodes_leave + m->nodes + 1, out = 0, in = 0;
    for (int v = 0; v < m->nodes; v++) {
        nodes_leave[v] = out;
        nodes_come[v] = in;
        if (v == m->node) { /* taken from there */
            place_some(r, v, v, true, out, comes);
            out = place_some(r, v, v, false, out, leaves);
            continue;
        }
        out = place_some(r, m->node, v, false, out, leaves);
        in = place_some(r, v, m->node, true, in, comes);
    }
    nodes_leave[m->nodes] = out;
    nodes_come[m->nodes] = in;
}

uint64_t lb_leaves_at(const lb_mpi_request *r, int rank) {
    return r->piece.blocks.at[rank];
}

uint64_t lb_comes_at(const lb_mpi_request *r, int rank) {
    return r->piece.blocks.at[r->net->size + rank];
}

unsigned char *lb_square_come(const lb_mpi_request *r) {
    const lb_machine *m = lb_machine_of(r);
    return r->piece.bank + lb_padded(r->piece.blocks.at[2 * m->size + m->nodes]);
}

/* Everybody knows what every node needs: pieces are as long everywhere. */
uint64_t lb_square_room(const lb_mpi_request *r, uint64_t bytes) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t most = 0;
    for (int v = 0; v < m->nodes; v++) {
        uint64_t leaves = 0, comes = 0;
        for (int i = m->first[v]; i < m->first[v + 1]; i++) {
            for (int k = 0; k < m->size; k++) {
                leaves += between(r, m->rank_at[i], k, bytes);
                comes += m->node_of[k] == v ? 0 : between(r, k, m->rank_at[i], bytes);
            }
        }
        uint64_t room = lb_padded(leaves) + comes;
        most = room > most ? room : most;
    }
    return most;
}

int lb_square_shape(lb_mpi_request *r, lb_want *want) {
    const lb_machine *m = lb_machine_of(r);
    uint64_t n = (uint64_t)m->nodes, either = 0, sum = 0;
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (n * n + 2 * n) * sizeof *values);
    const uint64_t *leave = r->piece.blocks.at + 2 * m->size, *come = leave + n + 1;
    if (!values)
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n * n; i++) {
        values[i] = i / n == i % n ? 0 : between_nodes(r, (int)(i / n), (int)(i % n), r->piece.length);
        either |= values[i];
        sum += values[i];
        want->bytes = values[i] > want->bytes ? values[i] : want->bytes;
    }
    memcpy(values + n * n, leave, (size_t)n * sizeof *values);
    memcpy(values + n * n + n, come, (size_t)n * sizeof *values);
    want->shape = (lb_shape){n * n, n, n, values};
    want->unit = lb_grain(either);
    want->nominal = sum > n * n ? sum / (n * n) : 1;
    return MPI_SUCCESS;
}
