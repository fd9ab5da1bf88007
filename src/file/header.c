/* The first line of a schedule file: what the schedule claims to be, value by value. */
#include "file/header.h"

#include "file/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static bool more_entries(lb_reader *reader, lb_draft *d, const char *name) {
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

static bool take_list(lb_reader *reader, lb_draft *d, const char *name) {
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
static bool take_faults(lb_json *json, lb_draft *d, const char *name, bool nodes) {
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

static bool take_value(lb_reader *reader, lb_draft *d, lb_key k) {
    lb_json *json = &reader->json;
    const char *name = lb_key_names[k];
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
    case KEY_LINKS: return lb_links_take(reader, &d->links, name);
    case KEY_ORDER: return lb_links_take_order(reader, &d->links, name);
    case KEY_CONTROL: return take_control(json, name, d->control);
    case KEY_MOVES:
    case KEY_DENOMINATOR:
    case KEY_PACKET: return lb_json_number(json, LB_JSON_MAX, name, &d->number[k]);
    default: return lb_json_number(json, LB_ID_MAX, name, &d->number[k]);
    }
}

/* A text where a number belongs, or the other way around: said, and passed over. Lists fail where they go wrong. */
static bool take_other(lb_json *json, lb_draft *d, lb_key k) {
    bool text = k == KEY_NETWORK || k == KEY_TASK || k == KEY_ALGORITHM || k == KEY_CLOCK;
    int byte = lb_json_token(json);
    if (byte < 0 || text == (byte == '"') || !strchr(text ? "[{-0123456789tfn" : "[{\"tfn", byte))
        return false;
    lb_draft_complain(d, "\"%s\" is not a %s", lb_key_names[k], text ? "string" : "number");
    d->spoilt |= BIT(k);
    return true;
}

static bool is_list(lb_key k) {
    return BIT(k) & (BIT(KEY_SOURCES) | BIT(KEY_OFFSETS) | BIT(KEY_PERMUTATION) | FAULTS | BIT(KEY_CONTROL) |
                     BIT(KEY_LINKS) | BIT(KEY_ORDER));
}

/* What is wrong with a value is said with all else that is wrong: it is gone back to, and passed over as whatever it
 * is. What cannot be read again, or is not even JSON, ends the reading. */
static bool take_or_pass(lb_reader *reader, lb_draft *d, lb_key k) {
    lb_json *json = &reader->json;
    uint64_t at = lb_json_at(json), line_at = json->line_at;
    lb_why *why = json->why, wrong = {""};
    char place[LB_SHOWN_MAX + 8];
    size_t length = (size_t)snprintf(place, sizeof place, "%s:1: ", json->input->shown);
    json->why = &wrong;
    bool good = take_value(reader, d, k), again = json->error == LB_ERR_FORMAT && json->input->direct;
    if (!good && again && strncmp(wrong.text, place, length) == 0) {
        lb_json_seek(json, at, 1);
        json->line_at = line_at;
        json->why = NULL;
        good =
            lb_json_skip(json) && (lb_json_token(json) == ',' || lb_json_token(json) == '}' || lb_json_fail(json, " "));
        d->spoilt |= BIT(k);
        if (good)
            lb_draft_complain(d, "%s", wrong.text + length);
    }
    json->why = why;
    if (!good)
        lb_explain(why, "%s", wrong.text);
    return good;
}

static bool take_keys(lb_reader *reader, lb_draft *d) {
    lb_json *json = &reader->json;
    lb_why wrong;
    bool more = true;
    while (more) {
        char name[48];
        int k = lb_reader_find_key(json, name, sizeof name, lb_key_names, KEYS, &d->seen, &wrong);
        if (json->error || !lb_json_expect(json, ':', "after a key"))
            return false;
        if (k < 0)
            lb_draft_complain(d, "%s", wrong.text);
        bool skip = k < 0 || k == KEYS || (!is_list((lb_key)k) && take_other(json, d, (lb_key)k));
        if (!(skip ? lb_json_skip(json) : take_or_pass(reader, d, (lb_key)k)) || !lb_json_comma(json, '}', &more))
            return false;
    }
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

/* A value that cannot be passed over ends the reading: what was wrong before it is said too. */
static void say_earlier(const lb_json *json, lb_draft *d) {
    lb_why place;
    int length = snprintf(place.text, sizeof place.text, "%s:1: ", json->input->shown);
    if (!json->why || !*d->wrong.text || strncmp(json->why->text, place.text, (size_t)length) != 0)
        return;
    lb_draft_complain(d, "%s", json->why->text + length);
    lb_explain(json->why, "%s%s", place.text, d->wrong.text);
}

int lb_reader_header(lb_reader *reader) {
    lb_json *json = &reader->json;
    lb_net *net = NULL;
    lb_draft d = {.seen = 0};
    json->line_max = LB_HEADER_LINE_MAX;
    bool read = check_beginning(json) && take_keys(reader, &d);
    if (!read)
        say_earlier(json, &d);
    bool good = read && lb_draft_finish(reader, &d, &net);
    lb_net_free(net);
    free(d.list);
    lb_links_free(&d.links);
    if (good)
        lb_json_end_line(json);
    json->line_max = LB_MOVE_LINE_MAX;
    reader->moves_at = lb_json_at(json);
    return json->error;
}
