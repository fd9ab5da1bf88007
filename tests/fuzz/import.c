/* Hostile schedules of other tools: every reader must answer with a plan that our checker accepts, with messages that
 * can be timed, or with one line, whatever the bytes. */
#include "import/import.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY (UINT64_C(64) << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void insist(bool good) {
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const lb_import_options options = {.memory = MEMORY, .unnamed = true};
    lb_imported it;
    lb_why why = {""};
    int error = lb_import_bytes(bytes, size, &options, &it, &why);
    insist((error == LB_OK) == (it.plan != NULL || it.messages != NULL));
    if (error)
        insist(why.text[0] && strlen(why.text) < LB_WHY_MAX && !strpbrk(why.text, "\n\r\033"));
    if (it.messages) {
        const lb_cost cost = {.tau = {1, 1}, .beta = {1, 1}};
        lb_timing timing;
        insist(lb_messages_time(it.messages, &cost, &timing, &why) == LB_OK || why.text[0]);
        lb_timing_free(&timing);
    }
    if (it.plan && it.format != LB_IMPORT_OWN) {
        lb_report report;
        insist(lb_check_plan(it.plan, NULL, &report, NULL) == LB_OK);
        lb_report_free(&report);
    }
    lb_imported_free(&it);
    return 0;
}
