/* linkbound compare TASK NETWORK --tau T --beta B --bytes L..H: which algorithm is best at which size. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/compare.h"
#include "cli/compare_show.h"
#include "cli/frontier.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/schedule.h"
#include "cli/term.h"
#include "cli/whole_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int check_args(const cli_args *args) {
    static const cli_option needed[] = {OPT_SIZES, OPT_TAU, OPT_BETA};
    if (!cli_given_any(args, CLI_OPTIONS(OPT_SIZES, OPT_TAU, OPT_BETA)))
        return cli_fail("compare needs sizes and a cost: --bytes 1K..1M --link 100Gbit --latency 1us, for example");
    for (int i = 0; i < 3; i++) {
        if (!cli_given(args, needed[i]))
            return cli_fail("compare needs --bytes, --tau and --beta: %s is missing%s", cli_option_name(needed[i]),
                            i ? "; or give --link and --latency" : "");
    }
    if (cli_given(args, OPT_FRONTIER) && cli_given(args, OPT_PLOT))
        return cli_fail("--plot draws times, --frontier shows none; --svg draws it");
    bool one = args->sizes[0] == args->sizes[1];
    if (cli_given(args, OPT_POINTS) && (args->points < 2 || args->points > CLI_SIZES_MAX))
        return cli_fail("--points %" PRIu32 ": from 2 to %d", args->points, CLI_SIZES_MAX);
    if (one && !cli_given(args, OPT_FRONTIER) && (args->svg || cli_given(args, OPT_PLOT)))
        return cli_fail("%s: one size makes no plot; write --bytes L..H", args->svg ? "--svg" : "--plot");
    if (cli_given(args, OPT_PLOT) && cli_given(args, OPT_JSON))
        return cli_fail("--plot and --json contradict each other; --svg goes with both");
    return CLI_OK;
}

static void draw_plot(FILE *out, const void *what) {
    lb_plot_svg(out, what);
}

static void draw_frontier(FILE *out, const void *what) {
    lb_frontier_svg(out, what);
}

static int write_svg(const char *path, void (*draw)(FILE *out, const void *what), const void *what) {
    char *data = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&data, &size);
    if (!memory)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    draw(memory, what);
    bool failed = ferror(memory) != 0;
    int status = fclose(memory) || failed ? cli_fail_why(LB_ERR_MEMORY, NULL) : cli_write_whole(path, data, size);
    free(data);
    return status;
}

/* The picture has standard output for itself. */
static FILE *report_file(const cli_args *args) {
    return args->svg && strcmp(args->svg, "-") == 0 ? stderr : stdout;
}

static int show_frontier(const cli_args *args, const cli_comparison *c) {
    cli_frontier f;
    int status = cli_frontier_make(c, &f);
    if (!status && args->svg)
        status = write_svg(args->svg, draw_frontier, &f.picture);
    if (!status && cli_given(args, OPT_JSON))
        cli_frontier_json(report_file(args), c, &f);
    else if (!status && !cli_given(args, OPT_QUIET)) {
        lb_style style = cli_style(report_file(args), args);
        cli_frontier_text(report_file(args), &style, &f);
    }
    cli_frontier_free(&f);
    return status;
}

static int show(const cli_args *args, const cli_comparison *c) {
    FILE *out = report_file(args);
    cli_curves curves;
    int status = cli_curves_make(c, &curves);
    bool possible = !status && lb_plot_possible(&curves.plot);
    if (!status && !possible && (args->svg || cli_given(args, OPT_PLOT)))
        status = cli_fail("every time is 0: there is nothing to plot");
    if (!status && args->svg)
        status = write_svg(args->svg, draw_plot, &curves.plot);
    bool plot = possible && (cli_given(args, OPT_PLOT) || isatty(fileno(out)));
    if (!status && cli_given(args, OPT_JSON)) {
        cli_compare_json(out, c);
    } else if (!status && !cli_given(args, OPT_QUIET)) {
        lb_style style = cli_style(out, args);
        cli_compare_text(out, &style, c, plot ? &curves.plot : NULL);
    }
    cli_curves_free(&curves);
    return status;
}

/* The task: of the words, or of the schedule, which takes part. */
static int find_task(const cli_args *args, cli_job *job, const lb_task **task) {
    int status = CLI_OK;
    if (args->schedule)
        status = cli_schedule_words(args, 0);
    else if (args->operands < 2)
        status = cli_fail("compare: of which task on which network? usage: linkbound compare TASK NETWORK [OPTION...], "
                          "or --schedule FILE");
    if (!status)
        status = args->schedule ? cli_schedule_read(args, job) : cli_problem_make(args, &job->problem);
    if (!status)
        *task = args->schedule ? job->outcome.task : job->problem.task;
    return status;
}

static int run(const cli_args *args) {
    cli_job job = {.plan = NULL};
    const lb_task *task = NULL;
    cli_comparison c = {.task = NULL};
    uint64_t sizes[CLI_SIZES_MAX];
    int status = check_args(args);
    if (!status)
        status = find_task(args, &job, &task);
    if (!status) {
        cli_wait_begin("comparing", cli_given(args, OPT_QUIET));
        lb_plan *own = job.plan;
        job.plan = NULL; /* it is c's now, and goes last, with its task */
        status = cli_compare_make(&c, args, task, own, sizes, cli_compare_sizes(args, sizes));
        cli_wait_end();
    }
    if (!status)
        status = cli_given(args, OPT_FRONTIER) ? show_frontier(args, &c) : show(args, &c);
    if (!status && *c.wrong) {
        cli_fail("a formula is wrong: %s", c.wrong);
        status = CLI_BROKEN;
    }
    cli_compare_free(&c);
    cli_job_free(&job);
    return status;
}

const cli_command cli_compare = {
    .name = "compare",
    .usage = "TASK NETWORK --bytes L..H --tau T --beta B [OPTION...]",
    .summary = "every algorithm's time over a range of sizes, and the best",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_LOOK, OPT_SIZES, OPTS_RATE, OPT_POINTS, OPT_SVG, OPT_PLOT, OPT_FRONTIER,
                           OPT_SCHEDULE, OPT_NETWORK, OPT_JSON, OPT_QUIET),
    .max_operands = 3,
    .run = run,
    .help = "Times are exact: by each algorithm's formula, verified by simulation where the\n"
            "plan is small enough, or simulated. Where the best one changes is found to\n"
            "the byte, or marked 'about'.\n"
            "  linkbound compare broadcast cube:6 --bytes 64..1M --tau 1/1000 --beta 20\n"
            "  linkbound compare --schedule mine.jsonl --bytes 64..1M --tau 1/1000 --beta 20\n",
};
