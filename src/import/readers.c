/* What readers share at their end: our checker. */
#include "import/readers.h"

static bool carries(const lb_sketch *s, uint64_t at, const lb_item *item) {
    uint64_t end = at + 1 < s->moves ? s->move[at + 1].item : s->items;
    for (uint64_t k = s->move[at].item; k < end; k++) {
        const lb_item *i = &s->item[k];
        if (i->origin == item->origin && i->dest == item->dest && i->copy == item->copy && i->lo < item->hi &&
            item->lo < i->hi)
            return true;
    }
    return false;
}

/* Of the first move between the two in that step, rather one that carries what is to blame; 0: there is none. */
static uint32_t line_of(const lb_sketch *s, const lb_report *report) {
    uint32_t line = 0;
    for (uint64_t k = 0; report->step && k < s->moves; k++) {
        const lb_sketch_move *m = &s->move[k];
        if (m->step != report->step || m->from != report->from || m->to != report->to)
            continue;
        if (carries(s, k, &report->item))
            return m->line;
        line = line ? line : m->line;
    }
    return line;
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
    if (!error && page->report)
        *page->report = report;
    else
        lb_report_free(&report);
    return error;
}

int lb_import_sketch(const lb_sketch *s, const lb_page *page, const lb_import_options *options, lb_imported *out) {
    int error = lb_sketch_plan(s, page, options->net, &out->plan);
    return error ? error : lb_import_check(page, options->memory, s, out->plan);
}
