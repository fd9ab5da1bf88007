/* What the values of a header mean together: a network, a task, and numbers that fit them. */
#include "file/draft.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROOM_BEFORE = 8 }; /* for what shows that there is more */

const char *const lb_key_names[KEYS] = {
    "linkbound",   "network", "task",          "ports",   "clock",   "algorithm", "steps",       "moves",
    "denominator", "packet",  "root",          "to",      "sources", "offsets",   "permutation", "near",
    "far",         "without", "without_nodes", "control", "links",   "order",
};

/* What a task can have, and which of that it cannot do without. */
static void parameters_of(lb_task_kind kind, uint32_t *may, uint32_t *must) {
    *may = *must = 0;
    switch (kind) {
    case LB_BROADCAST:
    case LB_SCATTER:
    case LB_GATHER:
    case LB_REDUCE: *may = BIT(KEY_ROOT); break;
    case LB_SEND:
        *may = BIT(KEY_ROOT) | BIT(KEY_TO);
        *must = BIT(KEY_TO);
        break;
    case LB_MULTIBROADCAST: *may = *must = BIT(KEY_SOURCES); break;
    case LB_ISOTROPIC: *may = *must = BIT(KEY_OFFSETS); break;
    case LB_PERMUTE: *may = *must = BIT(KEY_PERMUTATION); break;
    case LB_NEIGHBORS: *may = *must = BIT(KEY_NEAR) | BIT(KEY_FAR); break;
    default: break;
    }
}

void lb_draft_complain(lb_draft *d, const char *format, ...) {
    va_list list;
    lb_why one;
    va_start(list, format);
    vsnprintf(one.text, sizeof one.text, format, list);
    va_end(list);
    char *wrong = d->wrong.text;
    size_t used = strlen(wrong), length = strlen(one.text);
    if (used == 0) {
        d->wrong = one;
    } else if (used + length + 2 < LB_WHY_MAX - ROOM_BEFORE) {
        wrong[used] = ';';
        wrong[used + 1] = ' ';
        memcpy(wrong + used + 2, one.text, length + 1);
    } else if (used + 5 < LB_WHY_MAX && wrong[used - 1] != '.') {
        memcpy(wrong + used, " ...", 5);
    }
}

static void check_missing(lb_draft *d) {
    char text[96] = "";
    size_t used = 0;
    for (int k = 0; k < KEYS; k++) {
        if ((ALWAYS & ~d->seen) & BIT(k))
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "%s no \"%s\"", used ? " and" : "", lb_key_names[k]);
    }
    if (used)
        lb_draft_complain(d, "the header has%s", text);
}

static void check_parameters(lb_draft *d, lb_task_kind kind) {
    uint32_t may, must;
    parameters_of(kind, &may, &must);
    for (int k = 0; k < KEYS; k++) {
        if ((must & ~d->seen) & BIT(k))
            lb_draft_complain(d, "%s needs \"%s\"", lb_task_kind_name(kind), lb_key_names[k]);
        if ((d->seen & PARAMETERS & ~may) & BIT(k))
            lb_draft_complain(d, "%s has no \"%s\"", lb_task_kind_name(kind), lb_key_names[k]);
    }
}

/* Whether the key is there with a value that was understood. */
static bool has(const lb_draft *d, lb_key k) {
    return (d->seen & ~d->spoilt) & BIT(k);
}

static void check_clock(lb_draft *d) {
    bool unit = strcmp(d->clock, "unit") == 0;
    if (!has(d, KEY_CLOCK))
        return;
    if (!unit && strcmp(d->clock, "linear") != 0) {
        lb_draft_complain(d, "\"clock\" is '%s', neither unit nor linear", d->clock);
        return;
    }
    if (has(d, KEY_PACKET) && !unit)
        lb_draft_complain(d, "\"packet\" belongs to the unit clock");
    if (has(d, KEY_CONTROL) && !unit)
        lb_draft_complain(d, "\"control\" belongs to the unit clock");
}

static void check_numbers(lb_draft *d) {
    if (has(d, KEY_LINKBOUND) && d->number[KEY_LINKBOUND] != 1)
        lb_draft_complain(d, "format version %" PRIu64 " is not known; this is a reader of version 1",
                          d->number[KEY_LINKBOUND]);
    if (has(d, KEY_DENOMINATOR) && d->number[KEY_DENOMINATOR] == 0)
        lb_draft_complain(d, "\"denominator\" is 0");
    if (has(d, KEY_PACKET) && d->number[KEY_PACKET] == 0)
        lb_draft_complain(d, "\"packet\" is 0");
    check_clock(d);
    if (has(d, KEY_STEPS) && d->control[0] > d->number[KEY_STEPS])
        lb_draft_complain(d, "\"control\" takes %" PRIu32 " steps before the first move, of %" PRIu64 " in all",
                          d->control[0], d->number[KEY_STEPS]);
}

static void check_ports(lb_draft *d, unsigned degree) {
    uint64_t ports = d->number[KEY_PORTS];
    if (has(d, KEY_PORTS) && (ports > degree || (ports == 0 && degree > 0)))
        lb_draft_complain(d, "\"ports\" is %" PRIu64 "; a node of this network has %u", ports, degree);
}

/* All that is wrong, with the file and line before it. */
static bool fail_all(lb_json *json, const lb_draft *d, int error) {
    lb_json_fail(json, "%s", d->wrong.text);
    if (error && error != LB_ERR_ARG)
        json->error = error;
    return false;
}

/* The bytes that lb_task_create will take. */
static uint64_t task_bytes(lb_task_kind kind, const lb_net *net, const lb_task_params *params) {
    uint64_t word = sizeof(uint32_t), nodes = lb_net_nodes(net), count = params->count;
    switch (kind) {
    case LB_NEIGHBORS:
        return net->open || lb_net_is_graph(net) ? lb_nearby_bytes(net, params->farthest) : 2 * word * nodes;
    case LB_PERMUTE: return (word + 1) * nodes;
    case LB_ISOTROPIC:
    case LB_MULTIBROADCAST: return word * (nodes + count);
    default: return 0;
    }
}

static int make_task(lb_reader *reader, const lb_draft *d, const lb_net *net, lb_task_kind kind, lb_why *why) {
    lb_task_params params = {
        .root = (uint32_t)d->number[KEY_ROOT],
        .to = (uint32_t)d->number[KEY_TO],
        .list = d->list,
        .count = d->count,
        .nearest = (uint32_t)d->number[KEY_NEAR],
        .farthest = (uint32_t)d->number[KEY_FAR],
    };
    if (task_bytes(kind, net, &params) > reader->memory)
        return lb_fail(why, LB_ERR_SIZE, "the task needs more than the %" PRIu64 " bytes of memory allowed",
                       reader->memory);
    return lb_task_create(net, kind, &params, &reader->header.task, why);
}

/* The network, without what the header says is dead. */
static int make_net(const lb_draft *d, uint64_t memory, lb_net **net, lb_why *why) {
    lb_net *whole = NULL;
    bool graph = lb_links_are_named(d->network), links = d->seen & BIT(KEY_LINKS);
    if (graph != links)
        return lb_fail(why, LB_ERR_ARG, graph ? "a graph needs \"links\"" : "\"links\" belongs to a graph");
    int error =
        graph ? lb_links_net(d->network, &d->links, memory, &whole, why) : lb_net_parse(d->network, &whole, why);
    if (!error && d->seen & BIT(KEY_ORDER))
        error = lb_links_order(&d->links, &whole, why);
    if (error || !(d->seen & FAULTS)) {
        *net = whole;
        return error;
    }
    error = lb_net_without(whole, d->dead, d->dead_links, d->dead_node, d->dead_nodes, net, why);
    lb_net_free(whole);
    return error;
}

/* What is left out is what most schedules have: all ports, the unit clock, whole blocks. Steps and moves are counted.
 */
static void fill_header(lb_reader *reader, const lb_draft *d, unsigned degree) {
    lb_header *h = &reader->header;
    snprintf(h->algorithm, sizeof h->algorithm, "%s", has(d, KEY_ALGORITHM) ? d->algorithm : "unnamed");
    h->clock = has(d, KEY_CLOCK) && strcmp(d->clock, "unit") != 0 ? LB_LINEAR : LB_UNIT;
    h->ports = has(d, KEY_PORTS) ? (uint32_t)d->number[KEY_PORTS] : degree;
    h->steps = (uint32_t)d->number[KEY_STEPS];
    h->moves = d->number[KEY_MOVES];
    h->denominator = has(d, KEY_DENOMINATOR) ? d->number[KEY_DENOMINATOR] : 1;
    h->packet = has(d, KEY_PACKET) ? d->number[KEY_PACKET] : h->denominator;
    h->control_before = d->control[0];
    h->control_after = d->control[1];
    reader->says_steps = has(d, KEY_STEPS);
    reader->says_moves = has(d, KEY_MOVES);
    reader->class = lb_task_class(h->task);
    reader->arity = reader->class == LB_CARRY || reader->class == LB_SPAN ? 2 : 1;
}

bool lb_draft_finish(lb_reader *reader, lb_draft *d, lb_net **net) {
    lb_task_kind kind = LB_BROADCAST;
    lb_why inner;
    check_missing(d);
    check_numbers(d);
    bool links = !(d->spoilt & (FAULTS | BIT(KEY_LINKS) | BIT(KEY_ORDER))); /* else it would be another network */
    int error = has(d, KEY_NETWORK) && links ? make_net(d, reader->memory, net, &inner) : LB_OK;
    if (error)
        lb_draft_complain(d, "%s", inner.text);
    bool known = has(d, KEY_TASK) && lb_task_kind_parse(d->task, &kind) == LB_OK;
    if (has(d, KEY_TASK) && !known)
        lb_draft_complain(d, "'%s' is not a task", d->task);
    if (*net)
        check_ports(d, lb_net_ports(*net));
    if (known)
        check_parameters(d, kind);
    if (*net && !*d->wrong.text && !error) { /* without a network something is wrong already */
        error = make_task(reader, d, *net, kind, &inner);
        if (error)
            lb_draft_complain(d, "%s", inner.text);
    }
    if (!*net || *d->wrong.text)
        return fail_all(&reader->json, d, error);
    fill_header(reader, d, lb_net_ports(*net));
    return true;
}
