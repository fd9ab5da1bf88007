/* Prices for tools/settle: at which what one packet of a scan must pay at least, taken for all packets, is nearly what
 * all steps offer, or more. Needs Clp (Debian's coinor-libclp-dev):
 *
 *     cc -O3 -o build/settle-prices tools/settle-prices.c -lClp -lCoinUtils -lm
 *     build/settle-prices scan 7 1 5 8 [SECONDS [SEED]]       # task, torus, ports, packets, steps
 *
 * prints a line of tests/data/settled_prices.txt. A schedule is packed out of ways for one packet each, all of its
 * moves; how much of a packet fits if ways may be mixed is a linear program, and its dual the prices. Ways are found as
 * they are needed, by a search that is not exhaustive: what is printed is a guess, which tools/settle proves or not.
 * The search: what a node wants is laid out of spans by the cheapest moves, those of other nodes' trees being free;
 * over and over, some trees are taken away and made anew. */
#include "settle-network.h"

#include <coin/Clp_C_Interface.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WAYS = 6000, USES = 160, STACK = 256 };

static int packets, exclusive;
static double capacity[ROWS], price[ROWS];

static void rows_of(int step, int link, int r[3]) {
    r[0] = row(step, from[link]);
    r[1] = row(step, nodes + to[link]);
    r[2] = row(step, 2 * nodes + link);
}

static void make_rows(void) {
    for (int t = 0; t < steps; t++) {
        for (int v = 0; v < 2 * nodes && ports < degree; v++)
            capacity[row(t, v)] = ports;
        for (int l = 0; l < links && (ports > 1 || degree == 1); l++)
            capacity[row(t, 2 * nodes + l)] = 1;
    }
}

/* ---- the search for one packet's cheapest way */

static float cost[STEPS + 1][NODES][SPANS], pays[MOVES];
static signed char how[STEPS + 1][NODES][SPANS]; /* -1: had it before; a link; 64 + where two spans meet */
static double base[STEPS * LINKS], over;
static int uses[MOVES], full[ROWS], tree[NODES][USES], size[NODES], conflicts;

static int move(int step, int link, int s) {
    return (step * links + link) * spans + s;
}

static bool is_full(int r) {
    return capacity[r] > 0 && full[r] >= capacity[r];
}

static void price_moves(int step, int link) {
    int r[3], at = move(step, link, 0);
    rows_of(step, link, r);
    double x = base[step * links + link] + (is_full(r[0]) || is_full(r[1]) || is_full(r[2]) ? over : 0);
    for (int s = 0; s < spans; s++)
        pays[at + s] = (float)(uses[at + s] ? 1e-6 : x);
}

static void use(int m, int by) {
    int step = m / spans / links, link = m / spans % links, r[3];
    if ((by > 0 ? uses[m]++ : --uses[m]) > 0)
        return;
    rows_of(step, link, r);
    for (int i = 0; i < 3; i++) {
        conflicts += by > 0 && is_full(r[i]);
        full[r[i]] += by;
        conflicts -= by < 0 && is_full(r[i]);
    }
    for (int l = 0; l < links; l++)
        if (from[l] == from[link] || to[l] == to[link])
            price_moves(step, l);
}

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

static void find_costs(int end) {
    int some = end + 1 < nodes ? span[0][end + 1] : spans; /* spans up to there end early enough */
    for (int v = 0; v < nodes; v++)
        for (int s = 0; s < spans; s++)
            cost[0][v][s] = first[s] == v && last[s] == v ? 0 : 1e9F;
    for (int t = 1; t <= steps; t++) {
        memcpy(cost[t], cost[t - 1], sizeof cost[t]);
        memset(how[t], -1, sizeof how[t]);
        for (int l = 0; l < links; l++)
            for (int s = 0; s < some; s++) {
                float x = cost[t - 1][from[l]][s] + pays[move(t - 1, l, s)];
                if (x < cost[t][to[l]][s]) {
                    cost[t][to[l]][s] = x;
                    how[t][to[l]][s] = (signed char)l;
                }
            }
        for (int v = 0; v < nodes; v++)
            lay_out(t, v, end);
    }
}

/* The cheapest moves by which v gets what it wants become its tree. */
static void make_tree(int v) {
    int stack[STACK][3] = {{steps, v, span[0][v - exclusive]}}, n = 1;
    find_costs(v - exclusive);
    if (cost[steps][v][stack[0][2]] >= 1e8F) {
        puts("no packet can do it");
        exit(1);
    }
    size[v] = 0;
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
                tree[v][size[v]++] = move(t - 1, k, s);
            }
        }
    }
    for (int i = 0; i < size[v]; i++)
        use(tree[v][i], 1);
}

static void drop_tree(int v) {
    for (int i = 0; i < size[v]; i++)
        use(tree[v][i], -1);
    size[v] = 0;
}

/* ---- ways, as rows and how often each is used, and the program that mixes them */

typedef struct way {
    int n, row[USES], times[USES];
} way;
static way ways[WAYS];
static int count;
static Clp_Simplex *program;

static double priced(const way *w, const double *at) {
    double sum = 0;
    for (int i = 0; i < w->n; i++)
        sum += at[w->row[i]] * w->times[i];
    return sum;
}

static double paid(void) {
    double sum = 0;
    for (int r = 0; r < row(steps, 0); r++)
        sum += capacity[r] > 0 ? full[r] * price[r] : 0;
    return sum;
}

static void keep(double below) {
    way *w = &ways[count];
    w->n = 0;
    if (conflicts || count + 1 == WAYS || paid() >= below)
        return;
    for (int r = 0; r < row(steps, 0); r++)
        if (capacity[r] > 0 && full[r] > 0 && w->n < USES) {
            w->row[w->n] = r;
            w->times[w->n++] = full[r];
        }
    for (int i = 0; i < count; i++)
        if (ways[i].n == w->n && !memcmp(ways[i].row, w->row, (size_t)w->n * sizeof w->row[0]) &&
            !memcmp(ways[i].times, w->times, (size_t)w->n * sizeof w->times[0]))
            return;
    count++;
}

static void improve(int tries, double below) {
    for (int k = 0; k < tries; k++) {
        int some[3], n = 1 + rand() % 3, old_size[NODES], old[NODES][USES];
        double before = paid() + over * conflicts;
        memcpy(old, tree, sizeof old);
        memcpy(old_size, size, sizeof size);
        for (int i = 0; i < n; i++)
            drop_tree(some[i] = 1 + rand() % (nodes - 1));
        for (int i = 0; i < n; i++)
            if (size[some[i]] == 0)
                make_tree(some[i]);
        double after = paid() + over * conflicts;
        if (after < before - 1e-7) {
            keep(below);
            k = k > 20 ? k - 20 : 0;
        }
        if (after <= before + 1e-7)
            continue;
        for (int i = 0; i < n; i++)
            drop_tree(some[i]);
        memcpy(tree, old, sizeof old);
        for (int i = 0; i < n; i++) {
            int v = some[i];
            for (int j = 0; size[v] == 0 && j < old_size[v]; j++)
                use(tree[v][j], 1);
            size[v] = old_size[v];
        }
    }
}

/* Looks for ways that cost less than `below`; noise makes ties fall otherwise. */
static void search(double noise, int tries, double below) {
    double mean = 0;
    over = 0;
    for (int i = 0; i < steps * links; i++) {
        int r[3];
        rows_of(i / links, i % links, r);
        base[i] = price[r[0]] + price[r[1]] + price[r[2]] + 1e-6;
        mean += base[i] / (steps * links);
        over = fmax(over, 30 * base[i]);
    }
    for (int i = 0; i < steps * links; i++)
        base[i] += noise * mean * (rand() % 1000) / 1000;
    memset(uses, 0, sizeof uses);
    memset(full, 0, sizeof full);
    memset(size, 0, sizeof size);
    conflicts = 0;
    for (int i = 0; i < steps * links; i++)
        price_moves(i / links, i % links);
    for (int n = 0; n < nodes - 1;) {
        int v = 1 + rand() % (nodes - 1);
        if (size[v] == 0) {
            make_tree(v);
            n++;
        }
    }
    keep(below);
    improve(tries, below);
}

static void add_column(double cost_of_it, int n, const int *rows, const double *values) {
    double low = 0, high = 1e30;
    CoinBigIndex starts[2] = {0, n};
    Clp_addColumns(program, 1, &low, &high, &cost_of_it, starts, rows, values);
}

static void start_program(void) {
    int n = row(steps, 0), at[ROWS];
    double values[ROWS];
    program = Clp_newModel();
    Clp_setLogLevel(program, 0);
    Clp_resize(program, n + 1, 0);
    for (int r = 0; r <= n; r++) {
        Clp_rowLower(program)[r] = r < n ? -1e30 : 1;
        Clp_rowUpper(program)[r] = r < n ? 0 : 1;
        at[r] = r;
        values[r] = -capacity[r];
    }
    add_column(1, n, at, values);
}

static void add_way(const way *w) {
    int at[USES + 1];
    double values[USES + 1];
    for (int i = 0; i < w->n; i++) {
        at[i] = w->row[i];
        values[i] = w->times[i];
    }
    at[w->n] = row(steps, 0);
    values[w->n] = 1;
    add_column(0, w->n + 1, at, values);
}

/* The share of all steps that a packet takes, if ways are mixed as well as may be; prices that say so. */
static double solve(void) {
    double sum = 0;
    Clp_initialPrimalSolve(program);
    for (int r = 0; r < row(steps, 0); r++) {
        price[r] = capacity[r] > 0 ? fmax(0, -Clp_getRowPrice(program)[r]) : 0;
        sum += price[r] * capacity[r];
    }
    for (int r = 0; r < row(steps, 0); r++)
        price[r] /= sum;
    return Clp_objectiveValue(program);
}

static double generate(double seconds) {
    static const double noises[4] = {1e-3, 0, 0.02, 0.1};
    double share = 1e9;
    start_program();
    for (int r = 0; r < row(steps, 0); r++)
        price[r] = capacity[r] > 0;
    for (int idle = 0; idle < 8 && clock() < seconds * CLOCKS_PER_SEC; idle++) {
        int before = count;
        for (int i = 0; i < 8 + 8 * idle && count < before + 12; i++)
            search(noises[i % 4], idle ? 200 : 60, share - 1e-7);
        if (count == before)
            continue;
        for (int i = before; i < count; i++)
            add_way(&ways[i]);
        share = solve();
        idle = -1;
    }
    return share;
}

/* ---- whole prices: the fewest that prove it, or else those that leave least over */

static double round_at(double scale, double *whole, long *least) {
    double offered = 0, cheapest = 1e30;
    for (int r = 0; r < row(steps, 0); r++) {
        whole[r] = floor(price[r] * scale + 0.5);
        offered += whole[r] * capacity[r];
    }
    for (int i = 0; i < count; i++)
        cheapest = fmin(cheapest, priced(&ways[i], whole));
    *least = lround(cheapest);
    return offered;
}

static void print(const double *whole, long least, char **v) {
    printf("%s %s %s %d %d %ld", v[1], v[2], v[3], packets, steps, least);
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < 2 * nodes; i++)
            if (whole[row(t, i)] > 0)
                printf(" %c%d:%d=%.0f", i < nodes ? 's' : 'r', t + 1, i % nodes, whole[row(t, i)]);
        for (int l = 0; l < links; l++)
            if (whole[row(t, 2 * nodes + l)] > 0)
                printf(" l%d:%d-%d=%.0f", t + 1, from[l], to[l], whole[row(t, 2 * nodes + l)]);
    }
    printf("\n");
}

int main(int n, char **v) {
    double whole[ROWS], best = 1e30, best_scale = 0;
    long least;
    if (n < 6)
        return 2;
    exclusive = strcmp(v[1], "exscan") == 0;
    make_network(v[2]);
    ports = strcmp(v[3], "all") == 0 ? degree : atoi(v[3]);
    packets = atoi(v[4]);
    steps = atoi(v[5]);
    if (steps < 1 || steps > STEPS)
        return 2;
    srand(n > 7 ? (unsigned)atoi(v[7]) : 1);
    make_rows();
    fprintf(stderr, "%d packets take %.4f of the steps\n", packets, packets * generate(n > 6 ? atof(v[6]) : 30));
    for (int scale = 1; scale < 1000; scale++) {
        double offered = round_at(scale, whole, &least), left = (offered - (double)packets * (double)least) / offered;
        double bad = left < 0 ? -1 : left * (1 + 0.01 * (double)least);
        if (offered > 0 && least > 0 && bad < best) {
            best = bad;
            best_scale = scale;
        }
    }
    round_at(best_scale, whole, &least);
    print(whole, least, v);
    return 0;
}
