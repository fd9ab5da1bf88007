/* The report: what people see first. */
#include "cli/report.h"

#include "cli/problem.h"
#include "cli/slots.h"
#include "cli/term.h"
#include "cli/units.h"
#include "out/wrap.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL = 15, INDENT = 2 + LABEL };

static void put_label(FILE *out, const lb_style *style, const char *label) {
    fprintf(out, "  %s%-*s%s", lb_ink_on(style, LB_INK_DIM), LABEL, label, lb_ink_on(style, LB_INK_PLAIN));
}

void cli_report_row(FILE *out, const lb_style *style, const char *label, const char *text) {
    put_label(out, style, label);
    out_wrap(out, INDENT, style->width, text);
}

/* How a result stands to its bound. */
static void put_ratio(FILE *out, const lb_style *style, bool equal, double value, double bound) {
    if (equal)
        fprintf(out, "   %soptimal%s", lb_ink_on(style, LB_INK_GOOD), lb_ink_on(style, LB_INK_PLAIN));
    else if (bound > 0) /* never "x 1.000" for what is not optimal */
        fprintf(out, "   %sx %.*f%s", lb_ink_on(style, LB_INK_WARN), value < bound * 1.0005 ? 7 : 3, value / bound,
                lb_ink_on(style, LB_INK_PLAIN));
}

static void put_count(FILE *out, const lb_style *style, const char *label, uint64_t value, const uint64_t *bound,
                      int width) {
    put_label(out, style, label);
    fprintf(out, "%s%*" PRIu64 "%s", lb_ink_on(style, LB_INK_BOLD), width, value, lb_ink_on(style, LB_INK_PLAIN));
    if (bound) {
        fprintf(out, "   bound %*" PRIu64, width, *bound);
        put_ratio(out, style, value == *bound, (double)value, (double)*bound);
    }
    putc('\n', out);
}

static int digits(uint64_t value) {
    int count = 1;
    for (; value >= 10; value /= 10)
        count++;
    return count;
}

static void put_utilisation(FILE *out, const lb_style *style, const cli_outcome *o, int width) {
    const lb_report *r = &o->report;
    const lb_net *net = lb_task_net(o->task);
    double links = (double)lb_links_alive(net);
    unsigned used = INDENT + (unsigned)width + 5, columns = style->width > used + 10 ? style->width - used : 10;
    put_label(out, style, "utilisation");
    fprintf(out, "%*.1f %%", width - 2, r->utilisation * 100);
    if (r->busy && r->busy_steps) {
        fputs("   ", out);
        lb_draw_spark(out, style, r->busy, r->busy_steps, links, columns < 48 ? columns - 2 : 48);
    }
    putc('\n', out);
}

void cli_seconds_text(double seconds, bool fine, char *buffer, size_t size) {
    if (seconds < 1e-3)
        snprintf(buffer, size, "%.*f us", fine ? 1 : 0, seconds * 1e6);
    else if (seconds < 1)
        snprintf(buffer, size, "%.*f ms", fine ? 2 : 0, seconds * 1e3);
    else
        snprintf(buffer, size, "%.*f s", fine ? 2 : 1, seconds);
}

static void put_checked(FILE *out, const lb_style *style, const cli_outcome *o) {
    char text[160], time[32];
    cli_seconds_text(o->check_seconds, false, time, sizeof time);
    if (o->report.replay == LB_REPLAY_FORM)
        snprintf(text, sizeof text, "every rule holds: by the plan's form, %" PRIu64 " moves in %s", o->report.moves,
                 time);
    else
        snprintf(text, sizeof text, "every rule holds: %s replay, %" PRIu64 " moves in %s",
                 lb_replay_name(o->report.replay), o->report.moves, time);
    cli_report_row(out, style, "checked", text);
}

void cli_time_text(lb_ratio time, bool nanoseconds, char *buffer, size_t size) {
    char exact[64];
    if (nanoseconds) {
        cli_nanoseconds_text(lb_ratio_value(time), " ", buffer, size);
        return;
    }
    lb_ratio_text(time, exact, sizeof exact);
    if (time.den == 1)
        snprintf(buffer, size, "%s", exact);
    else
        snprintf(buffer, size, "%s = %.6g", exact, lb_ratio_value(time));
}

void cli_cost_text(lb_ratio cost, bool nanoseconds, char *buffer, size_t size) {
    if (nanoseconds)
        cli_nanoseconds_text(lb_ratio_value(cost), " ", buffer, size);
    else
        lb_ratio_text(cost, buffer, size);
}

/* What the time would be if bytes could be divided, and what the algorithm's formula says of that. */
static void put_ideal(FILE *out, const lb_style *style, const cli_outcome *o) {
    char time[128], text[LB_WHY_MAX + 200], groups[32] = "";
    const lb_ratio real = o->timing.makespan, ideal = o->ideal_time;
    if (o->timing.packets < o->report.moves) {
        snprintf(text, sizeof text, "%" PRIu64 " packet%s; the others have no bytes", o->timing.packets,
                 o->timing.packets == 1 ? "" : "s");
        cli_report_row(out, style, "sent", text);
    }
    if (o->idealised && (ideal.num != real.num || ideal.den != real.den)) {
        cli_time_text(ideal, o->nanoseconds, time, sizeof time);
        snprintf(text, sizeof text, "%s if bytes could be divided", time);
        cli_report_row(out, style, "ideal", text);
    }
    if (!o->has_formula)
        return;
    if (o->formula.groups)
        snprintf(groups, sizeof groups, ", %c = %" PRIu32, o->formula.letter, o->formula.groups);
    cli_time_text(o->formula_time, o->nanoseconds, time, sizeof time);
    snprintf(text, sizeof text, "%s%s: %s%s", o->formula.text, groups, o->formula.exact ? "" : "at most ", time);
    cli_report_row(out, style, "formula", text);
}

static void put_time(FILE *out, const lb_style *style, const cli_outcome *o) {
    char time[128], text[LB_WHY_MAX + 200], tau[64], beta[64];
    const lb_timing *t = &o->timing;
    cli_cost_text(o->cost.tau, o->nanoseconds, tau, sizeof tau);
    cli_cost_text(o->cost.beta, o->nanoseconds, beta, sizeof beta);
    int wrote = snprintf(text, sizeof text, "%" PRIu64 " bytes, tau %s%s, beta %s", o->cost.bytes, tau,
                         o->nanoseconds ? " a byte" : "", beta);
    if (o->cost.hop.num > 0) {
        cli_cost_text(o->cost.hop, o->nanoseconds, beta, sizeof beta);
        snprintf(text + wrote, sizeof text - (size_t)wrote, ", hop %s", beta);
    }
    cli_report_row(out, style, "cost", text);
    cli_time_text(t->makespan, o->nanoseconds, time, sizeof time);
    put_label(out, style, "time");
    fprintf(out, "%s%s%s", lb_ink_on(style, LB_INK_BOLD), time, lb_ink_on(style, LB_INK_PLAIN));
    put_ratio(out, style, cli_optimal(o), lb_ratio_value(t->makespan), lb_ratio_value(o->time_bound));
    double whole = lb_ratio_value(t->makespan), busiest = lb_ratio_value(t->busiest_link);
    cli_time_text(t->busiest_link, o->nanoseconds, time, sizeof time);
    putc('\n', out);
    put_ideal(out, style, o);
    put_label(out, style, "busiest link");
    fprintf(out, "%s, %.1f %% of the time\n", time, whole > 0 ? 100 * busiest / whole : 0.0);
    put_label(out, style, "utilisation");
    fprintf(out, "%.1f %% of all links' time\n", t->utilisation * 100);
    cli_time_text(o->time_bound, o->nanoseconds, time, sizeof time);
    snprintf(text, sizeof text, "%s: %s", time, o->time_witness);
    cli_report_row(out, style, "lower bound", text);
}

/* The mean delay beside its bound, where one is known. */
static void put_delay(FILE *out, const lb_style *style, const cli_outcome *o, int width) {
    double mean = o->report.mean_delay, least = o->bounded ? o->bound.mean_delay : 0;
    put_label(out, style, "mean delay");
    fprintf(out, "%*.2f", width, mean);
    if (least > 0) {
        fprintf(out, "   bound %*.2f", width, least);
        put_ratio(out, style, mean <= least * (1 + 1e-12), mean, least);
    }
    putc('\n', out);
}

/* A greedy plan beside the best symmetric one, and beside what any greedy plan keeps. */
static void put_optimum(FILE *out, const lb_style *style, const cli_outcome *o) {
    char text[160];
    int length = snprintf(text, sizeof text, "%" PRIu64 " step%s (isotropic)", o->optimum, o->optimum == 1 ? "" : "s");
    if (o->guaranteed)
        snprintf(text + length, sizeof text - (size_t)length, "; no greedy schedule takes more than %" PRIu64,
                 o->guarantee);
    cli_report_row(out, style, "optimum", text);
}

/* What the faults cost: against the bound, and against the plan, of the whole network. */
static void put_whole(FILE *out, const lb_style *style, const cli_outcome *o) {
    char text[160];
    int length = snprintf(text, sizeof text, "with all links the bound is %" PRIu64, o->whole_bound);
    if (o->whole_steps)
        length += snprintf(text + length, sizeof text - (size_t)length, " and the plan has %" PRIu64 " step%s",
                           o->whole_steps, o->whole_steps == 1 ? "" : "s");
    if (o->whole_steps)
        snprintf(text + length, sizeof text - (size_t)length, ": the faults cost x %.3f",
                 (double)o->report.steps / (double)o->whole_steps);
    cli_report_row(out, style, "faults", text);
}

/* Steps in which nodes only tell each other what they need to know. */
static void put_control(FILE *out, const lb_style *style, const cli_outcome *o) {
    char text[120];
    int length = 0;
    if (o->control_before == 0 && o->control_after == 0)
        return;
    if (o->control_before)
        length = snprintf(text, sizeof text, "the first %" PRIu32 " of them, to rank the packets", o->control_before);
    if (o->control_after)
        snprintf(text + length, sizeof text - (size_t)length, "%s%" PRIu32 " more after the last, to end",
                 o->control_before ? "; and " : "", o->control_after);
    cli_report_row(out, style, "control", text);
}

void cli_report(FILE *out, const lb_style *style, const cli_outcome *o) {
    char title[700];
    const lb_report *r = &o->report;
    int width = digits(r->crossings), other = digits(o->bounded ? o->bound.transmissions : 0);
    width = width < other ? other : width;
    width = width < 7 ? 7 : width;
    cli_problem_title(o->task, o->ports, title, sizeof title);
    fprintf(out, "%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), title, lb_ink_on(style, LB_INK_PLAIN));
    if (o->machine.slots > 0) {
        cli_slots_text(&o->machine, title, sizeof title);
        cli_report_row(out, style, "machine", title);
    }
    put_label(out, style, "algorithm");
    fprintf(out, "%s%s%s%s\n", *o->algorithm ? o->algorithm : "(not named)", o->tree ? " " : "", o->tree ? o->tree : "",
            o->clock != LB_LINEAR                          ? ""
            : o->plan && lb_plan_clock(o->plan) == LB_UNIT ? ", timed on the linear clock" /* a schedule with steps */
                                                           : ", for the linear clock");
    put_count(out, style, "steps", r->steps, o->bounded ? &o->bound.steps : NULL, width);
    put_control(out, style, o);
    put_count(out, style, o->clock == LB_UNIT ? "transmissions" : "packets",
              o->clock == LB_UNIT ? r->crossings : r->moves, o->bounded ? &o->bound.transmissions : NULL, width);
    if (o->clock == LB_UNIT) {
        put_utilisation(out, style, o, width);
        put_delay(out, style, o, width);
        put_label(out, style, "stored");
        fprintf(out, "%*.10g   block%s at a node, at most, waiting to be sent on\n", width, r->peak_stored,
                r->peak_stored == 1 ? "" : "s");
    }
    if (o->greedy)
        put_optimum(out, style, o);
    if (o->bounded)
        cli_report_row(out, style, "lower bound", o->steps_witness);
    if (o->faulty)
        put_whole(out, style, o);
    if (o->timed)
        put_time(out, style, o);
    put_checked(out, style, o);
}

static void moment_text(lb_ratio time, bool nanoseconds, char *buffer, size_t size) {
    if (nanoseconds)
        cli_nanoseconds_text(lb_ratio_value(time), " ", buffer, size);
    else
        snprintf(buffer, size, "%.10g", lb_ratio_value(time));
}

void cli_report_path(FILE *out, const lb_style *style, const cli_outcome *o, bool all) {
    const lb_timing *t = &o->timing;
    size_t show = all || t->critical_count <= 8 ? t->critical_count : 6;
    fprintf(out, "  %scritical path: %zu packet%s, each waiting for the one before%s\n", lb_ink_on(style, LB_INK_DIM),
            t->critical_count, t->critical_count == 1 ? "" : "s", lb_ink_on(style, LB_INK_PLAIN));
    if (show)
        fprintf(out, "    %6s  %8s    %-8s %12s  %14s  %14s\n", "step", "from", "to", "bytes", "start", "finish");
    for (size_t i = 0; i < show; i++) {
        const lb_hop *hop = &t->critical[i];
        char start[32], finish[32];
        moment_text(hop->start, o->nanoseconds, start, sizeof start);
        moment_text(hop->finish, o->nanoseconds, finish, sizeof finish);
        fprintf(out, "    %6" PRIu32 "  %8" PRIu32 " -> %-8" PRIu32 " %12" PRIu64 "  %14s  %14s\n", hop->step,
                hop->from, hop->to, hop->bytes, start, finish);
    }
    if (show < t->critical_count)
        fprintf(out, "    ... %zu more; --path shows them all\n", t->critical_count - show);
}
