/* Witnesses as sentences. */
#include "bound/bound.h"
#include "bound/demand.h"
#include "bound/text_ends.h"
#include "bound/text_links.h"
#include "bound/text_worth.h"
#include "net/route.h"

#include <inttypes.h>
#include <string.h>

/* "63 blocks of 4 packets each" */
static lb_phrase counted_text(const lb_witness *w, const char *what, const char *more) {
    lb_phrase p;
    int at = snprintf(p.text, sizeof p.text, "%" PRIu64 " %s%s", w->load, what, w->load == 1 ? "" : more);
    if (w->packets > 1)
        snprintf(p.text + at, sizeof p.text - (size_t)at, " of %" PRIu64 " packets%s", w->packets,
                 w->load == 1 ? "" : " each");
    return p;
}

static lb_phrase blocks_text(const lb_witness *w) {
    return counted_text(w, "block", "s");
}

/* A distance and nothing else: one packet time, then hops. */
static lb_phrase distance_text(const lb_task *task, const lb_witness *w) {
    lb_phrase p;
    bool all = lb_task_class(task) == LB_COPY || lb_task_class(task) == LB_SUM;
    all = all && lb_net_is_whole(&task->net); /* there the diameter says nothing */
    if (all && w->radius == lb_diameter(&task->net))
        snprintf(p.text, sizeof p.text, "from node %" PRIu32 " the farthest node is %" PRIu32 " hop%s away", w->node,
                 w->radius, lb_text_plural(w->radius));
    else
        snprintf(p.text, sizeof p.text, "node %" PRIu32 " %s a node %" PRIu32 " hop%s away", w->node,
                 w->inward ? "needs data from" : "has data for", w->radius, lb_text_plural(w->radius));
    return p;
}

static bool is_flown(const lb_task *task) {
    return lb_net_routing(lb_net_base(&task->net)) != LB_STORE_AND_FORWARD;
}

static lb_phrase node_text(const lb_task *task, const lb_witness *w, bool linear) {
    lb_phrase p, blocks = blocks_text(w), beyond = {""};
    uint32_t radius = w->radius == 1 && w->first && is_flown(task) ? w->first : w->radius;
    if (!linear && lb_claim_steps(w->packets, w->load, w->capacity, 1) == 1)
        return distance_text(task, w);
    if (radius > 1)
        snprintf(beyond.text, sizeof beyond.text,
                 w->inward ? " from %" PRIu32 " hops away%s" : " for %" PRIu32 " hops away%s", radius,
                 w->load == 1 ? "" : " or more");
    if (w->capacity == lb_net_base(&task->net)->ports)
        snprintf(p.text, sizeof p.text, "the %" PRIu64 " link%s %s node %" PRIu32 " must carry %.100s%.60s",
                 w->capacity, lb_text_plural(w->capacity), w->inward ? "into" : "out of", w->node, blocks.text,
                 beyond.text);
    else
        snprintf(p.text, sizeof p.text, "%.100s%.60s must %s node %" PRIu32 ", over %" PRIu64 " link%s at a time",
                 blocks.text, beyond.text, w->inward ? "get into" : "leave", w->node, w->capacity,
                 lb_text_plural(w->capacity));
    return p;
}

static lb_phrase cut_text(const lb_task *task, const lb_witness *w) {
    lb_phrase p, blocks = blocks_text(w), digits, nodes;
    uint32_t radix = task->net.radix[w->dim], last = (uint32_t)(((uint64_t)w->first + w->width - 1) % radix);
    if (w->width == 1)
        snprintf(digits.text, sizeof digits.text, "%" PRIu32, w->first);
    else
        snprintf(digits.text, sizeof digits.text, "%" PRIu32 " %s %" PRIu32, w->first, w->width == 2 ? "and" : "to",
                 last);
    if (lb_task_class(task) == LB_SPAN && w->load > 1)
        blocks = counted_text(w, "different prefix", "es");
    if (task->net.dims == 1) /* rings, graphs, machines: a node's digit is its number */
        snprintf(nodes.text, sizeof nodes.text, "node%s %.40s", w->width == 1 ? "" : "s", digits.text);
    else
        snprintf(nodes.text, sizeof nodes.text, "the nodes with digit %.40s in dimension %u", digits.text, w->dim);
    snprintf(p.text, sizeof p.text, "%.100s must %s %.90s, over %" PRIu64 " link%s at a time", blocks.text,
             w->inward ? "enter" : "leave", nodes.text, w->capacity, lb_text_plural(w->capacity));
    return p;
}

static lb_phrase growth_text(const lb_witness *w) {
    lb_phrase p;
    if (w->inward)
        snprintf(p.text, sizeof p.text,
                 "%" PRIu64 " nodes' data must come together at node %" PRIu32 ", and a node can take in %" PRIu64
                 " packet%s a step",
                 w->load, w->node, w->capacity, lb_text_plural(w->capacity));
    else
        snprintf(p.text, sizeof p.text,
                 "%" PRIu64 " nodes must know what node %" PRIu32 " knows, and a node can tell %" PRIu64
                 " other%s a step",
                 w->load, w->node, w->capacity, lb_text_plural(w->capacity));
    if (w->radius > 1) {
        lb_phrase with;
        snprintf(with.text, sizeof with.text,
                 "%.220s; node %" PRIu32 " is busy with other packets for %" PRIu32 " step%s", p.text, w->node,
                 w->radius - 1, lb_text_plural((uint64_t)w->radius - 1));
        return with;
    }
    return p;
}

static lb_phrase levels_text(const lb_witness *w) {
    lb_phrase p;
    uint64_t steps = w->value ? w->value - 1 : 0;
    if (w->radius == 0)
        snprintf(p.text, sizeof p.text,
                 "in %" PRIu64 " step%s not all packets can get %s the %" PRIu64 " nodes that are %" PRIu32
                 " hop%s or more from node %" PRIu32 ", with %" PRIu64 " link%s of a node at a time",
                 steps, lb_text_plural(steps), w->inward ? "away from" : "to", w->load, w->first,
                 lb_text_plural(w->first), w->node, w->capacity, lb_text_plural(w->capacity));
    else
        snprintf(p.text, sizeof p.text,
                 "of the %" PRIu64 " nodes that are %" PRIu32 " hop%s or more from node %" PRIu32
                 " not all %s in %" PRIu64 " step%s, when a node can %s %" PRIu64 " other%s a step%s",
                 w->load, w->first, lb_text_plural(w->first), w->node,
                 w->inward ? "can have sent it what they have" : "can know what it sends last", steps,
                 lb_text_plural(steps), w->inward ? "hear" : "tell", w->capacity, lb_text_plural(w->capacity),
                 w->radius > 1 ? ", and it has other packets first" : "");
    return p;
}

static lb_phrase reach_text(const lb_witness *w) {
    lb_phrase p;
    uint64_t parts = w->weight[0] ? w->weight[0] : 1;
    snprintf(p.text, sizeof p.text,
             "of the %" PRIu64 " nodes that are %" PRIu32 " hop%s or more from node %" PRIu32
             " not all %s within %.4g start-ups, when a hop takes %.4g of one and a node can %s %" PRIu64
             " other%s a start-up",
             w->load, w->first, lb_text_plural(w->first), w->node,
             w->inward ? "can have been heard" : "can have heard from it", (double)w->radius / (double)parts,
             (double)w->weight[1] / (double)parts, w->inward ? "hear" : "tell", w->capacity,
             lb_text_plural(w->capacity));
    return p;
}

static lb_phrase sides_text(const lb_witness *w) {
    lb_phrase p;
    snprintf(p.text, sizeof p.text,
             "%" PRIu64 " packet%s can %s node %" PRIu32 " in step %" PRIu32 " at the earliest%s, over %" PRIu64
             " link%s, too few of which lead nearer to all the nodes %" PRIu32 " hop%s away",
             w->load, lb_text_plural(w->load), w->inward ? "enter" : "leave", w->node, w->radius,
             w->inward ? " before the end" : "", w->capacity, lb_text_plural(w->capacity), w->first,
             lb_text_plural(w->first));
    return p;
}

static lb_phrase ways_text(const lb_task *task, const lb_witness *w) {
    lb_phrase p, packets = lb_text_packets(w);
    if (lb_task_class(task) == LB_SPAN)
        snprintf(p.text, sizeof p.text,
                 "node %" PRIu32 " needs data from %" PRIu32 " hop%s away, and only %" PRIu64
                 " of the links of node %" PRIu32 " lead%s nearer%.60s",
                 w->first, w->radius, lb_text_plural(w->radius), w->load, w->node, w->load == 1 ? "s" : "",
                 packets.text);
    else
        snprintf(p.text, sizeof p.text,
                 "it is %" PRIu32 " hop%s from node %" PRIu32 ", and only %" PRIu64 " of its links lead%s nearer%.60s",
                 w->radius, lb_text_plural(w->radius), w->node, w->load, w->load == 1 ? "s" : "", packets.text);
    return p;
}

static lb_phrase prefixes_text(const lb_witness *w) {
    lb_phrase p, packets = lb_text_packets(w);
    snprintf(p.text, sizeof p.text,
             "that all prefixes are made takes %" PRIu64 " moves, less those on the way from node 0 to node %" PRIu32
             ", one a step; a node makes %" PRIu64 " at a time%.60s%s",
             w->load, w->node, w->capacity, packets.text,
             w->first ? ", and half of the nodes can do nothing else but begin half of the time, or be complete" : "");
    return p;
}

static lb_phrase moments_text(const lb_witness *w) {
    lb_phrase p, blocks = blocks_text(w);
    snprintf(p.text, sizeof p.text,
             "%.100s must cross a border that moves as the witness's moments say, and in %" PRIu64
             " step%s only %" PRIu64 " packet%s can",
             blocks.text, w->value - 1, lb_text_plural(w->value - 1), w->capacity, lb_text_plural(w->capacity));
    return p;
}

static lb_phrase first_text(const lb_witness *w) {
    lb_phrase p, blocks = blocks_text(w);
    snprintf(p.text, sizeof p.text,
             "the nodes that the witness marks lack %.100s together, and in %" PRIu64 " step%s, in the first of which"
             " few can send, only %" PRIu64 " packet%s can come to them",
             blocks.text, w->value - 1, lb_text_plural(w->value - 1), w->capacity, lb_text_plural(w->capacity));
    return p;
}

static lb_phrase border_text(const lb_task *task, const lb_witness *w) {
    lb_phrase p, blocks = blocks_text(w);
    uint32_t nodes = 0;
    for (uint32_t v = 0; v < task->net.nodes && v < LB_MAX_PARTED; v++)
        nodes += w->part[v] != 0;
    snprintf(p.text, sizeof p.text,
             "%.100s must get %s the %" PRIu32 " node%s that the witness marks, over %" PRIu64 " link%s", blocks.text,
             w->inward ? "into" : "out of", nodes, lb_text_plural(nodes), w->capacity, lb_text_plural(w->capacity));
    size_t length = strlen(p.text);
    if (w->radius > 1)
        snprintf(p.text + length, sizeof p.text - length, ", and %s node %" PRIu32 ", %" PRIu32 " hops away",
                 w->inward ? "to" : "from", w->first, w->radius);
    return p;
}

static lb_phrase parts_text(const lb_witness *w) {
    lb_phrase p, packets = lb_text_packets(w);
    snprintf(p.text, sizeof p.text,
             "the sums need %" PRIu64 " hops between the %" PRIu32 " parts that the witness names, over %" PRIu64
             " links%.60s",
             w->load, w->first, w->capacity, packets.text);
    return p;
}

/* What pays prices: of a scan not all pairs of neighbours do (demand.c). */
static const char *payer(const lb_task *task, const lb_witness *w) {
    if (task->kind == LB_SCAN && w->first >= LB_DEMAND_RUNS)
        return "what the last node of each row has for the next";
    return task->kind == LB_SCAN     ? "what every other node has for the next"
           : task->kind == LB_EXSCAN ? "what every node has for the next"
                                     : "the data";
}

static lb_phrase prices_text(const lb_task *task, const lb_witness *w) {
    lb_phrase p, packets = lb_text_packets(w);
    snprintf(p.text, sizeof p.text,
             "at the witness's prices for links and nodes %s costs %" PRIu64 " and a step offers %" PRIu64 "%.60s",
             payer(task, w), w->load, w->capacity, packets.text);
    return p;
}

static lb_phrase timed_text(const lb_task *task, const lb_witness *w) {
    lb_phrase p, packets = lb_text_packets(w);
    snprintf(p.text, sizeof p.text,
             "at the witness's prices, which change with the step, %s costs %" PRIu64 " and %" PRIu64
             " step%s offer%s %" PRIu64 "%.60s",
             payer(task, w), w->load, w->value - 1, lb_text_plural(w->value - 1), w->value == 2 ? "s" : "", w->capacity,
             packets.text);
    return p;
}

static lb_phrase sentence(const lb_task *task, const lb_witness *witness, bool linear) {
    lb_phrase p = {"nothing has to be sent"}, packets = lb_text_packets(witness);
    bool bare = witness->kind == LB_WITNESS_NONE || witness->kind == LB_WITNESS_TOTAL ||
                (witness->kind == LB_WITNESS_MOMENTS && witness->value > 0);
    if (witness->dim >= task->net.dims || (!bare && witness->capacity == 0))
        return (lb_phrase){"this is not a witness"};
    switch (witness->kind) {
    case LB_WITNESS_NODE: return node_text(task, witness, linear);
    case LB_WITNESS_LINKS: return lb_text_links(task, witness);
    case LB_WITNESS_CUT: return cut_text(task, witness);
    case LB_WITNESS_GROWTH: return growth_text(witness);
    case LB_WITNESS_LEVELS: return levels_text(witness);
    case LB_WITNESS_SIDES: return sides_text(witness);
    case LB_WITNESS_WAYS: return ways_text(task, witness);
    case LB_WITNESS_MOMENTS: return moments_text(witness);
    case LB_WITNESS_PREFIXES: return prefixes_text(witness);
    case LB_WITNESS_PRICES: return prices_text(task, witness);
    case LB_WITNESS_TIMED: return timed_text(task, witness);
    case LB_WITNESS_FIRST: return first_text(witness);
    case LB_WITNESS_BORDER: return border_text(task, witness);
    case LB_WITNESS_PARTS: return parts_text(witness);
    case LB_WITNESS_REACH: return reach_text(witness);
    case LB_WITNESS_ENDS: return lb_text_ends(task, witness);
    case LB_WITNESS_WORTH: return lb_text_worth(witness);
    case LB_WITNESS_TOTAL:
        snprintf(p.text, sizeof p.text, "the data needs %" PRIu64 " hop%s in all%.60s", witness->load,
                 lb_text_plural(witness->load), packets.text);
        break;
    default: break;
    }
    return p;
}

int lb_witness_text(const lb_task *task, const lb_witness *witness, char *buffer, size_t size) {
    const char *where = witness->whole ? "even if all links worked: " : "";
    return snprintf(buffer, size, "%s%s", where, sentence(task, witness, false).text);
}

/* "8*" or "2048/255*": as many start-ups as a block has links to cross, on average. */
static void mean_text(const lb_witness *w, char *text, size_t size) {
    uint64_t g = lb_gcd(w->load, w->first);
    if (w->first / g == 1)
        snprintf(text, size, "%" PRIu64 "*", w->load / g);
    else
        snprintf(text, size, "%" PRIu64 "/%" PRIu64 "*", w->load / g, w->first / g);
}

int lb_witness_time_text(const lb_task *task, const lb_witness *witness, char *buffer, size_t size) {
    lb_phrase p = sentence(task, witness, true);
    bool far = witness->kind == LB_WITNESS_BORDER && witness->radius > 1;
    uint32_t hops = witness->kind == LB_WITNESS_NODE || far ? witness->radius : 1;
    bool costed = witness->kind == LB_WITNESS_NODE || witness->kind == LB_WITNESS_LINKS ||
                  witness->kind == LB_WITNESS_CUT || witness->kind == LB_WITNESS_BORDER ||
                  witness->kind == LB_WITNESS_PARTS;
    if (witness->kind == LB_WITNESS_ENDS && witness->capacity)
        return lb_text_ends_time(task, witness, buffer, size);
    if (witness->kind == LB_WITNESS_WORTH && witness->weight[0])
        return lb_text_worth_time(witness, buffer, size);
    if (!costed || witness->capacity == 0)
        return snprintf(buffer, size, "%s", p.text);
    uint64_t whole = witness->capacity * lb_task_parts(task); /* m is the message, not one of its blocks */
    uint64_t g = lb_gcd(witness->load, whole), num = witness->load / g, den = whole / g;
    char share[48] = "", starts[48] = "", beyond[40] = "";
    if (den != 1)
        snprintf(share, sizeof share, "*%" PRIu64 "/%" PRIu64, num, den);
    else if (num != 1)
        snprintf(share, sizeof share, "*%" PRIu64, num);
    if (hops != 1)
        snprintf(starts, sizeof starts, "%" PRIu32 "*", hops);
    if (witness->kind == LB_WITNESS_LINKS && witness->first && witness->first < witness->load)
        mean_text(witness, starts, sizeof starts);
    if (witness->kind == LB_WITNESS_NODE && is_flown(task) && witness->first > 1)
        snprintf(beyond, sizeof beyond, " + %" PRIu32 "*min(beta, hop)", witness->first - 1);
    return snprintf(buffer, size, "%s: tau*m%s + %sbeta%s", p.text, share, starts, beyond);
}
