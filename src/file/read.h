/* Reading a schedule file: the header when it is opened, then move after move. docs/schedule-file.md is the contract.
 *
 * The reader answers for the form: JSON, keys, number ranges, pieces within the denominator. What a schedule says with
 * good form (links, steps in order, blocks of the task, counts) is for the checker to judge. */
#ifndef LB_FILE_READ_H
#define LB_FILE_READ_H

#include "file/reader.h"

/* Opens and reads the header. memory 0: LB_READ_MEMORY. again: lb_reader_rewind will be called. */
int lb_reader_open(lb_reader *reader, const char *path, uint64_t memory, bool again, lb_why *why);
/* The same of an input that is open, from its beginning; it is the reader's from then on, even if that fails. */
int lb_reader_open_input(lb_reader *reader, const lb_input *input, uint64_t memory, lb_why *why);
int lb_reader_open_memory(lb_reader *reader, const void *bytes, size_t size, uint64_t memory, lb_why *why);
void lb_reader_close(lb_reader *reader);

/* 1: *move is the next move (its port is 255: a file names the two ends), 0: the end, negative: an lb_error. */
int lb_reader_next(lb_reader *reader, lb_move *move, lb_why *why);

/* Back to the first move. */
void lb_reader_rewind(lb_reader *reader);

/* Steps and moves into the header where the file leaves them out, and back to the first move. */
int lb_reader_count(lb_reader *reader, lb_why *why);

/* The fraction read, 0 while the length is not known. */
double lb_reader_done(const lb_reader *reader);

/* All moves into an explicit plan. Refuses (LB_ERR_CHECK) what a plan cannot hold; closes the reader. */
int lb_plan_load(lb_reader *reader, lb_plan **plan, lb_why *why);

#endif
