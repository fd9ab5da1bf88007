/* The first line of a schedule file: what the schedule claims to be. */
#include "file/read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum key {
    KEY_LINKBOUND,
    KEY_NETWORK,
    KEY_TASK,
    KEY_PORTS,
    KEY_CLOCK,
    KEY_ALGORITHM,
    KEY_STEPS,
    KEY_MOVES,
    KEY_DENOMINATOR,
    KEY_PACKET,
    KEY_ROOT,
    KEY_TO,
    KEY_SOURCES,
    KEY_OFFSETS,
    KEY_PERMUTATION,
    KEY_NEAR,
    KEY_FAR,
    KEY_WITHOUT,
    KEY_WITHOUT_NODES,
    KEY_CONTROL,
    KEYS
} key;

static const char *const key_names[KEYS] = {
    "linkbound",   "network", "task",          "ports",   "clock",   "algorithm", "steps",       "moves",
    "denominator", "packet",  "root",          "to",      "sources", "offsets",   "permutation", "near",
    "far",         "without", "without_nodes", "control",
};

#define BIT(k)     (UINT32_C(1) << (k))
#define ALWAYS     (BIT(KEY_PACKET) - 1) /* the keys every header has */
#define FAULTS     (BIT(KEY_WITHOUT) | BIT(KEY_WITHOUT_NODES))
#define PARAMETERS (~(ALWAYS | BIT(KEY_PACKET) | BIT(KEY_CONTROL) | FAULTS))

typedef struct draft {
    uint32_t seen; /* a bit for each key */
    char network[1024], task[64], algorithm[64], clock[16];
    uint64_t number[KEYS];
    uint32_t *list;
    uint64_t count, room;
    lb_fault dead[LB_MAX_DEAD_LINKS];
    uint32_t dead_node[LB_MAX_DEAD_NODES];
    unsigned dead_links, dead_nodes;
    uint32_t control[2]; /* steps before the first move, after the last one */
} draft;

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

/* ---- Values ---- */

/* A string that will be shown: no control character may reach a terminal. */
static bool take_text(lb_json *json, const char *name, char *text, size_t size) {
    size_t length;
    if (!lb_json_string(json, name, text, size, &length))
        return false;
    if (length >= size)
        return lb_json_fail(json, "\"%s\" is longer than %zu bytes", name, size - 1);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p < 0x20 || *p == 0x7F || (*p == 0xC2 && p[1] < 0xA0))
            return lb_json_fail(json, "\"%s\" has a control character", name);
    }
    return true;
}

/* Room for one more entry. */
static bool more_entries(lb_reader *reader, draft *d, const char *name) {
    lb_json *json = &reader->json;
    uint64_t grown = d->room < 8 ? 8 : 2 * d->room; /* as lb_grow does */
    if (d->count >= LB_MAX_NODES || (d->count >= d->room && grown * sizeof *d->list > reader->memory)) {
        lb_json_fail(json, "\"%s\" has more entries than are allowed", name);
        json->error = LB_ERR_SIZE;
        return false;
    }
    void *list = d->list;
    int error = lb_grow(&list, &d->room, d->count + 1, sizeof *d->list);
    d->list = list;
    if (error) {
        json->error = lb_fail_memory(json->why, "a list in the header");
        return false;
    }
    return true;
}

static bool take_list(lb_reader *reader, draft *d, const char *name) {
    lb_json *json = &reader->json;
    bool more = true;
    if (d->list)
        return lb_json_fail(json, "\"%s\" beside another list: no task has two", name);
    if (!lb_json_expect(json, '[', "before a list of nodes") || !more_entries(reader, d, name))
        return false;
    if (lb_json_token(json) == ']') {
        json->p++;
        return true;
    }
    while (more) {
        uint64_t value;
        if (!more_entries(reader, d, name) || !lb_json_number(json, LB_ID_MAX, name, &value) ||
            !lb_json_comma(json, ']', &more))
            return false;
        d->list[d->count++] = (uint32_t)value;
    }
    return true;
}

static bool too_many(lb_json *json, const char *name, unsigned most) {
    lb_json_fail(json, "\"%s\" has more than %u entries", name, most);
    json->error = LB_ERR_SIZE;
    return false;
}

/* A pair of ends, "[3,7]". */
static bool take_pair(lb_json *json, const char *name, lb_fault *link) {
    uint64_t from, to;
    if (!lb_json_expect(json, '[', "before the two ends of a link") || !lb_json_number(json, LB_ID_MAX, name, &from) ||
        !lb_json_expect(json, ',', "between the two ends of a link") || !lb_json_number(json, LB_ID_MAX, name, &to) ||
        !lb_json_expect(json, ']', "after the two ends of a link"))
        return false;
    *link = (lb_fault){.from = (uint32_t)from, .to = (uint32_t)to};
    return true;
}

/* Dead links, each direction for itself, or dead nodes. */
static bool take_faults(lb_json *json, draft *d, const char *name, bool nodes) {
    bool more = true;
    if (!lb_json_expect(json, '[', "before a list of faults"))
        return false;
    if (lb_json_token(json) == ']') {
        json->p++;
        return true;
    }
    while (more) {
        uint64_t node = 0;
        if (nodes ? d->dead_nodes == LB_MAX_DEAD_NODES : d->dead_links == LB_MAX_DEAD_LINKS)
            return too_many(json, name, nodes ? LB_MAX_DEAD_NODES : LB_MAX_DEAD_LINKS);
        if (nodes ? !lb_json_number(json, LB_ID_MAX, name, &node) : !take_pair(json, name, &d->dead[d->dead_links]))
            return false;
        if (nodes)
            d->dead_node[d->dead_nodes++] = (uint32_t)node;
        else
            d->dead_links++;
        if (!lb_json_comma(json, ']', &more))
            return false;
    }
    return true;
}

/* "[4,1]": steps for control, before the first move and after the last. */
static bool take_control(lb_json *json, const char *name, uint32_t *control) {
    uint64_t before, after;
    if (!lb_json_expect(json, '[', "before the steps for control") || !lb_json_number(json, LB_ID_MAX, name, &before) ||
        !lb_json_expect(json, ',', "between the steps for control") || !lb_json_number(json, LB_ID_MAX, name, &after) ||
        !lb_json_expect(json, ']', "after the steps for control"))
        return false;
    control[0] = (uint32_t)before;
    control[1] = (uint32_t)after;
    return true;
}

static bool take_value(lb_reader *reader, draft *d, key k) {
    lb_json *json = &reader->json;
    const char *name = key_names[k];
    switch (k) {
    case KEY_NETWORK: return take_text(json, name, d->network, sizeof d->network);
    case KEY_TASK: return take_text(json, name, d->task, sizeof d->task);
    case KEY_ALGORITHM: return take_text(json, name, d->algorithm, sizeof d->algorithm);
    case KEY_CLOCK: return take_text(json, name, d->clock, sizeof d->clock);
    case KEY_SOURCES:
    case KEY_OFFSETS:
    case KEY_PERMUTATION: return take_list(reader, d, name);
    case KEY_WITHOUT:
    case KEY_WITHOUT_NODES: return take_faults(json, d, name, k == KEY_WITHOUT_NODES);
    case KEY_CONTROL: return take_control(json, name, d->control);
    case KEY_MOVES:
    case KEY_DENOMINATOR:
    case KEY_PACKET: return lb_json_number(json, LB_JSON_MAX, name, &d->number[k]);
    default: return lb_json_number(json, LB_ID_MAX, name, &d->number[k]);
    }
}

static bool take_keys(lb_reader *reader, draft *d) {
    lb_json *json = &reader->json;
    bool more = true;
    while (more) {
        char name[48];
        int k = lb_reader_key(json, name, sizeof name, key_names, KEYS, &d->seen);
        if (k < 0 || !lb_json_expect(json, ':', "after a key"))
            return false;
        if (!(k == KEYS ? lb_json_skip(json) : take_value(reader, d, (key)k)) || !lb_json_comma(json, '}', &more))
            return false;
    }
    return true;
}

/* ---- What the values mean together ---- */

static bool check_parameters(lb_json *json, const draft *d, lb_task_kind kind) {
    uint32_t may, must;
    parameters_of(kind, &may, &must);
    for (int k = 0; k < KEYS; k++) {
        if ((must & ~d->seen) & BIT(k))
            return lb_json_fail(json, "%s needs \"%s\"", lb_task_kind_name(kind), key_names[k]);
        if ((d->seen & PARAMETERS & ~may) & BIT(k))
            return lb_json_fail(json, "%s has no \"%s\"", lb_task_kind_name(kind), key_names[k]);
    }
    return true;
}

static bool check_numbers(lb_json *json, const draft *d, unsigned degree) {
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

static bool make_task(lb_reader *reader, const draft *d, const lb_net *net, lb_task_kind kind) {
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
static int make_net(const draft *d, lb_net **net, lb_why *why) {
    lb_net *whole = NULL;
    int error = lb_net_parse(d->network, &whole, why);
    if (error || !(d->seen & FAULTS)) {
        *net = whole;
        return error;
    }
    error = lb_net_without(whole, d->dead, d->dead_links, d->dead_node, d->dead_nodes, net, why);
    lb_net_free(whole);
    return error;
}

static bool finish(lb_reader *reader, const draft *d, lb_net **net) {
    lb_json *json = &reader->json;
    lb_header *h = &reader->header;
    lb_task_kind kind;
    lb_why inner;
    for (int k = 0; k < KEYS; k++) {
        if ((ALWAYS & ~d->seen) & BIT(k))
            return lb_json_fail(json, "the header has no \"%s\"", key_names[k]);
    }
    int error = make_net(d, net, &inner);
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

/* Things a first line may be that deserve a plainer word than "expected '{'". */
static bool check_beginning(lb_json *json) {
    int byte = lb_json_peek(json);
    if (byte < 0)
        return lb_json_fail(json, "the file is empty");
    if (byte == 0xEF)
        return lb_json_fail(json, "the file begins with a byte order mark; a schedule is plain UTF-8");
    if (lb_json_token(json) == '\n')
        return lb_json_fail(json, "the line is blank; the header belongs here");
    return lb_json_expect(json, '{', "of the header");
}

int lb_reader_header(lb_reader *reader) {
    lb_json *json = &reader->json;
    lb_net *net = NULL;
    draft d = {.seen = 0};
    json->line_max = LB_HEADER_LINE_MAX;
    bool good = check_beginning(json) && take_keys(reader, &d) && finish(reader, &d, &net);
    lb_net_free(net);
    free(d.list);
    if (good)
        lb_json_end_line(json);
    json->line_max = LB_MOVE_LINE_MAX;
    reader->moves_at = lb_json_at(json);
    return json->error;
}
