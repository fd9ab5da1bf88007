/* What was tried before a plan was chosen, as a table: linkbound plan --explain. */
#include "cli/attempts.h"

#include "out/wrap.h"

#include <inttypes.h>

enum { INDENT = 2 + 10 + 1 + 14 + 2 };

void cli_attempts(FILE *out, const lb_style *style, const cli_outcome *o) {
    char text[sizeof(lb_attempt)];
    bool timed = o->clock == LB_LINEAR;
    size_t count = lb_plan_attempts(o->plan);
    fprintf(out, "\n%stried%s\n", lb_ink_on(style, LB_INK_BOLD), lb_ink_on(style, LB_INK_PLAIN));
    fprintf(out, "  %s%10s %14s  %s%s\n", lb_ink_on(style, LB_INK_DIM), timed ? "time" : "steps",
            timed ? "packets" : "transmissions", "by", lb_ink_on(style, LB_INK_PLAIN));
    for (size_t i = 0; i < count; i++) {
        const lb_attempt *a = lb_plan_attempt(o->plan, i);
        if (!a->steps)
            fprintf(out, "  %10s %14s  ", "-", "-");
        else if (timed)
            fprintf(out, "  %10.6g %14" PRIu64 "  ", lb_ratio_value(a->time), a->moves);
        else
            fprintf(out, "  %10" PRIu32 " %14" PRIu64 "  ", a->steps, a->moves);
        snprintf(text, sizeof text, "%s: %s", a->name, a->outcome);
        out_wrap(out, INDENT, style->width, text);
    }
}

void cli_json_attempts(out_json *json, const cli_outcome *o) {
    out_json_open(json, "tried", '[');
    for (size_t i = 0; i < lb_plan_attempts(o->plan); i++) {
        const lb_attempt *a = lb_plan_attempt(o->plan, i);
        out_json_open(json, NULL, '{');
        out_json_text(json, "by", a->name);
        out_json_text(json, "outcome", a->outcome);
        if (a->steps) {
            out_json_number(json, "steps", a->steps);
            out_json_number(json, "transmissions", a->moves);
        }
        if (a->steps && o->clock == LB_LINEAR)
            out_json_double(json, "time", lb_ratio_value(a->time));
        out_json_close(json, '}');
    }
    out_json_close(json, ']');
}
