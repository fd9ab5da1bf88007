/* Ways of a scan that share moves. A node w may get what comes before it in spans that end with w, put together at some
 * node from what w itself has sent there; and spans that end with w also take what w has to the next node. So the end
 * of the way from w-1 to w and the way from w to w+1 may share moves, and no others may.
 *
 * Let them share moves between p and y. Beside these there are the ways from w to p and from y to w. What both ways
 * would cost apart is then at most so much more than what is paid:
 *
 *     dist(w,y) - dist(w,p)     the one that begins at w goes to y at once;
 *     dist(p,w) - dist(y,w)     the one that ends at w goes there from p at once;
 *     dist(p,w) + dist(w,y) - dist(w,p) - dist(p,y) - dist(y,w)     both do.
 *
 * The least of these counts, for the worst p and y. With prices that are the same both ways it is never above 0. */
#include "bound/shared.h"

#include <stdlib.h>

#define NEVER (INT64_MAX / 8)

/* What it costs to get from every node to every other (Floyd and Warshall). */
static void find_costs(const lb_net *net, const uint32_t *price, int64_t *cost) {
    uint32_t n = net->nodes;
    unsigned places = net->ports + 2U;
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t w = 0; w < n; w++)
            cost[v * n + w] = v == w ? 0 : NEVER;
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t to = lb_neighbor(net, v, p);
            int64_t hop =
                (int64_t)price[v * places + p] + price[v * places + net->ports] + price[to * places + net->ports + 1];
            if (lb_link_alive(net, v, p) && hop < cost[v * n + to])
                cost[v * n + to] = hop;
        }
    }
    for (uint32_t via = 0; via < n; via++) {
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t w = 0; w < n; w++) {
                int64_t both = cost[v * n + via] + cost[via * n + w];
                cost[v * n + w] = both < cost[v * n + w] ? both : cost[v * n + w];
            }
        }
    }
}

static int64_t least_of(int64_t a, int64_t b, int64_t c) {
    int64_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Of the way that ends at w and the one that begins there. */
static uint64_t shared_at(const int64_t *cost, uint32_t n, uint32_t w) {
    int64_t most = 0;
    for (uint32_t p = 0; p < n; p++) {
        int64_t there = cost[w * n + p], back = cost[p * n + w];
        for (uint32_t y = 0; y < n; y++) {
            int64_t on = cost[w * n + y], home = cost[y * n + w];
            int64_t less = least_of(on - there, back - home, back + on - there - cost[p * n + y] - home);
            most = less > most ? less : most;
        }
    }
    return (uint64_t)most;
}

static uint64_t offered(const lb_net *net, uint64_t links, const uint32_t *price) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        const uint32_t *own = price + (uint64_t)v * (net->ports + 2U);
        uint64_t out = 0, in = 0;
        for (unsigned p = 0; p < net->ports; p++) {
            out += lb_link_alive(net, v, p);
            in += lb_link_alive(net, lb_neighbor(net, v, p), net->opposite[p]);
            sum += lb_link_alive(net, v, p) ? own[p] : 0;
        }
        sum += (out < links ? out : links) * own[net->ports] + (in < links ? in : links) * own[net->ports + 1];
    }
    return sum;
}

int lb_shared_weigh(const lb_net *net, uint64_t links, const uint32_t *price, bool shares, uint64_t *load,
                    uint64_t *capacity) {
    uint32_t n = net->nodes;
    uint64_t all = 0, shared = 0;
    int64_t *cost = lb_array((uint64_t)n * n, sizeof *cost);
    if (!cost)
        return LB_ERR_MEMORY;
    find_costs(net, price, cost);
    for (uint32_t w = 0; w + 1 < n; w++) {
        all += (uint64_t)cost[w * n + w + 1];
        shared += shares && w > 0 ? shared_at(cost, n, w) : 0;
    }
    free(cost);
    *load = shared < all ? all - shared : 0;
    *capacity = offered(net, links, price);
    return LB_OK;
}
