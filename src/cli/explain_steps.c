/* A small plan, step by step. A list of who sends what to whom says more than a picture of links that are all busy. */
#include "cli/explain_steps.h"

#include "cli/problem.h"
#include "cli/report.h"
#include "cli/say.h"

#include <inttypes.h>
#include <string.h>

enum { STEPS = 6, SENDS = 8, LINE = 512, INDENT = 17 };

/* How much of blocks it is: "1/3", "2.67 blocks". */
static void put_share(const lb_plan *plan, const lb_move *move, char *text, size_t size) {
    uint64_t whole = lb_plan_denominator(plan), share = 0, divisor = whole, rest = 0;
    for (uint32_t i = 0; i < move->nitems; i++)
        share += move->items[i].hi - move->items[i].lo;
    if (move->nitems != 1) {
        snprintf(text, size, "%.3g block%s", (double)share / (double)whole, share == whole ? "" : "s");
        return;
    }
    rest = share;
    while (rest) {
        uint64_t next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    snprintf(text, size, "%" PRIu64 "/%" PRIu64, share / divisor, whole / divisor);
}

/* " (0 to 3)", " (sum 3)", " (part 2)": a block or a part of it; " (4 blocks)" of several. */
static void put_load(const lb_plan *plan, const lb_move *move, char *text, size_t size) {
    const lb_item *item = move->items;
    const lb_task *task = lb_plan_task(plan);
    uint64_t whole = lb_plan_denominator(plan), share = item->hi - item->lo;
    lb_task_kind kind = lb_task_kind_of(task);
    bool one = kind == LB_BROADCAST || kind == LB_REDUCE || kind == LB_SEND;
    char name[64] = "", part[64] = "";
    if (move->nitems == 1 && !one) {
        if (lb_task_class(task) == LB_SPAN)
            snprintf(name, sizeof name, "sum %" PRIu32 "-%" PRIu32, item->origin, item->dest);
        else if (item->origin != LB_NONE && item->dest != LB_NONE)
            snprintf(name, sizeof name, "%" PRIu32 " to %" PRIu32, item->origin, item->dest);
        else if (item->origin != LB_NONE)
            snprintf(name, sizeof name, "of %" PRIu32, item->origin);
        else if (item->dest != LB_NONE)
            snprintf(name, sizeof name, "sum %" PRIu32, item->dest);
    }
    if (one && move->nitems == 1 && share == 1 && whole > 1)
        snprintf(part, sizeof part, "part %" PRIu64, item->lo + 1);
    else if (move->nitems != 1 || share != whole)
        put_share(plan, move, part, sizeof part);
    if (*name || *part)
        snprintf(text, size, " (%s%s%s)", name, *name && *part ? ", " : "", part);
}

/* "0>1", or "0>1>2" of a message that passes 1. */
static void put_send(const lb_plan *plan, const lb_move *move, char *text, size_t size) {
    const lb_net *net = lb_plan_net(plan);
    uint32_t way[64], links = lb_port_links(net, move->port);
    size_t length = (size_t)snprintf(text, size, "%" PRIu32, move->from);
    if (links > 64) {
        snprintf(text + length, size - length, ">...>%" PRIu32, move->to);
        return;
    }
    lb_port_way(net, move->from, move->port, way);
    for (uint32_t i = 0; i < links && length + 16 < size; i++)
        length += (size_t)snprintf(text + length, size - length, ">%" PRIu32, way[i]);
    put_load(plan, move, text + length, size - length);
}

typedef struct steps {
    const lb_style *style;
    uint32_t step, shown, sends;
    bool passes; /* some message passes nodes */
    bool begun;  /* the step has a line already */
    char line[LINE];
} steps;

static void put_line(steps *s) {
    char label[32] = "";
    if (!s->begun)
        snprintf(label, sizeof label, "step %" PRIu32, s->step);
    cli_report_row(stdout, s->style, label, s->line);
    s->begun = true;
    s->line[0] = '\0';
}

/* Sends are not broken where the line ends. */
static void add_words(steps *s, const char *words) {
    size_t length = strlen(s->line);
    if (length && INDENT + length + 2 + strlen(words) > s->style->width) {
        snprintf(s->line + length, sizeof s->line - length, ",");
        put_line(s);
        length = 0;
    }
    snprintf(s->line + length, sizeof s->line - length, "%s%s", length ? ", " : "", words);
}

static void end_step(steps *s) {
    char more[48];
    if (s->step == 0 || s->shown > STEPS)
        return;
    snprintf(more, sizeof more, "and %" PRIu32 " more", s->sends > SENDS ? s->sends - SENDS : 0);
    if (s->sends > SENDS)
        add_words(s, more);
    put_line(s);
}

static void add_send(steps *s, const lb_plan *plan, const lb_move *move) {
    char words[LINE / 2] = "";
    if (move->step != s->step) {
        end_step(s);
        s->step = move->step;
        s->shown++;
        s->sends = 0;
        s->begun = false;
    }
    if (++s->sends > SENDS || s->shown > STEPS)
        return;
    put_send(plan, move, words, sizeof words);
    add_words(s, words);
    s->passes = s->passes || lb_port_links(lb_plan_net(plan), move->port) > 1;
}

/* Where the task looks the same from every node, one of them is enough. */
static bool alike(const lb_plan *plan) {
    return lb_plan_orbit(plan) == LB_SYMMETRIC || lb_task_is_symmetric(lb_plan_task(plan));
}

static void put_title(const lb_style *style, const lb_plan *plan) {
    char title[700], text[900];
    uint32_t count = lb_plan_steps(plan);
    cli_problem_title(lb_plan_task(plan), 0, title, sizeof title);
    snprintf(text, sizeof text, "%s, %" PRIu32 " step%s%s", title, count, count == 1 ? "" : "s",
             lb_plan_orbit(plan) == LB_SYMMETRIC ? "; what node 0 sends, and all nodes do the same"
             : alike(plan)                       ? "; what node 0 sends"
                                                 : "");
    putchar('\n');
    cli_report_row(stdout, style, "for example", text);
}

int cli_explain_steps(const lb_style *style, const lb_plan *plan) {
    lb_why why = {""};
    lb_cursor *cursor = NULL;
    lb_move move;
    steps s = {.style = style};
    bool one = alike(plan);
    int error = lb_cursor_open(plan, &cursor, &why);
    if (error)
        return cli_fail_why(error, &why);
    put_title(style, plan);
    while (lb_cursor_next(cursor, &move) == 1) {
        if (!one || move.from == 0)
            add_send(&s, plan, &move);
    }
    end_step(&s);
    lb_cursor_close(cursor);
    if (s.shown > STEPS)
        printf("  ... and so on\n");
    if (s.passes)
        cli_report_row(stdout, style, "", "a>b>c: one message from a to c, which passes b without being held up");
    return CLI_OK;
}
