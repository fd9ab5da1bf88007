/* To and fro: all moves are made as late as they can be, the last first, and then as early as they can be, the first
 * first. What was in nobody's way when the timetable was made, but is in somebody's now, gives way, and often the end
 * comes a step sooner; it never comes later, for each move still fits where it was. (Forward-backward improvement, of
 * project scheduling: Li and Willis 1992; Valls, Ballestin and Quintanilla 2005.) */
#include "algo/scan/justify.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SLOTS (UINT64_C(1) << 20) /* links times steps */

typedef struct board {
    const lb_scan_job *job;
    uint64_t count;
    uint32_t *packet, *first; /* of a move; the first move of a packet */
    uint32_t *order;          /* moves, by their steps */
    uint32_t *from;           /* where those of a step begin in it */
    uint8_t *links;           /* step, node, port: taken */
    uint16_t *sends, *receives;
    uint32_t *starts;
    uint32_t steps;
} board;

static void board_end(board *b) {
    free(b->packet);
    free(b->first);
    free(b->order);
    free(b->from);
    free(b->links);
    free(b->sends);
    free(b->receives);
}

static int board_begin(board *b) {
    const lb_scan_job *job = b->job;
    uint64_t moments = (b->steps + UINT64_C(1)) * job->net->nodes, m = 0;
    for (uint32_t p = 0; p < job->packets; p++)
        b->count += job->woven[job->ways[p]].count;
    b->packet = lb_array(b->count, sizeof *b->packet);
    b->first = lb_array(job->packets, sizeof *b->first);
    b->order = lb_array(b->count, sizeof *b->order);
    b->from = lb_array(b->steps + UINT64_C(2), sizeof *b->from);
    b->links = lb_array(moments * job->net->ports, sizeof *b->links);
    b->sends = lb_array(moments, sizeof *b->sends);
    b->receives = lb_array(moments, sizeof *b->receives);
    if (!b->packet || !b->first || !b->order || !b->from || !b->links || !b->sends || !b->receives)
        return LB_ERR_MEMORY;
    for (uint32_t p = 0; p < job->packets; p++) {
        b->first[p] = (uint32_t)m;
        for (uint64_t i = 0; i < job->woven[job->ways[p]].count; i++)
            b->packet[m++] = p;
    }
    return LB_OK;
}

/* Moves by their steps; within a step as they come. */
static void sort(board *b) {
    memset(b->from, 0, (b->steps + UINT64_C(2)) * sizeof *b->from);
    for (uint64_t m = 0; m < b->count; m++)
        b->from[b->starts[m] + 1]++;
    for (uint32_t s = 1; s <= b->steps + 1; s++)
        b->from[s] += b->from[s - 1];
    for (uint64_t m = 0; m < b->count; m++)
        b->order[b->from[b->starts[m]]++] = (uint32_t)m;
}

static void clear(board *b) {
    uint64_t moments = (b->steps + UINT64_C(1)) * b->job->net->nodes;
    memset(b->links, 0, moments * b->job->net->ports);
    memset(b->sends, 0, moments * sizeof *b->sends);
    memset(b->receives, 0, moments * sizeof *b->receives);
}

static bool take(board *b, const lb_scan_move *move, uint32_t step) {
    uint64_t moment = (uint64_t)step * b->job->net->nodes;
    uint8_t *link = &b->links[(moment + move->from) * b->job->net->ports + move->port];
    uint16_t *sends = &b->sends[moment + move->from], *receives = &b->receives[moment + move->to];
    if (*link || *sends == b->job->ports || *receives == b->job->ports)
        return false;
    *link = 1;
    ++*sends;
    ++*receives;
    return true;
}

static void make_late(board *b, uint32_t m, uint64_t *work) {
    uint32_t first = b->first[b->packet[m]], step = b->steps;
    const lb_scan_way *way = &b->job->woven[b->job->ways[b->packet[m]]];
    for (uint64_t j = way->user[m - first]; j < way->user[m - first + 1]; j++) {
        uint32_t before = b->starts[first + way->users[j]] - 1;
        step = before < step ? before : step;
    }
    for (++*work; !take(b, &way->moves[m - first], step); ++*work)
        step--;
    b->starts[m] = step;
}

static void make_early(board *b, uint32_t m, uint64_t *work) {
    uint32_t first = b->first[b->packet[m]], step = 1;
    const lb_scan_way *way = &b->job->woven[b->job->ways[b->packet[m]]];
    for (uint64_t j = way->need[m - first]; j < way->need[m - first + 1]; j++) {
        uint32_t after = b->starts[first + way->needs[j]] + 1;
        step = after > step ? after : step;
    }
    for (++*work; !take(b, &way->moves[m - first], step); ++*work)
        step++;
    b->starts[m] = step;
}

/* Whether the end comes sooner. */
static bool to_and_fro(board *b, uint64_t *work) {
    uint32_t end = 0;
    sort(b);
    clear(b);
    for (uint64_t i = b->count; i-- > 0;)
        make_late(b, b->order[i], work);
    sort(b);
    clear(b);
    for (uint64_t i = 0; i < b->count; i++) {
        make_early(b, b->order[i], work);
        end = b->starts[b->order[i]] > end ? b->starts[b->order[i]] : end;
    }
    bool sooner = end < b->steps;
    b->steps = end;
    return sooner;
}

int lb_scan_justify(const lb_scan_job *job, uint32_t *starts, uint32_t *steps, uint64_t *work) {
    board b = {.job = job, .steps = *steps};
    uint64_t looks = 0;
    b.starts = starts;
    if ((*steps + UINT64_C(1)) * job->net->nodes * job->net->ports > MOST_SLOTS)
        return LB_OK;
    int error = board_begin(&b);
    for (uint32_t left = job->rounds; !error && left > 0;)
        left = to_and_fro(&b, &looks) ? job->rounds : left - 1;
    *steps = b.steps;
    *work += looks / 2; /* they are quicker than those of the timetable: nothing is put in lists */
    board_end(&b);
    return error;
}
