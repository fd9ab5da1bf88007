/* Sentences about what a byte is worth. */
#ifndef LB_BOUND_TEXT_WORTH_H
#define LB_BOUND_TEXT_WORTH_H

#include "bound/text_links.h"

lb_phrase lb_text_worth(const lb_witness *w);

/* With the time that it proves. */
int lb_text_worth_time(const lb_witness *w, char *buffer, size_t size);

#endif
