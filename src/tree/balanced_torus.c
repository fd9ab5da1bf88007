/* A balanced tree of shortest paths on any torus.
 *
 * Nodes join by distance. A node can hang below any neighbour that is one hop nearer, and then lies in that neighbour's
 * subtree; of these it takes the smallest so far. Nodes on an axis have no choice, so they count from the beginning: a
 * dimension that is longer than the others will fill its subtrees by itself. Nodes that are far in several dimensions
 * have many to choose from and come late, so they even out the rest. Where the result is not perfect the nodes of each
 * distance are taken in another order, a number of times, and the best tree is kept; small ones last. */
#include "base/random.h"
#include "tree/balanced.h"

#include <stdlib.h>

enum { TRIES = 400, SWEEPS = 64 };
#define WORK (UINT64_C(1) << 27) /* ports looked at in all tries together: a second or two */

typedef struct planting {
    lb_balanced *tree;
    uint32_t *order; /* nodes by distance */
    uint32_t *first; /* where each distance begins */
    uint32_t farthest;
    unsigned ports[LB_TORUS_PORTS]; /* those of short dimensions first: at ties they are to be filled */
    uint32_t axis[LB_TORUS_PORTS];  /* nodes that have no choice */
    uint32_t size[LB_TORUS_PORTS];
    uint8_t *children; /* per node */
    uint64_t random, work;
    uint64_t bound; /* a perfect tree's largest subtree */
} planting;

static uint32_t pick(planting *p, uint32_t limit) {
    return lb_random_below(&p->random, limit);
}

static void sort_ports(planting *p) {
    const lb_net *net = &p->tree->net;
    for (unsigned q = 0; q < net->ports; q++) {
        unsigned at = q;
        for (; at > 0 && net->radix[net->port_dim[p->ports[at - 1]]] > net->radix[net->port_dim[q]]; at--)
            p->ports[at] = p->ports[at - 1];
        p->ports[at] = q;
    }
}

static int sort_nodes(planting *p) {
    const lb_net *net = &p->tree->net;
    p->farthest = lb_diameter(net);
    p->order = lb_array(net->nodes, sizeof *p->order);
    p->first = lb_zeroed((uint64_t)p->farthest + 2, sizeof *p->first);
    p->children = lb_array(net->nodes, 1);
    if (!p->order || !p->first || !p->children)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < net->nodes; v++)
        p->first[lb_distance(net, 0, v) + 1]++;
    for (uint32_t h = 0; h <= p->farthest; h++)
        p->first[h + 1] += p->first[h];
    for (uint32_t v = 0; v < net->nodes; v++)
        p->order[p->first[lb_distance(net, 0, v)]++] = v;
    for (uint32_t h = p->farthest + 1; h > 0; h--)
        p->first[h] = p->first[h - 1];
    p->first[0] = 0;
    return LB_OK;
}

/* Whether all shortest ways to a node begin with the same port; which. */
static bool on_axis(const lb_net *net, uint32_t node, unsigned *port) {
    unsigned dims = 0, dim = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        if (lb_digit(net, node, i)) {
            dims++;
            dim = i;
        }
    }
    uint32_t digit = dims == 1 ? lb_digit(net, node, dim) : 0, radix = net->radix[dim];
    if (dims != 1 || (radix > 2 && 2 * digit == radix))
        return false;
    if (port)
        *port = lb_port_of(net, dim, 2 * digit <= radix ? 1 : -1);
    return true;
}

/* Whether the neighbour from which port q leads to the node is one hop nearer to node 0. */
static bool comes_nearer(const lb_net *net, uint32_t node, unsigned q) {
    unsigned dim = net->port_dim[q];
    uint64_t digit = lb_digit(net, node, dim), radix = net->radix[dim];
    return digit > 0 && (net->port_sign[q] > 0 ? 2 * digit <= radix : 2 * digit >= radix);
}

/* Hangs a node below the neighbour one hop nearer whose subtree is smallest. */
static void plant(planting *p, uint32_t node, uint32_t hops) {
    lb_balanced *tree = p->tree;
    const lb_net *net = &tree->net;
    unsigned best = LB_TORUS_PORTS, through = 0;
    for (unsigned k = 0; k < net->ports; k++) {
        unsigned q = p->ports[k];
        uint32_t nearer = lb_neighbor(net, node, net->opposite[q]);
        if (!comes_nearer(net, node, q))
            continue;
        unsigned subtree = hops == 1 ? q : tree->subtree[nearer];
        if (best == LB_TORUS_PORTS || p->size[subtree] < p->size[best]) {
            best = subtree;
            through = q;
        }
    }
    tree->subtree[node] = (uint8_t)best;
    tree->port[node] = (uint8_t)through;
    if (!on_axis(net, node, NULL))
        p->size[best]++;
}

static uint32_t largest_of(const planting *p) {
    uint32_t largest = 0;
    for (unsigned q = 0; q < p->tree->net.ports; q++)
        largest = p->size[q] > largest ? p->size[q] : largest;
    return largest;
}

/* Moves a leaf to the smallest other subtree that it can hang in, if that evens them out. */
static bool move_leaf(planting *p, uint32_t node) {
    lb_balanced *tree = p->tree;
    const lb_net *net = &tree->net;
    unsigned from = tree->subtree[node], best = from, through = 0;
    for (unsigned k = 0; k < net->ports; k++) {
        unsigned q = p->ports[k];
        uint32_t nearer = lb_neighbor(net, node, net->opposite[q]);
        unsigned subtree = tree->subtree[nearer];
        if (comes_nearer(net, node, q) && p->size[subtree] + 1 < p->size[best]) {
            best = subtree;
            through = q;
        }
    }
    if (best == from)
        return false;
    p->children[lb_balanced_parent(tree, node)]--;
    tree->subtree[node] = (uint8_t)best;
    tree->port[node] = (uint8_t)through;
    p->children[lb_balanced_parent(tree, node)]++;
    p->size[from]--;
    p->size[best]++;
    return true;
}

/* Evens out by moving leaves, the farthest first, until nothing moves: moving a node's children makes it a leaf. */
static void even_out(planting *p) {
    lb_balanced *tree = p->tree;
    uint32_t n = tree->net.nodes;
    for (uint32_t v = 0; v < n; v++)
        p->children[v] = 0;
    for (uint32_t v = 1; v < n; v++)
        p->children[lb_balanced_parent(tree, v)]++;
    bool moved = true;
    for (unsigned sweep = 0; moved && sweep < SWEEPS && largest_of(p) > p->bound && p->work < WORK; sweep++) {
        moved = false;
        p->work += (uint64_t)n * tree->net.ports;
        for (uint32_t hops = p->farthest; hops >= 2; hops--) {
            for (uint32_t i = p->first[hops]; i < p->first[hops + 1]; i++) {
                if (p->children[p->order[i]] == 0)
                    moved |= move_leaf(p, p->order[i]);
            }
        }
    }
}

static void shuffle(planting *p, uint32_t hops) {
    for (uint32_t i = p->first[hops + 1]; i > p->first[hops] + 1; i--) {
        uint32_t j = p->first[hops] + pick(p, i - p->first[hops]), node = p->order[i - 1];
        p->order[i - 1] = p->order[j];
        p->order[j] = node;
    }
}

/* The largest subtree. */
static uint32_t plant_all(planting *p) {
    for (unsigned q = 0; q < p->tree->net.ports; q++)
        p->size[q] = p->axis[q];
    for (uint32_t hops = 1; hops <= p->farthest; hops++) {
        if (p->random)
            shuffle(p, hops);
        for (uint32_t i = p->first[hops]; i < p->first[hops + 1]; i++)
            plant(p, p->order[i], hops);
    }
    even_out(p);
    return largest_of(p);
}

static void keep(lb_balanced *best, const lb_balanced *tree) {
    for (uint32_t v = 0; v < tree->net.nodes; v++) {
        best->subtree[v] = tree->subtree[v];
        best->port[v] = tree->port[v];
    }
}

static void plant_best(planting *p, lb_balanced *best) {
    const lb_net *net = &p->tree->net;
    unsigned port;
    sort_ports(p);
    for (uint32_t v = 1; v < net->nodes; v++) {
        if (on_axis(net, v, &port))
            p->axis[port]++;
    }
    p->bound = lb_ceil_div(net->nodes - 1, net->ports);
    uint32_t least = UINT32_MAX;
    for (uint64_t seed = 0; seed < TRIES && (seed == 0 || p->work < WORK) && least > p->bound; seed++) {
        p->random = seed;
        uint32_t largest = plant_all(p);
        if (largest < least) {
            least = largest;
            keep(best, p->tree);
        }
        p->work += (uint64_t)net->nodes * net->ports;
    }
}

int lb_balanced_torus(const lb_net *net, lb_balanced *tree, lb_why *why) {
    lb_balanced trial = {0};
    planting p = {.tree = &trial};
    int error = lb_balanced_take(net, tree, why);
    if (!error)
        error = lb_balanced_take(net, &trial, why);
    if (!error && sort_nodes(&p))
        error = lb_fail_memory(why, "a balanced tree");
    if (!error && net->ports)
        plant_best(&p, tree);
    free(p.order);
    free(p.first);
    free(p.children);
    lb_balanced_free(&trial);
    if (error)
        lb_balanced_free(tree);
    return error;
}
