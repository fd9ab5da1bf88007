/* Collectives on machines. A leg of one (machine_leg.h) goes through the node's memory in pieces, and every piece
 * through
 *
 *     load      each process brings what it has into the memory of its node
 *     work      together they make of it what is to go across: sums, or blocks in another order
 *     across    the leaders, or every plane its share, do the collective on the network of nodes (src/mpi as it is)
 *     unload    each process takes what is its own
 *
 * with a meeting of the node's processes before each, unless nobody reads what others have written. What each of these
 * is for a collective is in machine_courses.c, and where in the memory a piece lies in machine_bank.c.
 *
 * A message that is cut (machine_choose.c says when) has two pieces under way. While one goes across the next is loaded
 * and worked on; when that can go across, the first is unloaded. So it takes as long as the slower of both, and not
 * both one after the other.
 *
 * Operations on a machine are done one after another, in the order in which they were begun, which is the same
 * everywhere. */
#include "mpi/machine_step.h"

#include "mpi/cache.h"
#include "mpi/hand_on.h"
#include "mpi/machine_bank.h"
#include "mpi/machine_courses.h"
#include "mpi/machine_grow.h"
#include "mpi/machine_leg.h"
#include "mpi/machine_places.h"
#include "mpi/sides.h"
#include "mpi/simulated.h"
#include "mpi/stage.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { QUEUE, NEXT, GROW, READY, LOAD, WORK, ACROSS, GO, LANDED, UNLOAD };
enum { STAGE_ACROSS, STAGE_MEETING };
enum { ALL = -1 };

static lb_machine *machine_of(const lb_mpi_request *r) {
    return r->net->machine;
}

/* ---- Meetings ---- */

static void await(lb_mpi_request *r, uint64_t meeting, int slot) {
    r->meeting = true;
    r->awaited = meeting;
    r->awaits = slot;
    r->net->process->polling++;
}

/* Between two pieces of work what goes across is moved on: whoever waits looks for messages, and comes back. */
static void breathe(lb_mpi_request *r) {
    if (!r->aside || r->meeting || r->stage)
        return;
    await(r, 0, ALL);
    r->pending = true;
}

/* What was written before it is read after it: who takes what one process brings waits for that one alone. */
static int meet_one(lb_mpi_request *r, int slot) {
    lb_machine *m = machine_of(r);
    r->piece.met = true;
    if (!m->inside)
        return MPI_SUCCESS;
    m->meetings++;
#ifdef LB_MPI_SIMULATED /* while one looks at a flag time stands still: by messages */
    (void)slot;
    lb_simulated_meet();
    m->settled = m->meetings;
    lb_want want = {.kind = LB_ISOTROPIC, .unit = 1, .straight = true, .aside = true};
    want.list = m->rounds;
    want.count = m->round_count;
    return lb_mpi_stage_on(r, m->inside, STAGE_MEETING, &want, NULL, NULL);
#else
    lb_arena_come(&m->arena, m->slot, m->meetings);
    await(r, m->meetings, slot);
    return MPI_SUCCESS;
#endif
}

static int meet_all(lb_mpi_request *r) {
    return meet_one(r, ALL);
}

static int meet(lb_mpi_request *r) {
    return meet_one(r, r->piece.course->from ? r->piece.course->from(r) : ALL);
}

/* Before this process writes to a bank all others must be through with what was there, and are where they have come to
 * a meeting since. Should there have been none, they all meet. */
static int settle(lb_mpi_request *r, const lb_course *course) {
    const lb_machine *m = machine_of(r);
    uint64_t due = lb_bank_due(r);
    bool writes = !course->from || course->from(r) == m->slot;
    if (!m->inside || due <= m->settled)
        return MPI_SUCCESS;
    if (due > m->meetings)
        return meet_all(r);
    if (writes)
        await(r, due, ALL);
    return MPI_SUCCESS;
}

/* Whether all have come, where that is not seen by their messages. */
static bool is_over(lb_mpi_request *r) {
    lb_machine *m = machine_of(r);
    atomic_thread_fence(memory_order_seq_cst);
    if (!r->meeting)
        return true;
    bool there = r->awaited == 0    ? true
                 : r->awaits == ALL ? lb_arena_met(&m->arena, lb_machine_here(m), r->awaited)
                                    : lb_arena_came(&m->arena, r->awaits, r->awaited);
    if (!there)
        return false;
    if (r->awaits == ALL && r->awaited > m->settled)
        m->settled = r->awaited;
    r->meeting = false;
    r->net->process->polling--;
    return true;
}

/* ---- Pieces ---- */

/* As much of every block as goes into a bank. */
static int next_piece(lb_mpi_request *r, const lb_course *course) {
    uint64_t unit = r->piece.unit, left = r->piece.bytes - r->piece.at;
    if (course->room(r, unit) > lb_bank_bytes(r))
        r->piece.cut = 0; /* all processes have the same memory: they know */
    uint64_t most = lb_bank_bytes(r), length = r->piece.cut && r->piece.cut < left ? r->piece.cut : left;
    while (course->room(r, length) > most && length > unit) {
        uint64_t units = length / unit;
        length = (units + 1) / 2 * unit;
    }
    if (course->room(r, length) > most) {
        lb_why why;
        snprintf(why.text, sizeof why.text, "an element of %llu bytes is too long for the memory that nodes share",
                 (unsigned long long)unit);
        return lb_process_code(r->net->process, LB_ERR_SIZE, &why);
    }
    if (r->piece.cut) /* no later piece is longer, also not the rest, which need not be halved */
        r->piece.cut = length;
    r->piece.length = length;
    r->piece.need = course->room(r, length);
    r->piece.met = false;
    if (course->place)
        course->place(r);
    return lb_bank_take(r) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static int begin(lb_mpi_request *r) {
    r->leg = 0;
    r->pending = r->ticket != machine_of(r)->ended;
    r->phase = r->pending ? QUEUE : NEXT;
    return MPI_SUCCESS;
}

/* The next leg, which may have nothing to carry. */
static int next_leg(lb_mpi_request *r) {
    lb_machine *m = machine_of(r);
    r->piece = r->behind = (lb_piece){.course = NULL};
    int code = r->legs(r, r->leg++);
    const lb_course *course = r->piece.course;
    if (code != MPI_SUCCESS || r->complete || r->piece.bytes == 0)
        return code;
    if (course->sums)
        code = lb_folding_set(&m->folding, r->call.op, r->call.out.type, r->call.out.kind, r->call.out.given,
                              r->net->comm);
    r->phase = lb_machine_grows(r, lb_bank_wanted(r, course)) ? GROW : READY;
    return code;
}

/* Stages that are kept are for pieces of one length. */
static void forget_stage(lb_mpi_request *r, unsigned which) {
    if (r->kept[which])
        lb_instance_put(r->kept[which]);
    r->kept[which] = NULL;
}

/* The next piece behind the one that goes across; or that one is the last, and is waited for. */
static void follow(lb_mpi_request *r) {
    r->piece = r->behind;
    r->piece.at += r->piece.length;
    r->phase = READY;
    if (r->piece.at < r->piece.bytes)
        return;
    r->piece = r->behind;
    r->behind.course = NULL;
    r->phase = LANDED;
    lb_stage_back(r);
}

static int end_piece(lb_mpi_request *r, const lb_course *course) {
    course->unload(r);
    lb_bank_leave(r);
    if (r->behind.course) {
        follow(r);
        breathe(r);
        return course->sums ? machine_of(r)->folding.code : MPI_SUCCESS;
    }
    r->piece.at += r->piece.length;
    if (r->piece.length < r->piece.bytes || r->legs != lb_legs_plain)
        forget_stage(r, STAGE_ACROSS);
    r->phase = r->piece.at < r->piece.bytes ? READY : NEXT;
    return course->sums ? machine_of(r)->folding.code : MPI_SUCCESS;
}

static int work(lb_mpi_request *r, const lb_course *course) {
    r->phase = ACROSS;
    int code = course->work ? course->work(r) : MPI_SUCCESS;
    if (code == MPI_SUCCESS && course->joint && !r->piece.lone && !lb_in_planes(r))
        code = meet(r);
    breathe(r);
    return code;
}

/* What is behind must have gone across first. */
static int across(lb_mpi_request *r) {
    r->phase = GO;
    lb_stage_back(r);
    return MPI_SUCCESS;
}

static int go(lb_mpi_request *r, const lb_course *course) {
    lb_piece before = r->behind;
    if (r->piece.cut)
        forget_stage(r, STAGE_ACROSS);
    int code = machine_of(r)->nodes > 1 ? course->across(r) : MPI_SUCCESS;
    r->phase = LANDED;
    if (!r->piece.cut || code != MPI_SUCCESS)
        return code;
    lb_stage_aside(r);
    r->behind = r->piece;
    if (before.course)
        r->piece = before;
    else
        follow(r);
    return code;
}

static int ready(lb_mpi_request *r, const lb_course *course) {
    r->phase = LOAD;
    return settle(r, course);
}

static int load(lb_mpi_request *r, const lb_course *course) {
    int code = next_piece(r, course);
    r->phase = WORK;
    if (code != MPI_SUCCESS)
        return code;
    course->load(r);
    if (course->loads(r))
        code = meet(r);
    breathe(r);
    return code;
}

/* Where there is none, all know it, and nothing of the user's has been touched. */
static int grow(lb_mpi_request *r) {
    bool done = false;
    int code = lb_machine_grow(r, &done);
    if (code == MPI_SUCCESS && done)
        r->phase = READY;
    return code;
}

/* On one node alone nothing has come. There is one meeting at least, so that nobody is more pieces ahead than there is
 * room for. */
static int land(lb_mpi_request *r, const lb_course *course) {
    bool comes = machine_of(r)->nodes > 1 && course->unloads(r);
    r->phase = UNLOAD;
    return comes || !r->piece.met ? meet(r) : MPI_SUCCESS;
}

static int step_machine(lb_mpi_request *r) {
    const lb_course *course = r->piece.course;
    int code = lb_stage_move(r);
    if (code != MPI_SUCCESS)
        return code;
    if (!is_over(r)) {
        r->pending = true;
        return MPI_SUCCESS;
    }
    switch (r->phase) {
    case QUEUE: return begin(r);
    case NEXT: return next_leg(r);
    case GROW: return grow(r);
    case READY: return ready(r, course);
    case LOAD: return load(r, course);
    case WORK: return work(r, course);
    case ACROSS: return across(r);
    case GO: return go(r, course);
    case LANDED: return land(r, course);
    default: return end_piece(r, course);
    }
}

/* ---- Taking a request ---- */

/* A byte that everybody brings, and nobody looks at. */
static int make_barrier(lb_mpi_request *r) {
    unsigned char *byte = lb_room_for(&r->room[ROOM_TOTAL], 1);
    if (!byte)
        return MPI_ERR_NO_MEM;
    *byte = 0;
    int code = lb_side_set(r->net, &r->call.out, byte, 1, MPI_BYTE);
    r->call.in = r->call.out;
    r->call.bytes = 1;
    return code;
}

/* Of one process to a node: what has no blocks, or no order, goes as on any network. */
static bool goes_plainly(const lb_mpi_request *r) {
    const lb_call *call = &r->call;
    bool orderless = call->op == MPI_OP_NULL || call->commutes;
    return r->net->machine->slots == 1 && orderless &&
           (call->kind == LB_BROADCAST || call->kind == LB_REDUCE || call->kind == LB_ALLREDUCE);
}

/* NULL: it is left to MPI. */
static lb_legs legs_of(const lb_machine *m, const lb_call *call) {
    bool scans = call->kind == LB_SCAN || call->kind == LB_EXSCAN;
    if (call->news)
        return lb_legs_gossip;
    if (call->rows > 0 && call->columns > 0)
        return lb_legs_transpose;
    if (call->op != MPI_OP_NULL && (scans ? !m->in_order : !call->commutes))
        return lb_legs_ordered;
    if (call->kind == LB_REDUCE_SCATTER && call->list.at)
        return lb_legs_reduce_scatter;
    if (call->lists)
        return lb_legs_rooted;
    if (call->out.counts.at)
        return call->kind == LB_ALLGATHER ? lb_legs_allgatherv : lb_legs_alltoallv;
    return lb_course_of(call) ? lb_legs_plain : NULL;
}

int lb_machine_take(lb_mpi_request *r) {
    if (r->call.in_plane)
        return lb_machine_even(r->net->machine) ? MPI_SUCCESS : lb_hand_on(r);
    if (goes_plainly(r)) {
        r->call.root = r->call.together ? 0 : (uint32_t)r->net->machine->node_of[r->call.root];
        return MPI_SUCCESS;
    }
    r->legs = legs_of(r->net->machine, &r->call);
    if (!r->legs)
        return lb_hand_on(r);
    r->call.queued = true;
    r->call.step = step_machine;
    return r->call.together ? make_barrier(r) : MPI_SUCCESS;
}
