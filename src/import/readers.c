/* What readers share at their end: our checker. */
#include "import/readers.h"

/* Of the first move between the two in that step; 0: there is none. */
static uint32_t line_of(const lb_sketch *s, const lb_report *report) {
    for (uint64_t k = 0; report->step && k < s->moves; k++) {
        const lb_sketch_move *m = &s->move[k];
        if (m->step == report->step && m->from == report->from && m->to == report->to)
            return m->line;
    }
    return 0;
}

int lb_import_check(const lb_page *page, uint64_t memory, const lb_sketch *moves, const lb_plan *plan) {
    lb_check_options options = {.memory = memory};
    lb_report report;
    lb_why why = {""};
    int error = lb_check_plan(plan, &options, &report, &why);
    if (error && error != LB_ERR_CHECK) {
        lb_explain(page->why, "%s: %s", page->shown, why.text);
        return error;
    }
    if (error && moves) {
        error = lb_page_broken(page, line_of(moves, &report), lb_rule_name(report.rule), "%s", report.text);
    } else if (error) {
        lb_explain(page->why, "%s: it does what it claims, but no plan of ours can hold it: %s: %s", page->shown,
                   lb_rule_name(report.rule), report.text);
        error = LB_ERR_UNSUPPORTED;
    }
    lb_report_free(&report);
    return error;
}

int lb_import_sketch(const lb_sketch *s, const lb_page *page, const lb_import_options *options, lb_imported *out) {
    int error = lb_sketch_plan(s, page, options->net, &out->plan);
    return error ? error : lb_import_check(page, options->memory, s, out->plan);
}
