/* Calls: beginning them in their forms, and finishing them. */
#include "fuzz_call.h"

#include <stdio.h>
#include <unistd.h>

static call flying[FLYING];
char calls_text[256] = "nothing";
long calls_index;
uint64_t calls_done;

/* ---- Calling ---- */

/* A collective in the form of the call: arguments but for the communicator. */
#if LB_PERSISTENT
#define INIT(c, Name, arguments) LB_INIT_OF(Name)(LB_OPEN arguments, (c)->comm, MPI_INFO_NULL, &(c)->request)
#else
#define INIT(c, Name, arguments) (void)0
#endif
#define DO(c, Name, lower, arguments)                                                                                  \
    do {                                                                                                               \
        if ((c)->how == BLOCKING)                                                                                      \
            MPI_##Name(LB_OPEN arguments, (c)->comm);                                                                  \
        else if ((c)->how == NONBLOCKING)                                                                              \
            MPI_I##lower(LB_OPEN arguments, (c)->comm, &(c)->request);                                                 \
        else                                                                                                           \
            INIT(c, Name, arguments);                                                                                  \
    } while (0)

static void do_moves(call *c) {
    const side *in = &c->in, *out = &c->out;
    const void *from = c->in_place ? MPI_IN_PLACE : in->arg;
    void *to = c->in_place ? MPI_IN_PLACE : out->arg; /* of a scatter's root */
    switch (c->what) {
    case BCAST: DO(c, Bcast, bcast, (out->arg, out->count[0], out->type, c->root)); break;
    case SCATTER:
        DO(c, Scatter, scatter, (in->arg, in->count[0], in->type, to, out->count[0], out->type, c->root));
        break;
    case GATHER:
        DO(c, Gather, gather, (from, in->count[0], in->type, out->arg, out->count[0], out->type, c->root));
        break;
    case ALLGATHER:
        DO(c, Allgather, allgather, (from, in->count[0], in->type, out->arg, out->count[0], out->type));
        break;
    case ALLTOALL: DO(c, Alltoall, alltoall, (from, in->count[0], in->type, out->arg, out->count[0], out->type)); break;
    case SCATTERV:
        DO(c, Scatterv, scatterv, (in->arg, in->count, in->displ, in->type, to, out->count[0], out->type, c->root));
        break;
    case GATHERV:
        DO(c, Gatherv, gatherv, (from, in->count[0], in->type, out->arg, out->count, out->displ, out->type, c->root));
        break;
    case ALLGATHERV:
        DO(c, Allgatherv, allgatherv, (from, in->count[0], in->type, out->arg, out->count, out->displ, out->type));
        break;
    default:
        DO(c, Alltoallv, alltoallv,
           (from, in->count, in->displ, in->type, out->arg, out->count, out->displ, out->type));
    }
}

static void do_sums(call *c) {
    const side *in = &c->in, *out = &c->out;
    const void *from = c->in_place ? MPI_IN_PLACE : in->arg;
    MPI_Op op = c->sum.op;
    switch (c->what) {
    case REDUCE: DO(c, Reduce, reduce, (from, out->arg, out->count[0], out->type, op, c->root)); break;
    case ALLREDUCE: DO(c, Allreduce, allreduce, (from, out->arg, out->count[0], out->type, op)); break;
    case SCAN: DO(c, Scan, scan, (from, out->arg, out->count[0], out->type, op)); break;
    case EXSCAN: DO(c, Exscan, exscan, (from, out->arg, out->count[0], out->type, op)); break;
    case REDUCE_SCATTER_BLOCK:
        DO(c, Reduce_scatter_block, reduce_scatter_block, (from, out->arg, out->count[0], out->type, op));
        break;
    default: DO(c, Reduce_scatter, reduce_scatter, (from, out->arg, in->count, out->type, op));
    }
}

/* ---- Finishing ---- */

static void check(call *c) {
    ptrdiff_t at = side_differs(&c->out), also = side_differs(&c->in);
    bool unused = (c->what == EXSCAN && c->rank == 0) ||
                  ((c->what == GATHER || c->what == GATHERV || c->what == REDUCE) && c->rank != c->root) ||
                  ((c->what == SCATTER || c->what == SCATTERV) && c->in_place);
    snprintf(calls_text, sizeof calls_text, "%s", c->text);
    calls_index = c->index;
    if (at >= 0 && !unused)
        wrong("byte %td of %zu is %d, not %d", at, c->out.size, c->out.memory[at], c->out.want[at]);
    if (also >= 0)
        wrong("byte %td of what is sent has changed", also);
    if (c->sum.own)
        sum_forget(&c->out.l);
    side_free(&c->in);
    side_free(&c->out);
    c->busy = false;
    calls_done++;
}

static void wait_one(call *c, dice *d) {
    int flag = 0, index;
    MPI_Status statuses[1];
    switch (roll(d, 4)) {
    case 0: MPI_Wait(&c->request, MPI_STATUS_IGNORE); break;
    case 1: MPI_Waitall(1, &c->request, statuses); break;
    case 2: MPI_Waitany(1, &c->request, &index, MPI_STATUS_IGNORE); break;
    default:
        while (!flag)
            MPI_Test(&c->request, &flag, MPI_STATUS_IGNORE);
    }
}

static void finish(call *c, dice *d) {
    wait_one(c, d);
    if (c->how == PERSISTENT)
        MPI_Request_free(&c->request);
    check(c);
}

/* In an order that is each process's own: whoever waits lets all advance. */
void calls_finish(dice *d, bool all) {
    int first = (int)roll(d, FLYING);
    for (int i = 0; i < FLYING; i++) {
        call *c = &flying[(first + i) % FLYING];
        if (!c->busy)
            continue;
        finish(c, d);
        if (!all)
            return;
    }
}

/* ---- Drawing ---- */

static call *free_call(dice *d) {
    for (;;) {
        for (int i = 0; i < FLYING; i++) {
            if (!flying[i].busy)
                return &flying[i];
        }
        calls_finish(d, false);
    }
}

static form draw_form(dice *d, const char *forms, bool world) {
    char letter = forms[roll(d, strlen(forms))];
#if LB_PERSISTENT
    if (letter == 'p' && world)
        return PERSISTENT;
#else
    (void)world;
#endif
    return letter == 'b' ? BLOCKING : NONBLOCKING;
}

/* Types may be freed as soon as the call is made. */
static void let_types_go(call *c, dice *d) {
    if (c->how == NONBLOCKING && !call_sums(c->what) && roll(d, 2)) {
        side_free_types(&c->in);
        side_free_types(&c->out);
    }
}

static void begin(call *c, dice *d) {
    call_expect(c);
    c->request = MPI_REQUEST_NULL;
    if (call_sums(c->what))
        do_sums(c);
    else
        do_moves(c);
    if (c->how == PERSISTENT)
        MPI_Start(&c->request);
    if (c->how == PERSISTENT && c->again) {
        wait_one(c, d);
        MPI_Start(&c->request);
    }
    let_types_go(c, d);
}

void calls_step(uint64_t seed, long index, const char *forms) {
    static const int units[] = {PARTS, 4 * PARTS, 60 * PARTS, 300 * PARTS};
    dice d = {hash3(seed, 1, (uint64_t)index, 0)}, own = {hash3(seed, 4, (uint64_t)index, (uint64_t)getpid())};
    unsigned which = comms_pick(&d, false);
    form how = draw_form(&d, forms, which == 0);
    call *c = free_call(&own);
    if (comms[which].comm == MPI_COMM_NULL)
        return;
    *c = (call){.busy = true, .how = how, .seed = d.state, .index = index};
    c->what = (verb)roll(&d, VERBS);
    c->comm = comms[which].comm;
    c->again = roll(&d, 2);
    MPI_Comm_rank(c->comm, &c->rank);
    MPI_Comm_size(c->comm, &c->size);
    c->root = (int)roll(&d, (uint64_t)c->size);
    c->unit = roll(&d, 12) == 0 ? 0 : PARTS * (int)(1 + roll(&d, (uint64_t)units[roll(&d, 4)] / PARTS));
    if (call_sends_many(c->what) || call_receives_many(c->what))
        c->unit = c->unit / 4 / PARTS * PARTS;
    call_draw_sides(c, &d);
    call_describe(c, comms[which].name);
    snprintf(calls_text, sizeof calls_text, "%s", c->text);
    calls_index = index;
    begin(c, &own);
    if (c->how == BLOCKING)
        check(c);
}
