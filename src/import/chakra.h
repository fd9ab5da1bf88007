/* Chakra's execution traces: a file for each rank, BASE.0.et, BASE.1.et and so on. */
#ifndef LB_IMPORT_CHAKRA_H
#define LB_IMPORT_CHAKRA_H

#include "import/readers.h"

/* Whether bytes begin as such a file: a length, and a message that can be what comes first. */
bool lb_chakra_is(const char *bytes, size_t size);

/* All files of the one whose path is given. `name` is for sentences in which no one file is to blame: BASE, with the
 * number of a node where others have a line. */
int lb_import_chakra_files(const char *path, const lb_import_options *options, lb_imported *out, lb_why *why);

#endif
