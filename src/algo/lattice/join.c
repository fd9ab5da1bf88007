/* Hops into steps. Every port has its turns: all steps, or where only some ports may be used at a time as many as the
 * packet needs that passes it most often, and more for those that have much to carry. In a step each port takes an even
 * share of what it still has to. Packets that have no time to lose go first, then those with most hops left; each
 * takes, of the ports that it still has to pass, the one that is fullest short of its share. */
#include "algo/lattice/join.h"
#include "base/exact.h"

#include <stdlib.h>
#include <string.h>

int lb_join_begin(lb_join *j, lb_even_ways *w, uint32_t limit) {
    *j = (lb_join){.w = w, .limit = limit < w->net->ports ? limit : w->net->ports};
    j->when = lb_array(w->all, sizeof *j->when);
    j->done = lb_array(w->rows, sizeof *j->done);
    j->order = lb_array(w->rows, sizeof *j->order);
    j->heads = lb_array(w->longest + 2, sizeof *j->heads);
    return j->when && j->done && j->order && j->heads ? LB_OK : LB_ERR_MEMORY;
}

void lb_join_end(lb_join *j) {
    free(j->when);
    free(j->done);
    free(j->order);
    free(j->heads);
}

static uint32_t hops_left(const lb_join *j, uint64_t row) {
    return (uint32_t)(j->w->first[row + 1] - j->w->first[row]) - j->done[row];
}

/* Of each port: the most times that one row passes it. */
static void count_needs(const lb_join *j, uint32_t *need) {
    memset(need, 0, LB_MAX_PORTS * sizeof *need);
    for (uint64_t row = 0; row < j->w->rows; row++) {
        uint32_t through[LB_MAX_PORTS] = {0};
        for (uint64_t i = j->w->first[row] + j->done[row]; i < j->w->first[row + 1]; i++) {
            unsigned port = j->w->port[i];
            through[port]++;
            need[port] = through[port] > need[port] ? through[port] : need[port];
        }
    }
}

uint32_t lb_join_least(const lb_join *j) {
    uint32_t need[LB_MAX_PORTS];
    uint64_t sum = 0, least = j->w->longest;
    memset(j->done, 0, j->w->rows * sizeof *j->done);
    count_needs(j, need);
    for (unsigned p = 0; p < j->w->net->ports; p++)
        sum += need[p];
    uint64_t turns = j->limit ? lb_ceil_div(sum, j->limit) : 0;
    return (uint32_t)(turns > least ? turns : least);
}

/* ---- Turns ---- */

/* The port that carries most in a turn and can have one more; LB_MAX_PORTS: none. */
static unsigned busiest(const lb_join *j, uint32_t steps) {
    unsigned best = LB_MAX_PORTS;
    for (unsigned p = 0; p < j->w->net->ports; p++) {
        if (j->left[p] && j->turns[p] < steps &&
            (best == LB_MAX_PORTS || j->left[p] * j->turns[best] > j->left[best] * j->turns[p]))
            best = p;
    }
    return best;
}

static void give_turns(lb_join *j, uint32_t steps) {
    unsigned ports = j->w->net->ports, best;
    uint64_t spare = (uint64_t)steps * j->limit;
    count_needs(j, j->turns);
    for (unsigned p = 0; p < ports; p++)
        spare -= j->turns[p] < spare ? j->turns[p] : spare;
    for (; spare && (best = busiest(j, steps)) < LB_MAX_PORTS; spare--)
        j->turns[best]++;
}

/* The ports of this step: those with most turns to come, and after the last step with most to carry. */
static void open_ports(lb_join *j) {
    unsigned ports = j->w->net->ports;
    memset(j->now, 0, sizeof j->now);
    memset(j->share, 0, sizeof j->share);
    for (uint32_t i = 0; i < j->limit; i++) {
        unsigned best = LB_MAX_PORTS;
        for (unsigned p = 0; p < ports; p++) {
            if (!j->left[p] || j->share[p])
                continue;
            if (best == LB_MAX_PORTS || j->turns[p] > j->turns[best] ||
                (j->turns[p] == j->turns[best] && j->left[p] > j->left[best]))
                best = p;
        }
        if (best == LB_MAX_PORTS)
            return;
        j->share[best] = j->turns[best] ? lb_ceil_div(j->left[best], j->turns[best]) : j->left[best];
    }
}

/* ---- Packets ---- */

/* Those with most hops left first. */
static void sort_rows(lb_join *j) {
    uint32_t longest = (uint32_t)j->w->longest;
    memset(j->heads, 0, (longest + 2) * sizeof *j->heads);
    for (uint64_t row = 0; row < j->w->rows; row++)
        j->heads[longest - hops_left(j, row) + 1]++;
    for (uint32_t i = 1; i <= longest + 1; i++)
        j->heads[i] += j->heads[i - 1];
    for (uint64_t row = 0; row < j->w->rows; row++)
        j->order[j->heads[longest - hops_left(j, row)]++] = (uint32_t)row;
}

static bool is_urgent(const lb_join *j, uint32_t row, uint32_t steps_left) {
    const lb_even_ways *w = j->w;
    if (hops_left(j, row) >= steps_left)
        return true;
    if (j->limit >= w->net->ports)
        return false;
    uint32_t through[LB_MAX_PORTS] = {0};
    for (uint64_t i = w->first[row] + j->done[row]; i < w->first[row + 1]; i++) {
        unsigned port = w->port[i];
        through[port]++;
        if (j->share[port] && through[port] >= j->turns[port])
            return true;
    }
    return false;
}

/* Makes one of the row's hops, if some port has room for it or it must. */
static void hop(lb_join *j, uint32_t row, bool must, uint32_t step) {
    const lb_even_ways *w = j->w;
    uint64_t next = w->first[row] + j->done[row], best = UINT64_MAX;
    for (uint64_t i = next; i < w->first[row + 1]; i++) {
        unsigned p = w->port[i], q = best == UINT64_MAX ? p : w->port[best];
        if (j->share[p] && (must || j->now[p] < j->share[p]) &&
            (best == UINT64_MAX || j->now[p] * j->share[q] < j->now[q] * j->share[p]))
            best = i;
    }
    if (best == UINT64_MAX)
        return;
    uint8_t port = w->port[best];
    w->port[best] = w->port[next];
    w->port[next] = port;
    j->when[next] = step;
    j->now[port]++;
    j->left[port]--;
    j->done[row]++;
}

static void do_step(lb_join *j, uint32_t step, uint32_t steps) {
    uint64_t most = 0;
    uint32_t steps_left = step <= steps ? steps - step + 1 : 0;
    open_ports(j);
    sort_rows(j);
    for (int must = 1; must >= 0; must--) {
        for (uint64_t i = 0; i < j->w->rows && hops_left(j, j->order[i]); i++) {
            uint32_t row = j->order[i];
            bool made = hops_left(j, row) < (uint32_t)(j->w->first[row + 1] - j->w->first[row]) &&
                        j->when[j->w->first[row] + j->done[row] - 1] == step;
            if (!made && is_urgent(j, row, steps_left) == (must == 1))
                hop(j, row, must == 1, step);
        }
    }
    for (unsigned p = 0; p < j->w->net->ports; p++) {
        most = j->now[p] > most ? j->now[p] : most;
        j->turns[p] -= j->share[p] && j->turns[p];
    }
    j->units += most;
}

void lb_join_place(lb_join *j, uint32_t steps) {
    uint64_t left = j->w->all;
    j->units = 0;
    j->steps = 0;
    memset(j->done, 0, j->w->rows * sizeof *j->done);
    memcpy(j->left, j->w->load, sizeof j->left);
    give_turns(j, steps);
    while (left) {
        do_step(j, ++j->steps, steps);
        for (unsigned p = 0; p < j->w->net->ports; p++)
            left -= j->now[p];
    }
}
