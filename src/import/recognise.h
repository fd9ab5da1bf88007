/* Which format a file has, by its content. */
#ifndef LB_RECOGNISE_H
#define LB_RECOGNISE_H

#include "import/page.h"

typedef enum lb_recognised { LB_KNOWN, LB_REFUSED, LB_MORE } lb_recognised;

/* What no other format knows is for our own reader to refuse. LB_REFUSED: page->why says what it is, and that it cannot
 * be judged. LB_MORE: these are not the file's last bytes, and they do not tell. */
lb_recognised lb_recognise(const lb_page *page, bool whole, lb_import_format *format);

#endif
