/* Legs of what is made of an alltoall or an allgather of blocks of different lengths: transpose, gossip. */
#include "mpi/machine_leg.h"
#include "mpi/machine_places.h"
#include "mpi/news.h"
#include "mpi/sides.h"
#include "mpi/turn.h"

/* ---- transpose ---- */

/* Everybody knows what everybody sends to whom. */
static int exchange_rows(lb_mpi_request *r) {
    lb_leg_places places;
    uint64_t n = (uint64_t)r->net->size, me = (uint64_t)r->net->rank, in = 0, out = 0,
             *lengths = lb_leg_lengths(r, true);
    uint64_t rows = (uint64_t)r->call.rows, columns = (uint64_t)r->call.columns;
    if (!lengths || !lb_leg_places_of(r, &places))
        return MPI_ERR_NO_MEM;
    for (uint64_t i = 0; i < n * n; i++)
        lengths[i] = lb_lines_of(rows, i / n, n) * lb_lines_of(columns, i % n, n) * r->call.in.unit;
    for (uint64_t v = 0; v < n; v++) {
        places.in[v] = in;
        places.out[v] = out;
        in += lengths[me * n + v];
        out += lengths[v * n + me];
    }
    unsigned char *leave = lb_room_for(&r->room[ROOM_TOTAL], in), *come = lb_room_for(&r->room[ROOM_LIST], out);
    int code = leave && come ? lb_dense_in(r) : MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code != MPI_SUCCESS)
        return code;
    lb_turn_out(r, r->dense_in, leave);
    lb_leg_blocks(r, &lb_course_alltoallv, lengths, true, leave, come);
    return MPI_SUCCESS;
}

int lb_legs_transpose(lb_mpi_request *r, int leg) {
    if (leg == 0)
        return exchange_rows(r);
    r->complete = true;
    lb_turn_in(r, r->room[ROOM_LIST].at, r->dense_out);
    return lb_undense_out(r);
}

/* ---- gossip ---- */

static int spread(lb_mpi_request *r, const uint64_t *lengths) {
    lb_leg_places places;
    r->news = lb_leg_places_of(r, &places) ? lb_news_make(lengths, r->net->size) : NULL;
    if (!r->news)
        return MPI_ERR_NO_MEM;
    const char *base = r->news->count > 0 ? r->news->items[0].data : NULL;
    for (int i = 0; i < r->news->count; i++)
        places.out[r->news->items[i].rank] = (uint64_t)((const char *)r->news->items[i].data - base);
    r->dense_in = r->call.in.at;
    lb_leg_blocks(r, &lb_course_allgather, lengths, false, NULL, (void *)base);
    return MPI_SUCCESS;
}

int lb_legs_gossip(lb_mpi_request *r, int leg) {
    uint64_t *lengths = lb_leg_lengths(r, false);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (leg == 0) {
        lengths[r->net->rank] = r->call.bytes;
        lb_leg_set(r, &lb_course_allgather, sizeof *lengths, true, NULL, lengths);
        return MPI_SUCCESS;
    }
    if (leg == 1)
        return spread(r, lengths);
    *r->call.news = r->news;
    r->complete = true;
    return MPI_SUCCESS;
}
