/* What a byte is worth, as a sentence, with the time that this proves. */
#include "bound/text_worth.h"

#include <inttypes.h>

lb_phrase lb_text_worth(const lb_witness *w) {
    lb_phrase p;
    snprintf(p.text, sizeof p.text,
             "if bytes between node %" PRIu32 " and node %" PRIu32
             " are worth what the witness says, by the time at which they are there, all links together cannot carry "
             "enough in less",
             w->node, w->first);
    return p;
}

int lb_text_worth_time(const lb_witness *w, char *buffer, size_t size) {
    lb_phrase p = lb_text_worth(w);
    return snprintf(buffer, size, "%s: %.5g*beta", p.text, (double)w->value / w->weight[0]);
}
