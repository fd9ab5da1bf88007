/* Writing the outcome of a check. */
#include "check/verdict.h"

#include <inttypes.h>
#include <string.h>

static const char *const rule_names[] = {
    "none", "step-order",   "link",       "link-busy", "send-ports", "receive-ports", "packet",     "block",
    "held", "summed-twice", "copy-alone", "delivered", "counts",     "control",       "same-order",
};

const char *lb_rule_name(lb_rule rule) {
    return (size_t)rule < sizeof rule_names / sizeof rule_names[0] ? rule_names[rule] : "?";
}

/* "block 3->5 [1,2)/6" */
static void item_text(const lb_item *item, const lb_source *source, char *text, size_t size) {
    uint64_t denominator = source->denominator;
    int n;
    if (item->origin == LB_NONE)
        n = snprintf(text, size, "the sum for node %" PRIu32, item->dest);
    else if (lb_task_class(source->task) == LB_SPAN)
        n = snprintf(text, size, "span %" PRIu32 "..%" PRIu32, item->origin, item->dest);
    else if (item->dest == LB_NONE)
        n = snprintf(text, size, "the block of node %" PRIu32, item->origin);
    else
        n = snprintf(text, size, "block %" PRIu32 "->%" PRIu32, item->origin, item->dest);
    if (item->copy && n >= 0 && (size_t)n < size)
        n += snprintf(text + n, size - (size_t)n, " number %" PRIu32, item->copy);
    if ((item->lo != 0 || item->hi != denominator) && n >= 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, " piece %" PRIu64 "..%" PRIu64 " of %" PRIu64, item->lo, item->hi,
                 denominator);
}

static const char *move_complaint(lb_rule rule, uint32_t step) {
    switch (rule) {
    case LB_RULE_STEP_ORDER: return step == 0 ? "steps begin at 1" : "comes after a later step";
    case LB_RULE_LINK_BUSY: return "the link carries two packets in one step";
    case LB_RULE_SEND_PORTS: return "the sender drives more links than its ports allow";
    case LB_RULE_RECV_PORTS: return "the receiver takes from more links than its ports allow";
    case LB_RULE_PACKET: return "the packet is empty";
    case LB_RULE_BLOCK: return "is not a block of this task";
    case LB_RULE_HELD: return "is sent before it has arrived";
    case LB_RULE_SUMMED_TWICE: return "a contribution is summed twice";
    case LB_RULE_CONTROL: return "data is sent in a step that is for control";
    case LB_RULE_COPY_ALONE: return "a copied sum arrives together with something else";
    default: return "breaks a rule";
    }
}

/* What is wrong with a link is that there is none, or that it is dead. */
static const char *link_complaint(const lb_net *net, const lb_move *move) {
    bool nodes = move->from < net->nodes && move->to < net->nodes && move->from != move->to;
    unsigned port = nodes ? lb_port_to(net, move->from, move->to) : LB_NONE;
    return port != LB_NONE && !lb_link_alive(net, move->from, port) ? "the link is dead" : "there is no such link";
}

int lb_verdict_move(lb_report *report, const lb_source *source, lb_rule rule, const lb_move *move,
                    const lb_item *item) {
    report->rule = rule;
    report->step = move->step;
    report->from = move->from;
    report->to = move->to;
    report->line = source->line;
    char what[128] = "";
    if (item) {
        report->item = *item;
        item_text(item, source, what, sizeof what);
    }
    if (rule == LB_RULE_PACKET && item) {
        snprintf(report->text, sizeof report->text,
                 "step %" PRIu32 ", link %" PRIu32 "->%" PRIu32 ": with %s the packet is larger than %" PRIu64
                 "/%" PRIu64 " of a block",
                 move->step, move->from, move->to, what, source->packet, source->denominator);
        return LB_ERR_CHECK;
    }
    snprintf(report->text, sizeof report->text, "step %" PRIu32 ", link %" PRIu32 "->%" PRIu32 ": %s%s%s", move->step,
             move->from, move->to, what, *what ? " " : "",
             rule == LB_RULE_LINK ? link_complaint(&source->task->net, move) : move_complaint(rule, move->step));
    return LB_ERR_CHECK;
}

int lb_verdict_record(lb_report *report, const lb_source *source, const lb_holding *h) {
    lb_item item = {0};
    uint64_t atom = h->culprit.atom % h->cuts.count;
    char what[128];
    lb_holding_name(h, h->culprit.atom / h->cuts.count, &item.origin, &item.dest, &item.copy);
    item.lo = h->cuts.at[atom];
    item.hi = h->cuts.at[atom + 1];
    item_text(&item, source, what, sizeof what);
    report->rule = h->rule;
    report->item = item;
    report->step = h->step;
    bool at_end = h->rule == LB_RULE_DELIVERED || h->rule == LB_RULE_SAME_ORDER;
    report->from = at_end ? LB_NONE : h->culprit.from;
    report->to = h->culprit.to;
    report->line = at_end ? 0 : h->culprit.line;
    if (h->rule == LB_RULE_SAME_ORDER)
        snprintf(report->text, sizeof report->text,
                 "%s is made in another order at node %" PRIu32 " than at node %" PRIu32
                 ", and rounded sums would differ",
                 what, h->culprit.to, h->culprit.from);
    else if (h->rule == LB_RULE_DELIVERED)
        snprintf(report->text, sizeof report->text, "at the end %s is not at node %" PRIu32, what, h->culprit.to);
    else
        snprintf(report->text, sizeof report->text, "step %" PRIu32 ", link %" PRIu32 "->%" PRIu32 ": %s: %s", h->step,
                 h->culprit.from, h->culprit.to, what, move_complaint(h->rule, h->step));
    return LB_ERR_CHECK;
}

int lb_verdict_counts(lb_report *report, const lb_source *source, uint64_t copies) {
    report->rule = LB_RULE_COUNTS;
    report->line = source->line ? 1 : 0; /* of the header, in a file */
    report->moves *= copies;
    report->from = report->to = LB_NONE;
    snprintf(report->text, sizeof report->text,
             "the header says %" PRIu32 " steps and %" PRIu64 " moves, but there are %" PRIu32 " and %" PRIu64,
             source->steps, source->moves, report->steps, report->moves);
    return LB_ERR_CHECK;
}

void lb_verdict_holds(lb_report *report) {
    report->rule = LB_RULE_NONE;
    snprintf(report->text, sizeof report->text, "every rule holds");
}
