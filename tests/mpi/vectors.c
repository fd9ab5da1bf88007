/* scatterv, gatherv, allgatherv, alltoallv: random lengths, many of them 0, blocks out of order and apart. */
#include "support.h"

typedef struct layout {
    int *counts, *displs;
    MPI_Count *large; /* the same numbers */
    MPI_Aint *places;
    int64_t span; /* elements from the first block to the end of the last */
} layout;

static void widen(const world *w, layout *l) {
    for (int i = 0; i < w->size; i++) {
        l->large[i] = l->counts[i];
        l->places[i] = l->displs[i];
    }
}

/* Blocks in a random order, with gaps between them. `row` tells apart the layouts of processes. */
static layout draw_layout(world *w, int most) {
    layout l = {.counts = calloc((size_t)w->size, sizeof(int)), .displs = calloc((size_t)w->size, sizeof(int))};
    l.large = calloc((size_t)w->size, sizeof(MPI_Count));
    l.places = calloc((size_t)w->size, sizeof(MPI_Aint));
    int turn = (int)draw(w, (uint64_t)w->size);
    for (int i = 0; i < w->size; i++)
        l.counts[i] = draw(w, 3) ? (int)draw(w, (uint64_t)most + 1) : 0;
    for (int i = 0; i < w->size; i++) {
        int v = (i + turn) % w->size;
        l.displs[v] = w->size == 1 ? 0 : (int)l.span + (int)draw(w, 3); /* MPICH 4.0 takes no notice of a single one */
        l.span = l.displs[v] + l.counts[v];
    }
    widen(w, &l);
    return l;
}

static void free_layout(layout *l) {
    free(l->counts);
    free(l->displs);
    free(l->large);
    free(l->places);
}

static void test_allgatherv(world *w, form f) {
    MPI_Datatype type = type_at((unsigned)draw(w, TYPES));
    layout l = draw_layout(w, draw(w, 4) ? 50 : 900);
    int mine = l.counts[w->rank];
    bool in_place = draw(w, 3) == 0;
    buffer in = make(w, mine, type, 1), ours = make(w, l.span, type, 2), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    MPI_Allgatherv(from, mine, type, theirs.at, l.counts, l.displs, type, w->comm);
    if (draw(w, 2))
        CALL(w, f, allgatherv, (from, mine, type, ours.at, l.counts, l.displs, type));
    else
        CALL_C(w, f, allgatherv, (from, mine, type, ours.at, l.large, l.places, type));
    same(w, &ours, &theirs, "allgatherv");
    drop(&in);
    drop(&ours);
    drop(&theirs);
    free_layout(&l);
}

static void test_scatterv(world *w, form f) {
    MPI_Datatype type = type_at((unsigned)draw(w, TYPES));
    layout l = draw_layout(w, draw(w, 4) ? 50 : 900);
    int mine = l.counts[w->rank], root = (int)draw(w, (uint64_t)w->size);
    bool in_place = draw(w, 3) == 0 && w->rank == root;
    buffer in = make(w, l.span, type, 3), ours = make(w, mine, type, 4), theirs = copy(&ours);
    void *to = in_place ? MPI_IN_PLACE : ours.at;
    MPI_Scatterv(in.at, l.counts, l.displs, type, in_place ? MPI_IN_PLACE : theirs.at, mine, type, root, w->comm);
    const int *counts = w->rank == root ? l.counts : NULL, *displs = w->rank == root ? l.displs : NULL;
    if (draw(w, 2))
        CALL(w, f, scatterv, (in.at, counts, displs, type, to, mine, type, root));
    else
        CALL_C(w, f, scatterv, (in.at, l.large, l.places, type, to, mine, type, root));
    same(w, &ours, &theirs, "scatterv");
    drop(&in);
    drop(&ours);
    drop(&theirs);
    free_layout(&l);
}

static void test_gatherv(world *w, form f) {
    MPI_Datatype type = type_at((unsigned)draw(w, TYPES));
    layout l = draw_layout(w, draw(w, 4) ? 50 : 900);
    int mine = l.counts[w->rank], root = (int)draw(w, (uint64_t)w->size);
    bool in_place = draw(w, 3) == 0 && w->rank == root;
    buffer in = make(w, mine, type, 5), ours = make(w, l.span, type, 6), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    MPI_Gatherv(from, mine, type, theirs.at, l.counts, l.displs, type, root, w->comm);
    const int *counts = w->rank == root ? l.counts : NULL, *displs = w->rank == root ? l.displs : NULL;
    if (draw(w, 2))
        CALL(w, f, gatherv, (from, mine, type, ours.at, counts, displs, type, root));
    else
        CALL_C(w, f, gatherv, (from, mine, type, ours.at, l.large, l.places, type, root));
    same(w, &ours, &theirs, "gatherv");
    drop(&in);
    drop(&ours);
    drop(&theirs);
    free_layout(&l);
}

/* Every process draws all rows, and takes its own row and column. */
static void matrix_layouts(world *w, layout *out, layout *in, bool symmetric) {
    int n = w->size, *all = malloc((size_t)n * (size_t)n * sizeof *all);
    *out = draw_layout(w, 1);
    *in = draw_layout(w, 1);
    uint64_t most = draw(w, 4) ? 20 : 300;
    out->span = in->span = 0;
    for (int i = 0; i < n * n; i++)
        all[i] = draw(w, 3) ? (int)draw(w, most) : 0;
    for (int i = 0; i < n; i++) {
        int a = w->rank, b = i;
        out->counts[i] = symmetric && a > b ? all[b * n + a] : all[a * n + b];
        in->counts[i] = symmetric && b > a ? all[a * n + b] : all[b * n + a];
        out->displs[i] = (int)out->span + i % 2;
        out->span = out->displs[i] + out->counts[i];
        in->displs[i] = (int)in->span + (i + 1) % 2;
        in->span = in->displs[i] + in->counts[i];
    }
    widen(w, out);
    widen(w, in);
    free(all);
}

static void test_alltoallv(world *w, form f) {
    MPI_Datatype type = type_at((unsigned)draw(w, TYPES));
    bool in_place = draw(w, 3) == 0 && f != PERSISTENT;
    layout s, r;
    matrix_layouts(w, &s, &r, in_place);
    buffer in = make(w, s.span, type, 7), ours = make(w, r.span, type, 8), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    MPI_Alltoallv(from, s.counts, s.displs, type, theirs.at, r.counts, r.displs, type, w->comm);
    if (draw(w, 2))
        CALL(w, f, alltoallv, (from, s.counts, s.displs, type, ours.at, r.counts, r.displs, type));
    else
        CALL_C(w, f, alltoallv, (from, s.large, s.places, type, ours.at, r.large, r.places, type));
    same(w, &ours, &theirs, "alltoallv");
    drop(&in);
    drop(&ours);
    drop(&theirs);
    free_layout(&s);
    free_layout(&r);
}

static void run(world *w) {
    for (int i = 0; i < 4; i++) {
        form f = (form)draw(w, FORMS);
        test_allgatherv(w, f);
        test_scatterv(w, f);
        test_gatherv(w, f);
        test_alltoallv(w, f);
    }
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
