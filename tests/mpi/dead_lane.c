/* A link that is dead in mid-run: of all that processes say they wait for, what is in the lowest call, and there in the
 * lowest step, comes over that link, and nothing else does. Others wait for those who wait. Messages over it are held
 * back here until all of this was said, and then they go on. */
#define _XOPEN_SOURCE 700
#include "hearing.h"

#include <stdio.h>

enum { COUNT = 3000, HELD = 64 };

/* ---- The link ---- */

static int me, dead_from = -1, dead_to; /* -1: none */
static struct held {
    const void *buf;
    int count, dest, tag;
    MPI_Datatype type;
    MPI_Comm comm;
} held[HELD];
static int held_count;

/* What is held back has a request that is not complete before it is sent: a receive from oneself. */
int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    if (me != dead_from || dest != dead_to || held_count == HELD)
        return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
    held[held_count] = (struct held){buf, count, dest, tag, datatype, comm};
    return PMPI_Irecv(NULL, 0, MPI_BYTE, 0, held_count++, MPI_COMM_SELF, request);
}

static void repair(void) {
    dead_from = -1;
    for (int i = 0; i < held_count; i++) {
        const struct held *h = &held[i];
        PMPI_Send(h->buf, h->count, h->type, h->dest, h->tag, h->comm);
        PMPI_Send(NULL, 0, MPI_BYTE, 0, i, MPI_COMM_SELF);
    }
}

/* ---- What is said ---- */

typedef struct word {
    int from, to;
    unsigned long long call;
    unsigned step;
    bool stands;
} word;

/* What a process has said and not taken back: on a busy machine others may have been late, too. */
static int words_of(int rank, word *words, int room) {
    char text[HEARD_ROOM], *rest = NULL;
    int count = 0, from, to;
    heard(rank, text);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const char *said = strstr(line, "nothing from node "), *again = strstr(line, ": node "),
                   *where = strstr(line, "(call ");
        word w = {.stands = true};
        if (strstr(line, "it has gone on"))
            count = 0;
        else if (said && where && count < room &&
                 sscanf(said, "nothing from node %d to node %d", &w.from, &w.to) == 2 &&
                 sscanf(where, "(call %llu, step %u)", &w.call, &w.step) == 2)
            words[count++] = w;
        else if (again && (sscanf(again, ": node %d sends to node %d again", &from, &to) == 2))
            for (int i = 0; i < count; i++)
                words[i].stands &= words[i].from != from || words[i].to != to;
    }
    return count;
}

/* Whether the link is what the lowest words are about, and others were said. */
static bool is_blamed(const world *w, int from, int to, char *text, size_t size) {
    word words[HELD], least = {0};
    int innocent = 0, at_least = 0;
    for (int rank = 0; rank < w->size; rank++) {
        int count = words_of(rank, words, HELD);
        for (int i = 0; i < count; i++) {
            const word *one = &words[i];
            bool lower = one->call < least.call || (one->call == least.call && one->step < least.step);
            if (!one->stands)
                continue;
            if (least.call == 0 || lower) {
                least = *one;
                at_least = 0;
            }
            if (one->call == least.call && one->step == least.step)
                at_least += one->from != from || one->to != to;
            innocent += one->from != from || one->to != to;
        }
    }
    snprintf(text, size, "the lowest is from node %d to node %d, in call %llu, step %u; %d others are named",
             least.from, least.to, least.call, least.step, innocent);
    return least.call > 0 && at_least == 0 && innocent > 0;
}

/* ---- Calls ---- */

static void finish_call(const world *w, lb_mpi_request **request, int from, int to) {
    int flag = 0;
    for (int looks = 0; !flag; looks++) {
        char text[160];
        CHECK(w, !lb_mpi_test(request, &flag));
        nap(1);
        if (me != dead_from || looks % 20)
            continue;
        bool blamed = is_blamed(w, from, to, text, sizeof text);
        if (!blamed && looks < 40000)
            continue;
        if (!blamed)
            fail(w, "%d>%d is dead: %s", from, to, text);
        repair();
    }
}

static void try_link(world *w, const char *algorithm, int from, int to, bool broadcast) {
    static double in[8 * COUNT], out[8 * COUNT];
    lb_mpi_net *net = NULL;
    lb_mpi_request *request = NULL;
    setenv("LINKBOUND_ALGORITHM", algorithm, 1);
    CHECK(w, !lb_mpi_net_create(w->comm, "cube:3", &net));
    unsetenv("LINKBOUND_ALGORITHM");
    listen_now(w);
    held_count = 0;
    dead_to = to;
    dead_from = from;
    if (broadcast) { /* those that have it go on to the next call */
        CHECK(w, !lb_mpi_ibcast(in, COUNT, MPI_DOUBLE, from, net, &request));
        finish_call(w, &request, from, to);
    }
    CHECK(w, !lb_mpi_iallreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, net, &request));
    finish_call(w, &request, from, to);
    CHECK(w, me != from || held_count > 0);
    dead_from = -1;
    CHECK(w, !lb_mpi_net_free(&net));
}

static void run(world *w) {
    if (strcmp(w->name, "2x2x2") != 0)
        return;
    me = w->rank;
    hear_begin(w);
    setenv("LINKBOUND_TIMEOUT", "0.3", 1);
    try_link(w, "halving-doubling", 2, 3, false);
    try_link(w, "halving-doubling", 6, 2, false);
    try_link(w, "multinode-allreduce", 5, 4, false);
    try_link(w, "broadcast-1", 0, 2, true);
    try_link(w, "broadcast-1", 1, 5, true);
    unsetenv("LINKBOUND_TIMEOUT");
    hear_end(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
