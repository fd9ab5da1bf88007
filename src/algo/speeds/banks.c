/* Banks: which dimension is slow, which ports are whose lanes, and trees. */
#include "algo/speeds/banks.h"

#include "tree/arc_disjoint_grown.h"

#include <stdlib.h>

/* Lanes of a node in a dimension, both directions together; 0: not all of them lead one on or one back. */
static unsigned lanes_of(const lb_net *net, unsigned dim) {
    unsigned lanes = 0;
    for (unsigned p = 0; p < net->ports; p++) {
        if (net->port_dim[p] != dim)
            continue;
        if (net->unit[p] != net->stride[dim] && net->unit[p] != net->stride[dim] * (net->radix[dim] - 1))
            return 0;
        lanes++;
    }
    return lanes;
}

/* The one dimension that has the fewest lanes each way; LB_NONE: there is none, or several. */
static unsigned slowest(const lb_net *net) {
    unsigned least = LB_NONE, slow = LB_NONE;
    for (unsigned i = 0; i < net->dims; i++) {
        unsigned ways = net->radix[i] > 2 ? 2 : 1, lanes = net->radix[i] > 1 ? lanes_of(net, i) : 0;
        if (net->radix[i] == 1)
            continue;
        if (lanes == 0)
            return LB_NONE;
        if (lanes / ways == least)
            slow = LB_NONE;
        if (lanes / ways < least) {
            least = lanes / ways;
            slow = i;
        }
    }
    return slow;
}

bool lb_banks_suit(const lb_net *net) {
    if (net->kind != LB_NET_LATTICE || !net->lanes || net->carries || net->groups != net->dims ||
        lb_net_has_faults(net) || net->nodes < 4)
        return false;
    unsigned slow = slowest(net);
    return slow != LB_NONE && net->nodes / net->radix[slow] <= LB_MOST_BANK && net->nodes / net->radix[slow] > 1;
}

/* ---- Trees ---- */

static uint32_t parent_of(const lb_net *bank, const lb_bank_tree *t, uint32_t v) {
    return lb_net_sub(bank, v, bank->unit[t->port[v]]);
}

static void index_tree(const lb_net *bank, lb_bank_tree *t) {
    uint8_t at = 0;
    for (uint32_t v = 0; v < bank->nodes; v++) {
        t->first[v] = at;
        for (uint32_t w = 1; w < bank->nodes; w++) {
            if (parent_of(bank, t, w) == v)
                t->child[at++] = (uint8_t)w;
        }
        t->path[v] = 1;
        for (uint32_t w = v; w; w = parent_of(bank, t, w))
            t->path[v] |= UINT64_C(1) << w;
    }
    t->first[bank->nodes] = at;
}

static int grow_outs(lb_banks *b) {
    lb_forest f;
    uint8_t *port = lb_array((uint64_t)b->outs * b->size, sizeof *port);
    lb_forest_open(&f, b->bank);
    bool grown = port && lb_shallow_trees(&f, port);
    for (unsigned t = 0; t < b->outs && grown; t++) {
        for (uint32_t v = 0; v < b->size; v++)
            b->out[t].port[v] = port[t * b->size + v];
        index_tree(b->bank, &b->out[t]);
    }
    free(port);
    return grown ? LB_OK : LB_ERR_MEMORY;
}

/* Dimension by dimension, each tree beginning with another one; the second half goes round the other way where the
 * way is as far. */
static void make_home(const lb_banks *b, unsigned which) {
    const lb_net *bank = b->bank;
    lb_bank_tree *t = &b->home[which];
    unsigned begin = which % bank->dims;
    bool other = which >= bank->dims;
    for (uint32_t v = 1; v < b->size; v++) {
        for (unsigned i = bank->dims; i-- > 0;) { /* the last dimension that differs */
            unsigned dim = (begin + i) % bank->dims;
            uint32_t radix = bank->radix[dim], digit = v / bank->stride[dim] % radix;
            if (digit == 0)
                continue;
            bool up = radix == 2 || (other ? 2 * digit < radix : 2 * digit <= radix);
            t->port[v] = (uint8_t)(bank->first_port[dim] + (up ? 0 : 1));
            break;
        }
    }
    index_tree(bank, t);
}

static void find_uses(lb_banks *b) {
    for (uint32_t v = 0; v < b->size; v++) {
        int least = LB_MOST_BANK;
        for (unsigned t = 0; t < b->outs; t++) {
            int hops = __builtin_popcountll(b->out[t].path[v]);
            if (hops < least)
                b->use[v] = 0;
            least = hops < least ? hops : least;
            b->use[v] |= hops == least ? UINT32_C(1) << t : 0;
        }
    }
}

/* ---- All ---- */

/* dim_of: the network's dimensions that a bank has. */
static void list_lanes(lb_banks *b, const unsigned *dim_of) {
    const lb_net *net = b->net;
    for (unsigned link = 0; link < b->links; link++) {
        bool slow = link >= b->bank->ports;
        unsigned dim = slow ? b->slow : dim_of[b->bank->port_dim[link]];
        bool up = slow ? link == b->bank->ports : b->bank->port_sign[link] > 0;
        uint32_t unit = net->stride[dim] * (up ? 1 : net->radix[dim] - 1);
        b->lanes[link] = 0;
        for (unsigned p = 0; p < net->ports; p++) {
            if (net->port_dim[p] == dim && net->unit[p] == unit)
                b->lane[link][b->lanes[link]++] = (uint8_t)p;
        }
    }
}

static void number_nodes(lb_banks *b, const unsigned *dim_of) {
    for (uint32_t v = 0; v < b->size; v++) {
        b->node[v] = 0;
        for (unsigned i = 0; i < b->bank->dims; i++)
            b->node[v] += v / b->bank->stride[i] % b->bank->radix[i] * b->net->stride[dim_of[i]];
    }
}

int lb_banks_open(lb_banks *b, const lb_net *net, lb_why *why) {
    uint32_t radix[LB_MAX_DIMS];
    unsigned dim_of[LB_MAX_DIMS] = {0}, dims = 0;
    bool wide = false;
    *b = (lb_banks){.net = net, .slow = slowest(net)};
    for (unsigned i = 0; i < net->dims; i++) {
        if (i == b->slow || net->radix[i] == 1)
            continue;
        wide = wide || net->radix[i] > 2;
        radix[dims] = net->radix[i];
        dim_of[dims++] = i;
    }
    int error = lb_net_create(dims, radix, &b->bank, why);
    if (error)
        return error;
    b->size = b->bank->nodes;
    b->count = net->radix[b->slow];
    b->ways = b->count > 2 ? 2 : 1;
    b->links = b->bank->ports + b->ways;
    b->outs = b->bank->ports;
    b->homes = dims * (wide ? 2 : 1);
    b->out = lb_array(b->outs, sizeof *b->out);
    b->home = lb_array(b->homes, sizeof *b->home);
    list_lanes(b, dim_of);
    number_nodes(b, dim_of);
    if (!b->out || !b->home || grow_outs(b)) {
        lb_banks_close(b);
        return lb_fail_memory(why, "trees");
    }
    for (unsigned t = 0; t < b->homes; t++)
        make_home(b, t);
    find_uses(b);
    return LB_OK;
}

void lb_banks_close(lb_banks *b) {
    lb_net_free(b->bank);
    free(b->out);
    free(b->home);
    b->out = b->home = NULL;
    b->bank = NULL;
}
