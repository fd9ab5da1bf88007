/* Sentences about the two ends of a way. */
#ifndef LB_BOUND_TEXT_ENDS_H
#define LB_BOUND_TEXT_ENDS_H

#include "bound/text_links.h"

lb_phrase lb_text_ends(const lb_task *task, const lb_witness *w);

/* With the time that they prove. */
int lb_text_ends_time(const lb_task *task, const lb_witness *w, char *buffer, size_t size);

#endif
