/* When each arc has its turn, if it is to carry everything at once: one start-up an arc.
 *
 * Sweeping over the dimensions. Stage s is the turn of the ports s*k .. s*k+k-1, modulo the number of ports (rounded up
 * to a multiple of k), and an arc has its turn in the first such stage after the arc before it. So no node ever sends,
 * or receives, through more than k ports in a stage, whatever the tree and even when all nodes do the same at once. On
 * one port that is 004's lemma 17: the dimensions along a path of an SBnT increase cyclically from the subtree's index
 * on, all within one round, so that the arc of dimension m in subtree j has stage m or m+n: 2n-2 stages in all (2n-1
 * for an SBG, in which the last node is below all subtrees). maxL's and minBL's decrease, and are swept downwards.
 * Along the edge-disjoint trees they increase too, and close the round: 2n stages. Binomial trees need n.
 *
 * Serving the heaviest child first. For one root and one tree there is no need to wait for a dimension's turn: a node's
 * k-th child comes k stages after the node. */
#include "algo/tree/route.h"

#include <stdlib.h>

/* Renumbers so that no stage is empty. */
static int close_ranks(uint32_t count, uint32_t *stage, uint32_t last, uint32_t *stages) {
    uint32_t *number = lb_zeroed((uint64_t)last + 1, sizeof *number), used = 0;
    if (!number)
        return LB_ERR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        number[stage[i]] = 1;
    for (uint32_t s = 1; s <= last; s++)
        number[s] = number[s] ? ++used : 0;
    for (uint32_t i = 0; i < count; i++)
        stage[i] = number[stage[i]];
    free(number);
    *stages = used;
    return LB_OK;
}

static bool sweeps_down(const lb_tree *tree) {
    bool turned = lb_tree_is_sbnt(tree->kind) || lb_tree_is_sbg(tree->kind);
    return turned && (tree->rotation == LB_MAX_L || tree->rotation == LB_MIN_BL);
}

/* In stage s arcs go only through the k ports whose turn it is, round and round; k being the port limit. With all ports
 * an arc's stage is its level. */
static int sweep(const lb_arcs *arcs, uint32_t ports, uint32_t *stage, uint32_t *stages) {
    uint32_t degree = arcs->tree->net.ports, last = 0;
    uint32_t round = ports < degree ? (uint32_t)lb_ceil_div(degree, ports) : 1;
    bool down = sweeps_down(arcs->tree);
    for (uint32_t i = 0; i < arcs->count; i++) {
        const lb_arc *a = &arcs->arc[i];
        uint32_t turn = (down ? degree - 1 - a->port : a->port) / (round > 1 ? ports : degree);
        uint32_t before = a->before == LB_NONE ? 0 : stage[a->before]; /* stage s is turn (s-1) mod round */
        stage[i] = before + 1 + (turn + round - before % round) % round;
        last = stage[i] > last ? stage[i] : last;
    }
    return close_ranks(arcs->count, stage, last, stages);
}

/* The next arc with the same arc before it; its end if there is none, which then is its parent's end too. */
static uint32_t sibling(const lb_arcs *arcs, uint32_t i) {
    return arcs->arc[i].end;
}

/* Gives the children first .. end-1 their ranks by falling weight; there are few. */
static void rank_children(const lb_arcs *arcs, const uint64_t *weight, uint32_t first, uint32_t end, uint32_t after,
                          uint32_t ports, uint32_t *stage) {
    for (uint32_t c = first; c < end; c = sibling(arcs, c)) {
        uint32_t rank = 0;
        for (uint32_t o = first; o < end; o = sibling(arcs, o))
            rank += weight[o] > weight[c] || (o < c && weight[o] == weight[c]);
        stage[c] = after + 1 + rank / ports;
    }
}

/* Where only the root's tree is to be kept within the limit: a node serves its heaviest child first. For trees of one
 * part. */
static int serve_heaviest(const lb_arcs *arcs, uint32_t ports, uint32_t *stage, uint32_t *stages) {
    uint64_t *weight = lb_zeroed(arcs->count, sizeof *weight);
    uint32_t last = 0;
    if (!weight)
        return LB_ERR_MEMORY;
    for (uint32_t i = arcs->count; i-- > 0;) {
        weight[i] += arcs->hi[i] - arcs->lo[i];
        if (arcs->arc[i].before != LB_NONE)
            weight[arcs->arc[i].before] += weight[i];
    }
    rank_children(arcs, weight, 0, arcs->count, 0, ports, stage);
    for (uint32_t i = 0; i < arcs->count; i++) { /* an arc's own stage is known before its children's */
        rank_children(arcs, weight, i + 1, arcs->arc[i].end, stage[i], ports, stage);
        last = stage[i] > last ? stage[i] : last;
    }
    free(weight);
    return close_ranks(arcs->count, stage, last, stages);
}

int lb_route_stages(const lb_route *r, uint32_t *stage, uint32_t *stages) {
    lb_tree_kind kind = r->arcs.tree->kind;
    bool heaviest = !r->together && (kind == LB_TREE_BINOMIAL || kind == LB_TREE_BALANCED);
    return heaviest ? serve_heaviest(&r->arcs, r->options->ports, stage, stages)
                    : sweep(&r->arcs, r->options->ports, stage, stages);
}

/* ---- Orders ---- */

/* The arcs first .. end-1 by level, by counting; `fill` has height+2 entries. */
static void by_level(const lb_arcs *arcs, uint32_t first, uint32_t end, bool farthest, uint32_t *fill,
                     uint32_t *sequence) {
    uint32_t levels = arcs->height + 1;
    for (uint32_t l = 0; l <= levels; l++)
        fill[l] = 0;
    for (uint32_t i = first; i < end; i++)
        fill[farthest ? levels - arcs->arc[i].level : arcs->arc[i].level]++;
    for (uint32_t l = 0, at = first; l <= levels; l++) {
        uint32_t count = fill[l];
        fill[l] = at;
        at += count;
    }
    for (uint32_t i = first; i < end; i++)
        sequence[fill[farthest ? levels - arcs->arc[i].level : arcs->arc[i].level]++] = i;
}

int lb_route_sequence(const lb_arcs *arcs, lb_tree_order order, uint32_t *sequence) {
    uint32_t *fill = lb_array((uint64_t)arcs->height + 2, sizeof *fill);
    if (!fill)
        return LB_ERR_MEMORY;
    for (uint32_t b = 0; b < arcs->count; b = sibling(arcs, b)) {
        uint32_t end = arcs->arc[b].end;
        if (order != LB_ORDER_POSTORDER) {
            by_level(arcs, b, end, order == LB_ORDER_REVERSE_BREADTH_FIRST, fill, sequence);
            continue;
        }
        for (uint32_t i = b; i < end; i++) /* after what is below it, before what is above it */
            sequence[arcs->arc[i].end - arcs->arc[i].level] = i;
    }
    free(fill);
    return LB_OK;
}
