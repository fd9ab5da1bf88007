/* What linkbound draw would draw, for other commands. */
#ifndef CLI_DRAW_WORDS_H
#define CLI_DRAW_WORDS_H

#include "linkbound.h"

/* words: the command line after "linkbound draw", without -o. The picture is SVG, or characters; *data, a string, is
 * the caller's to free. title NULL: the task and the network. 0, or an exit status after the error line. */
int cli_draw_words(const char *words, const char *title, bool text, char **data);

#endif
