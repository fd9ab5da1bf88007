/* The fuzzer's communicators: made, split, duplicated and freed while calls are under way. */
#include "fuzz.h"

#include <stdio.h>

member comms[COMMS];

void comms_open(void) {
    comms[0] = (member){.comm = MPI_COMM_WORLD, .there = true, .name = "world"};
}

static void let_go(member *m) {
    if (m->comm != MPI_COMM_NULL)
        MPI_Comm_free(&m->comm);
    m->there = false;
}

void comms_close(void) {
    for (unsigned i = 1; i < COMMS; i++) {
        if (comms[i].there)
            let_go(&comms[i]);
    }
}

unsigned comms_pick(dice *d, bool inter) {
    unsigned found[COMMS] = {0}, count = 0;
    for (unsigned i = 0; i < COMMS; i++) {
        if (comms[i].there && comms[i].inter == inter)
            found[count++] = i;
    }
    return count ? found[roll(d, count)] : COMMS;
}

/* ---- Making ---- */

/* Some of the ranks in some order: the same at all processes of the communicator. */
static MPI_Group draw_group(dice *d, MPI_Comm comm) {
    MPI_Group all, some;
    int size, count = 0, *ranks;
    MPI_Comm_size(comm, &size);
    ranks = calloc((size_t)size, sizeof *ranks);
    uint64_t how = roll(d, 4);
    for (int i = 0; i < size; i++) {
        if (how == 0 || roll(d, 4))
            ranks[count++] = how == 1 ? size - 1 - i : i;
    }
    for (int i = count - 1; how == 2 && i > 0; i--) { /* shuffled */
        int j = (int)roll(d, (uint64_t)i + 1), kept = ranks[i];
        ranks[i] = ranks[j];
        ranks[j] = kept;
    }
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, count, ranks, &some);
    MPI_Group_free(&all);
    free(ranks);
    return some;
}

static void make_by_group(dice *d, const member *from, member *to, bool members_only) {
    MPI_Group picked = draw_group(d, from->comm);
    int rank;
    MPI_Group_rank(picked, &rank);
    if (!members_only)
        MPI_Comm_create(from->comm, picked, &to->comm);
    else if (rank != MPI_UNDEFINED)
        MPI_Comm_create_group(from->comm, picked, 7, &to->comm);
    MPI_Group_free(&picked);
}

static void make_split(dice *d, const member *from, member *to) {
    int rank, size;
    MPI_Comm_rank(from->comm, &rank);
    MPI_Comm_size(from->comm, &size);
    int by = 1 + (int)roll(d, (uint64_t)size), colors[] = {rank / by, rank % by, 0, rank & 1, rank < by};
    int keys[] = {rank, -rank, rank * 7919 % 31, rank ^ 1, 0};
    int color = colors[roll(d, 5)], key = keys[roll(d, 5)];
    if (roll(d, 8) == 0 && color == 0)
        color = MPI_UNDEFINED;
    MPI_Comm_split(from->comm, color, key, &to->comm);
}

static void make_duplicate(dice *d, const member *from, member *to) {
    MPI_Request request;
    switch (roll(d, 3)) {
    case 0: MPI_Comm_dup(from->comm, &to->comm); break;
    case 1: MPI_Comm_split_type(from->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &to->comm); break;
    default: MPI_Comm_idup(from->comm, &to->comm, &request); MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void make_cart(dice *d, const member *from, member *to) {
    int size, sizes[4] = {0}, periods[4], dims = 1 + (int)roll(d, 4);
    MPI_Comm_size(from->comm, &size);
    MPI_Dims_create(size, dims, sizes);
    for (int i = 0; i < dims; i++)
        periods[i] = (int)roll(d, 2);
    MPI_Cart_create(from->comm, dims, sizes, periods, 0, &to->comm);
}

static void make_row(dice *d, const member *from, member *to) {
    int keep[4];
    for (int i = 0; i < 4; i++)
        keep[i] = (int)roll(d, 2);
    MPI_Cart_sub(from->comm, keep, &to->comm);
}

static void make_inter(const member *from, member *to) {
    MPI_Comm part;
    int rank, size;
    MPI_Comm_rank(from->comm, &rank);
    MPI_Comm_size(from->comm, &size);
    if (size < 2)
        return;
    int side_of = rank % 2;
    MPI_Comm_split(from->comm, side_of, rank, &part);
    MPI_Intercomm_create(part, 0, from->comm, 1 - side_of, 5, &to->comm);
    MPI_Comm_free(&part);
}

void comms_make(dice *d) {
    static const char *const names[] = {"duplicate", "split", "create", "create_group", "cart", "row", "inter"};
    unsigned old = comms_pick(d, false), fresh = 1, how = (unsigned)roll(d, 7);
    while (fresh < COMMS && comms[fresh].there)
        fresh++;
    if (fresh == COMMS)
        return;
    const member *from = &comms[old];
    member *to = &comms[fresh];
    if (how == 5 && !from->cart)
        how = 1;
    *to = (member){.comm = MPI_COMM_NULL, .there = true, .cart = how == 4 || how == 5, .inter = how == 6};
    char name[sizeof from->name];
    memcpy(name, from->name, sizeof name);
    snprintf(to->name, sizeof to->name, "%s of %.40s", names[how], name);
    if (from->comm == MPI_COMM_NULL)
        return;
    switch (how) {
    case 0: make_duplicate(d, from, to); break;
    case 1: make_split(d, from, to); break;
    case 2:
    case 3: make_by_group(d, from, to, how == 3); break;
    case 4: make_cart(d, from, to); break;
    case 5: make_row(d, from, to); break;
    default: make_inter(from, to);
    }
}

/* Open MPI 4.1 itself loses a communicator that is freed while something is under way on it. */
void comms_drop(dice *d) {
    unsigned which = 1 + (unsigned)roll(d, COMMS - 1);
#ifdef OPEN_MPI
    calls_finish(d, true);
#endif
    if (comms[which].there)
        let_go(&comms[which]);
}
