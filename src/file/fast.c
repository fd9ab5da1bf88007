/* Moves in the very form our writer gives them, and in the form of writers that put a space after ':' and ',':
 *
 *     {"step":1,"from":0,"to":1,"data":[[0,1],[0,3]]}
 *     {"step": 1, "from": 0, "to": 1, "data": [[0, 1], [0, 3]]}
 *
 * That is nearly every line of nearly every file, so it is worth reading without the general scanner. Whatever is not
 * exactly of these forms, right or wrong, is left to the general scanner, so this one need not say what is wrong. */
#include "file/fast.h"

#include <string.h>

typedef const unsigned char *place;

/* The text at p is followed by LB_JSON_PAD zeros after the end of what was read: no comparison runs out of it. */
#define TAKE(p, text) (memcmp((p), (text), sizeof(text) - 1) == 0 && ((p) += sizeof(text) - 1, true))

/* At most 16 digits, which is more than any number in a schedule has. */
static inline bool number(place *at, uint64_t *value) {
    place p = *at;
    uint64_t v = (uint64_t)*p - '0';
    if (v > 9)
        return false;
    p++;
    for (unsigned digit = *p - (unsigned)'0'; digit <= 9; digit = *p - (unsigned)'0') {
        v = v * 10 + digit;
        p++;
        if (v == digit || p - *at > 16)
            return false; /* a leading zero, or too long */
    }
    *value = v;
    *at = p;
    return true;
}

static inline bool id(place *at, uint32_t *value) {
    uint64_t v;
    if (!number(at, &v) || v > LB_ID_MAX)
        return false;
    *value = (uint32_t)v;
    return true;
}

static inline bool item(const lb_reader *reader, place *at, lb_item *out, bool spaced) {
    uint64_t numbers[LB_ITEM_NUMBERS];
    unsigned count = 0;
    if (**at != '[')
        return false;
    ++*at;
    for (;;) {
        if (count == LB_ITEM_NUMBERS || !number(at, &numbers[count]))
            return false;
        count++;
        if (**at != ',')
            break;
        *at += 1 + (spaced && (*at)[1] == ' ');
    }
    return **at == ']' && (++*at, lb_reader_item(reader, numbers, count, out));
}

/* The items between the brackets of "data". */
static inline bool items(lb_reader *reader, place *at, uint32_t *count, bool spaced) {
    for (;;) {
        if (*count >= reader->item_room && !lb_reader_more_items(reader, *count))
            return false;
        if (!item(reader, at, &reader->items[*count], spaced))
            return false;
        ++*count;
        if (**at != ',')
            return true;
        *at += 1 + (spaced && (*at)[1] == ' ');
    }
}

#define EITHER(p, tight, loose) (spaced ? TAKE(p, loose) : TAKE(p, tight))

/* True: a move. *at is where it ends, or where it went wrong. Compiled once for each value of spaced. */
static inline bool move_at(lb_reader *reader, place *at, lb_move *move, bool spaced) {
    uint32_t count = 0;
    place p = *at;
    move->port = UINT8_MAX;
    move->op = reader->class == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
    bool good = EITHER(p, "{\"step\":", "{\"step\": ") && id(&p, &move->step) &&
                EITHER(p, ",\"from\":", ", \"from\": ") && id(&p, &move->from) && EITHER(p, ",\"to\":", ", \"to\": ") &&
                id(&p, &move->to);
    if (good && reader->class == LB_SUM && EITHER(p, ",\"op\":\"copy\"", ", \"op\": \"copy\""))
        move->op = LB_OP_COPY;
    good = good && EITHER(p, ",\"data\":[", ", \"data\": [") && items(reader, &p, &count, spaced) && TAKE(p, "]}\n") &&
           move->step > 0;
    move->nitems = count;
    move->items = reader->items;
    move->nvia = 0;
    move->via = NULL;
    *at = p;
    return good;
}

int lb_reader_fast(lb_reader *reader, lb_move *move) {
    lb_json *json = &reader->json;
    for (int attempt = 0; attempt < 2; attempt++) {
        place p = json->p;
        if (p[8] == ' ' ? move_at(reader, &p, move, true) : move_at(reader, &p, move, false)) {
            json->p = p;
            json->line++;
            json->line_at = lb_json_at(json);
            return 1;
        }
        /* Not of this form; or of it, but not all here yet. One more attempt only: a pipe that trickles must not make
         * us read a long line again and again. */
        if (json->error || json->end - p >= LB_JSON_PAD || !lb_json_more(json))
            break;
    }
    return json->error;
}
