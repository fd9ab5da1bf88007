/* The reader of a schedule file, as its parts see it. */
#ifndef LB_FILE_READER_H
#define LB_FILE_READER_H

#include "file/json.h"
#include "task/task.h"

#define LB_HEADER_LINE_MAX (UINT64_C(640) << 20) /* room for a permutation of 2^26 nodes */
#define LB_MOVE_LINE_MAX   (UINT64_C(64) << 20)
#define LB_READ_MEMORY     (UINT64_C(4) << 30) /* what a task and a packet may take when nothing is said */
#define LB_ID_MAX          (UINT32_MAX - 1)    /* of nodes, copies and steps: LB_NONE is no id */
#define LB_ITEM_NUMBERS    5                   /* origin, dest, copy, lo, hi at most */

typedef struct lb_reader {
    lb_input input;
    lb_json json;
    lb_header header;
    lb_class class;
    unsigned arity;              /* numbers that name a block: 2 for carry and spans, else 1 */
    uint64_t memory;             /* bytes that the task, and the items of one move, may take */
    uint64_t line;               /* of the move delivered last */
    uint64_t moves_at;           /* the byte where line 2 begins */
    bool says_steps, says_moves; /* the header does; else they are counted */
    bool general;                /* leave every line to the general scanner: tests compare the two */
    lb_item *items;
    uint64_t item_room;
    uint32_t *via; /* of a flight */
    uint64_t via_room;
} lb_reader;

/* Takes a key: its place among names, or `count` for a comment ("_..."). Negative: a failure, or a key that is unknown
 * or already in *seen, which remembers a bit for each; of such a one *wrong has a sentence, and nothing has failed. */
int lb_reader_find_key(lb_json *json, char *text, size_t size, const char *const *names, unsigned count, uint32_t *seen,
                       lb_why *wrong);

/* The same, where a wrong key is a failure. */
int lb_reader_key(lb_json *json, char *text, size_t size, const char *const *names, unsigned count, uint32_t *seen);

/* A number list that makes an item. False when it is too long or short, a name is too large, or the piece is none. */
static inline bool lb_reader_item(const lb_reader *reader, const uint64_t *numbers, unsigned count, lb_item *item) {
    unsigned extra = count - reader->arity, place = reader->arity;
    *item = (lb_item){LB_NONE, LB_NONE, 0, 0, reader->header.denominator};
    if (extra > 3)
        return false; /* also what is too short: the difference wraps */
    if (numbers[0] > LB_ID_MAX || (reader->arity == 2 && numbers[1] > LB_ID_MAX))
        return false;
    if (reader->class != LB_SUM)
        item->origin = (uint32_t)numbers[0];
    if (reader->class != LB_COPY)
        item->dest = (uint32_t)numbers[reader->arity - 1];
    if (extra & 1) {
        if (numbers[place] > LB_ID_MAX)
            return false;
        item->copy = (uint32_t)numbers[place++];
    }
    if (extra & 2) {
        item->lo = numbers[place];
        item->hi = numbers[place + 1];
    }
    return item->lo < item->hi && item->hi <= reader->header.denominator;
}

/* Room for one more item. */
bool lb_reader_more_items(lb_reader *reader, uint64_t have);

#endif
