/* Messages: taking them in, and what is known of them. */
#include "import/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* All that is kept of a deed or need until it is timed. */
enum { DEED_BYTES = 160, NEED_BYTES = 24 };

static int check_memory(const lb_messages *m, const lb_page *page) {
    if (m->deeds < UINT32_MAX / 4 && m->deeds * DEED_BYTES + m->needs * NEED_BYTES <= m->memory)
        return LB_OK;
    return lb_fail(page->why, LB_ERR_SIZE, "%s: so many messages need more memory than is allowed", page->shown);
}

int lb_messages_deed(lb_messages *m, const lb_page *page, lb_deed deed) {
    void *grown = m->deed;
    if (check_memory(m, page))
        return LB_ERR_SIZE;
    if (lb_grow(&grown, &m->deed_room, m->deeds + 1, sizeof *m->deed))
        return lb_fail_memory(page->why, "messages");
    m->deed = grown;
    deed.partner = deed.server = LB_NONE;
    m->deed[m->deeds++] = deed;
    return LB_OK;
}

int lb_messages_need(lb_messages *m, const lb_page *page, lb_need need) {
    void *grown = m->need;
    if (check_memory(m, page))
        return LB_ERR_SIZE;
    if (lb_grow(&grown, &m->need_room, m->needs + 1, sizeof *m->need))
        return lb_fail_memory(page->why, "messages");
    m->need = grown;
    m->need[m->needs++] = need;
    return LB_OK;
}

lb_page lb_messages_page(const lb_messages *m, const lb_page *page, uint32_t rank) {
    lb_page own = *page;
    if (m->traces) {
        char path[LB_SHOWN_MAX + 16];
        snprintf(path, sizeof path, "%s.%" PRIu32 ".et", page->shown, rank);
        lb_show_path(path, own.shown);
    }
    return own;
}

void lb_messages_free(lb_messages *m) {
    if (!m)
        return;
    lb_net_free(m->net);
    free(m->deed);
    free(m->need);
    free(m->first);
    free(m->follower);
    free(m);
}

lb_messages_facts lb_messages_about(const lb_messages *m) {
    return (lb_messages_facts){
        .ranks = m->ranks, .messages = m->sends, .bytes = m->bytes, .net = m->net, .unbuffered = m->unbuffered};
}
