/* The different ways of a file's flights, each a port of the network that its plan will be on. */
#ifndef LB_FILE_WORDS_H
#define LB_FILE_WORDS_H

#include "plan/plan.h"

typedef struct lb_words lb_words;

int lb_words_begin(const lb_net *net, lb_words **words, lb_why *why);
void lb_words_free(lb_words *words);

/* The number of a move's way: a port of the torus, or one counted from there. LB_ERR_CHECK: it is no way; LB_ERR_SIZE:
 * there are too many. */
int lb_words_find(lb_words *words, const lb_move *move, unsigned *number);

/* The task on the network of these flights, and the builder's numbers as its ports; *flown is NULL where there are no
 * flights. */
int lb_words_end(lb_words *words, const lb_task *task, lb_builder *builder, lb_task **flown, lb_why *why);

#endif
