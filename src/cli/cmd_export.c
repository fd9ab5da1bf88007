/* linkbound export FORMAT TASK NETWORK: a plan in another tool's format. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/source.h"
#include "cli/units.h"
#include "cli/whole_file.h"
#include "cli/written.h"
#include "linkbound-export.h"
#include "out/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int find_format(const cli_args *args, lb_format *format) {
    const char *names[LB_FORMATS];
    for (int i = 0; i < LB_FORMATS; i++)
        names[i] = lb_format_name((lb_format)i);
    if (lb_format_parse(args->operand[0], format) == LB_OK)
        return CLI_OK;
    if (strcmp(args->operand[0], "nccl") == 0 || strcmp(args->operand[0], "rccl") == 0)
        return cli_fail("unknown format '%s'; did you mean msccl, whose files RCCL and MSCCL's NCCL take?",
                        args->operand[0]);
    if (strcmp(args->operand[0], "json") == 0 || strcmp(args->operand[0], "jsonl") == 0)
        return cli_fail("unknown format '%s'; linkbound plan ... -o FILE writes schedule files", args->operand[0]);
    if (strcmp(args->operand[0], "svg") == 0 || strcmp(args->operand[0], "png") == 0)
        return cli_fail("unknown format '%s'; linkbound draw ... -o FILE.%s makes pictures", args->operand[0],
                        args->operand[0]);
    return cli_fail_unknown("format", args->operand[0], names, LB_FORMATS);
}

/* Other tools' files cannot say in which order sums are made. --bytes alone is for goal and chakra, and leaves the
 * clock alone. */
static cli_args for_export(const cli_args *args) {
    cli_args a = *args;
    a.usual_order = true;
    if (!cli_given(args, OPT_TAU) && !cli_given(args, OPT_BETA))
        a.given[OPT_BYTES] = false;
    return a;
}

/* BASE.0.et, BASE.1.et and so on. */
static void trace_path(const cli_args *args, uint32_t rank, char *path, size_t size) {
    snprintf(path, size, "%s.%" PRIu32 ".et", args->output, rank);
}

/* With a cost: how long the plan takes by it. Not where the export itself is printed. */
static int put_time(const cli_args *args, const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing;
    lb_why why = {""};
    char text[64];
    if (!cost || !args->output || strcmp(args->output, "-") == 0 || cli_given(args, OPT_QUIET) ||
        cli_given(args, OPT_JSON))
        return CLI_OK;
    int error = lb_simulate(plan, cost, &(lb_check_options){.checked = true}, &timing, &why);
    if (error)
        return cli_fail_why(error, &why);
    if (args->nanoseconds)
        cli_nanoseconds_text(lb_ratio_value(timing.makespan), " ", text, sizeof text);
    else
        snprintf(text, sizeof text, "%.6g", lb_ratio_value(timing.makespan));
    printf("%s: predicted time %s\n", args->output, text);
    lb_timing_free(&timing);
    return CLI_OK;
}

/* What was written, and with a cost how long the plan takes. */
static int put_json(const cli_args *args, lb_format format, const cli_source *source) {
    const lb_cost *cost = cli_source_cost(source);
    lb_timing timing = {0};
    lb_why why = {""};
    out_json json = {.out = stdout};
    uint32_t nodes = lb_net_nodes(lb_plan_net(source->job.plan));
    int error = cost ? lb_simulate(source->job.plan, cost, &(lb_check_options){.checked = true}, &timing, &why) : LB_OK;
    if (error)
        return cli_fail_why(error, &why);
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "format", lb_format_name(format));
    out_json_text(&json, "title", source->title);
    out_json_open(&json, "files", '[');
    if (format != LB_EXPORT_CHAKRA)
        out_json_text(&json, NULL, args->output);
    for (uint32_t rank = 0; rank < nodes && format == LB_EXPORT_CHAKRA; rank++) {
        char path[4096];
        trace_path(args, rank, path, sizeof path);
        out_json_text(&json, NULL, path);
    }
    out_json_close(&json, ']');
    if (cost)
        out_json_double(&json, "time", lb_ratio_value(timing.makespan));
    if (cost && args->nanoseconds)
        out_json_text(&json, "time_unit", "ns");
    out_json_end(&json);
    lb_timing_free(&timing);
    return CLI_OK;
}

/* The plan, or of a format that has a file for each rank that of one. */
static int write_file(const cli_args *args, lb_format format, const lb_plan *plan, const lb_export_options *options,
                      const char *path) {
    lb_why why = {""};
    char *data = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&data, &size);
    if (!memory)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    cli_wait_begin("exporting", cli_given(args, OPT_QUIET));
    int error = lb_export(memory, plan, format, options, &why);
    bool broken = ferror(memory) != 0;
    if ((fclose(memory) || broken) && !error)
        error = LB_ERR_MEMORY;
    cli_wait_end();
    int status = error ? cli_fail_why(error, &why) : cli_write_whole(path, data, size);
    free(data);
    return status;
}

static int write_traces(const cli_args *args, const lb_plan *plan, lb_export_options *options) {
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan));
    size_t room = strlen(args->output) + 16;
    char *path = malloc(room);
    int status = path ? CLI_OK : cli_fail_why(LB_ERR_MEMORY, NULL);
    for (options->rank = 0; options->rank < nodes && !status; options->rank++) {
        trace_path(args, options->rank, path, room);
        status = write_file(args, LB_EXPORT_CHAKRA, plan, options, path);
    }
    for (uint32_t rank = nodes; !status; rank++) { /* of an earlier, larger export: they would be read with these */
        trace_path(args, rank, path, room);
        if (remove(path) != 0)
            break;
    }
    free(path);
    return status;
}

static int write_plan(const cli_args *args, lb_format format, const lb_plan *plan, const lb_cost *cost) {
    lb_export_options options = {.bytes = args->bytes, .cost = cost, .unit = args->nanoseconds ? 1e-3 : 1};
    if (format == LB_EXPORT_CHAKRA)
        return write_traces(args, plan, &options);
    return write_file(args, format, plan, &options, args->output ? args->output : "-");
}

static int check_words(const cli_args *args, lb_format format) {
    bool rated = cli_given(args, OPT_TAU) || cli_given(args, OPT_BETA);
    if (cli_given(args, OPT_BYTES) && args->bytes == 0)
        return cli_fail("--bytes 0: a message of 0 bytes: there is nothing to send");
    if (cli_given(args, OPT_BYTES) && !rated && format != LB_EXPORT_GOAL && format != LB_EXPORT_CHAKRA)
        return cli_fail("--bytes without --tau and --beta is for goal and chakra: %s knows no sizes",
                        lb_format_name(format));
    if (format == LB_EXPORT_CHAKRA && (!args->output || strcmp(args->output, "-") == 0))
        return cli_fail("export chakra: -o BASE, please: there is a file for each rank, BASE.0.et and so on");
    return CLI_OK;
}

static int run(const cli_args *args) {
    cli_source source = {.job.plan = NULL};
    cli_args a = for_export(args);
    lb_format format = LB_EXPORT_DOT;
    int status = find_format(args, &format);
    if (!status)
        status = cli_written_check(args);
    if (!status)
        status = check_words(args, format);
    if (!status)
        status = cli_source_check(&a, 1);
    if (!status)
        status = cli_source_make(&a, 1, &source);
    if (!status)
        status = write_plan(args, format, source.job.plan, cli_source_cost(&source));
    if (!status)
        status = cli_given(args, OPT_JSON) ? put_json(args, format, &source)
                                           : put_time(args, source.job.plan, cli_source_cost(&source));
    cli_source_free(&source);
    return status;
}

const cli_command cli_export = {
    .name = "export",
    .usage = "FORMAT TASK NETWORK [-o FILE] [OPTION...]",
    .summary = "a plan in another tool's format: dot, csv, msccl, goal, ...",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_ALGO, OPTS_COST, OPTS_CHECK, OPTS_LOOK, OPT_PACKETS, OPT_CLOCK, OPT_SCHEDULE,
                           OPT_NETWORK, OPT_OUTPUT, OPT_JSON, OPT_QUIET),
    .min_operands = 1,
    .max_operands = 4,
    .run = run,
    .help = "dot: Graphviz. csv: a row for every block in every packet. msccl: MSCCL XML,\n"
            "which NCCL and RCCL with MSCCL load; allgather, allreduce, reduce-scatter,\n"
            "alltoall, broadcast, reduce, gather, scatter. goal: GOAL, for LogGOPSim;\n"
            "--bytes M sets the size. trace: Chrome's trace events, for Perfetto and\n"
            "chrome://tracing; with a cost by the linear clock. mscclpp: MSCCL++ execution\n"
            "plans, for allgather, allreduce, reduce-scatter, alltoall, broadcast. chakra:\n"
            "execution traces for ASTRA-sim, a file for each rank: -o BASE, --bytes M.\n"
            "With a cost and -o the predicted time is printed.\n"
            "The plan is made and checked as by linkbound plan.\n"
            "  linkbound export dot broadcast cube:4 | neato -n -Tsvg >broadcast.svg\n"
            "  linkbound export msccl allreduce cube:3 -o allreduce.xml\n"
            "  linkbound export goal alltoall 4x4 --bytes 4K -o alltoall.goal\n"
            "  linkbound export mscclpp allreduce complete:8 -o allreduce.json\n"
            "  linkbound export chakra allreduce 4x4 --bytes 1M -o allreduce\n"
            "  linkbound export trace alltoall 4x4 -o alltoall.json\n",
};
