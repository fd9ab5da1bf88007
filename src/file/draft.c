/* What the values of a header mean together: a network, a task, and numbers that fit them. */
#include "file/draft.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const lb_key_names[KEYS] = {
    "linkbound",   "network", "task",          "ports",   "clock",   "algorithm", "steps",       "moves",
    "denominator", "packet",  "root",          "to",      "sources", "offsets",   "permutation", "near",
    "far",         "without", "without_nodes", "control", "links",
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

static bool check_parameters(lb_json *json, const lb_draft *d, lb_task_kind kind) {
    uint32_t may, must;
    parameters_of(kind, &may, &must);
    for (int k = 0; k < KEYS; k++) {
        if ((must & ~d->seen) & BIT(k))
            return lb_json_fail(json, "%s needs \"%s\"", lb_task_kind_name(kind), lb_key_names[k]);
        if ((d->seen & PARAMETERS & ~may) & BIT(k))
            return lb_json_fail(json, "%s has no \"%s\"", lb_task_kind_name(kind), lb_key_names[k]);
    }
    return true;
}

static bool check_numbers(lb_json *json, const lb_draft *d, unsigned degree) {
    if (d->number[KEY_LINKBOUND] != 1)
        return lb_json_fail(json, "format version %" PRIu64 " is not known; this is a reader of version 1",
                            d->number[KEY_LINKBOUND]);
    if (d->number[KEY_PORTS] > degree || (d->number[KEY_PORTS] == 0 && degree > 0))
        return lb_json_fail(json, "\"ports\" is %" PRIu64 "; a node of this network has %u", d->number[KEY_PORTS],
                            degree);
    if (d->number[KEY_DENOMINATOR] == 0)
        return lb_json_fail(json, "\"denominator\" is 0");
    if ((d->seen & BIT(KEY_PACKET)) && d->number[KEY_PACKET] == 0)
        return lb_json_fail(json, "\"packet\" is 0");
    if (strcmp(d->clock, "unit") != 0 && strcmp(d->clock, "linear") != 0)
        return lb_json_fail(json, "\"clock\" is '%s', neither unit nor linear", d->clock);
    if ((d->seen & BIT(KEY_PACKET)) && strcmp(d->clock, "unit") != 0)
        return lb_json_fail(json, "\"packet\" belongs to the unit clock");
    if ((d->seen & BIT(KEY_CONTROL)) && strcmp(d->clock, "unit") != 0)
        return lb_json_fail(json, "\"control\" belongs to the unit clock");
    if (d->control[0] > d->number[KEY_STEPS])
        return lb_json_fail(json, "\"control\" takes %" PRIu32 " steps before the first move, of %" PRIu64 " in all",
                            d->control[0], d->number[KEY_STEPS]);
    return true;
}

/* A failure of the network or the task, with the file and line before its sentence. */
static bool fail_inner(lb_json *json, int error, const lb_why *inner) {
    lb_json_fail(json, "%s", inner->text);
    if (error != LB_ERR_ARG)
        json->error = error;
    return false;
}

/* The bytes that lb_task_create will take. */
static uint64_t task_bytes(lb_task_kind kind, uint32_t nodes, uint64_t count) {
    uint64_t word = sizeof(uint32_t);
    switch (kind) {
    case LB_NEIGHBORS: return 2 * word * nodes;
    case LB_PERMUTE: return (word + 1) * nodes;
    case LB_ISOTROPIC:
    case LB_MULTIBROADCAST: return word * (nodes + count);
    default: return 0;
    }
}

static bool make_task(lb_reader *reader, const lb_draft *d, const lb_net *net, lb_task_kind kind) {
    lb_json *json = &reader->json;
    lb_why inner;
    lb_task_params params = {
        .root = (uint32_t)d->number[KEY_ROOT],
        .to = (uint32_t)d->number[KEY_TO],
        .list = d->list,
        .count = d->count,
        .nearest = (uint32_t)d->number[KEY_NEAR],
        .farthest = (uint32_t)d->number[KEY_FAR],
    };
    if (task_bytes(kind, lb_net_nodes(net), d->count) > reader->memory) {
        snprintf(inner.text, sizeof inner.text, "the task needs more than the %" PRIu64 " bytes of memory allowed",
                 reader->memory);
        return fail_inner(json, LB_ERR_SIZE, &inner);
    }
    int error = lb_task_create(net, kind, &params, &reader->header.task, &inner);
    return error ? fail_inner(json, error, &inner) : true;
}

/* The network, without what the header says is dead. */
static int make_net(const lb_draft *d, uint64_t memory, lb_net **net, lb_why *why) {
    lb_net *whole = NULL;
    bool graph = lb_links_are_named(d->network), links = d->seen & BIT(KEY_LINKS);
    if (graph != links)
        return lb_fail(why, LB_ERR_ARG, graph ? "a graph needs \"links\"" : "\"links\" belongs to a graph");
    int error =
        graph ? lb_links_net(d->network, &d->links, memory, &whole, why) : lb_net_parse(d->network, &whole, why);
    if (error || !(d->seen & FAULTS)) {
        *net = whole;
        return error;
    }
    error = lb_net_without(whole, d->dead, d->dead_links, d->dead_node, d->dead_nodes, net, why);
    lb_net_free(whole);
    return error;
}

bool lb_draft_finish(lb_reader *reader, const lb_draft *d, lb_net **net) {
    lb_json *json = &reader->json;
    lb_header *h = &reader->header;
    lb_task_kind kind;
    lb_why inner;
    for (int k = 0; k < KEYS; k++) {
        if ((ALWAYS & ~d->seen) & BIT(k))
            return lb_json_fail(json, "the header has no \"%s\"", lb_key_names[k]);
    }
    int error = make_net(d, reader->memory, net, &inner);
    if (error)
        return fail_inner(json, error, &inner);
    if (lb_task_kind_parse(d->task, &kind))
        return lb_json_fail(json, "'%s' is not a task", d->task);
    if (!check_numbers(json, d, lb_net_ports(*net)) || !check_parameters(json, d, kind) ||
        !make_task(reader, d, *net, kind))
        return false;
    memcpy(h->algorithm, d->algorithm, sizeof h->algorithm);
    h->clock = strcmp(d->clock, "unit") == 0 ? LB_UNIT : LB_LINEAR;
    h->ports = (uint32_t)d->number[KEY_PORTS];
    h->steps = (uint32_t)d->number[KEY_STEPS];
    h->moves = d->number[KEY_MOVES];
    h->denominator = d->number[KEY_DENOMINATOR];
    h->packet = d->seen & BIT(KEY_PACKET) ? d->number[KEY_PACKET] : h->denominator;
    h->control_before = d->control[0];
    h->control_after = d->control[1];
    reader->class = lb_task_class(h->task);
    reader->arity = reader->class == LB_CARRY || reader->class == LB_SPAN ? 2 : 1;
    return true;
}
