/* Is there no plan of a scan with so many steps, even of packets cut at will? Where that can be shown by shares, it is:
 *
 *     cc -O3 -o build/settle-shares tools/settle-shares.c -lm
 *     build/settle-shares scan 2x2x2 1 6 9 [ROUNDS]           # task, torus, ports, packets, steps; rounds, 50000
 *
 * says `none` (exit status 1) or `open` (3). Each step of a node's sending, of its receiving and of a link has a price,
 * and a move costs what it takes of these. A packet's moves serve all nodes, so the price of a move, of one span over
 * one link in one step, is shared out among the nodes: to each node its own prices for moves. What a node wants it lays
 * out of spans, which came by moves, and so on: by a tree of moves, the cheapest of which, at its own prices, a program
 * finds step by step. What all nodes pay for such trees, a packet pays at least; if all packets pay more than all steps
 * offer, there is no plan. That is the dual of a linear program, and holds for parts of packets as well.
 *
 * Prices and shares are found in rounds: where nodes' cheapest trees crowd, steps get dearer, and who uses a move gets
 * more of its price. In the end they are rounded to whole numbers, and everything is counted again with these: what is
 * said rests on prove(). */
#include "settle-network.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACK = 256 };

static int packets, exclusive, offer[ROWS];

/* ---- the network, the rows that have prices, the moves */

static int rows(void) {
    return row(steps, 0);
}

static int move(int step, int link, int s) {
    return (step * links + link) * spans + s;
}

/* What a move takes. */
static void rows_of(int m, int r[3]) {
    int step = m / spans / links, link = m / spans % links;
    r[0] = row(step, from[link]);
    r[1] = row(step, nodes + to[link]);
    r[2] = row(step, 2 * nodes + link);
}

static void make_rows(void) {
    for (int t = 0; t < steps; t++) {
        for (int v = 0; v < 2 * nodes && ports < degree; v++)
            offer[row(t, v)] = ports;
        for (int l = 0; l < links && (ports > 1 || degree == 1); l++)
            offer[row(t, 2 * nodes + l)] = 1;
    }
}

/* ---- the search: the cheapest tree of one node, at its own prices */

static double price[ROWS], used[ROWS];
static float share[NODES][MOVES], toll[STEPS * LINKS], cost[STEPS + 1][NODES][SPANS];
static signed char how[STEPS + 1][NODES][SPANS]; /* -1: had it before; a link; 64 + where two spans meet */
static int tree[STACK], size;

static void lay_out(int t, int v, int end) {
    float *c = cost[t][v];
    for (int b = 1; b <= end; b++)
        for (int a = b - 1; a >= 0; a--)
            for (int m = a; m < b; m++)
                if (c[span[a][m]] + c[span[m + 1][b]] < c[span[a][b]]) {
                    c[span[a][b]] = c[span[a][m]] + c[span[m + 1][b]];
                    how[t][v][span[a][b]] = (signed char)(64 + m);
                }
}

static void carry(int t, int link, const float *part, int some) {
    const float *before = cost[t - 1][from[link]];
    float *after = cost[t][to[link]], by = toll[(t - 1) * links + link];
    for (int s = 0; s < some; s++)
        if (before[s] + by * part[s] < after[s]) {
            after[s] = before[s] + by * part[s];
            how[t][to[link]][s] = (signed char)link;
        }
}

static void find_costs(int v, int end) {
    int some = end + 1 < nodes ? span[0][end + 1] : spans; /* spans up to there end early enough */
    for (int u = 0; u < nodes; u++)
        for (int s = 0; s < spans; s++)
            cost[0][u][s] = first[s] == u && last[s] == u ? 0 : 1e9F;
    for (int t = 1; t <= steps; t++) {
        memcpy(cost[t], cost[t - 1], sizeof cost[t]);
        memset(how[t], -1, sizeof how[t]);
        for (int l = 0; l < links; l++)
            carry(t, l, &share[v][move(t - 1, l, 0)], some);
        for (int u = 0; u < nodes; u++)
            lay_out(t, u, end);
    }
}

/* What v pays; the moves are in tree. */
static double make_tree(int v) {
    int end = v - exclusive, stack[STACK][3] = {{steps, v, span[0][end]}}, n = 1;
    find_costs(v, end);
    if (cost[steps][v][span[0][end]] >= 1e8F) {
        puts("none");
        exit(1);
    }
    size = 0;
    while (n > 0) {
        int *top = stack[n - 1], t = top[0], at = top[1], s = top[2], k = t ? how[t][at][s] : 0;
        if (t == 0) {
            n--;
        } else if (k >= 64) {
            top[2] = span[first[s]][k - 64];
            memcpy(stack[n++], (int[]){t, at, span[k - 63][last[s]]}, sizeof stack[0]);
        } else {
            top[0]--;
            if (k >= 0) {
                top[1] = from[k];
                tree[size++] = move(t - 1, k, s);
            }
        }
    }
    return cost[steps][v][span[0][end]];
}

/* ---- rounds */

static void begin(void) {
    double all = 0;
    for (int r = 0; r < rows(); r++)
        all += offer[r];
    for (int r = 0; r < rows(); r++)
        price[r] = offer[r] ? 1 / all : 0;
    for (int m = 0; m < move(steps, 0, 0); m++)
        for (int v = 1; v < nodes; v++)
            if (last[m % spans] <= v - exclusive)
                share[v][m] = 1 / (float)(nodes - last[m % spans] - exclusive);
}

static void set_tolls(void) {
    for (int i = 0; i < steps * links; i++) {
        int r[3];
        rows_of(i * spans, r);
        toll[i] = (float)(price[r[0]] + price[r[1]] + price[r[2]]);
    }
}

/* A larger share of a move for v. */
static void take(int v, int m, double by) {
    double all = 0;
    share[v][m] = (float)(share[v][m] * by + 1e-7);
    for (int u = 1; u < nodes; u++)
        all += share[u][m];
    for (int u = 1; u < nodes; u++)
        share[u][m] = (float)(share[u][m] / all);
}

/* Dearer where there is too little; all steps together offer 1 again. */
static void change_prices(double rate) {
    double all = 0;
    for (int r = 0; r < rows(); r++)
        if (offer[r]) {
            price[r] = price[r] * exp(rate * (used[r] * packets / offer[r] - 1)) + 1e-9;
            all += price[r] * offer[r];
        }
    for (int r = 0; r < rows(); r++)
        price[r] /= all;
}

/* What all packets pay, before anything changes. By how much it does, changes from round to round. */
static double go_round(double part) {
    double paid = 0;
    set_tolls();
    memset(used, 0, sizeof used);
    for (int v = 1; v < nodes; v++) {
        paid += make_tree(v);
        for (int i = 0; i < size; i++) {
            int r[3];
            rows_of(tree[i], r);
            for (int k = 0; k < 3; k++)
                used[r[k]] += share[v][tree[i]];
        }
        for (int i = 0; i < size; i++)
            take(v, tree[i], 1 + 0.3 * pow(0.02, part));
    }
    change_prices(0.05 * pow(0.01, part));
    return packets * paid;
}

/* ---- the proof, in whole numbers */

static int64_t whole[ROWS], part_of[NODES][MOVES], least[STEPS + 1][NODES][SPANS];

/* Whole prices, and of each move what each node pays: no more than its price in all. Returns what all steps offer. */
static int64_t make_whole(void) {
    int64_t there = 0;
    for (int r = 0; r < rows(); r++) {
        whole[r] = (int64_t)(price[r] * 1e8);
        there += whole[r] * offer[r];
    }
    for (int m = 0; m < move(steps, 0, 0); m++) {
        int r[3];
        rows_of(m, r);
        int64_t all = whole[r[0]] + whole[r[1]] + whole[r[2]], left = all;
        for (int v = 1; v < nodes; v++) {
            int64_t some = (int64_t)((double)share[v][m] * (double)all);
            part_of[v][m] = some < left ? some : left;
            left -= part_of[v][m];
        }
    }
    return there;
}

static void lower(int64_t *at, int64_t by) {
    *at = by < *at ? by : *at;
}

static int64_t pays(int v) {
    for (int u = 0; u < nodes; u++)
        for (int s = 0; s < spans; s++)
            least[0][u][s] = first[s] == u && last[s] == u ? 0 : INT64_MAX / 8;
    for (int t = 1; t <= steps; t++) {
        memcpy(least[t], least[t - 1], sizeof least[t]);
        for (int l = 0; l < links; l++)
            for (int s = 0; s < spans; s++)
                lower(&least[t][to[l]][s], least[t - 1][from[l]][s] + part_of[v][move(t - 1, l, s)]);
        for (int u = 0; u < nodes; u++)
            for (int b = 1; b < nodes; b++)
                for (int a = b - 1; a >= 0; a--)
                    for (int m = a; m < b; m++)
                        lower(&least[t][u][span[a][b]], least[t][u][span[a][m]] + least[t][u][span[m + 1][b]]);
    }
    return least[steps][v][span[0][v - exclusive]];
}

static bool prove(void) {
    int64_t there = make_whole(), paid = 0;
    for (int v = 1; v < nodes; v++)
        paid += packets * pays(v);
    if (paid > there)
        printf("none, nor of cut packets: they pay %lld, and %lld is there\n", (long long)paid, (long long)there);
    return paid > there;
}

int main(int n, char **v) {
    if (n < 6)
        return 2;
    exclusive = strcmp(v[1], "exscan") == 0;
    make_network(v[2]);
    ports = strcmp(v[3], "all") == 0 ? degree : atoi(v[3]);
    packets = atoi(v[4]);
    steps = atoi(v[5]);
    long rounds = n > 6 ? atol(v[6]) : 50000;
    if (steps < 1 || steps > STEPS)
        return 2;
    make_rows();
    begin();
    double most = 0;
    for (long i = 0; i < rounds; i++) {
        double paid = go_round((double)i / (double)rounds);
        most = fmax(most, paid);
        if (paid > 1.0001 && prove())
            return 1;
    }
    printf("open: at most %.4f of what is there is paid\n", most);
    return 3;
}
