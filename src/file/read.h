/* Reading a schedule file: the header when it is opened, then move after move. docs/schedule-file.md is the contract.
 *
 * The reader answers for the form: JSON, keys, number ranges, pieces within the denominator. What a schedule says with
 * good form (links, steps in order, blocks of the task, counts) is for the checker to judge. */
#ifndef LB_FILE_READ_H
#define LB_FILE_READ_H

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
    unsigned arity;    /* numbers that name a block: 2 for carry and spans, else 1 */
    uint64_t memory;   /* bytes that the task, and the items of one move, may take */
    uint64_t line;     /* of the move delivered last */
    uint64_t moves_at; /* the byte where line 2 begins */
    bool general;      /* leave every line to the general scanner: tests compare the two */
    lb_item *items;
    uint64_t item_room;
} lb_reader;

/* Opens and reads the header. memory 0: LB_READ_MEMORY. again: lb_reader_rewind will be called. */
int lb_reader_open(lb_reader *reader, const char *path, uint64_t memory, bool again, lb_why *why);
int lb_reader_open_memory(lb_reader *reader, const void *bytes, size_t size, uint64_t memory, lb_why *why);
void lb_reader_close(lb_reader *reader);

/* 1: *move is the next move (its port is 255: a file names the two ends), 0: the end, negative: an lb_error. */
int lb_reader_next(lb_reader *reader, lb_move *move, lb_why *why);

/* Back to the first move. */
void lb_reader_rewind(lb_reader *reader);

/* The fraction read, 0 while the length is not known. */
double lb_reader_done(const lb_reader *reader);

/* All moves into an explicit plan. Refuses (LB_ERR_CHECK) what a plan cannot hold; closes the reader. */
int lb_plan_load(lb_reader *reader, lb_plan **plan, lb_why *why);

/* ---- Between the files of the reader ---- */

/* Parses line 1 into reader->header, class and arity. */
int lb_reader_header(lb_reader *reader);

/* Takes a key: its place among names, or `count` for a comment ("_..."). Negative after a failure: a key that is
 * unknown, or already in *seen, which remembers a bit for each. */
int lb_reader_key(lb_json *json, char *text, size_t size, const char *const *names, unsigned count, uint32_t *seen);

/* The line as our writer writes it, without the general scanner's care. 1: a move; 0: some other form (nothing is
 * taken; the general scanner decides); negative: an lb_error. */
int lb_reader_fast(lb_reader *reader, lb_move *move);

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
