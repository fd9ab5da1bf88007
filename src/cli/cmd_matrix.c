/* linkbound matrix OPERATION NETWORK --size N: which task it is, a plan for it, and a matrix moved by the plan. */
#include "cli/commands.h"
#include "cli/matrix_sample.h"
#include "cli/net_names.h"
#include "cli/outcome_plan.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"

#include <inttypes.h>
#include <string.h>

/* Everything about one run. */
typedef struct matrix_job {
    lb_net *net;
    lb_rearrange *rearrange;
    const lb_rearrange_facts *facts;
    lb_plan *plan;
    cli_args args; /* as if the task had been asked for by its name */
    cli_outcome outcome;
} matrix_job;

static int read_op(const char *name, lb_matrix_op *op) {
    const char *names[LB_MATRIX_OPS];
    if (lb_matrix_op_parse(name, op) == LB_OK)
        return CLI_OK;
    for (int i = 0; i < LB_MATRIX_OPS; i++)
        names[i] = lb_matrix_op_name((lb_matrix_op)i);
    return cli_fail_unknown("operation", name, names, LB_MATRIX_OPS);
}

/* Digits; what follows is in *end. Above LB_MAX_LINES it does not matter how many. */
static bool read_lines(const char *text, const char **end, uint64_t *lines) {
    *lines = 0;
    for (*end = text; **end >= '0' && **end <= '9'; (*end)++) {
        if (*lines <= LB_MAX_LINES)
            *lines = *lines * 10 + (uint64_t)(**end - '0');
    }
    return *end > text;
}

/* "512" or "512x300". */
static int read_size(const cli_args *args, uint64_t *rows, uint64_t *columns) {
    const char *end;
    if (!args->size)
        return cli_fail("matrix needs --size: N, or RxC for R rows and C columns");
    bool good = read_lines(args->size, &end, rows);
    *columns = *rows;
    if (good && *end == 'x')
        good = read_lines(end + 1, &end, columns);
    if (!good || *end)
        return cli_fail("--size '%.60s': write N, or RxC for R rows and C columns", args->size);
    if (*rows > LB_MAX_LINES || *columns > LB_MAX_LINES)
        return cli_fail("--size %.60s: at most 2^32 rows and columns", args->size);
    if (*rows == 0 || *columns == 0)
        return cli_fail("--size %.60s: a matrix without elements", args->size);
    return CLI_OK;
}

static int read_layout(const char *option, const char *text, lb_layout *layout) {
    lb_why why = {""};
    if (text && lb_layout_parse(text, layout, &why))
        return cli_fail("%s: %s", option, why.text);
    return CLI_OK;
}

static int read_job(const cli_args *args, matrix_job *job) {
    lb_matrix_op op = LB_TRANSPOSE;
    uint64_t rows = 0, columns = 0;
    lb_layout from = {LB_BY_ROWS, false, false}, to;
    lb_stored stored;
    lb_why why = {""};
    int status = read_op(args->operand[0], &op);
    if (!status)
        status = read_size(args, &rows, &columns);
    if (!status)
        status = read_layout("--layout", args->layout, &from);
    to = from;
    if (!status)
        status = read_layout("--to-layout", args->to_layout, &to);
    if (!status && cli_given(args, OPT_TAU) != cli_given(args, OPT_BETA))
        status = cli_fail("the linear clock needs --tau and --beta: %s is missing",
                          cli_given(args, OPT_TAU) ? "--beta (or --latency)" : "--tau (or --link)");
    if (status)
        return status;
    status = cli_net_parse(args->operand[1], &job->net);
    if (status)
        return status;
    int error = lb_stored_make(rows, columns, from, lb_net_nodes(job->net), &stored, &why);
    cli_wait_begin("following the elements", cli_given(args, OPT_QUIET));
    if (!error)
        error = lb_rearrange_create(job->net, op, &stored, to, cli_given(args, OPT_ELEMENT) ? args->element : 8,
                                    &job->rearrange, &why);
    cli_wait_end();
    if (error)
        return cli_fail_why(error, &why);
    job->facts = lb_rearrange_facts_of(job->rearrange);
    return CLI_OK;
}

/* Whether the algorithm that is asked for knows the linear clock only. */
static bool linear_only(const char *name) {
    for (size_t i = 0; name && i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        if (strcmp(a->name, name) == 0)
            return !a->unit;
    }
    return false;
}

static int plan_job(const cli_args *args, matrix_job *job) {
    bool timed = cli_given(args, OPT_TAU);
    job->args = *args;
    job->args.bytes = job->facts->block * job->facts->element;
    job->args.clock = timed || linear_only(args->algorithm) ? LB_LINEAR : LB_UNIT;
    if (timed)
        job->args.given[OPT_BYTES] = true;
    return cli_outcome_plan(&job->args, lb_rearrange_task(job->rearrange), &job->plan, &job->outcome);
}

/* How much of what is carried is there for the evenness of the blocks only. */
static double padding(const lb_rearrange_facts *f) {
    return f->sends ? 1 - (double)f->moving / ((double)f->blocks * (double)f->block) : 0;
}

static void print_head(const lb_style *style, const matrix_job *job) {
    const lb_rearrange_facts *f = job->facts;
    char net[512], text[LB_WHY_MAX], line[LB_WHY_MAX + 64];
    lb_net_title(job->net, net, sizeof net);
    printf("%s%s of a %" PRIu64 " x %" PRIu64 " matrix on %s%s\n", lb_ink_on(style, LB_INK_BOLD),
           lb_matrix_op_name(f->op), f->from.rows, f->from.columns, net, lb_ink_on(style, LB_INK_PLAIN));
    lb_layout_text(f->from.layout, text, sizeof text);
    snprintf(line, sizeof line, "%s, %" PRIu64 " byte%s an element", text, f->element, f->element == 1 ? "" : "s");
    cli_report_row(stdout, style, "before", line);
    lb_layout_text(f->to.layout, text, sizeof text);
    cli_report_row(stdout, style, "after", text);
    lb_rearrange_text(job->rearrange, text, sizeof text);
    snprintf(line, sizeof line, "%s: %s", f->sends ? lb_task_kind_name(f->kind) : "none", text);
    cli_report_row(stdout, style, "task", line);
    if (!f->sends)
        return;
    snprintf(line, sizeof line, "%" PRIu64 " byte%s", f->block * f->element, f->block * f->element == 1 ? "" : "s");
    if (padding(f) > 0)
        snprintf(line + strlen(line), sizeof line - strlen(line), "; %.1f %% of what is carried is padding",
                 100 * padding(f));
    cli_report_row(stdout, style, "block", line);
}

static void print_text(const matrix_job *job) {
    lb_style style = cli_style(stdout, &job->args);
    const lb_rearrange_facts *f = job->facts;
    char text[256];
    print_head(&style, job);
    if (f->sends)
        cli_report(stdout, &style, &job->outcome);
    snprintf(text, sizeof text, "%" PRIu64 " x %" PRIu64 " element%s moved, and every one verified at its node",
             f->from.rows, f->from.columns, f->from.rows * f->from.columns == 1 ? "" : "s");
    cli_report_row(stdout, &style, "matrix", text);
}

static void put_ratio(out_json *json, const char *key, bool known, lb_ratio value) {
    char text[64];
    lb_ratio_text(value, text, sizeof text);
    out_json_text(json, key, known ? text : NULL);
}

static void print_json(const matrix_job *job) {
    const lb_rearrange_facts *f = job->facts;
    out_json json = {.out = stdout};
    char text[LB_WHY_MAX];
    bool timed = job->outcome.timed;
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "operation", lb_matrix_op_name(f->op));
    out_json_number(&json, "rows", f->from.rows);
    out_json_number(&json, "columns", f->from.columns);
    out_json_number(&json, "element", f->element);
    lb_layout_text(f->from.layout, text, sizeof text);
    out_json_text(&json, "layout", text);
    lb_layout_text(f->to.layout, text, sizeof text);
    out_json_text(&json, "to_layout", text);
    out_json_number(&json, "bytes", f->block * f->element);
    out_json_double(&json, "padding", padding(f));
    lb_rearrange_text(job->rearrange, text, sizeof text);
    out_json_text(&json, "reason", text);
    out_json_number(&json, "verified", f->from.rows * f->from.columns);
    if (f->sends) {
        cli_json_outcome(&json, &job->outcome);
        put_ratio(&json, "tau", timed, job->outcome.cost.tau);
        put_ratio(&json, "beta", timed, job->outcome.cost.beta);
    } else {
        lb_net_title(job->net, text, sizeof text);
        out_json_text(&json, "network", text);
        out_json_number(&json, "nodes", lb_net_nodes(job->net));
        out_json_null(&json, "task");
    }
    out_json_end(&json);
}

static int run(const cli_args *args) {
    matrix_job job = {.net = NULL};
    int status = read_job(args, &job);
    if (!status && job.facts->sends)
        status = plan_job(args, &job);
    else if (!status)
        job.args = *args;
    if (!status) {
        cli_wait_begin("moving the matrix", cli_given(args, OPT_QUIET));
        status = cli_matrix_try(job.rearrange, job.plan);
        cli_wait_end();
    }
    if (!status && cli_given(args, OPT_JSON))
        print_json(&job);
    else if (!status && !cli_given(args, OPT_QUIET))
        print_text(&job);
    cli_outcome_free(&job.outcome);
    lb_plan_free(job.plan);
    lb_rearrange_free(job.rearrange);
    lb_net_free(job.net);
    return status;
}

const cli_command cli_matrix = {
    .name = "matrix",
    .usage = "OPERATION NETWORK --size N [--layout L] [OPTION...]",
    .summary = "transpose, turn or redistribute a matrix",
    .options =
        CLI_OPTIONS(OPT_SIZE, OPT_ELEMENT, OPT_LAYOUT, OPT_TO_LAYOUT, OPT_TAU, OPT_BETA, OPT_LINK, OPT_LATENCY,
                    OPT_PROFILE, OPT_ALGORITHM, OPT_GROUPS, OPT_PORTS, OPTS_CHECK, OPTS_LOOK, OPT_JSON, OPT_QUIET),
    .min_operands = 2,
    .max_operands = 2,
    .run = run,
    .help = "Operations: transpose, quarter-turn (clockwise), half-turn, restore.\n"
            "Layouts: rows, columns or submatrices; then :blocked or :striped (not for\n"
            "submatrices), and :identity or :gray, how parts are numbered. Examples:\n"
            "  linkbound matrix transpose cube:6 --size 512 --link 100Gbit --latency 1us\n"
            "  linkbound matrix restore cube:4 --size 256 --to-layout rows:striped\n",
};
