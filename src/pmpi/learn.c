/* Learning: a call that comes again and again is measured both ways, and the faster is kept (LINKBOUND_LEARN).
 *
 * Calls are counted by what is the same at all processes: communicator, collective, bytes, root and operator. When one
 * has come often enough its next calls are done by the engine and by MPI in turns, each after a barrier; after every
 * two the processes exchange the longest times, and so come to the same verdict (lesson.c). The data is the program's
 * own throughout.
 *
 * The same call shall give the same bits every time, so sums that depend on the order in which they are made are not
 * learnt, unless the user says so: those of floating-point numbers, and the users' own operators. */
#include "pmpi/learn.h"

#include "pmpi/lesson.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- What can be learnt ---- */

static bool is_reduction(lb_verb verb) {
    return verb >= LB_VERB_reduce && verb <= LB_VERB_exscan;
}

static bool among(MPI_Datatype type, const MPI_Datatype *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (list[i] == type)
            return true;
    }
    return false;
}
#define AMONG(type, ...)                                                                                               \
    among(type, (const MPI_Datatype[]){__VA_ARGS__},                                                                   \
          sizeof(MPI_Datatype[]){__VA_ARGS__} / sizeof(MPI_Datatype)) /* NOLINT(bugprone-sizeof-expression) */

/* Where the order does not matter to the last bit. Zeros of both signs make it matter for the least of numbers, too. */
static bool is_whole(MPI_Datatype type) {
    return AMONG(type, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_SHORT,
                 MPI_UNSIGNED_LONG_LONG, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T,
                 MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_INTEGER, MPI_BYTE, MPI_C_BOOL,
                 MPI_LOGICAL, MPI_2INT, MPI_LONG_INT, MPI_SHORT_INT, MPI_2INTEGER);
}

enum { OWN = 13 };

/* Operators by numbers: handles may differ between processes. 0: the call has none. */
static unsigned op_of(const lb_ask *ask) {
    const MPI_Op known[] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_LAND,   MPI_LOR,
                            MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
    if (!is_reduction(ask->verb))
        return 0;
    for (unsigned i = 0; i < OWN - 1; i++) {
        if (known[i] == ask->op)
            return i + 1;
    }
    return OWN;
}

/* Calls too short for the engine can be learnt as well, unless the user has said which are. */
static bool can_learn(const lb_ask *ask, bool pays) {
    const lb_setup *setup = &lb_shim_setup;
    if (setup->learn == 0 || setup->set.debug || ask->unknown || ask->volume == 0 || !(setup->verbs >> ask->verb & 1))
        return false;
    if (!pays && setup->minimum_said)
        return false;
    if (is_reduction(ask->verb) && !setup->learn_all)
        return op_of(ask) != OWN && is_whole(ask->type);
    return op_of(ask) != OWN;
}

/* ---- Records ---- */

enum { COUNTING, TRYING, OURS, THEIRS };

static bool matches(const lb_call_record *r, const lb_ask *ask, unsigned op) {
    return r->calls > 0 && r->volume == ask->volume && r->root == ask->root && r->verb == (unsigned)ask->verb &&
           r->op == op;
}

/* The call's own, or a new one. Where there is no room all that are being counted count one less, until one has to go:
 * calls that come more often than others stay. */
static lb_call_record *find(lb_place *place, const lb_ask *ask) {
    unsigned op = op_of(ask);
    lb_call_record *room = NULL;
    for (lb_call_record *r = place->records; r < place->records + LB_RECORDS; r++) {
        if (matches(r, ask, op))
            return r;
        if (r->calls == 0 && !room)
            room = r;
    }
    for (lb_call_record *r = place->records; !room && r < place->records + LB_RECORDS; r++)
        r->calls -= r->state == COUNTING;
    if (room)
        *room = (lb_call_record){
            .volume = ask->volume, .root = ask->root, .verb = (uint8_t)ask->verb, .op = (uint8_t)op, .state = COUNTING};
    return room;
}

void lb_records_free(lb_place *place) {
    for (unsigned i = 0; i < LB_RECORDS; i++) {
        free(place->records[i].lesson);
        place->records[i].lesson = NULL;
    }
}

/* ---- What was learnt, for the summary ---- */

enum { NEWS = 40 };
static struct news {
    lb_verb verb;
    uint64_t volume;
    int size;
    bool ours;
    double gain;
} news[NEWS];
static _Atomic unsigned news_count;

static void note(const lb_place *place, const lb_call_record *r, double gain) {
    unsigned at = atomic_fetch_add(&news_count, 1);
    if (at < NEWS)
        news[at] = (struct news){(lb_verb)r->verb, r->volume, place->size, r->state == OURS, gain};
}

void lb_learn_print(void) {
    unsigned count = news_count;
    for (unsigned i = 0; i < count && i < NEWS; i++)
        fprintf(stderr, "linkbound: learnt: %s of %" PRIu64 " bytes on %d: %s, %.2fx %s\n", lb_verb_name(news[i].verb),
                news[i].volume, news[i].size, news[i].ours ? "linkbound" : "MPI's own",
                news[i].gain < 1 ? 1 / news[i].gain : news[i].gain, news[i].gain < 1 ? "slower" : "faster");
    if (count > NEWS)
        fprintf(stderr, "linkbound: learnt: and %u more\n", count - NEWS);
}

/* ---- Trying ---- */

struct lb_trial {
    lb_lesson lesson;
    unsigned calls;
    double took[2]; /* by the engine, by MPI */
};

static void settle(lb_call_record *r, bool ours) {
    r->state = ours ? OURS : THEIRS;
    free(r->lesson);
    r->lesson = NULL;
}

/* All processes are in this call. Without memory, or a network, anywhere it stays as it is. */
static bool begin_trying(lb_place *place, lb_call_record *r, bool pays) {
    int mine, all = 0;
    bool ready = lb_place_ready(place);
    r->lesson = calloc(1, sizeof *r->lesson);
    mine = r->lesson != NULL;
    if (ready && lb_native.allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, place->comm) == MPI_SUCCESS && all) {
        r->state = TRYING;
        return true;
    }
    settle(r, pays);
    return false;
}

lb_study lb_learn_begin(lb_place *place, lb_ask *ask) {
    bool pays = lb_pays(place, ask);
    lb_study study = {.ours = pays};
    lb_call_record *r = can_learn(ask, pays) ? find(place, ask) : NULL;
    if (!r)
        return study;
    if (r->state == COUNTING && (++r->calls <= lb_shim_setup.learn || !begin_trying(place, r, pays)))
        return study;
    ask->reason = LB_LEFT_LEARNT;
    if (r->state != TRYING) {
        study.ours = r->state == OURS;
        return study;
    }
    study.record = r;
    study.ours = r->lesson->calls % 4 < 2;
    if (r->lesson->calls % 2 == 1)
        PMPI_Barrier(place->comm);
    study.begin = PMPI_Wtime();
    return study;
}

static void end_round(lb_place *place, lb_call_record *r) {
    double slowest[2] = {0, 0};
    if (lb_native.allreduce(r->lesson->took, slowest, 2, MPI_DOUBLE, MPI_MAX, place->comm) != MPI_SUCCESS)
        return;
    lb_verdict verdict = lb_lesson_round(&r->lesson->lesson, slowest[0], slowest[1]);
    if (verdict == LB_UNDECIDED)
        return;
    double gain = r->lesson->lesson.gain;
    settle(r, verdict == LB_OURS);
    note(place, r, gain);
}

void lb_learn_end(lb_place *place, const lb_study *study, bool ours) {
    lb_call_record *r = study->record;
    if (!r)
        return;
    if (ours != study->ours) { /* the engine cannot do it, which shows at all processes alike */
        settle(r, false);
        return;
    }
    if (r->lesson->calls % 2 == 1)
        PMPI_Barrier(place->comm);
    r->lesson->took[!ours] = PMPI_Wtime() - study->begin;
    if (++r->lesson->calls % 4 == 0)
        end_round(place, r);
}
