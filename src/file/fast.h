/* Moves as our writer writes them. */
#ifndef LB_FILE_FAST_H
#define LB_FILE_FAST_H

#include "file/reader.h"

/* The line as our writer writes it, without the general scanner's care. 1: a move; 0: some other form (nothing is
 * taken; the general scanner decides); negative: an lb_error. */
int lb_reader_fast(lb_reader *reader, lb_move *move);

#endif
