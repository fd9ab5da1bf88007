/* Neighbourhoods against MPI's Cartesian ones, wrapping around or not; own offsets; transpose; gossip; plans. */
#include "support.h"

static void cartesian(world *w, int dims, bool allgather) {
    int sizes[3] = {0}, periods[3], count = 2 * dims;
    MPI_Comm cart;
    lb_mpi_net *net;
    MPI_Dims_create(w->size, dims, sizes);
    for (int i = 0; i < dims; i++)
        periods[i] = draw(w, 3) > 0;
    MPI_Cart_create(w->comm, dims, sizes, periods, 0, &cart);
    CHECK(w, !lb_mpi_net_create(cart, NULL, &net));
    CHECK(w, lb_mpi_net_neighbor_count(net) == count);
    MPI_Datatype type = type_at((unsigned)draw(w, TYPES));
    int each = (int)draw(w, 60);
    buffer in = make(w, (int64_t)each * (allgather ? 1 : count), type, 1),
           ours = make(w, (int64_t)each * count, type, 2), theirs = copy(&ours);
    if (allgather) {
        MPI_Neighbor_allgather(in.at, each, type, theirs.at, each, type, cart);
        CHECK(w, !(draw(w, 2) ? lb_mpi_neighbor_allgather(in.at, each, type, ours.at, each, type, net)
                              : lb_mpi_neighbor_allgather_c(in.at, each, type, ours.at, each, type, net)));
    } else {
        MPI_Neighbor_alltoall(in.at, each, type, theirs.at, each, type, cart);
        CHECK(w, !(draw(w, 2) ? lb_mpi_neighbor_alltoall(in.at, each, type, ours.at, each, type, net)
                              : lb_mpi_neighbor_alltoall_c(in.at, each, type, ours.at, each, type, net)));
    }
    /* Where a dimension has two processes both neighbours are one, and which message comes first there is settled only
     * since MPI 4; ours are as that says. */
    bool settled = true;
    for (int i = 0; i < dims; i++)
        settled &= sizes[i] > 2 || !periods[i];
    if (settled || allgather)
        same(w, &ours, &theirs, allgather ? "neighbor_allgather" : "neighbor_alltoall");
    CHECK(w, !lb_mpi_net_free(&net));
    MPI_Comm_free(&cart);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static int own_digit(const world *w, int rank, unsigned dim) {
    return (int)lb_digit(lb_mpi_net_network(w->net), (uint32_t)rank, dim);
}

/* Each says whom it is from and which block: the receiver knows what must come. */
static void own_offsets(world *w) {
    const lb_net *net = lb_mpi_net_network(w->net);
    unsigned dims = lb_net_dims(net);
    int count = 1 + (int)draw(w, 6), *offsets = malloc((size_t)count * dims * sizeof *offsets);
    int32_t *in = malloc((size_t)count * 2 * sizeof *in), *out = malloc((size_t)count * 2 * sizeof *out);
    for (int i = 0; i < count * (int)dims; i++)
        offsets[i] = (int)draw(w, 5) - 2;
    for (int j = 0; j < count; j++) {
        in[2 * j] = w->rank;
        in[2 * j + 1] = j;
    }
    CHECK(w, !lb_mpi_net_neighbors(w->net, count, offsets));
    CHECK(w, !lb_mpi_neighbor_alltoall(in, 2, MPI_INT32_T, out, 2, MPI_INT32_T, w->net));
    for (int j = 0; j < count; j++) {
        bool right = out[2 * j + 1] == j;
        for (unsigned dim = 0; dim < dims; dim++) {
            int radix = (int)lb_net_radix(net, dim), digit = own_digit(w, out[2 * j], dim);
            right &= ((digit + offsets[j * (int)dims + (int)dim] - own_digit(w, w->rank, dim)) % radix) == 0;
        }
        CHECK(w, right);
    }
    CHECK(w, !lb_mpi_net_neighbors(w->net, 0, NULL));
    free(offsets);
    free(in);
    free(out);
}

static int first_line(int lines, int v, int n) {
    return (int)(((int64_t)v * lines + n - 1) / n);
}

static void transpose(world *w, form f) {
    int rows = (int)draw(w, 40), columns = (int)draw(w, 40), n = w->size, v = w->rank;
    int r0 = first_line(rows, v, n), r1 = first_line(rows, v + 1, n);
    int c0 = first_line(columns, v, n), c1 = first_line(columns, v + 1, n);
    int64_t *in = calloc((size_t)(r1 - r0) * (size_t)columns + 1, sizeof *in),
            *out = calloc((size_t)(c1 - c0) * (size_t)rows + 1, sizeof *out);
    for (int i = 0; i < (r1 - r0) * columns; i++)
        in[i] = (int64_t)(r0 + i / columns) * 1000 + i % columns;
    EITHER(w, f, transpose, (in, out, rows, columns, MPI_INT64_T));
    for (int i = 0; i < (c1 - c0) * rows; i++)
        CHECK(w, out[i] == (int64_t)(i % rows) * 1000 + c0 + i / rows);
    free(in);
    free(out);
}

static unsigned char word(int rank, uint64_t i) {
    return (unsigned char)(i * 11 + (unsigned)rank * 57 + (i >> 9));
}

/* Nobody, one, some or all bring something. */
static void gossip(world *w, form f) {
    uint64_t *lengths = malloc((size_t)w->size * sizeof *lengths), sort = draw(w, 4), all = 0;
    int givers = 0;
    for (int i = 0; i < w->size; i++) {
        bool gives = sort == 3 || (sort == 2 && draw(w, 2)) || (sort == 1 && i == w->size / 2);
        lengths[i] = gives ? 1 + draw(w, 20000) : 0;
        givers += lengths[i] > 0;
        all += lengths[i];
    }
    unsigned char *mine = malloc(lengths[w->rank] + 1);
    for (uint64_t i = 0; i < lengths[w->rank]; i++)
        mine[i] = word(w->rank, i);
    lb_mpi_news *news = NULL;
    lb_mpi_request *request = NULL;
    if (f == BLOCKING)
        CHECK(w, !lb_mpi_gossip(mine, lengths[w->rank], &news, w->net));
    else
        CHECK(w, !lb_mpi_igossip(mine, lengths[w->rank], &news, w->net, &request));
    CHECK(w, !lb_mpi_wait(&request));
    CHECK(w, news && news->count == givers && news->bytes == all);
    for (int i = 0; news && i < news->count; i++) {
        const lb_mpi_item *item = &news->items[i];
        const unsigned char *data = item->data;
        bool right = item->bytes == lengths[item->rank] && (uintptr_t)data % 16 == 0;
        for (uint64_t k = 0; right && k < item->bytes; k++)
            right = data[k] == word(item->rank, k);
        CHECK(w, right);
    }
    lb_mpi_news_free(news);
    free(mine);
    free(lengths);
}

/* A plan of one's own: an allgather by any algorithm of the unit clock. */
static void own_plan(world *w) {
    lb_task *task;
    lb_plan *plan;
    lb_mpi_request *request;
    int64_t mine = w->rank * 3 + 1, *all = calloc((size_t)w->size, sizeof *all);
    CHECK(w, !lb_task_create(lb_mpi_net_network(w->net), LB_ALLGATHER, NULL, &task, NULL));
    CHECK(w, !lb_plan_create(task, NULL, &plan, NULL));
    lb_data data = {.bytes = sizeof mine};
    CHECK(w, !lb_mpi_plan_init(plan, &data, &mine, all, w->net, &request));
    lb_plan_free(plan);
    lb_task_free(task);
    CHECK(w, lb_mpi_request_script(request) != NULL);
    finish(w, &request, PERSISTENT);
    for (int i = 0; i < w->size; i++)
        CHECK(w, all[i] == i * 3 + 1);
    free(all);
}

/* ---- Machines ---- */

typedef struct seat {
    int node, slot;
} seat;

/* Where everybody is, by what support.c has drawn; whether all nodes have as many processes. */
static bool find_seats(const world *w, int nodes, seat *seats) {
    int node = atoi(getenv("LINKBOUND_HOSTNAME") + strlen("host")), *all = calloc((size_t)w->size, sizeof *all),
        *count = calloc((size_t)nodes, sizeof *count);
    MPI_Allgather(&node, 1, MPI_INT, all, 1, MPI_INT, w->comm);
    for (int i = 0; i < w->size; i++)
        seats[i] = (seat){all[i], count[all[i]]++};
    bool even = true;
    for (int v = 1; v < nodes; v++)
        even &= count[v] == count[0];
    free(all);
    free(count);
    return even;
}

/* From the node before in the first dimension, in the same slot. */
static void plane_neighbor(world *w, const seat *seats) {
    const lb_net *net = lb_mpi_net_network(w->net);
    int offsets[8] = {1}, came = -1;
    CHECK(w, !lb_mpi_net_neighbors(w->net, 1, offsets));
    CHECK(w, !lb_mpi_neighbor_alltoall(&w->rank, 1, MPI_INT, &came, 1, MPI_INT, w->net));
    CHECK(w, came >= 0 && came < w->size && seats[came].slot == seats[w->rank].slot);
    if (came >= 0 && came < w->size)
        CHECK(w, lb_digit(net, (uint32_t)seats[w->rank].node, 0) ==
                     (lb_digit(net, (uint32_t)seats[came].node, 0) + 1) % lb_net_radix(net, 0));
    CHECK(w, !lb_mpi_net_neighbors(w->net, 0, NULL));
}

/* Neighbours and plans are those of the own slot, where all nodes have as many. */
static void own_plane(world *w) {
    int nodes = (int)lb_net_nodes(lb_mpi_net_network(w->net)), mine = w->rank,
        *all = calloc((size_t)nodes, sizeof *all);
    seat *seats = calloc((size_t)w->size, sizeof *seats);
    bool even = find_seats(w, nodes, seats);
    lb_task *task;
    lb_plan *plan;
    lb_mpi_request *request;
    lb_data data = {.bytes = sizeof mine};
    CHECK(w, !lb_task_create(lb_mpi_net_network(w->net), LB_ALLGATHER, NULL, &task, NULL));
    CHECK(w, !lb_plan_create(task, NULL, &plan, NULL));
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    int code = lb_mpi_plan_init(plan, &data, &mine, all, w->net, &request);
    CHECK(w, even ? code == MPI_SUCCESS : says(code, "not done on machines"));
    if (code == MPI_SUCCESS)
        finish(w, &request, PERSISTENT);
    for (int v = 0; v < nodes && code == MPI_SUCCESS; v++)
        CHECK(w, seats[all[v]].node == v && seats[all[v]].slot == seats[w->rank].slot);
    if (even)
        plane_neighbor(w, seats);
    lb_plan_free(plan);
    lb_task_free(task);
    free(all);
    free(seats);
}

static void run(world *w) {
    bool machine = getenv("MACHINES") != NULL;
    for (int i = 0; i < 2; i++) {
        for (int dims = 1; dims <= 3 && !machine; dims++) {
            cartesian(w, dims, false);
            cartesian(w, dims, true);
        }
        if (!machine)
            own_offsets(w);
        transpose(w, (form)i);
        gossip(w, (form)i);
        gossip(w, BLOCKING);
    }
    transpose(w, PERSISTENT);
    if (machine)
        own_plane(w);
    else
        own_plan(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
