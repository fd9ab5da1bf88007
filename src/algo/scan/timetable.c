/* When the moves of all packets are made: in every step those that can be made, the one with the longest tail first, as
 * links and ports allow. */
#include "algo/scan/justify.h"
#include "algo/scan/way.h"

#include <stdlib.h>
#include <string.h>

typedef struct table {
    const lb_scan_job *job;
    uint64_t *first;            /* of a packet's moves among all */
    uint32_t *packet;           /* of a move */
    uint32_t *missing;          /* moves that it still waits for */
    uint32_t *next;             /* in its list; LB_NONE ends */
    uint32_t *lists;            /* of moves that can be made, by how urgent they are */
    uint32_t *steps;            /* when a move is made; 0: not yet */
    uint32_t *link;             /* node*ports+port: the step in which it was used last */
    uint32_t *sends, *receives; /* of a node, in this step */
    uint32_t *made;             /* moves of this step */
    uint64_t count, nmade, left;
    uint32_t limit;  /* before it is moved to and fro */
    uint32_t urgent; /* the most that can be */
} table;

static void table_end(table *t) {
    free(t->first);
    free(t->packet);
    free(t->missing);
    free(t->next);
    free(t->lists);
    free(t->steps);
    free(t->link);
    free(t->sends);
    free(t->made);
}

static const lb_scan_way *way_of(const lb_scan_job *job, uint32_t packet) {
    return &job->woven[job->ways[packet]];
}

static const lb_scan_move *move_of(const table *t, uint32_t m) {
    return &way_of(t->job, t->packet[m])->moves[m - t->first[t->packet[m]]];
}

static void can_be_made(table *t, uint32_t m) {
    uint32_t urgency = move_of(t, m)->tail + (t->job->packets - 1 - t->packet[m]) * t->job->bias;
    t->next[m] = t->lists[urgency];
    t->lists[urgency] = m;
}

static void fill(table *t) {
    uint64_t m = 0;
    for (uint32_t p = 0; p < t->job->packets; p++) {
        const lb_scan_way *way = way_of(t->job, p);
        t->first[p] = m;
        for (uint64_t i = 0; i < way->count; i++, m++) {
            t->packet[m] = p;
            t->missing[m] = (uint32_t)(way->need[i + 1] - way->need[i]);
        }
    }
    for (m = t->count; m-- > 0;) {
        if (t->missing[m] == 0)
            can_be_made(t, (uint32_t)m);
    }
    t->left = t->count;
}

static int table_begin(table *t) {
    const lb_scan_job *job = t->job;
    uint32_t longest = 0;
    for (uint32_t p = 0; p < job->packets; p++) {
        const lb_scan_way *way = way_of(job, p);
        t->count += way->count;
        longest = way->depth > longest ? way->depth : longest;
    }
    t->urgent = longest + job->packets * job->bias + 1;
    t->first = lb_array(job->packets, sizeof *t->first);
    t->packet = lb_array(t->count, sizeof *t->packet);
    t->missing = lb_array(t->count, sizeof *t->missing);
    t->next = lb_array(t->count, sizeof *t->next);
    t->lists = lb_array(t->urgent + UINT64_C(1), sizeof *t->lists);
    t->steps = lb_zeroed(t->count, sizeof *t->steps);
    t->link = lb_zeroed((uint64_t)job->net->nodes * job->net->ports, sizeof *t->link);
    t->sends = lb_array(job->net->nodes * UINT64_C(2), sizeof *t->sends);
    t->made = lb_array(t->count, sizeof *t->made);
    if (!t->first || !t->packet || !t->missing || !t->next || !t->lists || !t->steps || !t->link || !t->sends ||
        !t->made)
        return LB_ERR_MEMORY;
    t->receives = t->sends + job->net->nodes;
    memset(t->lists, 0xff, (t->urgent + UINT64_C(1)) * sizeof *t->lists);
    fill(t);
    return LB_OK;
}

static bool fits(table *t, const lb_scan_move *move, uint32_t step) {
    uint64_t link = (uint64_t)move->from * t->job->net->ports + move->port;
    if (t->link[link] == step || t->sends[move->from] == t->job->ports || t->receives[move->to] == t->job->ports)
        return false;
    t->link[link] = step;
    t->sends[move->from]++;
    t->receives[move->to]++;
    return true;
}

/* The moves of a step; false: what cannot be made in it will be too late. */
static bool make(table *t, uint32_t step, uint64_t *work) {
    memset(t->sends, 0, t->job->net->nodes * 2 * sizeof *t->sends);
    t->nmade = 0;
    for (uint32_t u = t->urgent + 1; u-- > 0;) {
        uint32_t *at = &t->lists[u];
        while (*at != LB_NONE) {
            uint32_t m = *at;
            const lb_scan_move *move = move_of(t, m);
            ++*work;
            if (fits(t, move, step)) {
                t->steps[m] = step;
                t->made[t->nmade++] = m;
                *at = t->next[m];
                continue;
            }
            if (step + move->tail >= t->limit)
                return false;
            at = &t->next[m];
        }
    }
    return true;
}

static void release(table *t) {
    for (uint64_t i = 0; i < t->nmade; i++) {
        uint32_t m = t->made[i], p = t->packet[m];
        const lb_scan_way *way = way_of(t->job, p);
        uint64_t own = m - t->first[p];
        for (uint64_t j = way->user[own]; j < way->user[own + 1]; j++) {
            uint32_t user = (uint32_t)(t->first[p] + way->users[j]);
            if (--t->missing[user] == 0)
                can_be_made(t, user);
        }
    }
    t->left -= t->nmade;
}

int lb_scan_timetable(const lb_scan_job *job, uint32_t *starts, uint32_t *steps, uint64_t *work) {
    uint32_t more = job->rounds ? job->limit / 8 + 1 : 0;
    table t = {.job = job, .limit = job->limit < UINT32_MAX - more ? job->limit + more : UINT32_MAX};
    int error = table_begin(&t);
    uint32_t step = 0;
    bool late = false;
    while (!error && t.left && !late) {
        late = step + 1 >= t.limit || !make(&t, step + 1, work);
        step++;
        release(&t);
    }
    if (!error && !late && job->rounds)
        error = lb_scan_justify(job, t.steps, &step, work);
    late = late || step >= job->limit;
    *steps = late ? 0 : step;
    if (!error && !late && starts)
        memcpy(starts, t.steps, t.count * sizeof *starts);
    table_end(&t);
    return error;
}
