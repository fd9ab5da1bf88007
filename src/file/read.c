/* Reading a schedule file: opening, and the general form of a move. fast.c has the usual form. */
#include "file/read.h"
#include "file/fast.h"
#include "file/header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_STEP, KEY_FROM, KEY_TO, KEY_DATA, KEY_OP, KEY_VIA, KEYS };
static const char *const key_names[KEYS] = {"step", "from", "to", "data", "op", "via"};

/* Says what is wrong with a list of numbers that makes no item. */
static bool fail_item(lb_reader *reader, const uint64_t *numbers, unsigned count) {
    lb_json *json = &reader->json;
    unsigned arity = reader->arity;
    if (count < arity || count > arity + 3)
        return lb_json_fail(json, "a block of this task is named by %u to %u numbers", arity, arity + 3);
    for (unsigned i = 0; i < arity + ((count - arity) & 1); i++) {
        if (numbers[i] > LB_ID_MAX)
            return lb_json_fail(json, "%" PRIu64 " in \"data\" is larger than %" PRIu32, numbers[i], LB_ID_MAX);
    }
    uint64_t lo = numbers[count - 2], hi = numbers[count - 1];
    if (lo >= hi)
        return lb_json_fail(json, "the piece %" PRIu64 " to %" PRIu64 " is empty: lo must be less than hi", lo, hi);
    return lb_json_fail(json, "the piece %" PRIu64 " to %" PRIu64 " goes beyond the denominator %" PRIu64, lo, hi,
                        reader->header.denominator);
}

static bool take_item(lb_reader *reader, lb_item *item) {
    lb_json *json = &reader->json;
    uint64_t numbers[LB_ITEM_NUMBERS] = {0};
    unsigned count = 0;
    bool more = true;
    if (!lb_json_expect(json, '[', "before a block"))
        return false;
    while (more) {
        if (count == reader->arity + 3)
            return fail_item(reader, numbers, count + 1);
        if (!lb_json_number(json, LB_JSON_MAX, "\"data\"", &numbers[count]) || !lb_json_comma(json, ']', &more))
            return false;
        count++;
    }
    return lb_reader_item(reader, numbers, count, item) || fail_item(reader, numbers, count);
}

static bool take_data(lb_reader *reader, lb_move *move) {
    lb_json *json = &reader->json;
    uint64_t count = 0;
    bool more = true;
    if (!lb_json_expect(json, '[', "before the blocks of a packet"))
        return false;
    if (lb_json_token(json) == ']')
        return lb_json_fail(json, "\"data\" is empty");
    while (more) {
        if (count >= reader->item_room && !lb_reader_more_items(reader, count))
            return false;
        if (!take_item(reader, &reader->items[count]) || !lb_json_comma(json, ']', &more))
            return false;
        count++;
    }
    move->nitems = (uint32_t)count; /* a line has room for 2^24 at most */
    return true;
}

static bool take_op(lb_reader *reader, lb_move *move) {
    char text[8];
    size_t length;
    if (reader->class != LB_SUM)
        return lb_json_fail(&reader->json, "\"op\" is for tasks that combine, and %s does not",
                            lb_task_kind_name(lb_task_kind_of(reader->header.task)));
    if (!lb_json_string(&reader->json, "\"op\"", text, sizeof text, &length))
        return false;
    if (strcmp(text, "copy") != 0 && strcmp(text, "sum") != 0)
        return lb_json_fail(&reader->json, "\"op\" is neither copy nor sum");
    move->op = strcmp(text, "sum") == 0 ? LB_OP_SUM : LB_OP_COPY;
    return true;
}

/* The nodes that a flight passes. */
static bool take_via(lb_reader *reader, lb_move *move) {
    lb_json *json = &reader->json;
    const lb_net *net = lb_task_net(reader->header.task);
    bool more = true;
    if (lb_net_routing(net) == LB_STORE_AND_FORWARD)
        return lb_json_fail(json, "\"via\" is for networks that cut through, and this one does not");
    if (!lb_json_expect(json, '[', "before the nodes of a way"))
        return false;
    if (lb_json_token(json) == ']')
        return lb_json_fail(json, "\"via\" is empty; leave it out");
    while (more) {
        uint64_t node;
        void *via = reader->via;
        if (move->nvia == lb_net_nodes(net))
            return lb_json_fail(json, "\"via\" has more nodes than the network");
        if (lb_grow(&via, &reader->via_room, move->nvia + UINT64_C(1), sizeof *reader->via))
            return json->error = lb_fail_memory(json->why, "the nodes of a way"), false;
        reader->via = via;
        if (!lb_json_number(json, LB_ID_MAX, "\"via\"", &node) || !lb_json_comma(json, ']', &more))
            return false;
        reader->via[move->nvia++] = (uint32_t)node;
    }
    move->via = reader->via;
    return true;
}

static bool take_value(lb_reader *reader, int k, lb_move *move) {
    static const char *const shown[] = {"\"step\"", "\"from\"", "\"to\""};
    uint64_t value;
    switch (k) {
    case KEY_DATA: return take_data(reader, move);
    case KEY_OP: return take_op(reader, move);
    case KEY_VIA: return take_via(reader, move);
    case KEYS: return lb_json_skip(&reader->json);
    default: break;
    }
    if (!lb_json_number(&reader->json, LB_ID_MAX, shown[k], &value))
        return false;
    if (k == KEY_STEP && value == 0)
        return lb_json_fail(&reader->json, "\"step\" is 0; steps are counted from 1");
    *(k == KEY_STEP ? &move->step : k == KEY_FROM ? &move->from : &move->to) = (uint32_t)value;
    return true;
}

static bool take_move(lb_reader *reader, lb_move *move) {
    lb_json *json = &reader->json;
    uint32_t seen = 0;
    bool more = true;
    *move = (lb_move){.port = UINT8_MAX, .op = reader->class == LB_SUM ? LB_OP_SUM : LB_OP_COPY};
    if (!lb_json_expect(json, '{', "of a move"))
        return false;
    while (more) {
        char name[48];
        int k = lb_reader_key(json, name, sizeof name, key_names, KEYS, &seen);
        if (k < 0 || !lb_json_expect(json, ':', "after a key") || !take_value(reader, k, move) ||
            !lb_json_comma(json, '}', &more))
            return false;
    }
    for (int k = 0; k < KEY_OP; k++) {
        if (!(seen & (UINT32_C(1) << k)))
            return lb_json_fail(json, "the move has no \"%s\"", key_names[k]);
    }
    move->items = reader->items;
    return lb_json_end_line(json);
}

/* Blank lines are allowed at the end only. False: there is nothing more, or it failed. */
static bool find_move(lb_json *json) {
    uint64_t blank = 0;
    for (;;) {
        int byte = lb_json_token(json);
        if (byte < 0)
            return false;
        if (byte != '\n') {
            if (blank)
                json->line = blank;
            return blank ? lb_json_fail(json, "the line is blank, and it is not the end of the file") : true;
        }
        if (!blank)
            blank = json->line;
        if (!lb_json_end_line(json))
            return false;
    }
}

int lb_reader_next(lb_reader *reader, lb_move *move, lb_why *why) {
    lb_json *json = &reader->json;
    if (json->error)
        return lb_fail(why, json->error, "%s: reading has already failed", reader->input.shown);
    json->why = why;
    reader->line = json->line;
    int got = reader->general ? 0 : lb_reader_fast(reader, move);
    if (got == 0 && !json->error && find_move(json)) {
        reader->line = json->line;
        got = take_move(reader, move);
    }
    json->why = NULL;
    return json->error ? json->error : got;
}

/* ---- Opening ---- */

static int begin(lb_reader *reader, uint64_t memory, lb_why *why) {
    reader->memory = memory ? memory : LB_READ_MEMORY;
    int error = lb_json_open(&reader->json, &reader->input, why);
    if (!error)
        error = lb_reader_header(reader);
    reader->json.why = NULL;
    if (error)
        lb_reader_close(reader);
    return error;
}

int lb_reader_open(lb_reader *reader, const char *path, uint64_t memory, bool again, lb_why *why) {
    memset(reader, 0, sizeof *reader);
    int error = lb_input_open(&reader->input, path, again, why);
    return error ? error : begin(reader, memory, why);
}

int lb_reader_open_input(lb_reader *reader, const lb_input *input, uint64_t memory, lb_why *why) {
    memset(reader, 0, sizeof *reader);
    reader->input = *input;
    reader->input.at = 0;
    return begin(reader, memory, why);
}

int lb_reader_open_memory(lb_reader *reader, const void *bytes, size_t size, uint64_t memory, lb_why *why) {
    memset(reader, 0, sizeof *reader);
    lb_input_memory(&reader->input, bytes, size, "memory");
    return begin(reader, memory, why);
}

void lb_reader_close(lb_reader *reader) {
    lb_task_free(reader->header.task);
    reader->header.task = NULL;
    free(reader->items);
    reader->items = NULL;
    free(reader->via);
    reader->via = NULL;
    lb_json_close(&reader->json);
    lb_input_close(&reader->input);
}

void lb_reader_rewind(lb_reader *reader) {
    lb_json_seek(&reader->json, reader->moves_at, 2);
    reader->line = 1;
}

/* What a header leaves out, by reading through. Steps for control alone are steps too. */
int lb_reader_count(lb_reader *reader, lb_why *why) {
    lb_header *h = &reader->header;
    lb_move move = {.step = 0};
    uint64_t moves = 0;
    uint32_t steps = h->control_before;
    int got = 0;
    if (reader->says_steps && reader->says_moves)
        return LB_OK;
    while ((got = lb_reader_next(reader, &move, why)) > 0) {
        steps = move.step > steps ? move.step : steps;
        moves++;
    }
    h->steps = reader->says_steps ? h->steps : steps;
    h->moves = reader->says_moves ? h->moves : moves;
    lb_reader_rewind(reader);
    return got;
}

double lb_reader_done(const lb_reader *reader) {
    uint64_t size = reader->input.size, at = lb_json_at(&reader->json);
    if (size == 0)
        return 0;
    return at < size ? (double)at / (double)size : 1;
}
