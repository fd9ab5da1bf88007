/* Hostile Chakra traces of two ranks: messages that can be timed, or one line, whatever the bytes. The first byte says
 * where the second rank's file begins. */
#include "import/chakra_nodes.h"
#include "import/messages_settle.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY (UINT64_C(64) << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void insist(bool good) {
    if (!good)
        abort();
}

static int take(const uint8_t *bytes, size_t size, uint32_t rank, lb_messages *m, lb_why *why) {
    lb_page page;
    int error = lb_page_copy(&page, bytes, size, why);
    if (!error)
        error = lb_chakra_take(&page, rank, m);
    lb_page_free(&page);
    return error;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lb_why why = {""};
    lb_page all = {.shown = "memory", .why = &why};
    lb_messages *m = calloc(1, sizeof *m);
    if (!m || size == 0)
        return lb_messages_free(m), 0;
    size_t first = bytes[0] < size - 1 ? bytes[0] : size - 1;
    m->ranks = 2;
    m->memory = MEMORY;
    int error = take(bytes + 1, first, 0, m, &why);
    if (!error)
        error = take(bytes + 1 + first, size - 1 - first, 1, m, &why);
    if (!error)
        error = lb_messages_settle(m, &all, NULL);
    if (!error) {
        const lb_cost cost = {.tau = {1, 1}, .beta = {1, 1}};
        lb_timing timing;
        insist(lb_messages_time(m, &cost, &timing, &why) == LB_OK || why.text[0]);
        lb_timing_free(&timing);
    } else {
        insist(why.text[0] && strlen(why.text) < LB_WHY_MAX && !strpbrk(why.text, "\n\r\033"));
    }
    lb_messages_free(m);
    return 0;
}
