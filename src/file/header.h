/* The first line of a schedule file. */
#ifndef LB_FILE_HEADER_H
#define LB_FILE_HEADER_H

#include "file/reader.h"

/* Parses line 1 into reader->header, class and arity. */
int lb_reader_header(lb_reader *reader);

#endif
