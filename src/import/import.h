/* Reading a schedule of any format from memory: what lb_import does with a file. */
#ifndef LB_IMPORT_BYTES_H
#define LB_IMPORT_BYTES_H

#include "linkbound-import.h"

/* As lb_import; the file is called "memory" in sentences. */
int lb_import_bytes(const void *bytes, size_t size, const lb_import_options *options, lb_imported *out, lb_why *why);

#endif
