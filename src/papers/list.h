/* Which papers there are, for people and for programs. */
#ifndef PAPERS_LIST_H
#define PAPERS_LIST_H

#include "draw/draw.h"
#include "out/json.h"
#include "papers/papers.h"

void papers_entry_text(FILE *out, const lb_style *style, const papers_paper *p);
void papers_list_json(out_json *json); /* {"papers":[..]} and the end of the line */

#endif
