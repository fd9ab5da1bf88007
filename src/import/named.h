/* Files that say which task it is and, of every packet, which blocks it carries. The task's root, or its list, is what
 * the blocks say that cross links. */
#ifndef LB_NAMED_H
#define LB_NAMED_H

#include "import/prose.h"
#include "import/sketch.h"

/* "origin,destination,copy,first,last": a name that the task's blocks do not have is left out. */
bool lb_named_item(lb_prose *text, uint64_t nodes, lb_item *item);

/* Into the sketch, which has some move. The list is the caller's to free, when the sketch needs it no more; the line is
 * that of sentences. */
int lb_named_task(lb_sketch *s, const lb_page *page, uint64_t line, const char *name, uint32_t **list);

#endif
