/* neighbor_alltoallv, neighbor_alltoallw and neighbor_allgatherv: on Cartesian topologies as MPI's own, wrapping around
 * or not; with own offsets; straight, and by a plan (in debug mode, and around dead links). */
#define _DEFAULT_SOURCE
#include "support.h"

typedef struct layout {
    int m, *counts, *displs;
    MPI_Count *large;
    MPI_Aint *places, *bytes; /* in elements, and in bytes */
    MPI_Datatype *types;
    int64_t span; /* bytes */
} layout;

/* How much the j-th block of a process has. */
static int count_of(uint64_t seed, int from, int j) {
    world w = {.random = seed + (uint64_t)from * 1009 + (uint64_t)j};
    uint64_t what = draw(&w, 60);
    return what % 3 ? (int)(what / 3) : 0;
}

static MPI_Datatype type_of(uint64_t seed, int from, int j) {
    world w = {.random = ~seed + (uint64_t)from * 1009 + (uint64_t)j};
    return type_at((unsigned)draw(&w, TYPES));
}

/* from[j], index[j]: whose block it is, and which of his; below 0 nobody's, with some count all the same. `type` NULL:
 * a type each. */
static layout make_layout(uint64_t seed, int m, const int *from, const int *index, MPI_Datatype type) {
    size_t n = (size_t)m;
    layout l = {m,
                calloc(n, sizeof *l.counts),
                calloc(n, sizeof *l.displs),
                calloc(n, sizeof *l.large),
                calloc(n, sizeof *l.places),
                calloc(n, sizeof *l.bytes),
                (MPI_Datatype *)calloc(n, sizeof(MPI_Datatype)),
                0};
    MPI_Aint lb, extent = 1;
    int64_t elements = 0;
    for (int turn = 0; turn < m; turn++) {
        int j = m - 1 - turn; /* the last lies first */
        l.counts[j] = from[j] < 0 ? 3 : count_of(seed, from[j], index[j]);
        l.types[j] = type != MPI_DATATYPE_NULL ? type : from[j] < 0 ? MPI_INT : type_of(seed, from[j], index[j]);
        MPI_Type_get_extent(l.types[j], &lb, &extent);
        l.displs[j] = (int)elements + j % 3;
        elements = l.displs[j] + l.counts[j];
        l.bytes[j] = (MPI_Aint)l.span;
        l.span += (l.counts[j] * extent + 16 * (j % 3) + 15) / 16 * 16;
    }
    MPI_Aint back = (MPI_Aint)(l.span / 32 * 16);
    for (int j = 0; j < m; j++) {
        l.large[j] = l.counts[j];
        if (type != MPI_DATATYPE_NULL)
            l.displs[j] -= (int)(elements / 2);
        l.places[j] = l.displs[j];
        l.bytes[j] -= back;
    }
    if (type != MPI_DATATYPE_NULL)
        l.span = elements * extent;
    return l;
}

static void free_layout(layout *l) {
    free(l->counts);
    free(l->displs);
    free(l->large);
    free(l->places);
    free(l->bytes);
    free((void *)l->types);
}

/* Where displacement 0 is: around the middle. */
static void *middle(const buffer *b, const layout *l, MPI_Datatype type) {
    MPI_Aint lb, extent = 1;
    if (type == MPI_DATATYPE_NULL)
        return (unsigned char *)b->at + l->span / 32 * 16;
    MPI_Type_get_extent(type, &lb, &extent);
    return (unsigned char *)b->at + l->span / extent / 2 * extent;
}

typedef enum verb { VECTORS, TYPES_EACH, GATHERED, VERBS } verb;

typedef struct exchange {
    verb what;
    MPI_Datatype type; /* of the blocks, or none */
    layout out, in;    /* what leaves, what comes */
    buffer from, to;
} exchange;

static exchange make_exchange(world *w, verb what, uint64_t seed, int m, const int *to, const int *from,
                              const int *index) {
    exchange e = {.what = what, .type = what == TYPES_EACH ? MPI_DATATYPE_NULL : type_at((unsigned)draw(w, TYPES))};
    int *mine = calloc((size_t)m, sizeof *mine), *whose = calloc((size_t)m, sizeof *whose),
        *which = calloc((size_t)m, sizeof *which);
    for (int j = 0; j < m; j++) {
        whose[j] = to[j] < 0 ? -1 : w->rank;
        mine[j] = j;
        which[j] = what == GATHERED ? 0 : index[j];
    }
    e.out = make_layout(seed, m, whose, mine, e.type);
    e.in = make_layout(seed, m, from, which, e.type);
    e.from = make(w, e.out.span + 1000, MPI_BYTE, 1);
    e.to = make(w, e.in.span, MPI_BYTE, 2);
    free(mine);
    free(whose);
    free(which);
    return e;
}

static void free_exchange(exchange *e) {
    free_layout(&e->out);
    free_layout(&e->in);
    drop(&e->from);
    drop(&e->to);
}

/* Into `to`, by the network. */
static void ours(world *w, lb_mpi_net *net, const exchange *e, buffer *to, uint64_t seed, form f, bool large) {
    const void *in = middle(&e->from, &e->out, e->type);
    void *out = middle(to, &e->in, e->type);
    int own = count_of(seed, w->rank, 0);
    world on = *w;
    on.net = net;
    const layout *o = &e->out, *i = &e->in;
    if (e->what == VECTORS && !large)
        CALL(&on, f, neighbor_alltoallv, (in, o->counts, o->displs, e->type, out, i->counts, i->displs, e->type));
    else if (e->what == VECTORS)
        CALL_C(&on, f, neighbor_alltoallv, (in, o->large, o->places, e->type, out, i->large, i->places, e->type));
    else if (e->what == GATHERED && !large)
        CALL(&on, f, neighbor_allgatherv, (e->from.at, own, e->type, out, i->counts, i->displs, e->type));
    else if (e->what == GATHERED)
        CALL_C(&on, f, neighbor_allgatherv, (e->from.at, own, e->type, out, i->large, i->places, e->type));
    else if (!large)
        CALL(&on, f, neighbor_alltoallw, (in, o->counts, o->bytes, o->types, out, i->counts, i->bytes, i->types));
    else
        CALL_C(&on, f, neighbor_alltoallw, (in, o->large, o->bytes, o->types, out, i->large, i->bytes, i->types));
}

static void theirs(const world *w, MPI_Comm cart, const exchange *e, buffer *to, uint64_t seed) {
    const void *in = middle(&e->from, &e->out, e->type);
    void *out = middle(to, &e->in, e->type);
    const layout *o = &e->out, *i = &e->in;
    if (e->what == VECTORS)
        MPI_Neighbor_alltoallv(in, o->counts, o->displs, e->type, out, i->counts, i->displs, e->type, cart);
    else if (e->what == GATHERED)
        MPI_Neighbor_allgatherv(e->from.at, count_of(seed, w->rank, 0), e->type, out, i->counts, i->displs, e->type,
                                cart);
    else
        MPI_Neighbor_alltoallw(in, o->counts, o->bytes, o->types, out, i->counts, i->bytes, i->types, cart);
}

static void test_cartesian(world *w, int dims, verb what, form f, bool debug) {
    int sizes[3] = {0}, periods[3], peers[6], index[6];
    MPI_Comm cart;
    lb_mpi_net *net = NULL;
    bool settled = true;
    uint64_t seed = draw(w, UINT64_C(1) << 40);
    MPI_Dims_create(w->size, dims, sizes);
    for (int i = 0; i < dims; i++) {
        periods[i] = draw(w, 3) > 0;
        settled &= sizes[i] > 2 || !periods[i];
    }
    MPI_Cart_create(w->comm, dims, sizes, periods, 0, &cart);
    if (debug)
        setenv("LINKBOUND_DEBUG", "1", 1);
    CHECK(w, !lb_mpi_net_create(cart, NULL, &net));
    unsetenv("LINKBOUND_DEBUG");
    for (int i = 0; i < dims; i++)
        MPI_Cart_shift(cart, i, 1, &peers[2 * i], &peers[2 * i + 1]);
    for (int j = 0; j < 2 * dims; j++) {
        peers[j] = peers[j] == MPI_PROC_NULL ? -1 : peers[j];
        index[j] = j ^ 1;
    }
    exchange e = make_exchange(w, what, seed, 2 * dims, peers, peers, index);
    buffer expected = copy(&e.to);
    bool large = draw(w, 2);
    ours(w, net, &e, &e.to, seed, f, large);
    /* Where a dimension has two processes both neighbours are one, and which message comes first there is settled only
     * since MPI 4. */
    if (settled || what == GATHERED) {
        theirs(w, cart, &e, &expected, seed);
        same(w, &e.to, &expected, what == VECTORS ? "neighbor_alltoallv" : what == GATHERED ? "allgatherv" : "w");
    }
    drop(&expected);
    free_exchange(&e);
    CHECK(w, !lb_mpi_net_free(&net));
    MPI_Comm_free(&cart);
}

/* Own offsets, repeated ones and 0 among them; all ways give the same as the plan of debug mode, and every byte that
 * comes is the one that was sent. */
static void test_offsets(world *w, verb what, form f, const char *variable, const char *value) {
    enum { M = 5 };
    const lb_net *network = lb_mpi_net_network(w->net);
    unsigned dims = lb_net_dims(network);
    int *offsets = calloc((size_t)M * dims, sizeof *offsets), to[M], from[M], index[M];
    lb_mpi_net *one = NULL, *other = NULL;
    uint64_t seed = draw(w, UINT64_C(1) << 40);
    for (int j = 0; j < M; j++) {
        uint32_t offset = 0, stride = 1;
        for (unsigned dim = 0; dim < dims; dim++) {
            uint32_t radix = lb_net_radix(network, dim);
            int digit = j == 0 ? 0 : j == 2 ? offsets[dims + dim] : (int)draw(w, radix);
            offsets[(unsigned)j * dims + dim] = digit;
            offset += stride * (uint32_t)digit;
            stride *= radix;
        }
        to[j] = (int)lb_add(network, (uint32_t)w->rank, offset);
        from[j] = (int)lb_sub(network, (uint32_t)w->rank, offset);
        index[j] = j;
    }
    CHECK(w, !lb_mpi_net_create(w->comm, w->name, &one));
    setenv(variable, value, 1);
    CHECK(w, !lb_mpi_net_create(w->comm, w->name, &other));
    unsetenv(variable);
    CHECK(w, !lb_mpi_net_neighbors(one, M, offsets) && !lb_mpi_net_neighbors(other, M, offsets));
    lb_mpi_profile profile = lb_mpi_net_profile(one);
    profile.routed = true; /* so that messages go straight */
    CHECK(w, !lb_mpi_net_set_profile(one, &profile));
    exchange e = make_exchange(w, what, seed, M, to, from, index);
    buffer second = copy(&e.to), untouched = copy(&e.to);
    ours(w, one, &e, &e.to, seed, f, false);
    ours(w, other, &e, &second, seed, f, true);
    same(w, &e.to, &second, "own offsets");
    CHECK(w,
          w->size == 1 || what != VECTORS || memcmp(untouched.memory, e.to.memory, e.to.size) != 0 || e.to.size < 500);
    drop(&second);
    drop(&untouched);
    free_exchange(&e);
    CHECK(w, !lb_mpi_net_free(&one) && !lb_mpi_net_free(&other));
    free(offsets);
}

static void run(world *w) {
    for (int i = 0; i < VERBS; i++) {
        for (int dims = 1; dims <= 3; dims++)
            test_cartesian(w, dims, (verb)i, (form)draw(w, FORMS), draw(w, 3) == 0);
        test_offsets(w, (verb)i, (form)draw(w, FORMS), "LINKBOUND_DEBUG", "1");
        if (w->size > 3)
            test_offsets(w, (verb)i, (form)draw(w, FORMS), "LINKBOUND_WITHOUT", "0-1");
    }
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
