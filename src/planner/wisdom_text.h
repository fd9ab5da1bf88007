/* Wisdom as text: a line that says what it is, then one for each entry,
 *
 *     VERSION EFFORT STEPS MOVES RECIPE QUESTION
 *
 * with one blank between them (a question has blanks). */
#ifndef LB_WISDOM_TEXT_H
#define LB_WISDOM_TEXT_H

#include "planner/wisdom.h"

#define LB_WISDOM_HEADER "linkbound wisdom 1\n"
enum { LB_MOST_LINE = 5000 }; /* characters, with its end */

/* Adds the entries of a text; nothing at all is an empty one. LB_ERR_FORMAT: it is no wisdom; the sentence names the
 * file as `shown`, and the line. */
int lb_wisdom_parse(lb_wisdom *wisdom, const char *text, size_t size, const char *shown, lb_why *why);

/* An entry as a line; returns its length. */
size_t lb_wisdom_line(const lb_insight *insight, char line[LB_MOST_LINE]);

#endif
