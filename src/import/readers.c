/* What readers share at their end: our checker. */
#include "import/readers.h"

int lb_import_check(const lb_page *page, uint64_t memory, bool judged, const lb_plan *plan) {
    lb_check_options options = {.memory = memory};
    lb_report report;
    lb_why why = {""};
    int error = lb_check_plan(plan, &options, &report, &why);
    if (error && error != LB_ERR_CHECK) {
        lb_explain(page->why, "%s: %s", page->shown, why.text);
        return error;
    }
    if (error && judged) {
        lb_explain(page->why, "%s: it does what it claims, but no plan of ours can hold it: %s: %s", page->shown,
                   lb_rule_name(report.rule), report.text);
        error = LB_ERR_UNSUPPORTED;
    } else if (error) {
        lb_explain(page->why, "%s: %s: %s", page->shown, lb_rule_name(report.rule), report.text);
    }
    lb_report_free(&report);
    return error;
}
